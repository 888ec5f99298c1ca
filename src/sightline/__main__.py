"""`python -m sightline`, which is the same as `sightline`: the command line, which may be interrupted while it is loaded."""


def main() -> None:
    """Run the command line."""
    try:
        from sightline.cli import main as run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()


if __name__ == "__main__":
    main()
