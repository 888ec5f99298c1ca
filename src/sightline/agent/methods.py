"""Methods as data: which seer and which legs each has, and the folders of their trained models."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sightline.errors import InputError
from sightline.world import Kind

WEIGHTS = Path(__file__).parent / "weights"  # WORLD/FOLDER, the bundled models
MODEL, ORACLE, CENTER, CEILING, OWN = "model", "oracle", "center", "ceiling", "own"  # seers; an agent of one's own
CHAT = "chat"  # seer or legs: a model behind an address
GENERATOR, REACTIVE = "generator", "reactive"  # legs; OWN too
STOP, RANDOM_WALK, MOST_FREQUENT = "stop", "random-walk", "most-frequent"
WALKING = "navigation"  # the table of instructions that ask for walking only


@dataclass(frozen=True)
class Method:
    """A row of the tables. Without a seer the legs act on their own; without legs the method only predicts goals."""

    seer: str | None = None
    legs: str | None = None
    goal: str = ""  # folder of the goal predictor
    actions: str = ""  # folder of the action generator
    types: str = "goal-types"  # folder of the goal types, for predictors that do not say what comes next
    reactive: str = ""  # folder of a model that maps views to actions
    plans: bool = False  # walks by the planner, without an action generator, where the world is a lattice
    table: str = ""  # the only table that it belongs in; empty: any

    @property
    def predicts(self) -> bool:
        """Whether it says where goals are; oracle goals are not predicted."""
        return self.seer not in (None, ORACLE)

    def planned(self, kind: Kind) -> bool:
        """Whether it walks by the planner in a world."""
        return self.plans and kind.gait is not None

    def parts(self, kind: Kind) -> tuple[str, ...]:
        """The trained parts that it needs in a world: `goal`, `actions`, `types`, `reactive`; the goal predictor first."""
        planned = self.planned(kind)
        needed = {
            "goal": self.seer == MODEL,
            "actions": self.legs == GENERATOR and not planned,
            "types": self.seer == MODEL and self.legs == GENERATOR and kind.reaches and not planned,
            "reactive": self.legs == REACTIVE,
        }
        return tuple(part for part, is_needed in needed.items() if is_needed)


def _agent(goal: str, actions: str, types: str = "goal-types", plans: bool = False, table: str = "") -> Method:
    return Method(MODEL, GENERATOR, goal, actions, types, plans=plans, table=table)


METHODS: dict[str, Method] = {
    "stop": Method(legs=STOP),
    "random-walk": Method(legs=RANDOM_WALK),
    "most-frequent": Method(legs=MOST_FREQUENT),
    "center": Method(CENTER),
    "misra17": Method(legs=REACTIVE, reactive="misra17"),
    "chaplot18": Method(legs=REACTIVE, reactive="chaplot18"),
    "janner": Method(MODEL, goal="janner-goal"),
    "paper": _agent("paper-goal", "paper-actions"),
    "best": _agent("best-goal", "best-actions", "best-goal-types", plans=True),
    "paper-no-rnn": _agent("paper-goal", "no-rnn-actions"),
    "paper-no-language": _agent("no-language-goal", "paper-actions"),
    "paper-joint": _agent("paper-joint/goal", "paper-joint/actions"),
    "paper-oracle-goals": Method(ORACLE, GENERATOR, actions="paper-actions"),
    "best-oracle-goals": Method(ORACLE, GENERATOR, actions="best-actions", plans=True),
    "ceiling": Method(CEILING),
    f"misra17-{WALKING}": Method(legs=REACTIVE, reactive=f"misra17-{WALKING}", table=WALKING),
    f"chaplot18-{WALKING}": Method(legs=REACTIVE, reactive=f"chaplot18-{WALKING}", table=WALKING),
    f"paper-{WALKING}": _agent(f"paper-{WALKING}-goal", f"paper-{WALKING}-actions", table=WALKING),
}
# Methods that see a goal and go there, in any world and any table: what people can follow and serve.
_AGENTS = [name for name, m in METHODS.items() if (m.seer, m.legs, m.table) == (MODEL, GENERATOR, "")]
AGENTS = tuple(sorted(_AGENTS, key=lambda name: name != "best"))  # ours first


def bundled_folder(kind: Kind, method: Method, part: str) -> Path:
    """Where a bundled model lies, or would lie: worlds outside the package have none."""
    return WEIGHTS / kind.name / getattr(method, part)


def is_bundled(kind: Kind, name: str) -> bool:
    """Whether the package has every model that a method needs in a world."""
    method = METHODS[name]
    return all(bundled_folder(kind, method, part).is_dir() for part in method.parts(kind))


def part_folder(kind: Kind, name: str, part: str) -> Path:
    """The folder of a part of a method, by the method's name or a folder of one's own.

    Such a folder is an agent's, with `goal` and `actions` in it, a training run's, or a model's itself.
    """
    if name in AGENTS:
        folder = bundled_folder(kind, METHODS[name], part)
        if not folder.is_dir():
            none = not any(is_bundled(kind, each) for each in AGENTS)
            missing = "There is no trained agent" if none else f"{name!r} is not trained"
            raise InputError(f"{missing} for {kind.title}; give the folder of your own instead: --method DIR.")
        return folder
    folder = Path(name)
    if not folder.is_dir():
        raise InputError(f"{name!r} is neither a folder nor one of the trained methods {', '.join(AGENTS)}.")
    alone = model_folder(folder)
    return alone if (alone / "config.json").is_file() else model_folder(folder / part)


def model_folder(folder: Path) -> Path:
    """The folder of a model: this one, or the best of the training run that it belongs to."""
    return folder / "best" if (folder / "best").is_dir() else folder
