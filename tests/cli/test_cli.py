"""Commands as people type them: help, what they write, and what they say to bad input."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from commands import run
from PIL import Image

from sightline.cli.walk import Game
from sightline.lani import generate_scene, write_scene

COMMANDS = [(), ("view",), ("view", "lani"), ("view", "landmarks"), ("view", "chai"), ("walk",), ("doctor",)]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_explains_itself(command: tuple[str, ...]) -> None:
    told = run(*command, "--help").stdout
    assert "Usage" in told
    assert len(told) > 200


def test_view_lani_writes_three_pictures(tmp_path: Path) -> None:
    done = run("view", "lani", "--seed", "3", "--out", "here/there", "--size", "64", "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert told["seed"] == 3
    sizes = [Image.open(tmp_path / f).size for f in told["files"]]
    assert sizes == [(64, 64), (384, 64), (900, 948)]
    assert all(np.asarray(Image.open(tmp_path / f)).std() > 10 for f in told["files"])
    assert list(tmp_path.rglob("*.partial")) == []


def test_view_lani_shows_an_original_scene(tmp_path: Path) -> None:
    scene = generate_scene(9)
    write_scene(scene, tmp_path / "scene.json")
    told = json.loads(run("view", "lani", "--scene", "scene.json", "--size", "32", "--json", cwd=tmp_path).stdout)
    assert told["landmarks"] == [p.name for p in scene.landmarks]


def test_house_generate_writes_a_plan(tmp_path: Path) -> None:
    run("house", "generate", "--seed", "7", "--rooms", "3-4", "--out", "house.toml", cwd=tmp_path)
    text = (tmp_path / "house.toml").read_text(encoding="utf-8")
    assert text.count("[[room]]") in (3, 4)


def test_view_chai_draws_a_house(tmp_path: Path) -> None:
    told = json.loads(run("view", "chai", "--house", "2", "--size", "48", "--json", cwd=tmp_path).stdout)
    assert told["name"] == "the town house" and len(told["items"]["kitchen"]) == 34
    sizes = [Image.open(tmp_path / file).size for file in told["files"]]
    assert sizes[0][0] > 800 and sizes[2] == (768, 128) and sizes[3][0] > 14 * 128


def test_view_landmarks_draws_the_gallery(tmp_path: Path) -> None:
    run("view", "landmarks", "--out", "gallery.png", "--columns", "7", cwd=tmp_path)
    picture = Image.open(tmp_path / "gallery.png")
    assert picture.size == (7 * 132 + 4, 9 * 150 + 4)


def test_doctor_finds_this_machine_healthy() -> None:
    told = json.loads(run("doctor", "--json").stdout)
    assert told["healthy"]
    assert {"Rendering on the CPU", "Gymnasium environments", "Bundled agents"} <= {
        c["name"] for c in told["checks"] if c["ok"]
    }
    details = {c["name"]: c["detail"] for c in told["checks"]}
    assert "CHAI" in details["Rendering on the CPU"] and "CHAI: best, paper" in details["Bundled agents"]
    assert "matplotlib" not in details["Libraries"]
    assert "ok" in run("doctor").stdout


def test_doctor_says_what_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    from sightline.cli import doctor

    def broken() -> doctor.Result:
        raise OSError("no compiler")

    monkeypatch.setitem(doctor.CHECKS, "Rendering on the CPU", broken)
    assert doctor._run("Rendering on the CPU") == (("Rendering on the CPU", False, True, "OSError: no compiler"))


def test_extras_that_are_not_installed_are_absent_and_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    from sightline.cli import doctor

    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda _: None)
    for name in ("Learning curves", "TensorBoard"):
        finding = doctor._run(name)
        assert not finding.ok and not finding.needed and "pip install 'sightline[train]'" in finding.detail


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("view", "lani", "--size", "0"), "width"),
        (("view", "chai", "--house", "7"), "1 to 5"),
        (("view", "chai", "--house", "nowhere.toml"), "nowhere.toml"),
        (("view", "chai", "--house", "seed:-1"), "seed"),
        (("house", "generate", "--rooms", "9"), "2 to 8 rooms"),
        (("house", "generate", "--rooms", "many"), "many"),
        (("house", "generate", "--seed", "-1"), "seed"),
        (("house", "generate", "--out", "plan.png"), "toml"),
        (("view", "chai", "--house", "broken.json"), "broken.json"),
        (("view", "lani", "--scene", "nowhere.json"), "nowhere.json"),
        (("view", "lani", "--scene", "broken.json"), "xPos"),
        (("view", "lani", "--seed", "-1"), "seed"),
        (("view", "lani", "--out", "broken.json"), "broken.json"),
        (("view", "lani", "--out", "map.png"), "folder"),
        (("view", "chai", "--out", "plan.png"), "folder"),
        (("view", "landmarks", "--out", "gallery.jpg"), "gallery.jpg"),
        (("view", "mars"), "mars"),
        (("walk",), "terminal"),
        (("follow", "go", "--world", "mars"), "mars"),
        (("figure", "goal", "--world", "chai", "--method", "nobody"), "nobody"),
        (("view", "landmarks", "--turn", "nan"), "turn"),
        (("view", "landmarks", "--out", ""), "empty"),
        (("view", "lani", "--out", " "), "empty"),
        (("figure", "goal", "--out", ""), "empty"),
        (("figure", "curves", "", "--out", "x.png"), "empty"),
        (("follow", "go", "--out", ""), "empty"),
        (("evaluate", "--out", ""), "empty"),
        (("train", "goal", "--out", ""), "empty"),
        (("corpus", "generate", "--out", ""), "empty"),
        (("fly",), "fly"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_bad_input_ends_in_one_sentence_and_exit_code_2(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"landmarkName": []}')
    done = run(*words, cwd=tmp_path, expect=2)
    assert told in done.stderr
    assert done.stdout == ""
    assert sorted(p.name for p in tmp_path.iterdir()) == ["broken.json"]  # nothing half-written


SAVE = """
import sys
from pathlib import Path
from PIL import Image
from sightline.cli.output import new_folder, save

for _ in range(50):
    save(Image.new("RGB", (32, 32)), new_folder(Path(sys.argv[1])) / "view.png")
"""


def test_two_runs_may_write_the_same_pictures(tmp_path: Path) -> None:
    words = [sys.executable, "-c", SAVE, str(tmp_path / "new")]
    runs = [subprocess.Popen(words, stderr=subprocess.PIPE) for _ in range(2)]
    assert [run.communicate()[1] for run in runs] == [b"", b""] and [run.returncode for run in runs] == [0, 0]
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["view.png"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_said() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sightline", "--version"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_walking_by_keys() -> None:
    game = Game("lani", 7, None, "find the barn", 32)
    assert "find the barn" in game.text() and game.help() in game.text()
    assert "interact" not in game.help()
    before = game.world.pose.copy()
    assert game.press("w")
    assert game.press("right")
    assert game.world.pose[0, 2] == (before[0, 2] + 15) % 360
    assert game.press("left") and game.press("e") and game.press("?")  # a field has nothing to reach for
    assert game.world.pose[0, 2] == before[0, 2] and game.world.taken[0] == 3
    assert game.press(" ")
    assert "Stopped" in game.note and "units from the goal" in game.note
    assert game.press("w")
    assert "over" in game.text()
    assert game.press("n")
    assert game.seed == 8 and game.note == ""
    assert game.picture().shape == (32, 32, 3)
    assert not game.press("q")


def test_hands_in_a_house_reach_for_the_framed_cell() -> None:
    game = Game("chai", 5, "3", size=64)
    assert "e or Enter: interact" in game.help()
    assert (game.picture()[32, 32] == (255, 60, 40)).all()
    assert game.press("e")
    assert game.note == f"No: {game.world.refusals[2]}."  # from the middle of a room the wall is too far away
    for _ in range(40):
        game.press("k")
    assert game.row == 31 and (game.picture()[62, 32] == (255, 60, 40)).all()
    assert game.press("\r")
    assert game.note == f"No: {game.world.refusals[3]}."  # the floor is in reach, but cannot be taken
    assert game.press("r") and game.row == 16
