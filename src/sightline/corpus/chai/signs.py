"""Which furniture tells a room, counted in generated houses. `python -m sightline.corpus.chai.signs` counts again."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

from sightline.chai.house import load_house
from sightline.chai.house.furniture import FURNITURE
from sightline.fields import Json

FILE = Path(__file__).with_name("signs.json")
HOUSES = range(1_000_000, 1_000_600)  # seeds; smaller ones are kept for tests
FEW, MANY = 3.0, 20.0  # added to counts of a piece and of rooms, so that nothing is impossible


def count_signs(seeds: range = HOUSES) -> Json:
    """How many rooms of each kind there are in some houses, and how often each noun of furniture stands in them."""
    rooms: Counter[str] = Counter()
    pieces: dict[str, Counter[str]] = {}
    for seed in seeds:
        plan = load_house(f"seed:{seed}").plan
        rooms.update(room.kind for room in plan.rooms)
        for piece in plan.pieces:
            pieces.setdefault(piece.thing.noun, Counter())[plan.rooms[piece.room].kind] += 1
    ordered = {noun: dict(sorted(counts.items())) for noun, counts in sorted(pieces.items())}
    return {"rooms": dict(sorted(rooms.items())), "pieces": ordered}


@cache
def room_signs() -> dict[str, dict[str, float]]:
    """For each kind of furniture how many of it a room of each kind has, on average."""
    table = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: {
            room: (table["pieces"][thing.noun].get(room, 0) + FEW) / (count + MANY) for room, count in table["rooms"].items()
        }
        for name, thing in FURNITURE.items() if thing.noun in table["pieces"]
    }  # fmt: skip


if __name__ == "__main__":
    FILE.write_text(json.dumps(count_signs(), indent=1) + "\n", encoding="utf-8")
