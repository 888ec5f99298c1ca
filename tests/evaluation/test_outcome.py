"""The outcome of a method: how sure it is of what it predicted."""

import numpy as np

from sightline.agent.aim import Aim
from sightline.evaluation.outcome import MethodOutcome

MAP = np.ones(1)


def test_confidence_is_that_of_predicted_aims_and_a_method_that_sees_none_is_sure() -> None:
    outcome = MethodOutcome(aims=[Aim((1.0, 1.0), confidence=0.3, map=MAP), None])
    assert outcome.confidence is not None and outcome.confidence.tolist() == [0.3, 1.0]
    assert outcome.confidence is outcome.confidence  # a table asks for each example


def test_methods_whose_aims_were_given_or_that_have_none_do_not_say_how_sure_they_are() -> None:
    assert MethodOutcome().confidence is None and MethodOutcome(aims=[Aim((1.0, 1.0))]).confidence is None
    both = MethodOutcome(aims=[Aim((1.0, 1.0)), Aim((1.0, 1.0), confidence=0.3, map=MAP)]).confidence
    assert both is not None and both.tolist() == [1.0, 0.3]
