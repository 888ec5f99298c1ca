"""Episodes from seeds: the same for the same seed, that can be done, and say what is meant."""

from collections import Counter

import pytest
from chai.houses import SMALL, written
from chai.reader import follow

from sightline.chai import HORIZON, ChaiWorld, demonstrate, generate_episode, load_house
from sightline.chai.episode import deed_of
from sightline.errors import InputError


def test_an_episode_depends_on_its_seed_only() -> None:
    first = generate_episode(5)
    generate_episode(6)
    assert generate_episode(5) == first
    assert generate_episode(6) != first


@pytest.mark.parametrize(
    ("seed", "house", "start", "goal", "instruction"),
    [
        (0, "5", (8.1, 8.5, 0), (15.7, 4.2), "take the cactus on the bookshelf in the bedroom ."),
        (2, "3", (9.0, 11.2, 180), (8.1, 1.3), "turn on the back right burner of the stove in the kitchen ."),
        (3, "5", (12.3, 7.5, 270), (14.1, 8.3), "go to the bookshelf in the bathroom ."),
    ],
)
def test_an_episode_is_the_same_on_every_machine(
    seed: int, house: str, start: tuple[float, ...], goal: tuple[float, ...], instruction: str
) -> None:
    episode = generate_episode(seed)
    assert (episode.house.name, episode.instruction, episode.seed) == (house, instruction, seed)
    assert episode.start == pytest.approx(start) and episode.goal == pytest.approx(goal)


@pytest.mark.parametrize("seed", range(12))
def test_a_demonstration_does_what_the_episode_wants_within_the_horizon(seed: int) -> None:
    episode = generate_episode(seed)
    shown = demonstrate(episode, [deed_of(goal) for goal in episode.goals if goal.deed], episode.goal)
    assert shown is not None and 1 < len(shown[0]) <= HORIZON + 1
    world = ChaiWorld()
    world.reset([episode])
    for action in shown[0]:
        assert not world.step([action]).refused[0]
    assert world.metrics()["completed"][0] and world.stopped[0]


def test_a_reader_of_the_words_does_it() -> None:
    done = []
    for episode in map(generate_episode, range(100, 180)):
        world = follow(episode)
        done.append(bool(world.metrics()["completed"][0] and world.stopped[0]))
    assert sum(done) >= 0.95 * len(done)


def test_what_is_given_is_kept() -> None:
    episode = generate_episode(1, 2, 3, start=(3.0, 3.0, 90.0), goal=(7.27, 0.85))
    assert episode.house is load_house(2) and episode.start == (3.0, 3.0, 90.0)
    room = episode.house.plan.room_of(7.27, 0.85)
    assert episode.house.plan.room_of(*episode.goal) == room  # where one can stand, in the same room
    assert episode.instruction == f"go to the {episode.house.plan.rooms[room].name} ."


def test_nothing_to_do_is_said() -> None:
    bare = "".join(
        line for line in SMALL.splitlines(keepends=True) if "furniture = [" not in line and not line.startswith('    "')
    )
    bare = bare.replace("]\n[[room]]", "[[room]]")
    house = load_house(written(bare, "bare.toml"))
    with pytest.raises(InputError, match="no task was found"):
        generate_episode(0, house)
    assert generate_episode(0, house, goal=(7.0, 2.0)).goal == pytest.approx((7.0, 2.0))
    with pytest.raises(InputError, match="outside"):
        generate_episode(0, house, goal=(70.0, 2.0))
    with pytest.raises(InputError, match="seed"):
        generate_episode(-1)


def test_there_is_much_to_do() -> None:
    instructions = [generate_episode(seed).instruction for seed in range(40)]
    assert len(set(instructions)) > 30
    assert {text.split()[0] for text in instructions} == {"go", "open", "turn", "take", "bring"}


def test_what_is_to_be_opened_cannot_be_mistaken_for_something_else() -> None:
    checked = 0
    for episode in map(generate_episode, range(60)):
        house = episode.house
        if episode.instruction.startswith("open "):
            names = Counter(
                f"open the {part.name} of the {piece.thing.noun} in the {house.plan.rooms[piece.room].name} ."
                for owner, part in house.parts
                for piece in [house.plan.pieces[owner]]
            )
            assert names[episode.instruction] == 1
            checked += 1
    assert checked > 3
