"""Puts the site that was built under its version, beside earlier ones, with a menu of versions and a page that leads on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import sightline

SITE = Path(__file__).resolve().parents[1] / "build" / "site"
LEAD_ON = (
    '<!doctype html><meta http-equiv="refresh" content="0; url={0}/index.html"><a href="{0}/index.html">Sightline</a>\n'
)


def main() -> None:
    """Move the new site to its place."""
    version = ".".join(sightline.__version__.split(".")[:2])
    shutil.rmtree(SITE / version, ignore_errors=True)
    (SITE / "next").rename(SITE / version)
    there = sorted(
        (f.name for f in SITE.iterdir() if f.is_dir()), key=lambda v: [int(n) for n in v.split(".")], reverse=True
    )
    menu = [{"version": name, "title": name, "aliases": ["latest"] if name == there[0] else []} for name in there]
    (SITE / "versions.json").write_text(json.dumps(menu, indent=2) + "\n", encoding="utf-8")
    (SITE / "index.html").write_text(LEAD_ON.format(there[0]), encoding="utf-8")
    print(SITE / "index.html")


if __name__ == "__main__":
    main()
