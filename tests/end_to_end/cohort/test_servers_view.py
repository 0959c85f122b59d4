"""Only certified sums follow from everything that a server received and wrote in a week, with c members' keys.

Homes and server are the real ones, over WSGI. Every request is kept, and the server's files are copied after each.
Leaks are planted to show that the same test finds each of them.
"""

import json
import logging
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from pdd_client.gateways.clock import RehearsalClock
from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_server.services.operations.data_folder import Folder, open_folder
from pdd_server.web.application import create_app
from pdd_shared.rounds.cohort.masking.field import to_wire, total
from scripts.rehearsal.recorded_randomness import UploadRandomness
from tests.end_to_end.worlds.cohort_recorder import Recorder, explained
from tests.end_to_end.worlds.cohort_weeks import Week, after, given_by
from tests.support.cohort.server_records import Answered, Homes, Records, Sent, findings
from tests.support.cohort.server_traces import Copies, find, standing, told, traces
from tests.support.lying_server.linear_view import Kind, part

SIZE = 7
BAD = frozenset([1, 4])
"""c of the seven members' keys are the attacker's."""
ALONE = 6
"""The one home in Scotland."""
HONEST = frozenset(range(SIZE)) - BAD


@dataclass(eq=False)
class Seen:
    """Some days as the server saw them."""

    records: Records
    copies: Copies
    left: bytes = field(repr=False)
    """The files at the end."""


Wrap = Callable[[Any, Path], Any]
"""A web application of a server's folder, in place of another one."""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    """Seven homes for a week, of which one is away for four days, and others miss an evening."""
    away = {after(2): {5}, after(3): {5, 2}, after(4): {5}, after(5): {5}}
    return observed(tmp_path_factory.mktemp("week"), 8, away)


def observed(
    folder: Path, nights: int, away: Mapping[date, Collection[int]], wrap: Wrap = lambda app, _folder: app
) -> Seen:
    """Play so many days and nights of seven homes; keep every message to the server, and its files after each."""
    with Week(folder) as week:
        server = open_folder(Folder(folder / "server"), RehearsalClock(week.clock))
        copies = Copies(folder / "server")
        app = wrap(create_app(server).wsgi_app, folder / "server")
        recorder = Recorder(httpx.WSGITransport(app=app), copies.take)
        week.connect, week.url = lambda url: ServerHttp(url, recorder), "http://localhost"
        log = _Log(copies)
        logging.getLogger().addHandler(log)
        try:
            week.join(range(SIZE), {ALONE: "scotland"})
            for day in map(after, range(1, nights)):
                week.day(day, *(number for number in range(SIZE) if number not in away.get(day, ())))
                copies.take()
            week.night_before(after(nights))
            copies.take()
            week.check_published()
        finally:
            logging.getLogger().removeHandler(log)
            server.store.dispose()
        records = explained(recorder.exchanges, Homes(week.draws, given_by(week.homes)))
        return Seen(records, copies, standing(folder / "server"))


class _Log(logging.Handler):
    """A log handler that keeps every line."""

    def __init__(self, copies: Copies) -> None:
        super().__init__(logging.DEBUG)
        self._copies = copies

    def emit(self, record: logging.LogRecord) -> None:
        self._copies.add(self.format(record).encode())


def audit(records: Records, text: bytes) -> list[str]:
    """Return what an attacker learns beyond the certified sums, and what the server should not have written."""
    found = find(traces(records), text)
    view = records.view(BAD)
    for trace in found:
        view.observe(trace.forms)
    first = _first_of_their_day(records)
    written = told(trace for trace in found if trace.forms or trace.sent not in first)
    return findings(records, view, BAD) + [f"{name} was written down" for name in written]


def _first_of_their_day(records: Records) -> list[Sent]:
    """Return each day's first upload. Running sums over one upload equal it; after the second, no file may have one."""
    return list({sent.frame.context: sent for sent in reversed(records.sent)}.values())


@pytest.mark.slow
def test_a_week_tells_the_certified_sums_alone(seen):
    """A week reveals only sums of whole lists, from requests, files, the log, and c members' keys.

    Each such sum has the noise of every honest donor on the list. The home that is alone in its region is in no smaller
    sum than the others.
    """
    records = seen.records
    lengths = [len(nonces) for nonces in records.listed.values()]
    assert (len(lengths) >= 3, min(lengths), max(lengths)) == (True, SIZE - 1, SIZE)
    assert audit(records, seen.copies.text) == []
    smallest = min(len({sent.donor for sent in listed} & HONEST) for listed in records.lists())
    view = records.view(BAD)
    assert (view.fewest_keys(HONEST), view.fewest_counts(HONEST)) == (smallest, smallest)
    assert smallest >= 4


@pytest.mark.slow
def test_a_home_alone_in_its_region_is_not_read(seen):
    """The numbers of the only home in Scotland are known only with the noise of all honest donors.

    Under `plain` the server reads them exactly (test_alone_in_a_block).
    """
    records, view = seen.records, seen.records.view(BAD)
    for listed in records.lists():
        (alone,) = [sent for sent in listed if sent.donor == ALONE]
        counts = [dict.fromkeys(part(form, Kind.COUNT), 1) for form in records.message(alone)]
        assert not any(view.knows(form) for form in [*counts, *records.message(alone), *records.key(alone)])


@pytest.mark.slow
def test_the_search_sees_what_stood_in_the_files(seen):
    """The search finds a day's first upload in the files, where the sums equal it until the second comes.

    It finds nothing of other uploads, and of the first ones nothing but what arrived.
    """
    found = find(traces(seen.records), seen.copies.text)
    first = _first_of_their_day(seen.records)
    assert {trace.name.split()[0] for trace in found} == {"ciphertext", "hidden"}
    assert {trace.sent for trace in found} == set(first)


@pytest.mark.slow
def test_nothing_of_a_single_upload_stays(seen):
    """At the week's end the files, their free pages and the write-ahead log hold no upload, not even a day's first."""
    over = {after(ahead) for ahead in range(4)}
    wanted = [trace for trace in traces(seen.records) if trace.sent.frame.plan.day in over]
    assert told(find(wanted, seen.left)) == {}


def a_nonce_used_twice(records: Records) -> None:
    """A home uploads again under the same nonce, with a fresh key."""
    sent = records.sent[0]
    records.sent.append(
        replace(sent, drawn=UploadRandomness(secrets.token_bytes(len(sent.drawn.noise)), secrets.token_bytes(32)))
    )


def two_lists(records: Records) -> None:
    """The honest members also answer for a second list of a day: the first one without one donor."""
    listed = next(records.lists())
    some = [sent for sent in listed if sent.donor != ALONE]
    for place in range(1, SIZE + 1):
        _answer(records, place, some)


def one_donors_streams(records: Records) -> None:
    """A quorum reveals the streams of one donor."""
    (sent,) = [sent for sent in next(records.lists()) if sent.donor == ALONE]
    for place in range(1, sent.frame.quorum + 1):
        _answer(records, place, [sent])


def _answer(records: Records, place: int, some: list[Sent]) -> None:
    words = total(np.array([sent.streams[place - 1] for sent in some]))
    records.answered.append(Answered(some[0].frame, place, words))


def missing_noise(records: Records) -> None:
    """One home's upload of an opened day has no noise in it."""
    (sent,) = [sent for sent in next(records.lists()) if sent.donor == ALONE]
    records.sent[records.sent.index(sent)] = replace(sent, noisy=False)


@pytest.mark.slow
@pytest.mark.parametrize("leak", [a_nonce_used_twice, two_lists, one_donors_streams, missing_noise])
def test_a_planted_leak_is_found(seen, leak):
    """The test that the honest week passes finds each planted leak."""
    records = Records(seen.records.homes, [*seen.records.sent], [*seen.records.answered], {**seen.records.listed})
    leak(records)
    assert audit(records, b"\0" * 64) != []


@pytest.mark.slow
def test_bytes_that_the_server_wrote_are_found(seen):
    """An upload, share or vector that the server wrote only for a moment is found, in any of several encodings."""
    sent = next(sent for sent in next(seen.records.lists()) if sent.donor == ALONE)
    numbers = sent.frame.layout.fill(seen.records.homes.given(ALONE, sent.frame.plan.day))
    vector = numbers + sent.drawn.shares(sent.frame.layout)
    leaks = [
        sent.upload.ciphertext.tobytes(),
        to_wire(sent.upload.shares.ravel()),
        sent.streams.tobytes(),
        json.dumps(vector.tolist()).encode(),
        sent.drawn.seed,
    ]
    for leak in leaks:
        assert audit(seen.records, seen.copies.text + b"x" * 5 + leak + b"y" * 9) != []


def keeping(app: Any, folder: Path) -> Any:
    """A server that keeps each body beside its database."""

    def kept(environ: dict[str, Any], start: Any) -> Any:
        body = environ["wsgi.input"].read()
        with (folder / "requests").open("ab") as file:
            file.write(body)
        return app({**environ, "wsgi.input": BytesIO(body)}, start)

    return kept


@pytest.mark.slow
def test_a_server_that_keeps_uploads_is_found(tmp_path):
    """The same test finds the leak of a real server that appends every body to a file."""
    leaking = observed(tmp_path, 3, {}, keeping)
    assert audit(leaking.records, leaking.copies.text) == ["ciphertext was written down", "hidden was written down"]
