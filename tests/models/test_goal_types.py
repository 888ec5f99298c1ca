"""Goal types: every sequence ends, what is padded does not count, and letters or numbers will do for words."""

import pytest
import torch

from sightline.models.goal_types import END, MOST_GOALS, GoalTypes, GoalTypesConfig
from sightline.models.text import padded

torch.set_num_threads(1)
SENTENCES = [[1, 2, 3, 4, 5], [6, 7], [8]]


def model(attends: bool = False, spells: bool = False) -> GoalTypes:
    torch.manual_seed(0)
    return GoalTypes(GoalTypesConfig(0 if spells else 12, 8, 12, attends)).eval()


@pytest.mark.parametrize("attends", [False, True])
@pytest.mark.parametrize("spells", [False, True])
def test_logits_for_every_type_and_nothing_depends_on_the_padding(attends: bool, spells: bool) -> None:
    types = model(attends, spells)
    sentences = [[[word, 0] if spells else word for word in sentence] for sentence in SENTENCES]
    before = torch.tensor([[END, 0, 1]] * 3)
    words, lengths = padded(sentences)
    together = types(words, lengths, before)
    assert together.shape == (3, 3, 3)
    for n, sentence in enumerate(sentences):
        alone = types(*padded([sentence]), before[:1])
        torch.testing.assert_close(together[n : n + 1], alone, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("attends", [False, True])
def test_a_prediction_is_the_likeliest_type_again_and_again_until_the_end(attends: bool) -> None:
    types = model(attends)
    words, lengths = padded(SENTENCES)
    for sequence, n in zip(types.predict(words, lengths), range(3), strict=True):
        before = [END]
        for kind in sequence:
            assert int(types(words[n : n + 1], lengths[n : n + 1], torch.tensor([before]))[0, -1].argmax()) == kind
            before.append(kind)
        last = int(types(words[n : n + 1], lengths[n : n + 1], torch.tensor([before]))[0, -1].argmax())
        assert last == END or len(sequence) == MOST_GOALS


def test_who_never_ends_is_cut_off() -> None:
    types = model()
    torch.nn.init.zeros_(types.out.weight)
    types.out.bias.data = torch.tensor([0.0, 1.0, 0.0])
    assert types.predict(*padded(SENTENCES)) == [[1] * MOST_GOALS] * 3
    types.out.bias.data = torch.tensor([0.0, 0.0, 1.0])
    assert types.predict(*padded(SENTENCES)) == [[]] * 3
