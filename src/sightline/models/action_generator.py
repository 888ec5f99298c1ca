"""The action generator: from where the goal is in view, step by step, to actions (paper, section "Action Generation")."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from sightline.geometry import CELLS
from sightline.options import option

OUT_OF_SIGHT = CELLS * CELLS  # index of the flag behind the cells of the goal mask
RECKONED = 4  # numbers that say how far away and which way the goal is; a fifth says how high, for who reaches for things
State = tuple[Tensor, Tensor]


@dataclass
class ActionGeneratorConfig:
    """The paper's numbers."""

    actions: int = 4
    hidden: int = 256
    time: int = 32  # embedding of the step number
    steps: int = 64  # step numbers that are told apart
    recurrent: bool = option(True, "Remember earlier steps; the ablation has no RNN.", flags="--rnn/--no-rnn")
    # It stops as soon as it is near enough; LearnedLegs moves goals farther away by this distance.
    stops_short: float = option(
        0.0, "Mean distance before the goal at which the network stops; goals are moved farther away by it.", min=0, max=0.99
    )
    reckoning: bool = option(False, "Input: distance and bearing of a goal that is out of view, as our best agent has.")
    typed: bool = False  # where goals come in turn it knows whether one is a place to walk to or a thing to reach for


class ActionGenerator(nn.Module):
    """P(a_t | goal mask, out-of-sight flag, t)."""

    Config = ActionGeneratorConfig

    def __init__(self, config: ActionGeneratorConfig):
        super().__init__()
        self.config = c = config
        # The mask has a single 1, or none and the flag is 1: AFFINE_A of it is one row of a table.
        self.mask = nn.Embedding(OUT_OF_SIGHT + 1, c.hidden)
        self.bias = nn.Parameter(torch.zeros(c.hidden))
        bound = (OUT_OF_SIGHT + 1) ** -0.5  # as a Linear layer would start
        nn.init.uniform_(self.mask.weight, -1.0, 1.0)
        nn.init.uniform_(self.bias, -bound, bound)
        self.reckoned = None
        if c.reckoning:
            told = RECKONED + c.typed
            self.reckoned = nn.Sequential(nn.Linear(told, c.hidden), nn.ReLU(), nn.Linear(c.hidden, c.hidden))
        self.goal_type = nn.Embedding(2, c.hidden) if c.typed else None
        self.rnn = nn.LSTMCell(c.hidden, c.hidden) if c.recurrent else None
        self.time = nn.Embedding(c.steps, c.time)
        self.policy = nn.Linear(c.hidden + c.time, c.actions)

    def forward(
        self, goal_cell: Tensor, reckoned: Tensor, step: Tensor, state: State | None = None, reaching: Tensor | None = None
    ) -> tuple[Tensor, State | None]:
        """Where the goal is and the step number (B,) to logits (B, A) and a state.

        goal_cell (B,) is its cell in the view, 1024 when out of sight; reckoned (B, 5) is how far away, which way and how
        high it is; `reaching` (B,) is true where it is a thing to reach for.
        """
        hidden = self.mask(goal_cell) + self.bias  # (B, 256)
        if self.reckoned is not None:
            hidden = hidden + self.reckoned(reckoned[:, : RECKONED + self.config.typed])
        if self.goal_type is not None:
            hidden = hidden + self.goal_type(torch.zeros_like(goal_cell) if reaching is None else reaching.long())
        hidden = torch.relu(hidden)
        if self.rnn is not None:
            state = self.rnn(hidden, state)
            hidden = state[0]
        when = self.time(step.clamp(max=self.config.steps - 1))
        return self.policy(torch.cat([hidden, when], 1)), state
