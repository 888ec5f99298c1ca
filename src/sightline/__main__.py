"""`python -m sightline`, the same as `sightline`. Ctrl-C also works while the commands are loading."""


def main() -> None:
    """Run the command line."""
    try:
        from sightline.cli import main as run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()


if __name__ == "__main__":
    main()
