"""Policies over actions with cells: their factors multiply, and the likeliest action is the likeliest by its name."""

import pytest
import torch

from sightline.models.action_space import action_logits, likeliest, policy_outputs

ACTIONS = 4 + 32 * 32


def test_few_actions_are_as_they_are() -> None:
    outputs = torch.rand(3, 4)
    assert policy_outputs(4) == 4 and action_logits(outputs, 4) is outputs
    assert likeliest(outputs).tolist() == outputs.argmax(1).tolist()


def test_names_rows_and_columns_multiply() -> None:
    assert policy_outputs(ACTIONS) == 5 + 64
    torch.manual_seed(0)
    outputs = torch.randn(2, 69)
    likely = action_logits(outputs, ACTIONS).exp()
    assert likely.sum(1).tolist() == pytest.approx([1, 1], abs=1e-5)
    names, rows, columns = (part.softmax(1) for part in outputs.split([5, 32, 32], 1))
    torch.testing.assert_close(likely[:, :4], names[:, :4])
    torch.testing.assert_close(likely[1, 4 + 32 * 7 + 9], names[1, 4] * rows[1, 7] * columns[1, 9])
    assert action_logits(torch.zeros(1, 69), ACTIONS).exp()[0, 4:].sum() == pytest.approx(0.2, abs=1e-4)


def test_interact_is_as_likely_as_with_all_its_cells() -> None:
    outputs = torch.zeros(2, 69)
    outputs[0, 4], outputs[0, 5 + 3], outputs[0, 37 + 8] = 0.1, 0.5, 0.5  # interact is a little likelier than each move
    outputs[1, 2] = 0.1
    assert likeliest(action_logits(outputs, ACTIONS)).tolist() == [4 + 32 * 3 + 8, 2]
