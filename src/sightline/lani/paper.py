"""The paper's numbers for LANI, on its human-written corpus, as tables show them beside ours."""

from __future__ import annotations

from sightline.world import PaperRating

# Tables results-dev, results-test (SD, TC) and results-goal-prediction (Dist, Acc).
PAPER: dict[tuple[str, str], dict[str, tuple[float, ...]]] = {
    ("results", "dev"): {
        "stop": (15.37, 8.20), "random-walk": (14.80, 9.66), "most-frequent": (19.31, 2.94), "misra17": (10.54, 22.9),
        "chaplot18": (9.05, 31.0), "paper": (8.65, 35.72), "paper-no-rnn": (9.21, 31.30),
        "paper-no-language": (10.65, 23.02), "paper-joint": (11.54, 21.76), "paper-oracle-goals": (2.13, 94.60),
    },
    ("results", "test"): {
        "stop": (15.18, 8.29), "random-walk": (14.63, 9.76), "most-frequent": (19.14, 3.15), "misra17": (10.23, 23.2),
        "chaplot18": (8.78, 31.9), "paper": (8.43, 36.9),
    },
    ("goals", "dev"): {"center": (12.0, 19.51), "janner": (9.61, 30.26), "paper": (8.67, 35.83)},
}  # fmt: skip

# Table linguistic-results: present, absent, p; on 200 development instructions.
PHENOMENA = {
    "spatial_relations": (8.75, 10.09, 0.262), "location_conjunction": (10.19, 9.05, 0.327),
    "temporal_coordination": (11.38, 8.24, 0.015), "trajectory_constraints": (9.56, 8.99, 0.607),
    "coreference": (12.88, 8.59, 0.016), "comparatives": (10.22, 9.25, 0.906),
}  # fmt: skip

# "Results": people on 100 development examples, and ratings of ways on 50.
PEOPLE = {"SD": 5.2, "TC": 63.0}
RATINGS = {"human": PaperRating(4.38, 0.09, 0.52), "paper": PaperRating(3.78, -0.65, 5e-7)}
