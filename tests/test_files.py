"""Reading JSON, with one clear sentence for each thing that can be wrong; writing files and folders whole or not at all."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sightline.errors import BusyError, FileError, FileFormatError, InputError
from sightline.files import LEFTOVER_AGE, new_folder, only_one, read_json, replacing


def test_what_a_file_holds(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"naïve": [1, null]}', encoding="utf-8")
    assert read_json(tmp_path / "a.json") == {"naïve": [1, None]}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{not", "not JSON"),
        (b"", "not JSON"),
        (b"9" * 5000, "not JSON"),  # more digits than Python takes
        (b'["\xff"]', "UTF-8"),
        (b"[" * 200_000, "nested"),
        (None, "directory"),
    ],
    ids=["no JSON", "empty", "a huge number", "not UTF-8", "nested", "a folder"],
)
def test_what_is_wrong_is_said(content: bytes | None, says: str, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with pytest.raises(FileError, match=f"a.json: .*{says}") as caught:
        read_json(file)
    assert "\n" not in str(caught.value) and isinstance(caught.value, FileFormatError) == (content is not None)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no file without end")
def test_a_file_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.files.LARGEST_FILE", 1 << 22)
    with pytest.raises(FileFormatError, match="larger"):
        read_json("/dev/zero")


def test_the_caller_may_word_the_error_for_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"a\.json"):
        read_json(tmp_path / "a.json")
    with pytest.raises(FileError, match="model"):
        read_json(tmp_path / "a.json", missing="This is no model.")


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError("x")])
@pytest.mark.parametrize("there", [False, True])
def test_a_file_is_written_whole_or_not_at_all(failure: BaseException, there: bool, tmp_path: Path) -> None:
    target = tmp_path / "new" / "a.md"
    if there:
        with replacing(target) as partial:
            partial.write_text("old")
            assert not target.exists() and partial.parent == target.parent
    with pytest.raises((InputError, KeyboardInterrupt, ValueError)) as told, replacing(target) as partial:
        partial.write_text("ne")
        raise failure
    if isinstance(failure, OSError):
        assert isinstance(told.value, FileError) and "No space left" in str(told.value)
    assert [(p.name, p.read_text()) for p in target.parent.iterdir()] == ([("a.md", "old")] if there else [])


def test_concurrent_writers_of_a_file_do_not_collide(tmp_path: Path) -> None:
    with replacing(tmp_path / "a") as one, replacing(tmp_path / "a") as two:
        assert one != two
        one.write_text("1")
        two.write_text("2")
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a file")
    with pytest.raises(FileError, match="written"), replacing(tmp_path / "a" / "b") as partial:
        partial.write_text("")


def make(target: Path, text: str, force: bool = False, meanwhile: Callable[[], object] = lambda: None) -> None:
    with new_folder(target, force, "mark") as folder:
        (folder / "mark").write_text(text)
        meanwhile()


@pytest.mark.parametrize("name", [".", "..", "/", "a/.."])
def test_current_parent_and_root_folder_are_not_replaced(name: str) -> None:
    for force in (False, True):
        with pytest.raises(FileError, match="replaced"), new_folder(Path(name), force, "x"):
            raise AssertionError


def test_a_folder_appears_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "folder"
    make(target, "1", meanwhile=lambda: target.exists() and pytest.fail("too early"))
    assert (target / "mark").read_text() == "1" and [p.name for p in target.parent.iterdir()] == ["folder"]


def test_an_existing_folder_is_replaced_only_by_force_and_only_if_it_is_ours(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    make(target, "1")
    with pytest.raises(FileError, match="--force"):
        make(target, "2")
    make(target, "3", force=True)
    assert (target / "mark").read_text() == "3"
    (target / "mark").unlink()
    make(target, "4", force=True)  # an empty one may go
    (target / "mark").rename(target / "thesis")
    for other in (target, target / "thesis"):
        with pytest.raises(FileError, match="not replaced"):
            make(other, "5", force=True)
    assert (target / "thesis").read_text() == "4" and [p.name for p in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_that_appears_meanwhile_stays(force: bool, tmp_path: Path) -> None:
    def meanwhile() -> None:
        (tmp_path / "folder").mkdir()
        (tmp_path / "folder" / "thesis").write_text("years of work")

    with pytest.raises(FileError, match="not replaced" if force else "exists already"):
        make(tmp_path / "folder", "1", force, meanwhile)
    assert (tmp_path / "folder" / "thesis").exists() and [p.name for p in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), OSError(28, "No space left on device")])
@pytest.mark.parametrize("there", [False, True])
def test_a_folder_that_cannot_be_finished_leaves_the_old_one(failure: BaseException, there: bool, tmp_path: Path) -> None:
    def fail() -> None:
        raise failure

    if there:
        make(tmp_path / "folder", "old")
    with pytest.raises((InputError, KeyboardInterrupt)) as told:
        make(tmp_path / "folder", "new", True, fail)
    assert isinstance(failure, KeyboardInterrupt) or "No space left" in str(told.value)
    assert [(p.name, (p / "mark").read_text()) for p in tmp_path.iterdir()] == ([("folder", "old")] if there else [])


def test_a_link_is_not_replaced(tmp_path: Path) -> None:
    make(tmp_path / "folder", "1")
    for name, to in (("link", "folder"), ("broken", "nowhere")):
        (tmp_path / name).symlink_to(tmp_path / to)
        with pytest.raises(FileError, match="not replaced"):
            make(tmp_path / name, "2", force=True)


def age(path: Path) -> Path:
    long_ago = time.time() - 2 * LEFTOVER_AGE
    os.utime(path, (long_ago, long_ago))
    return path


def test_old_partial_files_and_folders_are_removed_and_recent_ones_stay(tmp_path: Path) -> None:
    (tmp_path / ".a.0123456789ab.partial").write_text("half")
    (tmp_path / ".a.0123456789ac.partial").write_text("just begun")
    (tmp_path / ".folder.0123456789ab.partial").mkdir()
    for name in (".a.0123456789ab.partial", ".folder.0123456789ab.partial"):
        age(tmp_path / name)
    with replacing(tmp_path / "a") as partial:
        partial.write_text("1")
    make(tmp_path / "folder", "1")
    assert {p.name for p in tmp_path.iterdir()} == {"a", "folder", ".a.0123456789ac.partial"}


HOLD = """
import sys, time
from pathlib import Path
from sightline.files import only_one
with only_one(Path(sys.argv[1]), "busy"):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(os.name == "nt", reason="there are no such locks")
def test_a_lock_is_held_by_one_and_goes_with_its_process(tmp_path: Path) -> None:
    lock = tmp_path / ".lock"
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(lock)], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None and other.stdout.readline() == "held\n"
    with pytest.raises(BusyError, match="in use"), only_one(lock, "The folder is in use."):
        pass
    other.kill()
    other.wait()
    with only_one(lock, "The folder is in use."):
        assert lock.exists()
    assert not lock.exists()


def test_the_slower_of_two_writers_gets_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="exists already"), new_folder(tmp_path / "folder", False, "mark") as slow:
        (slow / "mark").write_text("slow")
        make(tmp_path / "folder", "fast")
    assert (tmp_path / "folder" / "mark").read_text() == "fast" and [p.name for p in tmp_path.iterdir()] == ["folder"]


def test_concurrent_replacements_leave_one_complete_folder(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda k: make(tmp_path / "folder", str(k), force=True), range(40)))
    assert [p.name for p in tmp_path.iterdir()] == ["folder"] and (tmp_path / "folder" / "mark").read_text().isdigit()
