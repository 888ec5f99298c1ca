"""`python -m sightline`, the same as `sightline`. Ctrl-C also works while the commands are loading."""

import gc

OBJECTS = 100_000  # new objects after which Python looks for garbage


def main() -> None:
    """Run the command line."""
    gc.set_threshold(OBJECTS)  # by default it looked through all loaded modules again and again: a quarter of a start
    try:
        from sightline.cli import main as run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()


if __name__ == "__main__":
    main()
