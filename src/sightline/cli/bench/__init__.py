"""`sightline bench`: speed measurements on this machine."""

from __future__ import annotations

from sightline.cli.late import late_group

app = late_group(
    "sightline.cli.bench.commands:app",
    help="Measure speeds on this machine; the README's speeds are measured with these commands.",
)
