"""Thousands of bad inputs of all kinds, from fixed seeds: none may end in a traceback, be taken, hang or crash.

    python tests/fuzz --cases 3000 --seed 0

Each case runs in a child process, so that a crash or a hang is counted and the next case goes on. Exit code 1 when anything
was found.
"""

import argparse
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

SECONDS, PATIENCE = 20.0, 120.0  # that a case may compute, and may take on a busy machine or to load and compile everything


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", default="", help="only some: words,commands,...")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="say what became of every case")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        kind, first, last, step = given.child.split(":")
        return work(kind, given.seed, range(int(first), int(last), int(step)))
    found = run(given.cases, given.seed, given.kinds.split(",") if given.kinds else [], given.processes, given.show)
    sys.exit(1 if found else 0)


def run(cases: int, seed: int, kinds: list[str], processes: int, show: bool = False) -> int:
    """Try that many cases, as many of each kind; how many of them went wrong."""
    from cases import SHARES

    chosen = {name: share for name, share in SHARES.items() if not kinds or name in kinds}
    total = sum(chosen.values())
    jobs = []
    for name, share in chosen.items():
        count = max(1, round(cases * share / total))
        pieces = min(processes, count)
        jobs += [Job(name, seed, piece, count, pieces) for piece in range(pieces)]
    began, tally = time.monotonic(), Counter[str]()
    waiting, running = jobs[::-1], list[Job]()
    while waiting or running:
        while waiting and len(running) < processes:
            job = waiting.pop()
            job.start()
            running.append(job)
        ready, _, _ = select.select([job.pipe for job in running], [], [], 0.5)
        for job in list(running):
            for name, outcome in job.look(job.pipe in ready):
                what = outcome.split(":")[0]
                tally[what] += 1
                if show or what not in ("refused", "fine"):
                    print(f"{outcome}\n    {job.kind}: {name}", flush=True)
            if job.done:
                running.remove(job)
    wrong = {what: tally[what] for what in ("traceback", "silently taken", "hang", "crash", "escaped")}
    print(
        f"{sum(tally.values())} cases in {time.monotonic() - began:.0f} s: {tally['refused']} refused, "
        f"{tally['fine']} fine; " + ", ".join(f"{what} {count}" for what, count in wrong.items())
    )
    return sum(wrong.values())


class Job:
    """Some cases of a kind, in a child process that is started anew when it dies."""

    def __init__(self, kind: str, seed: int, first: int, count: int, step: int):
        self.kind, self.seed, self.next, self.count, self.step = kind, seed, first, count, step
        self.done, self.name, self.buffer = False, "", b""

    def start(self) -> None:
        words = [sys.executable, str(HERE), "--seed", str(self.seed)]
        child = f"{self.kind}:{self.next}:{self.count}:{self.step}"
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen([*words, "--child", child], stdout=subprocess.PIPE, stderr=self.errors)
        assert self.process.stdout is not None
        self.pipe = self.process.stdout
        self.last, self.computed = time.monotonic() + PATIENCE, PATIENCE

    def look(self, ready: bool) -> list[tuple[str, str]]:
        """The cases that have ended since."""
        ended = []
        if ready:
            data = os.read(self.pipe.fileno(), 1 << 16)
            self.buffer += data
            *lines, self.buffer = self.buffer.split(b"\n")
            for line in lines:
                name, outcome = json.loads(line)
                self.last, self.computed = time.monotonic() + PATIENCE, seconds_of(self.process.pid) + SECONDS
                if outcome:
                    ended.append((name, outcome))
                    self.next += self.step
                    self.name = ""
                else:
                    self.name = name
            if not data:
                ended += self._over("crash")
        elif time.monotonic() > self.last or seconds_of(self.process.pid) > self.computed:
            self.process.kill()
            ended += self._over("hang")
        return ended

    def _over(self, what: str) -> list[tuple[str, str]]:
        code = self.process.wait()
        if self.next >= self.count and code == 0:
            self.done = True
            return []
        self.errors.seek(0)
        said = self.errors.read().decode(errors="replace").strip()[-500:]
        name = self.name or f"before case {self.next}"
        ended = f"{what}: {signal.Signals(-code).name if code < 0 else f'exit code {code}'} {said}"
        if not self.name:
            sys.exit(f"{ended}\n    {self.kind}: {name}")
        self.next += self.step
        self.name, self.buffer = "", b""
        if self.next < self.count:
            self.start()
        else:
            self.done = True
        return [(name, ended)]


def seconds_of(process: int) -> float:
    """How long a process has computed; 0 where that cannot be told."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return 0.0


def work(kind: str, seed: int, which: range) -> None:
    """The life of a child process: says the name of each case before it, and what became of it after."""
    import resource

    memory = 12 << 30
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    pipe = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    from bad import outcome_of
    from cases import case_of

    def say(*words: str) -> None:
        pipe.write(json.dumps(words) + "\n")
        pipe.flush()

    for number in which:
        with tempfile.TemporaryDirectory(prefix="sightline-fuzz-") as place:
            folder = Path(place) / "here"
            folder.mkdir()
            case = case_of(kind, Random(f"{seed} {kind} {number}"), number)
            say(f"{number} {case.name}", "")
            outcome = outcome_of(case, folder)
            if outcome == "taken":
                outcome = f"silently taken: {case.name}" if case.sure else "fine"
            say(f"{number} {case.name}", outcome)


if __name__ == "__main__":
    main()
