"""The reference of formats: an example of every record, made by the code that writes it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def formats_page() -> str:
    """website/formats.md with the examples filled in."""
    text = (ROOT / "website" / "formats.md").read_text("utf-8")
    for name, make in EXAMPLES.items():
        assert f"{{{{{name}}}}}" in text, name
        text = text.replace(f"{{{{{name}}}}}", make())
    return text


def _json(value: Any, width: int = 84) -> str:
    """JSON that is short where it fits on a line."""
    return f"```json\n{_laid_out(value, width)}\n```"


def _laid_out(value: Any, width: int, indent: int = 0) -> str:
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= width or not isinstance(value, dict | list) or not value:
        return line
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        rows = [f"{pad}{json.dumps(k)}: {_laid_out(v, width - len(k) - 4, indent + 2)}" for k, v in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(pad + _laid_out(v, width, indent + 2) for v in value) + "\n" + " " * indent + "]"


def _shortened(record: dict[str, Any]) -> dict[str, Any]:
    """A paragraph with its first instruction alone, and lists of places cut."""
    return {
        **record, "segments": record["segments"][:1],
        **({"path": record["path"][:2]} if "path" in record else {}),
        "scene": {k: v[:2] if isinstance(v, list) else v for k, v in record["scene"].items()},
    }  # fmt: skip


def _paragraph(world: str) -> str:
    from sightline.corpus.kind import corpus_kind
    from sightline.corpus.splits import corpus_paragraph

    return _json(_shortened(corpus_paragraph(corpus_kind(world), 0, 0).to_json()))


@cache
def _small_corpus(shard: bool) -> dict[str, Any]:
    """The corpus.json of a small corpus, or the manifest of its third shard."""
    from sightline.corpus.build import generate_corpus
    from sightline.corpus.kind import corpus_kind
    from sightline.shards import Shard

    with TemporaryDirectory() as folder:
        target = Path(folder) / "made"
        generate_corpus(corpus_kind("lani"), target, 60, 5, 1, shard=Shard(3, 4) if shard else None)
        record: dict[str, Any] = json.loads((target / ("shard.json" if shard else "corpus.json")).read_text("utf-8"))
    return record


def _about() -> str:
    return _json(_small_corpus(False))


def _manifest() -> str:
    record = _small_corpus(True)
    files = {name: f"{digest[:12]}..." for name, digest in record["files"].items()}
    return _json({**record, "job": {**record["job"], "card": "..."}, "files": files})


def _scene() -> str:
    from sightline.lani import generate_scene, write_scene

    with TemporaryDirectory() as folder:
        write_scene(generate_scene(7), Path(folder) / "scene.json")
        scene = json.loads((Path(folder) / "scene.json").read_text("utf-8"))
    return _json({key: value[:2] if isinstance(value, list) else value for key, value in scene.items()})


def _evaluation() -> str:
    import sightline as sl

    return _json(sl.evaluate("stop", corpus="written", limit=20).json())


def _result() -> str:
    import io

    import sightline as sl
    from sightline.evaluation.scores import write_results

    file = io.StringIO()
    report = sl.evaluate("stop", corpus="written", limit=1)
    write_results(file, "stop", "dev", report.evaluation.results["stop"])
    return _json(json.loads(file.getvalue()))


EXAMPLES = {
    "lani paragraph": lambda: _paragraph("lani"), "chai paragraph": lambda: _paragraph("chai"), "about": _about,
    "manifest": _manifest, "scene": _scene, "evaluation": _evaluation, "result": _result,
}  # fmt: skip
