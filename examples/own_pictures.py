"""A hundred plots by matplotlib with sentences about them: pictures that Sightline's renderer did not draw.

    python examples/own_pictures.py plots
    sightline train best-goal --pictures plots --from best --out runs/plots

It writes the pictures and their table, pictures.csv: picture, words, x, y, split. Each plot has some coloured markers and a
curve; the words ask for one marker by colour and shape, or for the start, the end or the top of the curve.
"""

import csv
import sys
from pathlib import Path
from random import Random

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot as plt

COUNT, TRAIN, DEV = 100, 70, 10  # pictures; the rest are for the test
COLOURS = {
    "red": "#d62728",
    "blue": "#1f77b4",
    "green": "#2ca02c",
    "orange": "#ff7f0e",
    "purple": "#9467bd",
    "black": "#000000",
}
SHAPES = {"circle": "o", "square": "s", "triangle": "^", "star": "*", "diamond": "D", "cross": "X"}
MARKERS = (3, 6)  # in a plot, from and to
PHRASES = ("the {}", "point at the {}", "where is the {}?", "click on the {}", "take the {}")
CURVE = ("start", "end", "top")
SIDE, APART = 0.9, 0.17  # part of the axes that is used, and the least distance of two markers there


def draw(number: int, folder: Path) -> list[tuple[str, str, int, int, str]]:
    """Draw one plot; returns its rows of the table."""
    random = Random(f"own pictures {number}")
    figure, axes = plt.subplots(figsize=random.choice([(4, 3), (3, 3), (5, 3), (6, 2.5)]), dpi=60)
    axes.set(xlim=(0, 1), ylim=(0, 1), title=random.choice(["", "Measurements", "Run 7", "Which one?"]))
    axes.grid(random.random() < 0.5)
    targets: list[tuple[str, float, float]] = []
    heights = [random.uniform(0.1, 0.9) for _ in range(6)]
    if random.random() < 0.5:
        across = [0.05 + 0.18 * k for k in range(6)]
        axes.plot(across, heights, color="0.6", zorder=1)
        top = heights.index(max(heights))
        name = random.choice(CURVE)
        spot = {"start": 0, "end": 5, "top": top}[name]
        targets.append((f"{name} of the grey line", across[spot], heights[spot]))
    spots: list[tuple[float, float]] = []
    wanted = random.randint(*MARKERS)
    while len(spots) < wanted:
        x, y = (0.05 + SIDE * random.random() for _ in range(2))
        if all((x - a) ** 2 + (y - b) ** 2 > APART**2 for a, b in spots):
            spots.append((x, y))
    kinds = random.sample([(colour, shape) for colour in COLOURS for shape in SHAPES], wanted)
    for (colour, shape), (x, y) in zip(kinds, spots, strict=True):
        axes.scatter([x], [y], s=random.uniform(90, 220), c=COLOURS[colour], marker=SHAPES[shape], zorder=2)
        targets.append((f"{colour} {shape}", x, y))
    figure.tight_layout()
    figure.canvas.draw()
    name = f"plot{number:03}.png"
    figure.savefig(folder / name)
    height = figure.canvas.get_width_height()[1]
    split = "train" if number < TRAIN else "dev" if number < TRAIN + DEV else "test"
    rows = []
    for what, x, y in targets:
        across, up = axes.transData.transform((x, y))
        rows.append((name, random.choice(PHRASES).format(what), int(across), int(height - up), split))
    plt.close(figure)
    return rows


def main(folder: Path, count: int = COUNT) -> None:
    """Write the pictures and their table."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [row for number in range(count) for row in draw(number, folder)]
    with (folder / "pictures.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["picture", "words", "x", "y", "split"])
        table.writerows(rows)
    print(f"{folder}: {count} pictures, {len(rows)} rows")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "plots"))
