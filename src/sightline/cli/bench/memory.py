"""Memory of a server under load: its peak, and whether it grows."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from sightline.fields import Json

SETTLED_SECONDS = 300.0  # after which memory should stay level
SAMPLE_SECONDS = 5.0


class MemoryTrace:
    """Samples the memory of a process and its descendants in a thread, until its summary is asked for."""

    def __init__(self, process: int):
        self.process, self.over = process, threading.Event()
        self.samples: list[tuple[float, float]] = []  # seconds since the start, gigabytes
        self._start = time.monotonic()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._thread.start()

    def _sample(self) -> None:
        while True:
            self.samples.append((time.monotonic() - self._start, memory_of(self.process)))
            if self.over.wait(SAMPLE_SECONDS):
                return

    def summary(self) -> Json:
        """The peak; in a long run also the growth from the sixth minute to the last, in percent of the former."""
        self.over.set()
        self._thread.join()
        facts: Json = {"memory_gb": round(max(size for _, size in self.samples), 2)}
        if self.samples[-1][0] > 2 * SETTLED_SECONDS:
            early = [size for at, size in self.samples if SETTLED_SECONDS <= at < SETTLED_SECONDS + 60]
            late = [size for at, size in self.samples if at > self.samples[-1][0] - 60]
            growth = sum(late) / len(late) / (sum(early) / len(early)) - 1
            facts["memory_growth_percent"] = round(100 * growth, 1)
        return facts


def memory_of(process: int) -> float:
    """Resident memory of a process and its descendants, in gigabytes."""
    kilobytes, children = dict[int, int](), dict[int, list[int]]()
    for file in Path("/proc").glob("[0-9]*/status"):
        try:
            about = dict(line.split(":", 1) for line in file.read_text().splitlines())
        except OSError:  # the process has just ended
            continue
        kilobytes[int(about["Pid"])] = int(about.get("VmRSS", "0").split()[0])
        children.setdefault(int(about["PPid"]), []).append(int(about["Pid"]))
    total, family = 0, [process]
    while family:
        member = family.pop()
        total += kilobytes.get(member, 0)
        family += children.get(member, [])
    return total / 1e6
