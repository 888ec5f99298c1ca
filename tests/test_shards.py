"""Shards: every index is in exactly one, parts are whole or absent, and a merge refuses what does not belong together."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import InputError
from sightline.shards import MANIFEST, Shard, merge_order, new_part, read_part


@given(st.integers(0, 500), st.integers(1, 80))
def test_shards_share_all_indices_in_order(total: int, count: int) -> None:
    assert [k for number in range(1, count + 1) for k in Shard(number, count).share(total)] == list(range(total))


@pytest.mark.parametrize("text", ["", "3", "0/3", "4/3", "1/0", "-1/3", "1/3/4", "a/b", "1 /3", "1/1000000", "٣/٤"])
def test_a_shard_is_k_of_n(text: str) -> None:
    assert str(Shard.parse("3/64")) == "3/64"
    with pytest.raises(InputError, match="K/N"):
        Shard.parse(text)


def part(folder: Path, number: int, count: int = 3, **job: object) -> Path:
    target = folder / f"{number}-of-{count}-{len(list(folder.iterdir()))}"
    with new_part(target, Shard(number, count), {"what": "a test", "version": "1", **job}) as inside:
        (inside / "lines.txt").write_text(f"{number}\n")
    return target


def test_parts_are_merged_in_the_order_of_their_shards(tmp_path: Path) -> None:
    parts = [part(tmp_path, number) for number in (2, 3, 1)]
    job, folders = merge_order(parts, "a test")
    assert job["version"] == "1" and folders == [parts[2], parts[0], parts[1]]


def test_what_does_not_belong_together_is_named(tmp_path: Path) -> None:
    one, two, three = (part(tmp_path, number) for number in (1, 2, 3))
    for parts, word in [
        ((one, three), "missing: 2"),
        ((one, two, three, part(tmp_path, 2)), "both shard 2/3"),
        ((one, two, two, three), "named twice"),
        ((one, two, part(tmp_path, 3, version="2")), "another version"),
        ((one, two, part(tmp_path, 3, seed=4)), "seed"),
        ((one, two, part(tmp_path, 3, count=4)), "one of 4 shards"),
        ((one, two, part(tmp_path, 3, what="another thing")), "another thing"),
        ((one, two, tmp_path), "no shard.json"),
    ]:
        with pytest.raises(InputError, match=word):
            merge_order(parts, "a test")


def test_a_damaged_part_is_refused(tmp_path: Path) -> None:
    for name, content in (("lines.txt", "other"), (MANIFEST, "[]"), (MANIFEST, "{")):
        folder = part(tmp_path, 1)
        (folder / name).write_text(content)
        with pytest.raises(InputError):
            read_part(folder)


def test_a_part_that_was_cut_off_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), new_part(tmp_path / "p", Shard(1, 1), {}) as inside:
        (inside / "lines.txt").write_text("half")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
