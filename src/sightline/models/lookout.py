"""Lookout, our goal predictor: every part of the panorama attends to every other and to every word of the instruction.

A small residual CNN turns the panorama into 8 x 48 tokens. Layers of attention, to the other tokens and to the words, work
out where the instruction leads; a U-shaped decoder draws that on the 32 x 192 cells, of which every column says how far away
in its direction the goal is, and the places to pass on the way to it. Where instructions have several goals it also says
what comes next after those that are done, and which cell shows the thing to reach for. Two more outputs are there to learn
from: what each cell shows, from the tokens before they have read anything, and whether the instruction names it, after.

In houses it also has eyes: a local stem at full resolution (models.eyes), because patches of 4 x 4 pixels lose what tells
small items apart. Their features name the item in each cell, join those of the cells, and are what the words ask for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from sightline.language.spelling import PIECES
from sightline.language.tokenizer import TRAINED_TOKENS
from sightline.models.eyes import Eyes, Question
from sightline.models.goal_map import AS_IT_IS, COLUMNS, HERE, NEXT, ROWS, goal_logits
from sightline.options import option

PIXELS = 4  # along each side of a cell
COARSE = 4  # cells along each side of a token
ORIGIN = 4  # size of the pose at which the instruction was given (geometry.origin_of)
MANY = 200  # classes of things, furniture and not only landmarks: then half the resolution is enough to name them
ASKING = 2  # layers of attention that turn the words into a question to the eyes
Seen = tuple[Tensor | None, Tensor, Tensor, Tensor]  # features of a panorama before any words, as Lookout.see gives them
SCALE = torch.tensor([0.05, 0.05, 1.0, 1.0])  # of distances and what else is read with them


@dataclass
class LookoutConfig:
    """Sizes, and what the ablations leave out."""

    pieces: int = PIECES
    width: int = 192  # of tokens and words
    heads: int = 6
    layers: int = 4
    reading: int = 2  # layers of attention among the words
    words: int = 96  # that have a place in their order
    channels: tuple[int, int] = (64, 128)
    spelling: bool = option(True, "Read words by their letters too; otherwise all unknown words look the same.")
    attend_to_words: bool = option(True, "Attend to every word; otherwise to one vector for the sentence.")
    attend_to_places: bool = option(True, "Attention between the parts of the panorama.")
    things: int = 70  # what a cell can show, in LANI: 63 landmarks, the sky, grass, water and four sides of the fence
    ground: int = 16  # the first row of the goal map that can be ground
    interacts: bool = False  # goals may also be things to reach for, in any row; with rings, several goals in turn
    rings: int = 0  # goals on the ground by bearing and so many distances; 0: by cells of the panorama
    passes: int = 0  # places to pass on the way that it can tell; they need rings
    eyes: int = 0  # channels of the eyes (models.eyes); 0: it has none
    items: int = 0  # kinds of items that the eyes tell apart

    @property
    def first_row(self) -> int:
        """The first row of the goal map that is drawn: a little above the ground, and even, or all."""
        return 0 if self.interacts else max(self.ground - 2, 0) // 2 * 2


def positions(count: int, width: int) -> nn.Parameter:
    """(count, width) an embedding of each position."""
    embeddings = nn.Parameter(torch.empty(count, width))
    nn.init.normal_(embeddings, std=0.02)
    return embeddings


class Lookout(nn.Module):
    """Logits of the goal over 28 distances x 192 bearings, or over the cells of the panorama and one for "out of sight"."""

    Config = LookoutConfig
    spells, in_half = True, True

    def __init__(self, config: LookoutConfig):
        super().__init__()
        self.config = c = config
        fine, middle = c.channels
        self.letters = nn.Embedding(c.pieces, c.width, padding_idx=0)
        self.order = positions(c.words, c.width)
        self.read = nn.ModuleList(Block(c.width, c.heads) for _ in range(c.reading))
        self.read_norm = nn.LayerNorm(c.width)
        # A convolution of 12 x 12 pixels in steps of 4, as one of 3 x 3 over cells: GPUs are slow with three channels.
        self.fine = nn.Sequential(
            nn.PixelUnshuffle(PIXELS), nn.Conv2d(3 * PIXELS**2, fine, 3, padding=1, bias=False), nn.BatchNorm2d(fine),
            nn.ReLU(), Residual(fine),
        )  # fmt: skip
        self.middle = nn.Sequential(Down(fine, middle), Residual(middle))
        self.coarse = nn.Sequential(Down(middle, c.width), Residual(c.width))
        self.where = positions(ROWS // COARSE * COLUMNS // COARSE, c.width)
        self.layers = nn.ModuleList(
            Block(c.width, c.heads, crossing=True, among=c.attend_to_places) for _ in range(c.layers)
        )
        self.norm = nn.LayerNorm(c.width)
        self.things = nn.Linear(c.width, c.things * COARSE * COARSE) if c.things else None
        self.named = nn.Linear(c.width, COARSE * COARSE)
        self.up = nn.ModuleList([Up(c.width, middle, middle), Up(middle, fine, fine)])
        if c.rings:  # every column of the map says how far away the goal is in its direction
            self.reach = nn.Conv2d(fine, c.rings, (ROWS - c.first_row, 3), padding=(0, 1))
            self.everywhere = nn.Linear(c.width, c.rings)
            self.origin = nn.Linear(ORIGIN, c.width)  # the pose at which the instruction was given, as one more word
        else:
            self.draw = nn.Conv2d(fine, 1, 3, padding=1)
            self.out_of_sight = nn.Linear(c.width, 1)
        if c.passes:
            self.way = nn.Conv2d(fine, c.passes * c.rings, (ROWS - c.first_row, 3), padding=(0, 1))
            self.no_way = nn.Linear(c.width, c.passes)
        if self.says_next:
            self.point = nn.Conv2d(fine, 1, 3, padding=1)
            self.unseen = nn.Linear(c.width, 1)
            self.did = nn.Linear(ORIGIN, c.width)  # goals that are done, each as one more word
            self.next = nn.Sequential(nn.Linear(2 * c.width, c.width), nn.GELU(), nn.Linear(c.width, NEXT))
        if c.eyes:
            self.eyes = Eyes(c.eyes, fine, c.items)
            self.lend = zeroed(nn.Conv2d(c.eyes, fine, 1))
            self.asking = nn.ModuleList(Block(c.width, c.heads, crossing=True, among=False) for _ in range(ASKING))
            self.question = Question(c.width, c.eyes, c.items)
            self.reach_sureness = nn.Buffer(torch.tensor(AS_IT_IS))
        self.sureness = nn.Buffer(torch.tensor(AS_IT_IS))

    @property
    def token_limit(self) -> int:
        """As many tokens as training data has: the embeddings of later positions are untrained."""
        return min(self.config.words, TRAINED_TOKENS)

    @property
    def readout(self) -> str:
        """How its goal map is read."""
        return "rings" if self.config.rings else "area"

    @property
    def calibration(self) -> tuple[float, float, float]:
        """How likely its goals are right, by what its map says and how long the words are."""
        share, longer, always = self.sureness.tolist()
        return share, longer, always

    @property
    def reach_calibration(self) -> tuple[float, float, float] | None:
        """How likely the things it reaches for are the right ones; None if `calibration` holds for them too."""
        if not self.config.eyes:
            return None
        share, longer, always = self.reach_sureness.tolist()
        return share, longer, always

    @property
    def says_next(self) -> bool:
        """Whether it sees one goal after the other."""
        return self.config.interacts and self.config.rings > 0

    @property
    def looks_again(self) -> bool:
        """Whether it takes as input the pose at which the instruction was given."""
        return self.config.rings > 0

    def forward(
        self, panorama: Tensor, words: Tensor, lengths: Tensor, anywhere: Tensor | None = None,
        origins: Tensor | None = None, done: Tensor | None = None, sampled: Tensor | None = None, showing: bool = False,
        seen: Seen | None = None,
    ) -> dict[str, Tensor]:  # fmt: skip
        """Panorama (B, 3, 128, 768) in 0..1 and a spelt instruction (B, L, 16), said at origins (B, 4), to logits.

        `goal` (B, 28 * 192), or of cells (B, 32 * 192 + 1); `way` (B, P, 28 * 192 + 1), the places to pass in order, the
        last class for none. Where there are several goals in turn: `next` (B, 3), what comes after those that are `done`
        (B, 6, 4), and `point` (B, 32 * 192 + 1), what to reach for, the last class if it is out of sight; `goal` is where to
        stand for it. With eyes: `wanted` (B, K + 1), which kind of item is to be reached for, the first class for none;
        `sight` (B, 2), whether the next goal is out of view, or in it.
        While it learns also `items` (B, K + 1, 32, 192), which kind of item each cell shows; `things` (B, 70, 32, 192), what
        each cell shows; and `named` (B, 1, 32, 192), whether it is named. Where tokens are `sampled` (B, S), `things` is
        (B, S, 70, 16), of their cells only. When `showing`, `items` and `things` are as `shown` gives them. `seen` is what
        `see` gives for this panorama, if that is known already; then `things` are left out.
        """
        text, known = self._read(words, lengths)
        if self.config.rings:
            said = words.new_tensor(HERE, dtype=text.dtype).expand(len(text), -1) if origins is None else origins
            text = torch.cat([text, self.origin(said * SCALE.to(said))[:, None]], 1)
            known = F.pad(known, (0, 1), value=True)
        if self.says_next and done is not None:
            text = torch.cat([text, self.did(done * SCALE.to(done))], 1)
            known = torch.cat([known, done[:, None, None, :, 3] > 0], 3)
        looks, fine, middle, tokens = self.see(panorama) if seen is None else seen
        things = None
        if self.things is not None and (self.training or (showing and seen is None)):
            things = self._things(tokens, sampled) if self.training else self._things_shown(tokens)
        for layer in self.layers:
            tokens = layer(tokens, text, known)
        tokens = self.norm(tokens)
        map_ = self.up[0](as_map(tokens), middle)
        first = self.config.first_row
        map_ = self.up[1](map_[:, :, first // 2 :], fine[:, :, first:])
        outputs = {"named": F.pixel_shuffle(as_map(self.named(tokens)), COARSE)} if self.training else {}
        if self.config.passes:
            places = self.way(map_)[:, :, 0].unflatten(1, (self.config.passes, -1))  # (B, P, 28, 192)
            none = self.no_way(tokens.mean(1))[..., None]  # (B, P, 1)
            outputs["way"] = torch.cat([places.flatten(2), none], 2).float()
        if self.says_next:
            cells = self.point(map_).flatten(1)  # (B, 32 * 192)
            if looks is not None:
                asked = tokens.mean(1, keepdim=True)  # (B, 1, 192)
                for layer in self.asking:
                    asked = layer(asked, text, known)
                items = self.eyes.kinds(looks)
                answers, outputs["wanted"] = self.question(asked[:, 0], looks, items)
                if self.training or showing:
                    outputs["items"] = items
                cells = cells + answers
                outputs["sight"] = self.question.sight(torch.cat([asked[:, 0], tokens.amax(1)], 1)).float()
            outputs["point"] = torch.cat([cells, self.unseen(tokens.mean(1))], 1).float()
            said = (text * known[:, 0, 0, :, None]).sum(1) / known[:, 0, 0, :, None].sum(1)
            outputs["next"] = self.next(torch.cat([tokens.mean(1), said], 1)).float()
        if self.config.rings:
            ground = self.reach(map_)[:, :, 0] + self.everywhere(tokens.mean(1))[..., None]  # (B, 28, 192)
            outputs["goal"] = ground.flatten(1).float()
        else:
            cells = F.pad(self.draw(map_), (0, 0, first, 0))
            outside = self.out_of_sight(tokens.mean(1))
            outputs["goal"] = goal_logits(cells.flatten(1), outside, self.config.ground, anywhere)
        return outputs if things is None else {**outputs, "things": things}

    @property
    def names_items(self) -> bool:
        """Whether it tells items apart."""
        return self.config.eyes > 0

    @property
    def shows(self) -> bool:
        """Whether it says what cells show."""
        return self.things is not None

    def shown(self, panorama: Tensor) -> dict[str, Tensor]:
        """Logits of what cells show, without words (models.goal_map.ShowingModel)."""
        looks, _, _, tokens = self.see(panorama)
        items = {} if looks is None else {"items": self.eyes.kinds(looks)}
        return items if self.things is None else items | {"things": self._things_shown(tokens)}

    def see(self, panorama: Tensor) -> Seen:
        """Before any words: (B, E, 32, 192) of the eyes, (B, 64, 32, 192), (B, 128, 16, 96), and tokens (B, 384, 192)."""
        fine = self.fine(panorama - 0.5)
        looks = self.eyes(panorama - 0.5, fine) if self.config.eyes else None
        if looks is not None:
            fine = fine + self.lend(looks)
        middle = self.middle(fine)
        tokens = self.coarse(middle).flatten(2).transpose(1, 2) + self.where
        return looks, fine, middle, tokens

    def _things_shown(self, tokens: Tensor) -> Tensor:
        """What cells show; where there are many classes, of every second row and column, which costs a quarter."""
        assert self.things is not None
        if self.config.things < MANY:
            return self._things(tokens, None)
        some = torch.arange(COARSE * COARSE, device=tokens.device).view(COARSE, COARSE)[1::2, 1::2].flatten()
        weight = self.things.weight.unflatten(0, (-1, COARSE * COARSE))[:, some].flatten(0, 1)
        bias = self.things.bias.unflatten(0, (-1, COARSE * COARSE))[:, some].flatten()
        return F.pixel_shuffle(as_map(F.linear(tokens, weight, bias)), COARSE // 2)

    def _things(self, tokens: Tensor, sampled: Tensor | None) -> Tensor:
        """What cells show: all of them (B, 70, 32, 192), or those of sampled tokens (B, S, 70, 16)."""
        assert self.things is not None
        if sampled is None:
            return F.pixel_shuffle(as_map(self.things(tokens)), COARSE)
        some = tokens.gather(1, sampled[..., None].expand(-1, -1, tokens.shape[2]))  # (B, S, 192)
        return cast(Tensor, self.things(some)).unflatten(2, (self.config.things, COARSE * COARSE))

    def _read(self, words: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Words (B, L, 192) that know of each other, and where (B, 1, 1, L) there is one."""
        words = words[:, : self.token_limit]
        if not self.config.spelling:
            words = words[:, :, :1]
        elif self.training:  # now and then a word is known by its pieces alone, as one never seen will be
            whole = torch.rand(words.shape[:2], device=words.device) > 0.1
            words = torch.cat([words[:, :, :1] * whole[..., None], words[:, :, 1:]], 2)
        there = (words > 0).sum(2, keepdim=True).clamp(min=1)
        text = self.letters(words).sum(2) / there.sqrt() + self.order[: words.shape[1]]
        known = (torch.arange(words.shape[1], device=words.device)[None] < lengths[:, None])[:, None, None]
        for layer in self.read:
            text = layer(text, mask=known)
        text = self.read_norm(text)
        if not self.config.attend_to_words:
            inside = known[:, 0, 0, :, None].to(text.dtype)
            text = (text * inside).sum(1, keepdim=True) / inside.sum(1, keepdim=True)
            known = known[..., :1]
        return text, known


def zeroed(layer: nn.Conv2d) -> nn.Conv2d:
    """A layer whose output is zero before training: adding it to a trained model changes nothing at first."""
    nn.init.zeros_(layer.weight)
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)
    return layer


def as_map(tokens: Tensor) -> Tensor:
    """Tokens (B, 384, C) as (B, C, 8, 48)."""
    return tokens.transpose(1, 2).unflatten(2, (ROWS // COARSE, COLUMNS // COARSE))


class Block(nn.Module):
    """Attention among tokens, attention to words (where there are any), and a small network, each added to its input."""

    def __init__(self, width: int, heads: int, crossing: bool = False, among: bool = True):
        super().__init__()
        self.among = Attention(width, heads) if among else None
        self.crossing = Attention(width, heads) if crossing else None
        self.think = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, tokens: Tensor, text: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
        if self.among is not None:
            tokens = tokens + self.among(tokens, mask=None if self.crossing is not None else mask)
        if self.crossing is not None and text is not None:
            tokens = tokens + self.crossing(tokens, text, mask)
        return tokens + self.think(tokens)


class Attention(nn.Module):
    """Several heads of attention of tokens to themselves or to others."""

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.ask = nn.Linear(width, width)
        self.offer = nn.Linear(width, 2 * width)
        self.out = nn.Linear(width, width)

    def forward(self, tokens: Tensor, others: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
        tokens = self.norm(tokens)
        query = self.ask(tokens)
        key, value = self.offer(tokens if others is None else others).chunk(2, 2)
        query, key, value = (part.unflatten(2, (self.heads, -1)).transpose(1, 2) for part in (query, key, value))
        values = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)  # (B, heads, L, d)
        return self.out(values.transpose(1, 2).flatten(2))


class Residual(nn.Module):
    """Two convolutions added to their input."""

    def __init__(self, channels: int):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels),
        )  # fmt: skip

    def forward(self, map_: Tensor) -> Tensor:
        return torch.relu(map_ + self.body(map_))


class Down(nn.Sequential):
    """Half as many rows and columns."""

    def __init__(self, inner: int, outer: int):
        super().__init__(nn.Conv2d(inner, outer, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(outer), nn.ReLU())


class Up(nn.Module):
    """Twice as many rows and columns, together with what was seen at that size on the way down."""

    def __init__(self, below: int, skip: int, outer: int):
        super().__init__()
        self.below = nn.Conv2d(below, outer, 1)
        self.mix = nn.Sequential(nn.Conv2d(outer + skip, outer, 3, padding=1, bias=False), nn.BatchNorm2d(outer), nn.ReLU())

    def forward(self, below: Tensor, skip: Tensor) -> Tensor:
        return self.mix(torch.cat([F.interpolate(self.below(below), scale_factor=2.0), skip], 1))
