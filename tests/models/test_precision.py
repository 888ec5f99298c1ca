"""Half precision is used where it is wanted and the hardware really has it."""

import os
import signal

import pytest
import torch

from sightline.models import precision
from sightline.models.precision import autocast


@pytest.mark.parametrize(("hardware", "wanted", "half"), [(True, True, True), (True, False, False), (False, True, False)])
def test_autocast(hardware: bool, wanted: bool, half: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precision, "_has_amx", lambda: hardware)
    context = autocast(torch.device("cpu"), wanted)
    assert context._enabled is half and context.fast_dtype == torch.bfloat16


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: True, raising=False)
    return monkeypatch


def probe() -> bool:
    return precision._has_amx.__wrapped__()


def test_a_cpu_without_amx_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: False, raising=False)
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"))
    assert not probe()


def test_amx_that_works_is_used(announced: pytest.MonkeyPatch) -> None:
    announced.setattr(torch.nn.functional, "linear", lambda *_: None)
    assert probe()


@pytest.mark.parametrize("number", [signal.SIGILL, signal.SIGKILL])
def test_amx_that_kills_its_process_is_not(number: signal.Signals, announced: pytest.MonkeyPatch) -> None:
    announced.setattr(torch.nn.functional, "linear", lambda *_: os.kill(os.getpid(), number))
    assert not probe()


def test_a_probe_that_hangs_is_given_up(announced: pytest.MonkeyPatch) -> None:
    announced.setattr(torch.nn.functional, "linear", lambda *_: signal.pause())
    announced.setattr(precision, "PROBE", 0.05)
    assert not probe()
