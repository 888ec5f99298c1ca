"""Bad corpora: records with wrong fields, folders with wrong files, files of the original release."""

import copy
import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from bad import ANY, NOT_LISTS, NOT_NUMBERS, NOT_OBJECTS, NOT_TEXTS, Case, shown

from sightline.corpus.check import problems
from sightline.corpus.examples import examples_of
from sightline.corpus.files import Corpus, Entry, read_corpus, write_corpus
from sightline.corpus.kind import corpus_kind
from sightline.corpus.lani.ciff import export_ciff, import_ciff
from sightline.corpus.splits import corpus_paragraph, split_of
from sightline.corpus.statistics import statistics
from sightline.world import kind_of

ABOUT = {"world": "lani", "source": "generated", "seed": 0}


@cache
def entries() -> list[Entry]:
    """A few right paragraphs of all splits."""
    return [Entry.of(split_of(k), corpus_paragraph(corpus_kind("lani"), 0, k)) for k in (0, 1, 14, 15, 17)]


def write_right(folder: Path) -> Path:
    write_corpus(folder / "corpus", entries(), ABOUT, "A few paragraphs.\n")
    return folder / "corpus"


def use(corpus: Corpus) -> None:
    """What commands do with a corpus that was read."""
    paragraphs = list(corpus.paragraphs())
    statistics(paragraphs)
    examples = examples_of(paragraphs)
    world = kind_of("lani").make()
    world.reset([example.episode for example in examples])
    world.step([0] * len(examples))
    world.metrics()


# Where a value of a record stands, and what may never stand there.
OUTSIDE = (*NOT_NUMBERS, -0.1, 50.1, 1e308, 10**400)
NOT_WHOLE = (*NOT_NUMBERS, -1, 0.5, 1e20, -(10**400))
PLACES: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = [
    (("id",), (*NOT_TEXTS, "", "a/b", "..", ".", "\0", "\ud800", "/etc/passwd", "a\\b", "x" * 5000, "../../x", "\n")),
    (("world",), (*NOT_TEXTS, "chai", "mars", "os:path", "..:x", "x" * 5000, "\ud800")),
    (("source",), (*NOT_TEXTS, "", "stolen", "x" * 5000, "\0")),
    (("seed",), (*NOT_WHOLE, 10**400, 2**63)),
    (("scene",), NOT_OBJECTS),
    (("scene", "landmarks"), NOT_LISTS),
    (("scene", "landmarks", 0), NOT_OBJECTS),
    (("scene", "landmarks", 0, "name"), (*NOT_TEXTS, "", "Castle", "barrel", "\ud800", "x" * 5000)),
    (("scene", "landmarks", 0, "x"), OUTSIDE),
    (("scene", "landmarks", 0, "z"), OUTSIDE),
    (("scene", "landmarks", 0, "radius"), (*NOT_NUMBERS, 0, -1, 1e308, 10**400)),
    (("scene", "lakes"), (*NOT_LISTS, [[]], [[1, 2]], [[1, 2, 100]], [[-1, 0, 0]], [[5, 9, 3]], [[0.5, 0, 1]], [["a"]])),
    (("segments",), (*NOT_LISTS, [])),
    (("segments", 0), NOT_OBJECTS),
    (("segments", 0, "instruction"), (*NOT_TEXTS, "", " ", "\ud800")),
    (("segments", 0, "tokens"), (*NOT_LISTS, [], [""], [5], [None], ["\ud800"])),
    (("segments", 0, "start"), (*NOT_LISTS, [], [1, 2], [1, 2, 3, 4])),
    (("segments", 0, "start", 0), OUTSIDE),
    (("segments", 0, "start", 2), (*NOT_NUMBERS, 1e308, 10**400)),
    (("segments", 0, "end"), (*NOT_LISTS, [], [1], [1, 2, 3])),
    (("segments", 0, "end", 1), OUTSIDE),
    (("segments", 0, "actions"), (*NOT_TEXTS, "FXZ", "f", "F R", "²", "F\0", "I(1,2)")),
    (("segments", 0, "intended"), (5, "x", [], [1], {}, [60, 1], [float("nan"), 1])),
    (("segments", 0, "phenomena"), (5, "x", {}, ["nothing"], [5], [None])),
    (("segments", 0, "meaning"), (5, "x", [], {}, {"steps": []}, {"steps": [], "named": []}, {"steps": [{}], "named": []})),
    (("segments", 0, "meaning", "steps"), (*NOT_LISTS, [])),
    (("segments", 0, "meaning", "steps", 0), NOT_OBJECTS),
    (("segments", 0, "meaning", "steps", 0, "do"), (*NOT_TEXTS, "", "fly", "go", "x" * 5000)),
    (("segments", 0, "meaning", "steps", 0, "of"), (5, "x", {}, [99], [-1], [0.5], ["a"], [10**400], [None], [0] * 50)),
    (("segments", 0, "meaning", "named"), (*NOT_LISTS, [5], [{"of": 99, "as": "x"}], [{"of": 0}], [{"as": "x"}])),
    (("segments", 0, "unseen_phrasing"), (5, "x", [], {}, 1, 0, "true", float("nan"))),
    (("segments", 0, "read"), (5, "x", [], [1], {}, [60, 1])),
    (("segments", 0, "goals"), (
        5, "x", [], {}, [5], [{}], [{"kind": "navigation"}], [{"kind": "flight", "stand": [1, 2]}],
        [{"kind": "navigation", "stand": [1, 2, 3]}], [{"kind": "interaction", "stand": [1, 2, 3]}],
        [{"kind": "interaction", "stand": [1, 2, 3], "point": [1, 1], "deed": ["put", "a", "b"]}],
        [{"kind": "interaction", "stand": [1, 2, 3], "point": [1, 1, 1], "deed": ["put"]}],
        [{"kind": "navigation", "stand": [float("nan"), 2]}], [{"kind": "navigation", "stand": ["a", 2]}],
    )),
    (("path",), (5, "x", {}, [5], [[1]], [[1, 2, 3]], [[60, 1]], [[float("nan"), 1]], [["a", 1]])),
    (("more",), (1, "x", [], {})),
    (("segments", 0, "more"), (1, "x", [], {})),
    (("scenario",), (5, [], {}, float("nan"), "\ud800")),
]  # fmt: skip


def put(record: Any, place: tuple[Any, ...], value: Any) -> None:
    for key in place[:-1]:
        record = record[key]
    record[place[-1]] = value


def somewhere(random: Random, record: Any) -> tuple[Any, ...]:
    """A random place in a tree of JSON."""
    place: tuple[Any, ...] = ()
    while True:
        keys = list(record) if isinstance(record, dict) else list(range(len(record))) if isinstance(record, list) else []
        if not keys or (place and random.random() < 0.25):
            return place
        place = (*place, random.choice(keys))
        record = record[place[-1]]


def records(random: Random, number: int) -> Case:
    """A record with a value that is wrong there, or any value anywhere."""
    record = copy.deepcopy(json.loads(entries()[0].line))
    sure = random.random() < 0.75
    if sure:
        place, values = random.choice(PLACES)
        value = random.choice(values)
    else:
        place, value = somewhere(random, record), random.choice((*ANY, "delete"))
    if value == "delete":
        parent = record
        for key in place[:-1]:
            parent = parent[key]
        del parent[place[-1]]
    else:
        put(record, place, value)
    nested = random.random() < 0.03
    line = json.dumps(record).replace('"', "[" * 100_000 + '"', 1) if nested else json.dumps(record)

    def attempt(folder: Path) -> None:
        corpus = write_right(folder)
        lines = (corpus / "train.jsonl").read_text(encoding="utf-8").splitlines()
        (corpus / "train.jsonl").write_text("\n".join([line, *lines[1:]]) + "\n", encoding="utf-8")
        list(problems(corpus))
        use(read_corpus(corpus))

    optional = {"intended", "phenomena", "meaning", "unseen_phrasing", "read", "goals", "path", "scenario", "of"}
    return Case(
        f"{'.'.join(map(str, place))} = {shown(value)}", attempt, sure and not (value is None and place[-1] in optional)
    )


FILES = ("train.jsonl", "dev.jsonl", "corpus.json", "vocabulary.txt")


def folders(random: Random, number: int) -> Case:
    """A folder in which a file is missing, cut off, doubled, of another encoding, or has other bytes somewhere."""
    file = random.choice(FILES)
    do = random.choice(("remove", "empty", "cut", "bytes", "double", "encoding", "folder", "swap", "drop line", "about"))
    about = {
        "version": random.choice((0, 2, "1", None, 1.5, 10**400, True, [1])),
        "world": random.choice((*NOT_TEXTS, "mars", "os:path", "chai", "", "../x", "\ud800")),
        "counts": random.choice((5, "x", [], {"train": 5}, {"train": {"paragraphs": 10**400}}, {"all": 1}, {})),
    }
    key = random.choice(list(about))
    at, noise = random.random(), random.randbytes(8)

    def attempt(folder: Path) -> None:
        corpus = write_right(folder)
        target = corpus / file
        data = target.read_bytes()
        if do == "remove" or do == "folder":
            target.unlink()
            if do == "folder":
                target.mkdir()
        elif do == "empty":
            target.write_bytes(b"")
        elif do == "cut":
            target.write_bytes(data[: int(at * (len(data) - 2))])
        elif do == "bytes":
            k = int(at * len(data))
            target.write_bytes(data[:k] + noise + data[k + 8 :])
        elif do == "double":
            target.write_bytes(data + data)
        elif do == "encoding":
            target.write_bytes(data.decode().encode("utf-16"))
        elif do == "swap":
            target.write_bytes((corpus / FILES[(FILES.index(file) + 1) % len(FILES)]).read_bytes())
        elif do == "drop line":
            (corpus / "train.jsonl").write_text(data.decode().splitlines()[0] + "\n" if file == "train.jsonl" else "")
        else:
            facts = json.loads((corpus / "corpus.json").read_text())
            (corpus / "corpus.json").write_text(json.dumps({**facts, key: about[key]}))
        list(problems(corpus))
        use(read_corpus(corpus))

    sure = do in ("remove", "empty", "double", "encoding", "folder", "swap", "drop line")
    if do == "cut" and file == "vocabulary.txt":
        sure = False
    changed = f"{key} = {shown(about[key])}" if do == "about" else file
    return Case(f"{do} {changed}", attempt, sure or (do == "about" and key in ("version", "world")))


@cache
def original() -> dict[str, bytes]:
    """The files of the original release that a right corpus makes."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as place:
        export_ciff(read_corpus(write_right(Path(place))), Path(place) / "out", False)
        root = Path(place) / "out"
        return {str(f.relative_to(root)): f.read_bytes() for f in root.rglob("*") if f.is_file()}


KEYS = (
    "id", "config_file", "path_file", "instructions", "moves", "start_x", "start_z", "start_rot", "end_x", "end_z",
    "source", "valid",
)  # fmt: skip
INSIDE = ("instructions", "moves", "start_x", "start_z", "start_rot", "end_x", "end_z")
NAMES = ("/etc/passwd", "../secret.json", "configs/../../secret.json", "\0", "\ud800", "x" * 5000, "", "configs", ".")


def originals(random: Random, number: int) -> Case:
    """Files of the original release with wrong values, or that name files elsewhere."""
    files = dict(original())
    annotations = json.loads(files["train_annotations_6000.json"])
    do = random.choice(("key", "inside", "name", "config", "curve", "bytes"))
    key, value, sure = random.choice(KEYS), random.choice(ANY), False
    if do == "key":
        annotations[0][key] = value
        sure = key in INSIDE and not isinstance(value, list) and not (key == "moves" and not value)
    elif do == "inside":
        key = random.choice(INSIDE)
        value = random.choice(NOT_NUMBERS if "_" in key else NOT_TEXTS)
        annotations[0][key][0] = value
        sure = True
    elif do == "name":
        key, value, sure = random.choice(("config_file", "path_file")), random.choice(NAMES), True
        annotations[0][key] = value
    elif do in ("config", "curve"):
        name = annotations[0]["config_file" if do == "config" else "path_file"]
        data = json.loads(files[name])
        key = random.choice(list(data))
        if random.random() < 0.5 and isinstance(data[key], list) and data[key]:
            data[key][0], key = value, f"{key}[0]"
        else:
            data[key] = value
        files[name] = json.dumps(data).encode()
    if do != "bytes":
        files["train_annotations_6000.json"] = json.dumps(annotations).encode()
    else:
        key = random.choice(list(files))
        k = random.randrange(len(files[key]))
        files[key] = files[key][:k] + random.randbytes(8) + files[key][k + 8 :]

    def attempt(folder: Path) -> None:
        (folder / "secret.json").write_bytes(files[annotations[0]["config_file"]] if do == "config" else b"{}")
        for name, data in files.items():
            (folder / "in" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "in" / name).write_bytes(data)
        write_corpus(folder / "out", import_ciff(folder / "in", "human", Counter()), {**ABOUT, "source": "human"}, "")
        corpus = read_corpus(folder / "out")
        use(corpus)
        export_ciff(corpus, folder / "again", False)

    return Case(f"{do} {key} = {shown(value)}", attempt, sure)
