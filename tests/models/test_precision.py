"""Half precision is used where it is wanted and there is hardware for it."""

import pytest
import torch

from sightline.models import precision
from sightline.models.precision import autocast


@pytest.mark.parametrize(("hardware", "wanted", "half"), [(True, True, True), (True, False, False), (False, True, False)])
def test_autocast(hardware: bool, wanted: bool, half: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "_has_bfloat16", lambda: hardware)
    with autocast(torch.device("cpu"), wanted):
        product = torch.ones(2, 2) @ torch.ones(2, 2)
    assert product.dtype == (torch.bfloat16 if half else torch.float32)


@pytest.mark.parametrize("answer", [True, False])
def test_the_processor_is_asked(answer: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: answer, raising=False)
    assert precision._has_bfloat16() is answer
    monkeypatch.delattr(torch.cpu, "_is_avx512_bf16_supported")
    assert precision._has_bfloat16() is False
