"""The shape of the package, read from the source: who may import whom, one loop, one word for one thing."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sightline

SOURCE = Path(sightline.__file__).parent
GROUND = {
    "addresses",
    "checks",
    "errors",
    "fields",
    "files",
    "kept_code",
    "options",
    "pictures",
    "shards",
    "workers",
}  # that anybody may use
MAY_IMPORT = {
    "geometry": set(),
    "language": set(),
    "render": {"geometry"},
    "world": {"geometry"},
    "worlds": {"render", "world"},
    "lani": {"worlds"},
    "chai": {"worlds"},
    "corpus": {"lani", "chai", "language", "world"},
    "models": {"geometry", "language"},
    "agent": {"models", "world"},
    "learning": {"agent", "corpus"},
    "chat": {"agent"},
    "evaluation": {"agent", "corpus", "chat"},
    "show": {"evaluation", "agent", "corpus", "render"},
    "envs": {"lani", "chai", "corpus", "show"},
    "remote": {"world"},
    "web": {"show", "agent", "corpus", "evaluation", "remote"},
    "api": {"show"},
    "exports": {"corpus", "envs"},
    "engines": set(),
    "mcp": {"show", "agent", "corpus", "chat"},
    "cli": {"show", "learning", "evaluation", "envs", "exports", "web", "remote", "mcp", "engines"},
}
# Only these know a world by its name: the worlds themselves, their corpora, environments, pictures, and commands about one.
WORLDS = re.compile(r"sightline\.(lani|chai|corpus\.lani|corpus\.chai)(\.|$)")
ABOUT_ONE_WORLD = re.compile(
    r"(lani|chai|corpus\.lani|corpus\.chai|envs\.(lani|chai)|show\.(lani|chai)|cli\.view|cli\.house|cli\.bench\.plans)(\.|_|$)"
)
ONLY_IN = {
    "gymnasium": {"envs", "exports.minari", "cli"},
    "pyarrow": {"exports"},
    "torch": {"render.gpu", "models", "agent", "learning", "evaluation", "show", "web.inference", "cli"},
    "triton": {"render.gpu"},
    "numba": {"agent.grouping", "agent.lattice", "render", "lani", "chai", "corpus", "kept_code"},
    "matplotlib": {"show.curves"},
    # Pictures for people, for models behind an address, in files, and people's own.
    "PIL": {"show", "web", "cli", "chat", "exports", "pictures"},
    "fastapi": {"web"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "sqlalchemy": {"web"},
    "pydantic": {"web", "mcp"},
    "websockets": {"cli.bench"},
    "mcp": {"mcp"},
}

# Within a package each may import only itself and those before it; imports inside functions and for types do not count.
ORDER = {
    "chai": (
        "house", "dynamics", "hands", "sight", "reach", "stock", "episode", "reward", "saving", "world", "route", "generate",
        "kind",
    ),
}  # fmt: skip

# Whoever else takes steps in a world: everything from words to deeds goes through the journey.
STEPS = {
    "agent.journey": "the one loop",
    "learning.bandit": "a learner's own rollouts",
    "learning.reactive": "a learner's own rollouts",
    "exports.demonstrations": "recorded actions",
    "show.animation": "recorded actions",
    "show.chai_pictures": "recorded actions",
    "show.stops": "recorded actions",
    "web.sessions": "recorded actions of a story",
    "web.studies.play": "a person's actions",
    "web.hosting": "a remote program's actions",
    "mcp.playthrough": "an assistant's single actions",
    "cli.walk": "a person's actions",
    "cli.bench.simulator": "any actions, to measure time",
    "cli.bench.training": "any actions, to measure time",
    "cli.bench.remote": "any actions, to measure time",
}
# Only agents and worlds know these special cases; above them code asks `Kind.reaches`, methods and seers.
SPECIAL_CASES = re.compile(r"(?i)in_turn|does_errands|\.gait\b")
# Class names that several modules have: those of the two worlds, and an item, which lies in a house or belongs to a study.
SHARED_NAMES = {
    "Episode": {"world", "lani.episode", "chai.episode"},
    "Scene": {"lani.scene", "chai.kind"},
    "Reward": {"lani.reward", "chai.reward"},
    "Item": {"chai.house.things", "web.storage.tables"},
}
VAGUE = re.compile(r"\b(LONGEST|MOST|TRIES)\b")  # constants must say of what: TOKEN_LIMIT, MOST_GOALS


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
    found: list[str] = []
    for path in sorted(source.rglob("*.py")):
        module = ".".join(path.relative_to(source).with_suffix("").parts)
        package = module.split(".")[0]
        if package in ("__init__", "__main__"):
            continue
        may = GROUND if package in GROUND else allowed(package) | GROUND
        for name in imports(path):
            parts = name.split(".")
            ours = parts[0] == "sightline" and len(parts) > 1
            if ours and parts[1] not in may and ((source / parts[1]).is_dir() or (source / f"{parts[1]}.py").is_file()):
                found.append(f"{module} imports {name}")
            if WORLDS.match(name) and not ABOUT_ONE_WORLD.match(module):
                found.append(f"{module} knows a world by name: {name}")
            if parts[0] in ONLY_IN and not any(module.startswith(place) for place in ONLY_IN[parts[0]]):
                found.append(f"{module} imports {name}")
    return found


def out_of_order(source: Path, package: str) -> list[str]:
    """Modules of a package that import one that comes after them."""
    order, found = ORDER[package], []
    for path in sorted((source / package).rglob("*.py")):
        place = path.relative_to(source / package).with_suffix("").parts[0]
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"sightline.{package}"):
                parts = (node.module or "").split(".")[2:]
                for name in parts[:1] or [alias.name for alias in node.names]:
                    if place != "__init__" and order.index(name) > order.index(place):
                        found.append(f"{package}.{place} imports {package}.{name}")
    return found


def test_arrows_point_down() -> None:
    assert offences(SOURCE) == []


@pytest.mark.parametrize("package", ORDER)
def test_arrows_within_a_package_point_down(package: str, tmp_path: Path) -> None:
    assert out_of_order(SOURCE, package) == []
    (tmp_path / package / ORDER[package][0]).mkdir(parents=True)
    bad = f"from sightline.{package}.{ORDER[package][-1]} import KIND\n"
    (tmp_path / package / ORDER[package][0] / "bad.py").write_text(bad)
    assert len(out_of_order(tmp_path, package)) == 1


def stepping(source: Path) -> set[str]:
    """The modules that take steps in worlds."""
    found = set()
    for package in ("agent", "learning", "evaluation", "exports", "show", "web", "mcp", "cli"):
        for path in sorted((source / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and re.search(r"\bworlds?\.step$", ast.unparse(node.func)):
                    found.add(".".join(path.relative_to(source).with_suffix("").parts))
    return found


def test_the_journey_is_the_only_loop_from_words_to_deeds() -> None:
    assert stepping(SOURCE) == set(STEPS)


def test_another_loop_is_caught(tmp_path: Path) -> None:
    (tmp_path / "evaluation").mkdir()
    (tmp_path / "evaluation" / "bad.py").write_text("def run(self):\n    self.world.step(self.act())\n")
    (tmp_path / "evaluation" / "good.py").write_text("journey.step()\noptimizer.step()\n")
    assert stepping(tmp_path) == {"evaluation.bad"}


def classes(source: Path) -> dict[str, dict[str, ast.ClassDef]]:
    """Every class by name and module."""
    found: dict[str, dict[str, ast.ClassDef]] = {}
    for path in sorted(source.rglob("*.py")):
        module = ".".join(path.relative_to(source).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, {})[module] = node
    return found


def methods_of(node: ast.ClassDef) -> set[str]:
    return {each.name for each in node.body if isinstance(each, ast.FunctionDef)}


def test_agents_have_one_protocol_of_seers_and_one_of_legs() -> None:
    every = [(name, module, node) for name, homes in classes(SOURCE).items() for module, node in homes.items()]
    protocols = {
        name: methods_of(node)
        for name, module, node in every
        if module.startswith("agent.") and any(ast.unparse(base) == "Protocol" for base in node.bases)
    }
    assert set(protocols) == {"Seer", "Legs"}
    walking = [methods_of(node) for _, _, node in every if "set_out" in methods_of(node)]
    assert len(walking) > 3 and all(methods | {"channels"} >= protocols["Legs"] for methods in walking)


def test_a_class_name_stands_for_one_class(tmp_path: Path) -> None:
    def shared(source: Path) -> dict[str, set[str]]:
        return {name: set(homes) for name, homes in classes(source).items() if len(homes) > 1}

    assert shared(SOURCE) == SHARED_NAMES
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text("class Stage:\n    pass\n")
    assert shared(tmp_path) == {"Stage": {"one", "two"}}


def test_constants_say_of_what() -> None:
    assert [str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if VAGUE.search(path.read_text())] == []
    assert VAGUE.search("MOST = 12") and not VAGUE.search("MOST_GOALS = 12")


def test_special_cases_stay_below() -> None:
    below = ("agent", "lani", "chai", "world.py", "worlds.py")
    above = [path for path in SOURCE.rglob("*.py") if path.relative_to(SOURCE).parts[0] not in below]
    assert [str(path.relative_to(SOURCE)) for path in above if SPECIAL_CASES.search(path.read_text())] == []
    for bad in ("if kind.gait:", "in_turn = True", "agent.does_errands", "SAID_IN_TURN = 80"):
        assert SPECIAL_CASES.search(bad)
    assert not SPECIAL_CASES.search("the.gaiter(); turn_in = 3")


def test_every_package_is_in_the_design() -> None:
    packages = {p.name for p in SOURCE.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert packages <= set(MAY_IMPORT)


def test_a_forbidden_arrow_is_caught(tmp_path: Path) -> None:
    for package in ("geometry", "render", "agent", "lani"):
        (tmp_path / package).mkdir()
    (tmp_path / "geometry" / "bad.py").write_text("from sightline.render import draw\nimport torch\n")
    (tmp_path / "agent" / "bad.py").write_text("def look():\n    from sightline.lani import LaniWorld\n")
    (tmp_path / "lani" / "good.py").write_text("from sightline.lani.scene import Scene\n")
    caught = offences(tmp_path)
    assert any("geometry.bad imports sightline.render" in o for o in caught) and any(
        "bad imports torch" in o for o in caught
    )
    assert any("agent.bad knows a world by name" in o for o in caught) and not any("good" in o for o in caught)


@pytest.mark.parametrize("heavy", ["torch", "numba", "gymnasium", "scipy", "matplotlib"])
def test_importing_sightline_is_light(heavy: str) -> None:
    code = f"import sys, sightline; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize("module", ["lani", "chai", "learning.chunk"])
def test_worlds_renderer_and_makers_of_data_do_without_torch_and_gymnasium(module: str) -> None:
    code = f"import sys, sightline.{module}; sys.exit('torch' in sys.modules or 'gymnasium' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
