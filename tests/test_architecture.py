"""The import arrows of the design: who may import whom, read from the source."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import sightline

SOURCE = Path(sightline.__file__).parent
GROUND = {"errors", "files", "json_files", "options", "workers", "world"}  # single modules that anybody may use
MAY_IMPORT = {
    "geometry": set(),
    "language": set(),
    "render": {"geometry"},
    "lani": {"render"},
    "chai": {"render"},
    "corpus": {"lani", "chai", "language"},
    "models": {"geometry", "language"},
    "agent": {"models", "lani", "chai"},
    "learning": {"agent", "corpus"},
    "evaluation": {"agent", "corpus"},
    "envs": {"lani", "chai", "corpus"},
    "cli": {"geometry", "language", "render", "lani", "chai", "corpus", "models", "agent", "learning", "evaluation", "envs"},
}
ONLY_IN = {
    "gymnasium": {"envs", "cli"},
    "torch": {"render.gpu", "models", "agent", "learning", "evaluation", "cli"},
    "triton": {"render.gpu"},
    "numba": {"render", "lani", "chai", "corpus"},
}


def allowed(package: str) -> set[str]:
    """Everything a package may import, with everything those import."""
    found = {package}
    for below in MAY_IMPORT[package]:
        found |= allowed(below)
    return found


def imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            names.add(node.module or "")
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def offences(source: Path) -> list[str]:
    found = []
    for path in sorted(source.rglob("*.py")):
        module = ".".join(path.relative_to(source).with_suffix("").parts)
        package = module.split(".")[0]
        if package in ("__init__", "__main__") or package in GROUND:
            continue
        for name in imports(path):
            parts = name.split(".")
            if (
                parts[0] == "sightline"
                and len(parts) > 1
                and (source / parts[1]).is_dir()
                and parts[1] not in allowed(package)
            ):
                found.append(f"{module} imports {name}")
            if parts[0] in ONLY_IN and not any(module.startswith(place) for place in ONLY_IN[parts[0]]):
                found.append(f"{module} imports {name}")
    return found


def test_arrows_point_down() -> None:
    assert offences(SOURCE) == []


def test_every_package_is_in_the_design() -> None:
    packages = {p.name for p in SOURCE.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert packages <= set(MAY_IMPORT)


def test_a_forbidden_arrow_is_caught(tmp_path: Path) -> None:
    for package in ("geometry", "render"):
        (tmp_path / package).mkdir()
    (tmp_path / "geometry" / "bad.py").write_text("from sightline.render import draw\nimport torch\n")
    assert len(offences(tmp_path)) >= 2


@pytest.mark.parametrize("heavy", ["torch", "numba", "gymnasium", "scipy", "matplotlib"])
def test_importing_sightline_is_light(heavy: str) -> None:
    code = f"import sys, sightline; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_world_and_renderer_do_without_torch_and_gymnasium() -> None:
    code = "import sys, sightline.lani; sys.exit('torch' in sys.modules or 'gymnasium' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
