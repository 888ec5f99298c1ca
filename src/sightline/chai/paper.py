"""The paper's numbers for CHAI, on its human-written corpus in its own houses, as tables show them beside ours."""

from __future__ import annotations

# Tables results-dev, results-test (SD, MA) and results-goal-prediction (Dist, Acc); walking alone from the text (SD).
PAPER: dict[tuple[str, str], dict[str, tuple[float, ...]]] = {
    ("results", "dev"): {
        "stop": (2.99, 37.53), "random-walk": (2.99, 28.96), "most-frequent": (3.80, 37.53), "misra17": (2.99, 32.25),
        "chaplot18": (2.99, 37.53), "paper": (2.75, 37.53), "paper-no-rnn": (3.75, 37.43),
        "paper-no-language": (3.22, 37.53), "paper-joint": (2.99, 36.90), "paper-oracle-goals": (2.19, 41.07),
    },
    ("results", "test"): {
        "stop": (3.59, 39.77), "random-walk": (3.59, 33.29), "most-frequent": (4.36, 39.77), "misra17": (3.59, 36.84),
        "chaplot18": (3.59, 39.76), "paper": (3.34, 39.97),
    },
    ("goals", "dev"): {"center": (3.41, 19.0), "janner": (2.81, 28.3), "paper": (2.12, 40.3)},
    ("navigation", "dev"): {"stop": (3.91,), "paper-navigation": (3.24,)},
}  # fmt: skip

# Table house-linguistic-results: present, absent, p; on 200 development instructions.
PHENOMENA = {
    "spatial_relations": (2.56, 1.77, 0.023), "location_conjunction": (3.85, 1.93, 0.226),
    "temporal_coordination": (1.70, 2.14, 0.164), "coreference": (1.98, 1.98, 0.993),
}  # fmt: skip

# "Results": people on 100 development examples.
PEOPLE = {"SD": 1.34, "MA": 100.0}
