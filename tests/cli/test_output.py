"""What commands share: files whole or not at all, and a progress bar that comes late."""

from pathlib import Path

import pytest
from PIL import Image

from sightline.cli import output
from sightline.errors import FileError


def test_files_are_written_into_new_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output.write(tmp_path / "new" / "a.md", "naïve\n")
    assert (tmp_path / "new" / "a.md").read_text(encoding="utf-8") == "naïve\n"
    assert capsys.readouterr().err == f"Written: {tmp_path / 'new' / 'a.md'}\n"
    frame = Image.new("RGB", (8, 8))
    output.save(frame, tmp_path / "b.gif", "GIF", save_all=True, append_images=[Image.new("RGB", (8, 8), "red")])
    with Image.open(tmp_path / "b.gif") as found:
        assert found.format == "GIF" and found.n_frames == 2
    assert sorted(p.name for p in tmp_path.rglob("*.*")) == ["a.md", "b.gif"]


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text("old")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(FileError, match="No space left"):
        output.write(tmp_path / "a.md", "new")
    assert [p.name for p in tmp_path.iterdir()] == ["a.md"] and (tmp_path / "a.md").read_text() == "old"


def test_what_is_no_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a file")
    with pytest.raises(FileError, match="folder"):
        output.save(Image.new("RGB", (8, 8)), tmp_path / "a" / "b.png")


def test_out_is_a_folder_or_the_one_file_that_is_made(tmp_path: Path) -> None:
    assert output.new_file(tmp_path / "new", "a.png") == tmp_path / "new" / "a.png"
    assert output.new_file(tmp_path / "b.PNG", "a.png") == tmp_path / "b.PNG"
    assert output.new_file(tmp_path / "v1.2", "a.png") == tmp_path / "v1.2" / "a.png"
    with pytest.raises(FileError, match=r"\.png"):
        output.new_file(tmp_path / "b.jpg", "a.png")
    with pytest.raises(FileError, match="folder"):
        output.new_folder(tmp_path / "map.png")
    assert list(tmp_path.iterdir()) == []
    odd = tmp_path / "odd.png"  # an existing folder may have such a name
    odd.mkdir()
    assert output.new_folder(odd) == odd and output.new_file(odd, "a.png") == odd / "a.png"


def test_a_progress_bar_appears_only_when_work_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    for seconds, visible in ((60.0, False), (-1.0, True)):
        monkeypatch.setattr(output, "PROGRESS_AFTER", seconds)
        with output.late_progress(2, "paragraphs") as done:
            done(1)
            done(1)
        assert ("paragraphs" in capsys.readouterr().err) == visible
