"""Compiles the kernels before tests run side by side; otherwise each of the processes would compile all of them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from commands import run

from sightline import chai, lani
from sightline.world import World


def use(world: World) -> None:
    """Everything that a world does once."""
    world.rewards()
    world.step([0])
    world.observe()
    world.panorama()
    world.locate([3], [20], [16])


def main() -> None:
    field, house = lani.LaniWorld(), chai.ChaiWorld()
    field.reset([lani.generate_episode(0)])
    house.reset([chai.generate_episode(0)])
    use(field)
    use(house)
    with TemporaryDirectory() as folder:
        run(
            "corpus",
            "generate",
            "--world",
            "lani",
            "--paragraphs",
            "4",
            "--workers",
            "1",
            "--out",
            str(Path(folder) / "corpus"),
        )


if __name__ == "__main__":
    main()
