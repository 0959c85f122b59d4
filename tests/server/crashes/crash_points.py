"""A server killed (SIGKILL) at each of its steps in turn, restarted, and compared with one that was never killed.

test_crashed_server.py runs it as a process: `python -m tests.server.crashes.crash_points WHAT DIR`. WHAT is a key of
WORK. It prints for each step whether the end was the same. A step is an SQL statement, a commit, or half of what
is written to the ledger.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import httpx
from sqlalchemy import event
from waitress.server import create_server  # type: ignore[import-untyped]

from pdd_server.clock import rehearsal_clock
from pdd_server.services.ledger.entries import Ledger
from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from pdd_server.services.results.exports import exports
from pdd_server.web.application import create_app
from tests.server.crashes.crash_scenarios import Noon, cohort_noon, plain_noon
from tests.server.simulated_server import dump, night, over_http
from tests.support.processes.timeouts import PATIENCE

Request = Callable[[str], Any]


@dataclass
class Fuse:
    """Kills its own process at the n-th step after it was armed."""

    steps: int

    def burn(self, *_: object, **__: object) -> None:
        self.steps -= 1
        if self.steps == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def light(self, server: Deployment) -> None:
        event.listen(server.store.engine, "before_cursor_execute", self.burn)
        event.listen(server.store.engine, "commit", self.burn)
        write = LedgerFile._write

        def in_halves(ledger: LedgerFile, text: bytes) -> None:
            self.burn()
            write(ledger, text[: len(text) // 2])
            self.burn()
            write(ledger, text)
            self.burn()

        LedgerFile._write = in_halves  # type: ignore[method-assign]


def opened(path: Path) -> Deployment:
    return open_folder(Folder(path / "data"), rehearsal_clock(path / "now"))


def state(path: Path) -> tuple[list[str], Ledger]:
    """Return the content of a server's database, and what its ledger says, in whichever order."""
    server = opened(path)
    left = dump(server), replace(server.ledger.read(), head="")
    server.store.dispose()
    return left


def forked(work: Callable[[], None]) -> int:
    """Fork a process that does this work and ends; return its process id."""
    process = os.fork()
    if process == 0:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return process


def ended(process: int) -> int:
    """Return how a process ended: 0 or 1, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


# --- the night


def dying_nights(noon: Noon, copy: Path) -> Iterator[bool]:
    """Yield for each step whether a nightly run killed there and repeated gives the same end as an unkilled one."""

    def run(steps: int) -> None:
        server = opened(copy)
        Fuse(steps).light(server)
        night(server)
        server.store.dispose()

    (noon.folder / "now").write_text(noon.next_night.isoformat())
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
    """Yield for each step whether a request killed there and repeated gives the same end as an unkilled one."""
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
    """Start a server process over this folder that is killed at the n-th step after it began to listen."""
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


def send(noon: Noon) -> Request:
    def request(url: str) -> Any:
        noon.last.send = over_http(url)
        answer = noon.last.put(noon.address, noon.data)
        return answer.status_code, answer.json

    return request


def look(noon: Noon) -> Request:
    def request(url: str) -> Any:
        answer = httpx.get(url + noon.address, headers=noon.last.headers, timeout=PATIENCE)
        return answer.status_code, answer.content.hex()

    return request


def check_in(noon: Noon) -> Request:
    number, nonce = noon.last.number, "ab" * 32

    def request(url: str) -> Any:
        noon.last.send = over_http(url)
        answer = noon.last.check_in(nonce, number)
        return answer.status_code, answer.json

    return request


# --- what is killed

Work = Callable[[Path, Path], Iterator[bool]]


def of_requests(noon: Callable[[Path], Noon], request: Callable[[Noon], Request]) -> Work:
    """Run a request at a noon, killed at each of its steps."""

    def work(folder: Path, copy: Path) -> Iterator[bool]:
        made = noon(folder)
        return dying_requests(made, copy, request(made))

    return work


WORK: dict[str, Work] = {
    "night": lambda folder, copy: dying_nights(plain_noon(folder), copy),
    "vector": of_requests(plain_noon, send),
    "check-in": of_requests(plain_noon, check_in),
    "cohort-night": lambda folder, copy: dying_nights(cohort_noon(folder, "all"), copy),
    "ticket": of_requests(lambda folder: cohort_noon(folder, "ticket"), send),
    "upload": of_requests(lambda folder: cohort_noon(folder, "upload"), send),
    "list": of_requests(lambda folder: cohort_noon(folder, "list"), look),
    "signature": of_requests(lambda folder: cohort_noon(folder, "signature"), send),
    "answer": of_requests(lambda folder: cohort_noon(folder, "answer"), send),
}


if __name__ == "__main__":
    # A process cannot fork and go on with what polars began in it; test_crashed_exports.py kills the writer of files.
    exports.write_all = lambda *_: ()
    what, where = sys.argv[1], Path(sys.argv[2])
    print(json.dumps(list(WORK[what](where / "noon", where / "copy"))))
