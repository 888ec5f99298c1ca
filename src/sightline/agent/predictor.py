"""A trained goal predictor in use: from a look and words to maps of probabilities, and to what each cell shows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from torch import Tensor

from sightline.agent.aim import Done
from sightline.agent.choice import calibrated, grasp, map_share
from sightline.agent.look import Look, as_input, as_probabilities, as_tensor
from sightline.agent.named import NamedKinds
from sightline.agent.readers import lexicon_of
from sightline.agent.wayfinding import share_near
from sightline.geometry import CELLS, PANORAMA, origin_of
from sightline.geometry.types import Bools, Floats, Ints
from sightline.language import Vocabulary, tokenize
from sightline.models.details import shape_of
from sightline.models.done import done_of
from sightline.models.goal_map import GoalModel, ShowingModel
from sightline.models.precision import autocast
from sightline.models.pretrained import encoder_of
from sightline.models.text import padded
from sightline.world import Kind

RARE = 20  # times as many cells without an item are looked at as the eyes have learned from (said and right then agree)


class Shown(NamedTuple):
    """What the cells of M panoramas show, as a model sees it."""

    classes: Ints  # (M, 32 * 192) as in Kind.thing_names
    likely: Floats  # (M, 32 * 192) probability of that class


@dataclass
class GoalPredictor:
    """A trained model that draws goal maps, and how it reads words."""

    kind: Kind
    model: GoalModel
    vocabulary: Vocabulary
    device: torch.device

    def maps(
        self, look: Look, anywhere: Bools | None = None, done: Sequence[Sequence[Done]] | None = None
    ) -> dict[str, Floats]:
        """Probabilities (M, ...) for what a look shows, by the model's outputs (models.goal_map).

        Where `anywhere` (M,) is true the goal is a thing to reach for; `done` are the goals that are done already.
        """
        return {name: as_probabilities(values) for name, values in self._outputs(look, anywhere, done).items()}

    def maps_and_shown(self, look: Look, done: Sequence[Sequence[Done]] | None = None) -> tuple[dict[str, Floats], Shown]:
        """The same, and what each cell shows, from one run of a model that `shows` it.

        If the model is `detailed`, `parts` (M, 32 * 192) says how likely each cell shows the part that the words name, 1
        where they name none, and `open` how likely the part that it shows is open. If the model names items, `match`
        (M, 32 * 192) says how likely each cell shows the kind of item that is meant, `items` how likely it shows any item,
        and `named` how likely one of the other things that the words name, 1 where they name none.
        """
        outputs = self._outputs(look, None, done, showing=True)
        things, items, parts = outputs.pop("things"), outputs.pop("items", None), outputs.pop("parts", None)
        is_open = outputs.pop("open", None)
        kinds = None if items is None else _rarely(items)
        maps = {name: as_probabilities(values) for name, values in outputs.items()}
        if kinds is not None:
            maps["match"] = self._match(look, maps["wanted"][:, 1:], kinds)
            maps["items"] = kinds.flatten(2)[:, 1:].sum(1).cpu().numpy().astype(np.float64)
            maps["named"] = self._named(look, things)
        if parts is not None and is_open is not None:
            maps["parts"], maps["open"] = self._named_parts(look, parts), _probabilities(is_open)
        return maps, self._as_shown(things, kinds)

    @cached_property
    def naming(self) -> NamedKinds:
        """What words name in its world."""
        return NamedKinds(self.kind, lexicon_of(self.kind))

    def _match(self, look: Look, wanted: Floats, kinds: Tensor) -> Floats:
        """(M, 32 * 192) how likely cells show what is meant, by how likely (M, K) each kind is wanted and shown."""
        counts = np.stack([self.naming.wanted(words, row) for words, row in zip(look.instructions, wanted, strict=True)])
        weights = torch.from_numpy(counts).to(kinds)
        match: Floats = torch.einsum("mk,mkc->mc", weights, kinds.flatten(2)[:, 1:]).cpu().numpy().astype(np.float64)
        return match

    def _named(self, look: Look, things: Tensor) -> Floats:
        """(M, 32 * 192) how likely cells show a thing that is no item and that the words name."""
        likely = np.ones((len(look), CELLS * CELLS * len(PANORAMA)))
        step = CELLS // things.shape[2]
        for row, words in enumerate(look.instructions):
            if classes := self.naming(words).things:
                share = things[row].float().softmax(0)[list(classes)].sum(0)  # (H, W)
                likely[row] = share.repeat_interleave(step, 0).repeat_interleave(step, 1).flatten().cpu().numpy()
        return likely

    @property
    def detailed(self) -> bool:
        """Whether its model tells furniture and its parts apart by their shape too (models.details)."""
        return bool(getattr(self.model, "detailed", False))

    def _shape(self, look: Look) -> dict[str, Tensor]:
        """The shape of what a look shows, for a model that takes it."""
        if not self.detailed:
            return {}
        return {"shape": shape_of(as_tensor(look["depth"], self.device), self.kind.view.camera)}

    def _named_parts(self, look: Look, logits: Tensor) -> Floats:
        """(M, 32 * 192) how likely cells show the part that the words name; 1 where they name none."""
        shares = logits.float().softmax(1).flatten(2)  # (M, P, 32 * 192)
        likely = np.ones((len(look), shares.shape[2]))
        for row, words in enumerate(look.instructions):
            if parts := self.naming(words).parts:
                likely[row] = shares[row, list(parts)].sum(0).cpu().numpy()
        return likely

    @torch.no_grad()
    def shown(self, look: Look) -> Shown:
        """What each cell of a look shows, without any words; only for a model that `shows` it."""
        model = cast(ShowingModel, self.model)
        with autocast(self.device, self.model.in_half):
            outputs = model.shown(as_input(look.rgb(self.device)), **self._shape(look))
        return self._as_shown(outputs["things"], _rarely(outputs["items"]) if "items" in outputs else None)

    def _as_shown(self, things: Tensor, kinds_of_items: Tensor | None) -> Shown:
        """From logits of things and probabilities of items. Where the eyes see an item they are right more often."""
        likely, classes = things.float().softmax(1).max(1)  # (M, H, W)
        step = CELLS // likely.shape[1]
        likely, classes = (each.repeat_interleave(step, 1).repeat_interleave(step, 2) for each in (likely, classes))
        if kinds_of_items is not None:
            sure, kinds = kinds_of_items.max(1)  # (M, 32, 192)
            numbers = torch.tensor([0, *self.kind.items], device=classes.device)
            classes = torch.where(kinds > 0, numbers[kinds], classes)
            likely = torch.where(kinds > 0, sure, likely)
        return Shown(classes.flatten(1).cpu().numpy(), likely.flatten(1).double().cpu().numpy())

    @torch.no_grad()
    def _outputs(
        self, look: Look, anywhere: Bools | None, done: Sequence[Sequence[Done]] | None, showing: bool = False
    ) -> dict[str, Tensor]:
        encode = encoder_of(self.model, self.vocabulary)
        words = padded([encode(tokenize(text)) for text in look.instructions], self.device)
        inputs = {"origins": origin_of(look.said_at, look.poses)}
        if done is not None:
            inputs["done"] = done_of(look.poses, done)
        options: dict[str, Any] = {
            name: torch.from_numpy(values).to(self.device, torch.float32) for name, values in inputs.items()
        }
        above = None if anywhere is None else torch.from_numpy(anywhere).to(self.device)
        if showing:
            options |= {"showing": True, **self._shape(look)}
        with autocast(self.device, self.model.in_half):
            return self.model(as_input(look.rgb(self.device)), *words, above, **options)

    @torch.no_grad()
    def items(self, look: Look) -> Floats:
        """Probabilities (M, K + 1, 32, 192) that cells of a look show each kind of item (Kind.items), the first for none.

        Only for a model that names items.
        """
        with autocast(self.device, self.model.in_half):
            logits = cast(ShowingModel, self.model).shown(as_input(look.rgb(self.device)))["items"]
        shares: Floats = logits.float().softmax(1).cpu().numpy().astype(np.float64)
        return shares

    def confidence(
        self, look: Look, rows: Ints, maps: Floats, targets: Sequence[tuple[float, ...]], likely: Floats
    ) -> Floats:
        """(M,) the calibrated probability that aims are right, in some rows (M,) of a look.

        It rests on the share of each map (M, ...) that lies near the target, on the ground or in space, and on how
        `likely` (M,) an aim of this type is.
        """
        shares = np.empty(len(rows))
        reaching = np.array([len(target) == 3 for target in targets], dtype=bool)
        for where, share in ((reaching, self._share_in_space), (~reaching, self._share_on_ground)):
            if where.any():
                points = np.array([targets[int(k)] for k in np.flatnonzero(where)])
                shares[where] = share(look, rows[where], maps[where], points)
        words = np.array([len(tokenize(look.instructions[row])) for row in rows])
        return calibrated(self.model, likely * shares, words, reaching)

    def _share_in_space(self, look: Look, rows: Ints, maps: Floats, points: Floats) -> Floats:
        cells = maps[:, : CELLS * CELLS * len(PANORAMA)]
        return share_near(look, rows, cells, points, grasp(self.kind, self.model))

    def _share_on_ground(self, look: Look, rows: Ints, maps: Floats, places: Floats) -> Floats:
        return map_share(self.kind, self.model, look.poses[rows], maps, places)


def _probabilities(logits: Tensor) -> Floats:
    """(M, 32 * 192) sigmoid of logits (M, 32, 192), in double precision."""
    shares: Floats = logits.float().sigmoid().flatten(1).cpu().numpy().astype(np.float64)
    return shares


def _rarely(items: Tensor) -> Tensor:
    """Probabilities (M, K + 1, 32, 192) of the kinds of items, from logits that were learned where items are common."""
    logits = items.float()
    return torch.cat([logits[:, :1] + math.log(RARE), logits[:, 1:]], 1).softmax(1)
