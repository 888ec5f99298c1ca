"""Items as they are acted out."""

from sightline.chai import generate_episode
from sightline.web.studies.play import IN_THE_WAY, Play
from sightline.world import kind_of


def test_what_does_nothing_says_why_and_does_not_count() -> None:
    play = Play(kind_of("chai"), generate_episode(3), horizon=400)
    forward, right = play.world.actions.index("forward"), play.world.actions.index("turn_right")
    while play.refusal != IN_THE_WAY:  # no room is longer than that
        play.do(forward)
    steps = len(play.actions())
    assert play.state(places=False)["refusal"] == IN_THE_WAY and (play.path[-1] == play.path[-2]).all()
    play.do(right)
    assert play.refusal == "" and len(play.actions()) == steps + 1
