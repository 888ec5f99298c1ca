"""What CHAI's corpus brings."""

from random import Random

import numpy as np
from corpus.chai.made import PARAGRAPHS

from sightline.chai.dynamics import spot
from sightline.corpus.chai.kind import KIND, RELATIVE


def test_what_an_instruction_names() -> None:
    assert KIND.named is not None
    for k in range(len(PARAGRAPHS[0].segments)):
        for number, name in KIND.named(PARAGRAPHS[0], k):
            assert number > 0 and name


def test_a_path_is_as_long_as_its_steps() -> None:
    segment = PARAGRAPHS[0].segments[0]
    assert KIND.path_length is not None
    assert KIND.path_length(PARAGRAPHS[0], 0) == 0.1 * segment.actions.count("F")


def test_the_standard_corpus_is_on_record() -> None:
    assert KIND.standard[:2] == (0, 1596) and len(KIND.standard.sha256) == 64


def test_it_checks_its_own() -> None:
    assert KIND.check(PARAGRAPHS[1]) == []


def test_an_instruction_that_stands_alone_can_be_said_anywhere_in_its_room() -> None:
    assert KIND.elsewhere is not None
    paragraph = KIND.generate(3, "one", "train")
    house = paragraph.scene.load()
    said = {k: KIND.elsewhere(Random(k), paragraph, k) for k in range(len(paragraph.segments))}
    assert any(pose is None for pose in said.values()) and any(said.values())
    for k, pose in said.items():
        segment = paragraph.segments[k]
        assert (pose is None) == (not RELATIVE.isdisjoint(segment.tokens))
        if pose is not None:
            rooms = [house.ground.rooms[spot(*place[:2])] for place in (pose, segment.start)]
            assert rooms[0] == rooms[1] and house.ground.reachable[spot(*pose[:2])]


def test_nearby_is_close_and_in_the_same_room() -> None:
    assert KIND.nearby is not None
    scene = PARAGRAPHS[0].scene
    ground = scene.load().ground
    at = PARAGRAPHS[0].segments[0].start
    poses = [KIND.nearby(Random(k), scene, np.array(at)) for k in range(20)]
    assert len(set(poses)) > 10
    for pose in poses:
        assert pose is not None and max(abs(pose[0] - at[0]), abs(pose[1] - at[1])) < 1.3
        assert ground.reachable[spot(*pose[:2])] and ground.rooms[spot(*pose[:2])] == ground.rooms[spot(*at[:2])]
