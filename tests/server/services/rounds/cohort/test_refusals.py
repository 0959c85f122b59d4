"""Tickets, uploads, signatures and answers that the server refuses, each by name and without any change."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from pdd_server.jobs.nightly_run import Report
from pdd_server.services.operations.data_folder import Deployment, nightly_alone
from pdd_server.services.rounds.cohort.days import publication
from pdd_shared.protocol.messages import CertifyTask, OpenTask, UploadTask
from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.journal import Journal
from pdd_shared.rounds.cohort.day.member import opened_statement
from pdd_shared.rounds.cohort.epoch.tickets import Ticket, TicketSecrets, make_ticket
from pdd_shared.rounds.cohort.messages import CohortPlan
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
)
from tests.server.simulated_server import DAY, HandClock, client_of, dump, night, published
from tests.server.web.api.test_registration import problem
from tests.support.processes.timeouts import PATIENCE

OCTETS = "application/octet-stream"


@pytest.fixture
def cohort(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    made = cohort_server(tmp_path, clock)
    yield made
    made.store.dispose()


def ticket_of(player: CohortPlayer, **changed: bytes) -> Ticket:
    """Return a new ticket of a player's identity with these keys, but signed for its own keys."""
    secrets = TicketSecrets.generate(os.urandom)
    return replace(make_ticket(secrets, player.secrets.identity, player.identity), **changed)


def uploads_due(player: CohortPlayer) -> UploadTask:
    """Return the upload that a player is asked for, after it took its place in the epoch."""
    tasks = player.tasks()
    player.settle(tasks)
    (task,) = (task for task in tasks if isinstance(task, UploadTask))
    return task


def assert_refused(server: Deployment, answer: Any, name: str, before: list[str]) -> None:
    assert problem(answer) == name
    assert dump(server) == before


def test_lying_tickets(cohort: Deployment, clock: HandClock) -> None:
    """Tickets with foreign signatures, weak or doubled keys, second tickets and other epochs are refused; resends
    are answered.
    """
    first, second = cohort_players(cohort, 2)
    own = ticket_of(first)
    receipt = first.put_ticket(0, own)
    before = dump(cohort)
    assert first.put_ticket(0, own).json == receipt.json
    for epoch, ticket, name in (
        (0, ticket_of(second, signature=os.urandom(64)), "bad-signature"),
        (0, ticket_of(second, exchange=bytes(32)), "weak-key"),
        (0, ticket_of(second, signing=bytes(32)), "weak-key"),
        (0, _resigned(second, own), "duplicate-member"),
        (1, ticket_of(second), "too-late"),
        (4_000_000_000, ticket_of(second), "too-late"),
    ):
        assert_refused(cohort, second.put_ticket(epoch, ticket), name, before)
    assert_refused(cohort, first.put_ticket(0, ticket_of(first)), "different-vector", before)
    assert_refused(cohort, first.put_ticket(-1, ticket_of(first)), "no-such-round", before)


def _resigned(player: CohortPlayer, other: Ticket) -> Ticket:
    """Return a ticket with another's X25519 key, signed by its owner."""
    secrets = TicketSecrets.generate(os.urandom)
    mine = make_ticket(secrets, player.secrets.identity, player.identity)
    stolen = type("Stolen", (), {"exchange_public": other.exchange, "signing_public": mine.signing})
    return make_ticket(stolen, player.secrets.identity, player.identity)  # type: ignore[arg-type]


def test_a_ticket_whose_receipt_was_lost(cohort: Deployment, clock: HandClock) -> None:
    """A ticket sent again after its tree was made gets the receipt of its leaf, and no second leaf."""
    crowd = cohort_players(cohort, 4)
    own = ticket_of(crowd[0])
    lost = crowd[0].put_ticket(0, own)
    everybody(crowd[1:])
    begin_day(cohort, clock)
    before = dump(cohort)
    assert crowd[0].put_ticket(0, own).json == lost.json
    assert_refused(cohort, crowd[0].put_ticket(0, ticket_of(crowd[0])), "different-vector", before)


def collecting(server: Deployment, clock: HandClock, size: int = 4) -> list[CohortPlayer]:
    """Return players on the first day on which they are asked for uploads."""
    crowd = cohort_players(server, size)
    everybody(crowd)
    begin_day(server, clock)
    return crowd


def test_lying_uploads(cohort: Deployment, clock: HandClock) -> None:
    """Altered, foreign, misplaced and late uploads are refused, and none of them changes the sums."""
    crowd = collecting(cohort, clock)
    (address, data), player = crowd[0].upload(uploads_due(crowd[0])), crowd[0]
    (stranger,) = cohort_players(cohort, 1, first=9)
    late, _ = (crowd[1].upload(uploads_due(crowd[1])), crowd[1].check_in())
    before = dump(cohort)
    for who, where, sent, name in (
        (player, address, data[:-1], "wrong-size"),
        (player, address, data[:16] + b"\xff" * 4 + data[20:], "wrong-size"),
        (player, address, data[:40] + bytes([data[40] ^ 1]) + data[41:], "bad-signature"),
        (player, address, bytes([data[0] ^ 1]) + data[1:], "bad-signature"),
        (crowd[1], address, data, "bad-signature"),
        (stranger, address, data, "not-a-member"),
        (player, address.replace("2026-11-20", "2026-11-19"), data, "no-such-round"),
        (player, address[:-64] + "ab" * 32, data, "foreign-plan"),
        (player, address[:-64] + "AB" * 32, data, "foreign-plan"),
    ):
        assert_refused(cohort, who.put(where, sent), name, before)
    assert_refused(cohort, client_of(cohort).put(address, data=data, content_type=OCTETS), "not-registered", before)
    assert player.put(address, data).status_code == 200
    for _ in range(8):
        begin_day(cohort, clock)
    assert problem(crowd[1].put(*late)) == "too-late"


def test_a_leaf_has_one_upload(cohort: Deployment, clock: HandClock) -> None:
    """A resend, and another upload of a restored home, get the first upload's receipt; the sums keep the first."""
    crowd = collecting(cohort, clock)
    task = uploads_due(crowd[0])
    address, data = crowd[0].upload(task)
    receipt = crowd[0].put(address, data).json
    before = dump(cohort)
    restored = replace(crowd[0], journal=Journal(), seed=77)
    other = restored.upload(task)
    assert other[1] != data
    assert crowd[0].put(address, data).json == restored.put(*other).json == receipt
    assert dump(cohort) == before


@pytest.mark.slow
def test_many_uploads_at_once(cohort: Deployment, clock: HandClock) -> None:
    """Many threads that send at once, some twice, all get receipts for what is in the sums: each leaf once."""
    crowd = collecting(cohort, clock, 10)
    messages = [(player, *player.upload(uploads_due(player))) for player in crowd]
    sends = [client_of(cohort).open for _ in range(8)]

    def put(number: int) -> Any:
        player, address, data = messages[number % len(messages)]
        headers = {**player.headers, "Content-Type": OCTETS}
        return sends[number % len(sends)](address, method="PUT", data=data, headers=headers)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(put, range(30)))
    assert {answer.status_code for answer in answers} == {200}
    assert all(answers[number].json == answers[number % 10].json for number in range(30))
    with cohort.store.read() as connection:
        row = connection.exec_driver_sql("SELECT uploads FROM cohort_days").scalar_one()
        entries = connection.exec_driver_sql("SELECT count(*) FROM cohort_entries").scalar_one()
    assert row == entries == 10


def certifying(server: Deployment, clock: HandClock) -> list[CohortPlayer]:
    """Return players on the day on which DAY's list waits for their signatures."""
    crowd = collecting(server, clock)
    everybody(crowd, "ticket", "upload")
    for _ in range(2):
        begin_day(server, clock)
    return crowd


def due(player: CohortPlayer, kind: type[CertifyTask | OpenTask]) -> Any:
    """Return the task of a kind that a player has for DAY."""
    tasks = player.tasks()
    player.settle(tasks)
    return next(task for task in tasks if isinstance(task, kind))


def test_lying_signatures(cohort: Deployment, clock: HandClock) -> None:
    """A signature by or for another member is refused, and so are strangers who ask for the list."""
    crowd = certifying(cohort, clock)
    address, signature = crowd[0].signature(due(crowd[0], CertifyTask))
    where, place = address.rsplit("/", 1)
    other = next(number for number in "1234" if number != place)
    (stranger,) = cohort_players(cohort, 1, first=9)
    before = dump(cohort)
    for who, to, sent, name in (
        (crowd[0], address, os.urandom(64), "bad-signature"),
        (crowd[0], address, signature[:-1], "bad-signature"),
        (crowd[0], f"{where}/{other}", signature, "not-a-member"),
        (crowd[0], f"{where}/0", signature, "not-a-member"),
        (crowd[0], f"{where}/5", signature, "not-a-member"),
        (stranger, address, signature, "not-a-member"),
        (crowd[0], address.replace("/0/0/", "/1/0/"), signature, "no-such-round"),
        (crowd[0], address.replace("/0/0/", "/00/0/"), signature, "no-such-round"),
        (crowd[0], address.replace("signatures", "answers"), b"", "no-such-round"),
    ):
        assert_refused(cohort, who.put(to, sent), name, before)
    for what in ("lists", "certificates"):
        looked = stranger.send(f"/v1/rounds/{DAY}/{what}/0/0", headers=stranger.headers)
        assert_refused(cohort, looked, "not-a-member", before)
    early = crowd[0].send(f"/v1/rounds/{DAY}/certificates/0/0", headers=crowd[0].headers)
    assert_refused(cohort, early, "no-such-round", before)
    open_window = crowd[0].send(f"/v1/rounds/{DAY + timedelta(days=1)}/lists/0/0", headers=crowd[0].headers)
    assert_refused(cohort, open_window, "no-such-round", before)


@pytest.mark.slow
def test_lying_answers(cohort: Deployment, clock: HandClock) -> None:
    """An answer of another size, with words from q on, under another key, or different from the first, is refused."""
    crowd = certifying(cohort, clock)
    everybody(crowd, "certify")
    held = crowd[0].tickets[0]
    address, data = crowd[0].answer(due(crowd[0], OpenTask))
    before = dump(cohort)
    for sent, name in (
        (data[:-1], "wrong-size"),
        (b"\xff" * 4 + data[4:], "wrong-size"),
        (bytes([data[0] ^ 1]) + data[1:], "bad-signature"),
        (data[:-64] + SigningKey.generate().sign(data[:-64]).signature, "bad-signature"),
    ):
        assert_refused(cohort, crowd[0].put(address, sent), name, before)
    assert crowd[0].put(address, data).status_code == crowd[0].put(address, data).status_code == 204
    before = dump(cohort)
    assert_refused(
        cohort, crowd[0].put(address, _other_answer(cohort, held.secrets, address, data)), "different-answer", before
    )


def _other_answer(server: Deployment, secrets: TicketSecrets, address: str, data: bytes) -> bytes:
    """Return another answer of the member with a valid signature."""
    total = bytes([data[0] ^ 1]) + data[1:-64]
    with server.store.read() as connection:
        row = connection.exec_driver_sql("SELECT context, digest FROM cohort_days WHERE day = '2026-11-20'").one()
    said = opened_statement(row.context, row.digest, int(address.rsplit("/", 1)[1]), total)
    return total + secrets.signing.sign(said).signature


@pytest.mark.slow
def test_a_liars_answer_is_left_out(cohort: Deployment, clock: HandClock) -> None:
    """If one of ten members answers garbage, the sum opens right, and the liar's place is remembered for the epoch."""
    crowd = collecting(cohort, clock, 10)
    everybody(crowd, "ticket", "upload")
    for _ in range(2):
        begin_day(cohort, clock)
    everybody(crowd, "certify")
    address, data = crowd[0].answer(due(crowd[0], OpenTask))
    lie = _other_answer(cohort, crowd[0].tickets[0].secrets, address, data)
    assert crowd[0].put(address, lie).status_code == 204
    everybody(crowd[1:], "open")
    assert begin_day(cohort, clock).published == (DAY,)
    with cohort.store.read() as connection:
        found = connection.exec_driver_sql("SELECT place FROM cohort_wrong_places").scalars().all()
    assert list(found) == [int(address.rsplit("/", 1)[1])]


def test_a_list_is_charged_once_when_it_is_shown(cohort: Deployment, clock: HandClock) -> None:
    """A day is charged when a member first fetches its list, and once only, whoever else asks."""
    crowd = certifying(cohort, clock)
    for player in crowd:
        assert _charges(cohort) == (0 if player is crowd[0] else 1)
        player.get(f"/v1/rounds/{DAY}/lists/0/0")
    assert _charges(cohort) == 1


def _charges(server: Deployment) -> int:
    with server.store.read() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM charges").scalar_one())


def test_a_signature_tells_that_the_list_was_shown(cohort: Deployment, clock: HandClock) -> None:
    """A restored server that forgot who fetched a list charges the day at a member's signature."""
    crowd = certifying(cohort, clock)
    address, signature = crowd[0].signature(due(crowd[0], CertifyTask))
    with cohort.store.write() as connection:
        connection.exec_driver_sql("UPDATE cohort_days SET list_disclosed = false")
        connection.exec_driver_sql("DELETE FROM charges")
    assert crowd[0].put(address, signature).status_code == 204
    assert _charges(cohort) == 1


@pytest.mark.slow
def test_a_failing_day_does_not_stop_other_days(
    cohort: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If one of two due sums can't be written, the other is published, and the error is raised at the end."""
    crowd = collecting(cohort, clock)
    everybody(crowd, "ticket", "upload")
    for _ in range(3):
        begin_day(cohort, clock)
        everybody(crowd, "ticket", "upload")
    everybody(crowd, "certify")
    everybody(crowd, "open")
    add_opened = publication.add_opened

    def fails_once(connection: Any, plan: CohortPlan, active: int, opened: Any) -> None:
        if plan.day == DAY:
            raise RuntimeError("a full disk")
        add_opened(connection, plan, active, opened)

    monkeypatch.setattr(publication, "add_opened", fails_once)
    with pytest.raises(RuntimeError, match="a full disk"):
        begin_day(cohort, clock)
    assert [day["day"] for day in published(cohort)["days"]] == [(DAY + timedelta(days=1)).isoformat()]
    monkeypatch.undo()
    assert night(cohort).published == (DAY,)


@pytest.mark.slow
def test_two_nights_at_once_do_the_work_once(cohort: Deployment, clock: HandClock) -> None:
    """Two nightly runs of one date at once publish a day once and leave what one run leaves."""
    crowd = certifying(cohort, clock)
    everybody(crowd, "certify")
    everybody(crowd, "open")
    clock.next_day()

    def waiting_night(_: int) -> Report:
        with nightly_alone(cohort.folder, PATIENCE):
            return night(cohort)

    with ThreadPoolExecutor(2) as pool:
        reports = list(pool.map(waiting_night, range(2)))
    assert sorted(report.opened for report in reports)[0] == ()
    (day,) = published(cohort)["days"]
    assert (day["day"], day["noise"]["shares"]) == (DAY.isoformat(), [[4, 2]])


def test_a_failing_upload_does_not_stop_its_batch(
    cohort: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If one upload of a batch stops the server's work, the others are taken, and only that one gets an error."""
    crowd = collecting(cohort, clock)
    messages = [player.upload(uploads_due(player)) for player in crowd]
    leaves = [player.places[0].leaf.index for player in crowd]
    admit = server.admit

    def fails_for_one(state: Any, leaf: int, draw: Any) -> None:
        if leaf == leaves[0]:
            raise RuntimeError("a bad sector")
        admit(state, leaf, draw)

    monkeypatch.setattr(server, "admit", fails_for_one)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda pair: pair[0].put(*pair[1]), zip(crowd, messages, strict=True)))
    assert [answer.status_code for answer in answers] == [500, 200, 200, 200]
