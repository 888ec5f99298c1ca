"""`python -m sightline` is the same as `sightline`."""

from sightline.cli import main

main()
