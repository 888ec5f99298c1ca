"""Models behind an address, as people type it."""

import json
import socket
from pathlib import Path

import pytest
from commands import run

from sightline.chat.mock import MockModel

KEY = "sk-very-secret-0123456789"


def evaluate(server: MockModel, folder: Path, *words: str, expect: int = 0, model: str = "") -> tuple[str, str]:
    done = run(
        "evaluate", "--corpus", "written", "--limit", "2", "--methods", f"openai:{model or server.character}", "--json",
        "--base-url", server.url, "--cache", str(folder), "--view-size", "64", "--concurrency", "2", *words, expect=expect,
    )  # fmt: skip
    return done.stdout, done.stderr


def test_a_run_that_stops_goes_on_and_gives_the_same_bytes(tmp_path: Path) -> None:
    with MockModel() as server:
        whole, _ = evaluate(server, tmp_path / "a", "--mock-oracle", "--prices", "1,2")
        again, said = evaluate(server, tmp_path / "a", "--mock-oracle", "--prices", "1,2")
        _, stopped = evaluate(server, tmp_path / "b", "--mock-oracle", "--prices", "1,2", "--max-calls", "1", expect=2)
        resumed, _ = evaluate(server, tmp_path / "b", "--mock-oracle", "--prices", "1,2")
    assert whole == again == resumed and "0 calls" in said and "--max-calls" in stopped
    scores = json.loads(whole)["results"]["openai:oracle"]
    assert scores["TC"] >= 50 and scores["usage"]["calls"] >= 1 and scores["usage"]["cost"] > 0
    assert scores["model"]["interface"] == "pixel" and scores["model"]["base_url"] == server.url


def test_tables_name_what_a_model_costs(tmp_path: Path) -> None:
    words = ("evaluate", "--corpus", "written", "--limit", "2", "--methods", "stop", "--mock-oracle", "--view-size", "64")
    with MockModel() as server:
        at = ("--methods", "openai:oracle", "--base-url", server.url, "--cache", str(tmp_path))
        seen = run(*words, *at, "--format", "markdown").stdout
        told = run(*words, *at, "--format", "markdown", "--interface", "words", "--table", "way", expect=2).stderr
        named = run(*words, *at, "--format", "markdown", "--interface", "words").stdout
    assert "| calls | tokens | US$ | seconds |" in seen and "prompt " in seen and "privileged" not in seen
    assert (named.index("| stop |") < named.index("| openai:oracle (privileged) |") and "meaning" in told) or "way" in told


def test_bad_input_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGHTLINE_API_KEY", KEY)
    prompt = tmp_path / "prompt.md"
    prompt.write_text("Go!")
    with MockModel(key="another") as server:
        _, wrong_key = evaluate(server, tmp_path, "--mock-oracle", expect=2)
        _, wrong_model = evaluate(server, tmp_path, expect=2, model="missing")
        _, no_places = evaluate(server, tmp_path, "--prompt", str(prompt), expect=2)
    with MockModel(pictures=False) as server:
        _, no_pictures = evaluate(server, tmp_path, "--mock-oracle", expect=2)
    _, no_server = evaluate(server, tmp_path, expect=2)  # it is closed by now
    said = {"refuses": wrong_key, "$instruction": no_places, "--interface words": no_pictures, "no server": no_server}
    for word, sentence in said.items():
        assert word in sentence.splitlines()[-1] and sentence.splitlines()[-1].startswith("Error: ")
    everything = [wrong_model, *said.values(), *(path.read_text() for path in tmp_path.rglob("*") if path.is_file())]
    assert not any(KEY in text for text in everything)


def test_a_port_in_use_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "--port" in run("mock-model", "--port", str(taken.getsockname()[1]), expect=2).stderr
