"""Several serving processes: each answers for what it keeps, a killed one is replaced, and nginx finds the right one."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest
from leaving_out import leave_out

from sightline.errors import InputError
from sightline.remote import RemoteWorld
from sightline.web.settings import Settings
from sightline.world import kind_of

TOKEN = "a-token-for-programs"
SERVE = """
from sightline.web.serving import serve
from sightline.web.settings import Settings
database, limits = "{folder}/studies.db", {{"rate": 0.001, "burst": 60}}  # on a slow machine a higher rate is never exceeded
settings = Settings(port={port}, processes=2, methods=(), database=database, remote_token="{token}", **limits)
serve(settings, lambda addresses: print(*addresses, flush=True))
"""
NGINX = "daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {temporary} include {file}; }}"
CONFIG = Path(__file__).parents[2] / "docs/serve/nginx.conf"
BODIES = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")  # what nginx would keep under /var


def free_ports(count: int) -> int:
    """The first of some ports in a row that are free."""
    for first in range(20_000 + os.getpid() % 10_000, 60_000, count):
        try:
            for port in range(first, first + count):
                socket.create_server(("127.0.0.1", port)).close()
            return first
        except OSError:
            continue
    raise AssertionError


def ask(
    port: int, method: str, path: str, body: object = None, source: str = "127.0.0.1", **headers: str
) -> tuple[int, Any]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=120, source_address=(source, 0))) as connection:
        text = None if body is None else dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json", **headers})
        response = connection.getresponse()
        return response.status, response.read()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server of two processes, and its first port."""
    if not hasattr(os, "fork"):
        leave_out("this system cannot fork")
    folder, port = tmp_path_factory.mktemp("processes"), free_ports(2)
    program = SERVE.format(port=port, folder=folder, token=TOKEN)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().split() == [f"http://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}"]
    yield process, port
    process.kill()
    process.communicate()


@pytest.fixture()
def nginx(server: tuple[subprocess.Popen[str], int], tmp_path: Path) -> Iterator[int]:
    """The port of an nginx with the configuration of the documentation, in front of the server."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        leave_out("nginx is not installed (apt-get install nginx)")
    first, port = server[1], free_ports(1)
    written = CONFIG.read_text().replace("8017", str(first)).replace("8018", str(first + 1))
    (tmp_path / "sightline.conf").write_text(written.replace("listen 80;", f"listen 127.0.0.1:{port};"))
    temporary = " ".join(f"{name}_temp_path {tmp_path}/{name};" for name in BODIES)
    (tmp_path / "nginx.conf").write_text(
        NGINX.format(folder=tmp_path, temporary=temporary, file=tmp_path / "sightline.conf")
    )
    running = subprocess.Popen([program, "-c", str(tmp_path / "nginx.conf")], stderr=subprocess.PIPE, text=True)
    until(lambda: is_open(port))
    yield port
    running.terminate()
    running.communicate()


def is_open(port: int) -> bool:
    with socket.socket() as there:
        return there.connect_ex(("127.0.0.1", port)) == 0


def until(is_so: Callable[[], bool]) -> None:
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.05)
    raise AssertionError


def test_nginx_sends_everybody_to_the_process_that_keeps_their_things(nginx: int) -> None:
    tries = [loads(ask(nginx, "POST", "/api/be", {"map": True, "seed": seed})[1])["try"] for seed in range(8)]
    assert {name.split("-")[0] for name in tries} == {"0", "1"}
    for name in tries:
        assert ask(nginx, "POST", f"/api/be/{name}/events", {"after": 0, "events": [0]})[0] == 200
    authorization = {"Authorization": f"Bearer {TOKEN}"}
    for _ in range(4):
        made = loads(ask(nginx, "POST", "/api/remote/worlds", {"world": "lani"}, **authorization)[1])["id"]
        assert ask(nginx, "GET", f"/api/remote/worlds/{made}", **authorization)[0] == 200
    with RemoteWorld(f"http://127.0.0.1:{nginx}", "lani", token=TOKEN) as world:  # over a socket
        world.reset([kind_of("lani").generate(seed) for seed in range(2)])
        assert len(world.step([0, 1]).moved) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has every address of 127.0.0.0/8")
def test_behind_nginx_a_visitor_has_their_own_limit_and_cannot_choose_another_address(nginx: int) -> None:
    def statuses(source: str, count: int, **headers: str) -> set[int]:
        return {ask(nginx, "GET", "/api/be/0-a/map", source=source, **headers)[0] for _ in range(count)}

    assert 429 in statuses("127.0.0.2", 70)
    assert {429} == statuses("127.0.0.2", 1, **{"X-Forwarded-For": "127.0.0.9"})
    assert statuses("127.0.0.3", 1) == {404}


def test_a_process_that_is_killed_is_replaced_and_nobody_is_refused(server: tuple[subprocess.Popen[str], int]) -> None:
    process, port = server
    kept, lost = (loads(ask(port + k, "POST", "/api/be", {"seed": 1})[1])["try"] for k in (0, 1))
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        leave_out("/proc does not list child processes")
    os.kill(int(children.read_text().split()[1]), signal.SIGKILL)
    act = {"after": 0, "events": [0]}
    assert ask(port + 1, "POST", f"/api/be/{lost}/events", act)[0] == 404  # waited for the new process
    assert ask(port, "POST", f"/api/be/{kept}/events", act)[0] == 200
    assert re.search("Process 1 ended", process.stderr.readline() if process.stderr else "")


def test_all_processes_end_with_the_first_one(server: tuple[subprocess.Popen[str], int]) -> None:
    process, port = server
    process.kill()
    process.wait()
    until(lambda: not is_open(port) and not is_open(port + 1))


def test_several_processes_share_a_database() -> None:
    with pytest.raises(InputError, match="share"):
        Settings(processes=2, database="sqlite://")
    assert Settings(processes=2).processes == 2
