"""A server killed (SIGKILL) at each of its steps in turn, started again, and compared with one that never died.

Run by test_killed.py as a process of its own: `python -m tests.server.dying night|vector|check-in DIR` prints, for each
step, whether the end was the same. A step is an SQL statement, a commit, or a file brought to disk or into place.
"""

import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import httpx
from sqlalchemy import event
from waitress.server import create_server  # type: ignore[import-untyped]

from pdd_server.app import create_app
from pdd_server.clock import rehearsal_clock
from pdd_server.folder import Deployment, Folder, open_folder
from tests.server.playing import DAY, Donor, HandClock, campaign, donors, dump, new_server, night, over_http

Request = Callable[[str], Any]


@dataclass
class Fuse:
    """Kills its own process at the n-th step after it was lit."""

    steps: int

    def burn(self, *_: object, **__: object) -> None:
        self.steps -= 1
        if self.steps == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def light(self, server: Deployment) -> None:
        event.listen(server.store.engine, "before_cursor_execute", self.burn)
        event.listen(server.store.engine, "commit", self.burn)
        for owner, name in ((os, "fsync"), (Path, "replace")):
            setattr(owner, name, self._before(getattr(owner, name)))

    def _before(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            self.burn()
            return function(*arguments)

        return call


@dataclass(frozen=True)
class Noon:
    """A server's folder on the second day: one group lacks the last donor's vector, the other will be lost."""

    folder: Path
    last: Donor
    address: str
    data: bytes

    def at(self, copy: Path) -> None:
        """Copy the folder in place of what was there."""
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.folder, copy)


def prepare(path: Path) -> Noon:
    """Two groups of three; of the first the last vector is still to come, of the second two are."""
    clock = HandClock()
    server = new_server(path, clock, campaign(strata=("north", "south")), campaign(id="aches"), delay=0)
    crowd = donors(server, 6)
    for donor in crowd:
        donor.check_in()
    clock.next_day()
    night(server)
    tasks = [donor.check_in().json["tasks"][0] for donor in crowd]
    own = [(task["roster"]["payload"], donor, task) for donor, task in zip(crowd, tasks, strict=True)]
    first = own[0][0]
    full = [(donor, task) for roster, donor, task in own if roster == first]
    broken = [(donor, task) for roster, donor, task in own if roster != first][:1]
    vectors = [(donor, *donor.blind(task, DAY + timedelta(days=1), [1, 2, 3])) for donor, task in full + broken]
    last = vectors.pop(2)
    for donor, address, data in vectors:
        assert donor.put(address, data).status_code == 200
    server.store.dispose()
    (path / "now").write_text(clock.now.isoformat())
    return Noon(path, *last)


def opened(path: Path) -> Deployment:
    return open_folder(Folder(path / "data"), rehearsal_clock(path / "now"))


def state(path: Path) -> list[str]:
    """All that a server leaves behind: its database, and the files it publishes."""
    server = opened(path)
    left = dump(server)
    for file in sorted((path / "data" / "published").rglob("*.*")):
        if file.suffix == ".sqlite":
            connection = sqlite3.connect(file)
            left += [file.name, *connection.iterdump()]
            connection.close()
        elif file.suffix != ".partial":
            left += [file.name, file.read_text()]
    server.store.dispose()
    return left


def forked(work: Callable[[], None]) -> int:
    """A process that does this work and ends; its id."""
    process = os.fork()
    if process == 0:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return process


def ended(process: int) -> int:
    """How a process ended: 0 or 1, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


# --- the night


def dying_nights(noon: Noon, copy: Path) -> Iterator[bool]:
    """For each step of a night: whether, killed there and run again, it left what a night that lived leaves."""

    def run(steps: int) -> None:
        server = opened(copy)
        Fuse(steps).light(server)
        night(server)
        server.store.dispose()

    (noon.folder / "now").write_text((HandClock().now + timedelta(days=2)).isoformat())
    noon.at(copy)
    assert ended(forked(lambda: run(0))) == 0
    expected = state(copy)
    for steps in count(1):
        noon.at(copy)
        end = ended(forked(lambda steps=steps: run(steps)))  # type: ignore[misc]
        if end == 0:
            return
        assert end == -signal.SIGKILL
        assert ended(forked(lambda: run(0))) == 0
        yield state(copy) == expected


# --- a request


def dying_requests(noon: Noon, copy: Path, request: Request) -> Iterator[bool]:
    """For each step of a request to a real server: whether, killed there and asked again, all is as if it lived."""
    noon.at(copy)
    server = serving(copy, 0)
    answer = request(server.url)
    server.stop()
    expected = state(copy)
    for steps in count(1):
        noon.at(copy)
        server = serving(copy, steps)
        lived = True
        try:
            request(server.url)
        except httpx.TransportError:
            lived = False
        if lived:
            server.stop()
            return
        assert ended(server.process) == -signal.SIGKILL
        server = serving(copy, 0)
        again = request(server.url)
        server.stop()
        yield again == answer and state(copy) == expected


@dataclass(frozen=True)
class Serving:
    """A server process on loopback."""

    process: int
    url: str

    def stop(self) -> None:
        os.kill(self.process, signal.SIGTERM)
        assert ended(self.process) == 0


def serving(path: Path, steps: int) -> Serving:
    """A server process over this folder that dies at the n-th step after it began to listen."""
    reader, writer = os.pipe()

    def serve() -> None:
        signal.signal(signal.SIGTERM, _stop)
        server = opened(path)
        web = create_server(create_app(server), host="127.0.0.1", port=0)
        Fuse(steps).light(server)
        os.write(writer, str(web.effective_port).encode())
        web.run()

    process = forked(serve)
    port = os.read(reader, 5).decode()
    os.close(reader)
    os.close(writer)
    return Serving(process, f"http://127.0.0.1:{port}")


def _stop(*_: object) -> NoReturn:
    os._exit(0)


def send_vector(noon: Noon) -> Request:
    def request(url: str) -> Any:
        noon.last.send = over_http(url)
        answer = noon.last.put(noon.address, noon.data)
        return answer.status_code, answer.json

    return request


def check_in(noon: Noon) -> Request:
    number, nonce = noon.last.number, "ab" * 32

    def request(url: str) -> Any:
        noon.last.send = over_http(url)
        answer = noon.last.check_in(nonce, number)
        return answer.status_code, answer.json

    return request


def main(what: str, folder: Path) -> None:
    noon, copy = prepare(folder / "noon"), folder / "copy"
    requests = {"vector": send_vector, "check-in": check_in}
    found = dying_nights(noon, copy) if what == "night" else dying_requests(noon, copy, requests[what](noon))
    print(json.dumps(list(found)))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
