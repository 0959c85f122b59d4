"""Answers with many rows: little memory, a bounded share of threads, and nobody waits for slow readers."""

import gzip
import io
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import httpx
import pandas as pd
import pytest

from pdd_server.errors import Rejected
from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.model import Role
from pdd_server.services.concurrency_limit import AT_ONCE, Turns
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from pdd_server.web.api import campaigns, published_results
from pdd_server.web.api.researchers import results
from pdd_server.web.application import create_app
from pdd_server.web.results import campaign_report
from tests.server.services.results.synthetic_results import long_campaign, made_up
from tests.server.simulated_server import client_of, donors
from tests.server.web.api.test_registration import problem
from tests.server.web.people import add_person, token_of
from tests.support.processes.server_program import COMMAND
from tests.support.processes.timeouts import PATIENCE

ENTRIES, DAYS = 2_000, 200
URL = "/v1/campaigns/flu/results"
PART = "from=2000-01-01"
MODULES = (published_results, campaign_report, campaigns, results)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder of a server with 400,000 published rows."""
    path = tmp_path_factory.mktemp("long")
    server = made_up(path, long_campaign(ENTRIES, DAYS), DAYS)
    exports.write_all(server.store, server.folder.published)
    server.store.dispose()
    return path / "data"


@pytest.fixture
def served(data: Path) -> Iterator[tuple[str, int]]:
    """Return the address and process id of a real server on the folder."""
    command = [*COMMAND, "run", "--no-nights", "--port", "0", "--data", data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().split()[-1], process.pid
        process.send_signal(signal.SIGTERM)


def peak(process: int) -> int:
    """Return a process's peak memory in MB."""
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) // 1024


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_long_answer_takes_little_memory(served: tuple[str, int], form: str) -> None:
    """Four answers of 400,000 rows at once take less than 100 MB together."""
    url, process = served
    httpx.get(f"{url}{URL}.{form}?{PART}&limit=1", timeout=PATIENCE)
    before, lengths = peak(process), list[int]()

    def read() -> None:
        with httpx.stream("GET", f"{url}{URL}.{form}?{PART}", timeout=PATIENCE) as answer:
            lengths.append(sum(map(len, answer.iter_bytes())))

    readers = [Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert len(set(lengths)) == 1
    assert lengths[0] > ENTRIES * DAYS * 40
    assert peak(process) - before < 100


@pytest.mark.slow
@pytest.mark.sqlite
def test_nobody_waits_for_readers_that_do_not_read(served: tuple[str, int]) -> None:
    """While more long answers are asked for than may be made at once, and not read, another reader gets its answer."""
    url, _ = served
    with ExitStack() as stack:
        for _ in range(AT_ONCE + 1):
            slow = stack.enter_context(socket.create_connection((urlsplit(url).hostname, urlsplit(url).port)))
            slow.sendall(f"GET {URL}.csv?{PART} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert slow.recv(12) == b"HTTP/1.1 200"
        answer = httpx.get(f"{url}{URL}.csv?{PART}&to=2026-11-01", timeout=60)
    assert answer.status_code == 200


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Deployment]:
    server = made_up(tmp_path, long_campaign(20, 10), 10, listed=50)
    exports.write_all(server.store, server.folder.published)
    published_results.forget()
    yield server
    server.store.dispose()


def use(monkeypatch: pytest.MonkeyPatch, turns: Turns) -> None:
    for module in MODULES:
        monkeypatch.setattr(module, "LONG_ANSWERS", turns)


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_an_answer_in_pieces_is_the_same(server: Deployment, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """An answer sent in pieces and compressed has the bytes of the whole, and only the whole is cached."""
    monkeypatch.setattr("pdd_server.services.results.table_slices._BATCH", 7)
    client = client_of(server)
    whole = client.get(f"{URL}.{form}?{PART}")
    assert "Content-Length" in whole.headers
    published_results.forget()
    monkeypatch.setattr(published_results, "_STREAMED", 1)
    pieces = client.get(f"{URL}.{form}?{PART}", headers={"Accept-Encoding": "gzip"})
    assert pieces.headers.get("Content-Encoding") == ("gzip" if form == "json" else None)
    assert (gzip.decompress(pieces.data) if form == "json" else pieces.data) == whole.data
    assert pieces.headers["ETag"] == whole.headers["ETag"]
    assert len(published_results._kept) == (1 if form == "parquet" else 0)


def test_a_reader_that_leaves_gives_its_turn_back(server: Deployment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers that are dropped unread, or asked for with HEAD, free their turn for the next."""
    use(monkeypatch, Turns(1, 0))
    monkeypatch.setattr("pdd_server.services.results.table_slices._BATCH", 7)
    monkeypatch.setattr(published_results, "_STREAMED", 1)
    client = create_app(server).test_client()
    dropped = client.get(f"{URL}.csv?{PART}")
    assert problem(client.get(f"{URL}.json?{PART}")) == "busy"
    dropped.close()
    client.head(f"{URL}.csv?{PART}").close()
    last = client.get(f"{URL}.csv?{PART}", buffered=True)
    assert len(pd.read_csv(io.BytesIO(last.data))) > 7


def test_long_answers_are_refused_while_too_many_are_made(server: Deployment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit parts, pages and sums answer `busy` with Retry-After; donors and cached answers go on."""
    client, token = client_of(server), token_of(server, add_person(server, Role.ADMINISTRATOR), Scope.READ)
    kept = client.get(f"{URL}.csv?entry=word1").data
    (donor,) = donors(server, 1)
    use(monkeypatch, Turns(0, 0))
    addresses = [f"{URL}.{form}?{PART}" for form in ("csv", "json", "parquet")]
    for address in (*addresses, "/campaigns/flu?from=2026-11-12", "/v1/portal/campaigns/flu/entries"):
        answer = client.get(address, headers=token)
        assert problem(answer) == "busy"
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
    page = client.get("/campaigns/flu?from=2026-11-12", headers={"Accept": "text/html,*/*;q=0.8"})
    assert (page.status_code, page.mimetype) == (503, "text/html")
    assert "Wait a few seconds, then load the page again." in page.text
    assert int(page.headers["Retry-After"]) > 0
    assert client.get(f"{URL}.csv?entry=word1").data == kept
    assert client.get(f"{URL}.csv").status_code == 200
    assert donor.check_in().status_code == 200


def test_turns_are_waited_for_and_refused_beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    """One request holds the only turn, one waits and gets it, and the third is refused at once; waiting is limited."""
    turns, begun = Turns(1, 1), Event()

    def wait() -> None:
        with turns.turn():
            begun.set()

    with turns.turn():
        with pytest.raises(Rejected, match="busy"), turns.turn(patience=0):
            raise AssertionError
        waiting = Thread(target=wait)
        waiting.start()
        while turns._places._value:  # type: ignore[attr-defined]
            assert waiting.is_alive()
        with pytest.raises(Rejected, match="busy"), turns.turn():
            raise AssertionError
        assert not begun.is_set()
    waiting.join(PATIENCE)
    assert begun.is_set()


@pytest.mark.parametrize(("most", "status"), [(81, 200), (80, 400)])
def test_a_part_has_a_bound(server: Deployment, monkeypatch: pytest.MonkeyPatch, most: int, status: int) -> None:
    """A part has a limit on listed rows; a larger one is refused with what to ask for, and pages are not limited."""
    rows: Any = pd.read_csv(io.BytesIO(client_of(server).get(f"{URL}.csv").data))
    assert len(rows) == 81
    monkeypatch.setattr("pdd_server.services.results.table_slices.MOST_STREAMED", most)
    answer = client_of(server).get(f"{URL}.csv?{PART}")
    assert answer.status_code == status
    if status == 400:
        assert "limit=100000" in answer.json["detail"]
    assert client_of(server).get(f"{URL}.csv?{PART}&limit=81").status_code == 200
