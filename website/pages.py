"""Pages of the site that are made, not written: commands, public names, records, results, tutorials, sources, llms.txt.

Documents in docs/ link to files of the repository (src/, README.md); here such links become pages of the site.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(Path(__file__).parent)]

from commands import commands_page  # noqa: E402
from records import formats_page  # noqa: E402
from tables import DATA, read_record, regenerated  # noqa: E402

LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
# Documents of the repository that are pages of the site.
DOCUMENTS = {
    "README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md",
    "examples/README.md": "examples.md", "docs/people.jpg": "people.jpg",
}  # fmt: skip
NOTEBOOKS = {"type-and-watch": "type_and_watch", "own-agent": "own_agent", "own-sentences": "own_sentences"}
CODE = {".py": "python", ".json": "json", ".toml": "toml", ".mjs": "javascript"}
LARGEST_SOURCE = 100_000  # bytes of a file that becomes a page


def on_files(files: Files, config: Any) -> Files:
    """Add the generated pages."""
    made = {
        "changelog.md": (ROOT / "CHANGELOG.md").read_text("utf-8"),
        "contributing.md": (ROOT / "CONTRIBUTING.md").read_text("utf-8"),
        "examples.md": (ROOT / "examples" / "README.md").read_text("utf-8"),
        "reference/commands.md": commands_page(),
        "reference/names.md": names_page(),
        "reference/formats.md": formats_page(),
        "results/index.md": results_page(),
        **{f"tutorials/{page}.md": tutorial_page(name) for page, name in NOTEBOOKS.items()},
    }
    for path, text in made.items():
        files.append(File.generated(config, path, content=_relinked(text, _home(path), path)))
    for name in NOTEBOOKS.values():
        files.append(File.generated(config, f"tutorials/{name}.ipynb", content=_notebook_file(name).read_text("utf-8")))
    files.append(File.generated(config, "ppo_curve.png", abs_src_path=str(ROOT / "examples" / "ppo_curve.png")))
    for name, text in llms(config).items():
        files.append(File.generated(config, name, content=text))
    for file in list(files):
        if file.src_uri.endswith(".md") and file.src_uri not in made:
            text = file.content_string
            for target in _sources(text, PurePosixPath("docs") / file.src_uri):
                _add_source(files, config, target)
    for path, text in made.items():
        for target in _sources(text, _home(path)):
            _add_source(files, config, target)
    return files


def on_page_markdown(markdown: str, page: Page, config: Any, files: Files) -> str:
    """Point links to files of the repository at pages of the site."""
    uri = page.file.src_uri
    if page.file.generated_by is not None:
        return markdown  # relinked when it was made
    return _relinked(markdown, PurePosixPath("docs") / uri, uri)


def llms(config: Any) -> dict[str, str]:
    """llms.txt: the pages in order, for readers that are programs; llms-full.txt: the text of all that are written."""
    nav = _pages(config.nav)
    lines = ["# Sightline", "", f"> {config.site_description}", ""]
    whole = []
    for section, title, uri in nav:
        if section is not None:
            lines += ["", f"## {section}", ""]
        lines.append(f"- [{title}]({uri.removesuffix('.md')}.html)")
        source = ROOT / "docs" / uri
        whole.append(source.read_text("utf-8") if source.is_file() else "")
    return {"llms.txt": "\n".join(lines) + "\n", "llms-full.txt": "\n\n".join(filter(None, whole))}


def _pages(nav: Any, section: str | None = None) -> list[tuple[str | None, str, str]]:
    """(section or None if the same as before, title, page) of a navigation."""
    pages: list[tuple[str | None, str, str]] = []
    for entry in nav:
        title, target = next(iter(entry.items())) if isinstance(entry, dict) else (None, entry)
        if isinstance(target, list):
            inside = _pages(target)
            pages += [(title if k == 0 else None, name, uri) for k, (_, name, uri) in enumerate(inside)]
        else:
            pages.append((section, title or "Overview", target))
    return pages


# Links


def _home(path: str) -> PurePosixPath:
    """Where the text of a generated page lies in the repository."""
    return PurePosixPath(next((there for there, here in DOCUMENTS.items() if here == path), f"docs/{path}"))


def _resolved(link: str, home: PurePosixPath) -> str:
    return relpath((home.parent / link).as_posix(), ".")


def _relinked(text: str, home: PurePosixPath, uri: str) -> str:
    """A text of the repository at `home`, with links as they are on the page `uri` of the site."""

    def replace(match: re.Match[str]) -> str:
        target = _resolved(match[1], home)
        if target.startswith("docs/") and target not in DOCUMENTS:
            there = target.removeprefix("docs/")
            if there.endswith(".py"):
                there = f"source/{target}.md"
            elif there == "results":
                there = "results/index.md"
        elif target in DOCUMENTS:
            there = DOCUMENTS[target]
        elif target == "examples/ppo_curve.png":
            there = "ppo_curve.png"
        elif (ROOT / target).exists():
            there = f"source/{target}.md"
        else:
            return match[0]
        return relpath(there, PurePosixPath(uri).parent.as_posix()) + (match[2] or "")

    return LINK.sub(replace, text)


def _sources(text: str, home: PurePosixPath) -> list[str]:
    """The files of the repository that a text links to and that are not documents of the site."""
    targets = [_resolved(match[1], home) for match in LINK.finditer(text)]
    outside = [t for t in targets if t not in DOCUMENTS and (not t.startswith("docs/") or t.endswith(".py"))]
    return sorted({target for target in outside if (ROOT / target).exists() and not target.endswith(".png")})


def _add_source(files: Files, config: Any, target: str) -> None:
    """A page with a source file, or with the files of a folder and their first lines."""
    uri = f"source/{target}.md"
    if files.get_file_from_path(uri) is not None:
        return
    place = ROOT / target
    if place.is_dir():
        listed = [f for f in sorted(place.iterdir()) if f.suffix in (".py", ".txt", ".toml", ".md") and f.stat().st_size]
        rows = [f"| `{f.name}` | {_first_line(f)} |" for f in listed]
        body = "\n".join(["| file | holds |", "|---|---|", *rows])
    elif place.suffix == ".md":
        text = re.sub(r"\A---\n.*?\n---\n", "", place.read_text("utf-8"), flags=re.S)  # a card's front matter
        body = re.sub(r"\]\((?!https?:)[^)]*\)", "]", text)
    else:
        text = place.read_text("utf-8")[:LARGEST_SOURCE]
        body = f"````{CODE.get(place.suffix, 'text')}\n{text}````"
    head = "---\nsearch:\n  exclude: true\n---\n\n"
    title = "" if place.suffix == ".md" else f"# `{target}`\n\n"
    files.append(File.generated(config, uri, content=f"{head}{title}{body}\n"))


def _first_line(file: Path) -> str:
    first = file.read_text("utf-8").lstrip("#\"' \n").partition("\n")[0]
    return first.rstrip('"').replace("|", "\\|").replace("<", "&lt;")


# Pages


def names_page() -> str:
    """Every public name, from its docstring."""
    import sightline

    functions = [name for name in sightline.__all__ if name[0].islower()]
    classes = [name for name in sightline.__all__ if name[0].isupper()]
    text = [
        "# Public names",
        "",
        "`import sightline as sl` offers the names below. They follow semantic versioning; everything else may change.",
        "They are loaded when they are first used, so the import itself takes a few hundredths of a second.",
        "",
    ]
    for title, names in (("Functions", sorted(functions)), ("Classes", sorted(classes))):
        text += [f"## {title}", ""]
        for name in names:
            text += [f"::: sightline.{sightline._HOMES[name]}.{name}", ""]
    text += [
        "## Environments",
        "",
        "`import sightline.envs` registers `sightline/Lani-v0` and `sightline/Chai-v0` with Gymnasium.",
        "",
    ]
    for name in ("lani.LaniEnv", "chai.ChaiEnv"):
        text += [f"::: sightline.envs.{name}", "    options:", "      members: false", ""]
    return "\n".join(text)


def results_page() -> str:
    """The summary, and which files of docs/results/data the tables come from."""
    rows = ["| file | command | measured |", "|---|---|---|"]
    for file in sorted(DATA.glob("*.json")):
        record = read_record(file.stem)
        rows.append(f"| `{file.name}` | `{record['command']}` | {record['when']} |")
    return regenerated((ROOT / "website" / "results.md").read_text("utf-8")) + "\n".join(rows) + "\n"


def _notebook_file(name: str) -> Path:
    return ROOT / "notebooks" / f"{name}.ipynb"


def tutorial_page(name: str) -> str:
    """A notebook as a page: its text and code."""
    cells = json.loads(_notebook_file(name).read_text("utf-8"))["cells"]
    text = []
    for cell in cells:
        source = "".join(cell["source"])
        text.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        text.append("")
    text.append(f"[Download this page as a notebook]({name}.ipynb)")
    return "\n".join(text)
