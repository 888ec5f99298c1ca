"""Plain commands: every kind of them, the same from the same seed, and no held-out phrasing among them."""

from random import Random

import numpy as np
import pytest
from corpus.lani.held_out import HELD_OUT, said
from lazily import Lazily

from sightline.corpus.examples import Example
from sightline.corpus.grammar import Speaker
from sightline.corpus.lani.commands import COMMAND_WEIGHTS, Plain, grammar, plain_command
from sightline.corpus.lani.commands.places import LEADS_TO
from sightline.corpus.lani.kind import KIND
from sightline.corpus.lani.terrain import Terrain
from sightline.corpus.splits import STREAMS
from sightline.errors import InputError
from sightline.language import tokenize
from sightline.lani import Placed, Scene, generate_scene

SCENES = Lazily(lambda: (generate_scene(STREAMS + k) for k in range(25)))


def made_of(kind: str | None, seed: int = 0) -> list[Plain]:
    """What fields have of a kind."""
    random = Random(seed)
    made = [plain_command(random, scene, kind) for scene in SCENES]
    return [each for each in made if each is not None]


def test_every_kind_has_a_rule_and_a_place() -> None:
    assert (
        COMMAND_WEIGHTS.keys() == LEADS_TO.keys()
        and len(COMMAND_WEIGHTS) == 28
        and COMMAND_WEIGHTS.keys() <= grammar().rules.keys()
    )
    assert min(COMMAND_WEIGHTS.values()) > 0


def test_a_field_without_a_free_place_is_refused() -> None:
    places = range(2, 50, 4)
    with pytest.raises(InputError, match="crowded"):
        plain_command(Random(0), Scene(tuple(Placed("BigHouse", x, z, 4.0) for x in places for z in places)))


@pytest.mark.parametrize("kind", COMMAND_WEIGHTS)
def test_commands_of_every_kind_lead_somewhere_inside(kind: str) -> None:
    made = made_of(kind)
    assert len(made) >= 3
    for paragraph, named in made:
        example = Example(paragraph, 0)
        segment = example.segment
        assert segment.tokens == tokenize(segment.instruction) and segment.tokens
        assert segment.goals is not None and segment.goals[-1].stand == segment.end == segment.intended
        places = np.array([goal.stand for goal in segment.goals])
        assert (places >= 0.49).all() and (places <= 49.51).all()
        terrain = Terrain(paragraph.scene)
        assert all(terrain.gap(k, segment.start) > 0.5 for k in range(len(terrain.middles)))
        assert len(example.way) == {"then": 1, "via": 1, "through": 1, "round": 1, "three": 2}.get(kind, 0)
        assert all(0 <= k < len(paragraph.scene.landmarks) for k, _ in named)
        assert not said(segment.tokens), segment.instruction


def test_the_same_seed_says_the_same() -> None:
    one, again, other = (made_of(None, seed) for seed in (4, 4, 5))
    texts = [[paragraph.to_json() for paragraph, _ in made] for made in (one, again, other)]
    assert texts[0] == texts[1] != texts[2] and [named for _, named in one] == [named for _, named in again]
    assert len({p.segments[0].instruction for p, _ in one}) > 15


def test_a_start_may_be_given() -> None:
    start = (25.0, 25.0, 90.0)
    made = plain_command(Random(0), Scene(()), "stay", start)
    assert made is not None and made[0].segments[0].start == start and made[0].segments[0].end == start[:2]


def test_a_field_without_landmarks_has_no_command_about_any() -> None:
    empty = Scene(())
    for kind in ("command", "then", "three", "instead", "between", "behind", "beside", "lake", "via", "level", "part"):
        assert plain_command(Random(1), empty, kind) is None
    assert plain_command(Random(1), empty, "corner") is not None


def test_what_commands_name_is_told_by_its_true_name() -> None:
    """Slips are in the text only; what is learned about a name is the landmark that it stands for."""
    for paragraph, named in made_of("command"):
        ((k, name),) = named
        others = [m for m in range(len(paragraph.scene.landmarks)) if m != k]
        assert name and len(others) == len(paragraph.scene.landmarks) - 1
        gaps = [Terrain(paragraph.scene).gap(m, paragraph.segments[0].end) for m in (k, *others)]
        assert gaps[0] == min(gaps) or gaps[0] == pytest.approx(1.8, abs=0.05)


def test_no_phrasing_is_a_held_out_one_of_the_standard_grammar() -> None:
    random = Random(0)
    fillers = ("the xx", "the yy", "the zz", "bb", "7", "steps", "red", "blue", "mm", "clockwise")
    slots = dict(zip("XYZBNUFGMC", fillers, strict=True))
    texts = set()
    for rule in grammar().rules:
        for n in range(1500):
            speaker = Speaker(
                grammar(),
                random,
                {**slots, "S": ("left", "right")[n % 2], "O": ("right", "left")[n % 2]},
                {"steps", "one_lake"},
            )
            texts.add(speaker.say(rule))
    everything = "\n".join(f" {' '.join(tokenize(text))} " for text in texts)
    assert len(texts) > 5000
    assert [run for run in HELD_OUT if f" {' '.join(run)} " in everything] == []


def test_commands_come_through_the_kind() -> None:
    assert KIND.command is not None
    one, again = (KIND.command(Random(4), SCENES[0]) for _ in range(2))
    assert one is not None and again is not None and one[0].to_json() == again[0].to_json()
