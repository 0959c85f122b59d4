"""An epoch's tree is made in short steps, which survive a kill, and nobody is shown an epoch that is being made."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.rounds.cohort.epochs import epochs, public_record
from pdd_server.services.rounds.nightly_context import NightlyContext
from pdd_server.services.short_steps import Pace
from pdd_server.store import donors
from pdd_server.store.rounds.cohort import cohort_epochs
from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch
from pdd_server.store.rounds.cohort.cohort_tables import cohort_leaves, cohort_tickets
from pdd_shared.protocol.messages import LogPart
from tests.server.services.rounds.cohort.simulated_donors import CohortPlayer, Failed, cohort_players, cohort_server
from tests.server.simulated_server import HandClock, keep_order, night

DONORS = 5


class Killed(Exception):
    """Stands for a kill between two steps."""


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    made = cohort_server(tmp_path, clock)
    yield made
    made.store.dispose()


@pytest.fixture
def players(server: Deployment, clock: HandClock) -> list[CohortPlayer]:
    """Return the donors whose tickets the server has, on the first day on which it can make a tree."""
    crowd = cohort_players(server, DONORS)
    for player in crowd:
        player.work("ticket")
    clock.next_day()
    return crowd


def _begin(server: Deployment, clock: HandClock) -> StoredEpoch | None:
    """Begin the epoch that is due, one ticket in each transaction."""
    night = NightlyContext(clock.now.date(), (), server.config, server.identity, server.online_key, keep_order)
    return epochs.begin(server.store, night, lambda *_: None, Pace(rows=1, most=1))


def _kill_after_one_ticket(server: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin the epoch, and end with `Killed` as soon as one ticket more is seated."""
    seat, seated = cohort_epochs.seat_tickets, list[None]()

    def seat_one(*given: Any) -> None:
        if seated:
            raise Killed
        seated.append(seat(*given))

    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(cohort_epochs, "seat_tickets", seat_one)
        _begin(server, clock)


def _digests(server: Deployment) -> tuple[list[bytes], list[bytes]]:
    """Return the digests of the seated tickets, in the order of their leaves, and those of the spare tickets."""
    seated = select(cohort_leaves.c.digest).order_by(cohort_leaves.c.epoch, cohort_leaves.c.leaf)
    spare = select(cohort_tickets.c.digest)
    with server.store.read() as connection:
        return list(connection.execute(seated).scalars()), list(connection.execute(spare).scalars())


def _erase_one_without_a_seat(server: Deployment) -> None:
    with server.store.read() as connection:
        donor = connection.execute(select(cohort_tickets.c.donor)).scalars().first()
    with server.store.write() as connection:
        donors.erase(connection, str(donor))


def published_log(server: Deployment) -> list[str]:
    """Return the kinds of the lines in the public log's file."""
    part = LogPart.model_validate_json((server.folder.published / "log.json").read_bytes())
    return [line.partition(" ")[0] for line in part.lines]


def test_nobody_is_shown_an_epoch_before_it_is_published(
    server: Deployment, players: list[CohortPlayer], clock: HandClock
) -> None:
    """A run that is killed after an epoch began shows no donor its line: the published files lack it."""
    assert _begin(server, clock) is not None
    for player in players:
        player.tasks()
        assert player.log.lines == ()
    night(server)
    players[0].tasks()
    assert published_log(server) == ["epoch"]
    assert len(players[0].log.epochs) == 1


def test_a_day_waits_until_its_epoch_is_published(
    server: Deployment, players: list[CohortPlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the files can't be written, the next run plans the epoch's first day. No donor is asked before."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space"):
        patch.setattr(public_record, "write_all", fail)
        night(server)
    assert [task.kind for task in players[0].tasks()] == ["ticket"]
    night(server)
    assert "upload" in [task.kind for task in players[0].tasks()]


def test_a_days_donors_are_counted_before_it_is_planned(
    server: Deployment, players: list[CohortPlayer], clock: HandClock
) -> None:
    """No write transaction of a nightly run counts the donors of a day: with a million, others would wait for it."""
    transactions = [list[str]()]

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        transactions[-1].append(statement)

    for player in players:
        player.work()
    clock.next_day()
    event.listen(server.store.engine, "begin", lambda _: transactions.append([]))
    event.listen(server.store.engine, "before_cursor_execute", note)
    night(server)
    together = ["\n".join(statements) for statements in transactions]
    counting = [one for one in together if "count(*)" in one and "activity.day =" in one]
    assert any("INSERT INTO rounds" in one for one in together)
    assert counting
    assert [one for one in counting if "INSERT" in one] == []


@pytest.mark.usefixtures("players")
def test_a_tree_whose_making_is_killed_after_each_ticket_is_the_same(
    server: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is killed after each ticket goes on where it ended; all tickets are seated in order of digests."""
    _, spare = _digests(server)
    for _ in range(DONORS - 1):
        _kill_after_one_ticket(server, clock, monkeypatch)
        with server.store.read() as connection:
            assert cohort_epochs.all_of(connection) == []
            assert epochs.last(connection) is None
    made = _begin(server, clock)
    assert made is not None
    assert (made.number, made.size, made.start) == (0, DONORS, clock.now.date())
    assert _digests(server) == (sorted(spare), [])
    assert _begin(server, clock) is None


def test_tickets_wait_while_a_tree_is_made(
    server: Deployment, players: list[CohortPlayer], clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a tree is made, no donor is asked for a ticket, and one that comes is answered 503 with Retry-After.

    A resend of a seated ticket waits, too, and later gets the receipt of its leaf. A new ticket is appended later.
    """
    (late,) = cohort_players(server, 1, first=DONORS + 1)
    asked = late.tasks()
    for _ in range(2):
        _kill_after_one_ticket(server, clock, monkeypatch)
    assert [player.tasks() for player in (*players, late)] == [[]] * (DONORS + 1)
    with pytest.raises(Failed, match="busy"):
        late.do(asked[0])
    made = _begin(server, clock)
    assert made is not None
    assert made.size == DONORS
    late.work("ticket")
    assert late.tickets[0].receipt is not None
    assert late.tickets[0].receipt.index == DONORS


def test_an_erased_donor_gets_no_leaf(
    server: Deployment, players: list[CohortPlayer], clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A donor who is erased while the tree is made does not stop it; without a seat yet, it gets no leaf."""
    _kill_after_one_ticket(server, clock, monkeypatch)
    _erase_one_without_a_seat(server)
    made = _begin(server, clock)
    assert made is not None
    assert made.size == len(players) - 1


def test_a_tree_that_shrank_below_what_homes_accept_is_given_up(
    server: Deployment, players: list[CohortPlayer], clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An early tree needs a fifth more leaves. If a donor is erased while it is made, it never gets into the log."""
    night(server)
    crowd = [*players, *cohort_players(server, 1, first=DONORS + 1)]
    for player in crowd:
        player.work("ticket")
    clock.next_day()
    _kill_after_one_ticket(server, clock, monkeypatch)
    _erase_one_without_a_seat(server)
    assert _begin(server, clock) is None
    assert len(_digests(server)[1]) == DONORS
    night(server)
    with server.store.read() as connection:
        assert [one.number for one in cohort_epochs.all_of(connection)] == [0]
    assert published_log(server) == ["epoch"]


def test_a_tree_that_lost_its_donors_is_given_up(
    server: Deployment, players: list[CohortPlayer], clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If too few donors are left for a tree, it is given up. Those who are left send their tickets for the next one."""
    _kill_after_one_ticket(server, clock, monkeypatch)
    for player in players[:3]:
        assert player.send("/v1/donor", method="DELETE", headers=player.headers).status_code == 204
    assert _begin(server, clock) is None
    assert _digests(server)[0] == []
    crowd = [*players[3:], *cohort_players(server, 3, first=DONORS + 1)]
    for player in crowd:
        player.work("ticket")
    clock.next_day()
    made = _begin(server, clock)
    assert made is not None
    assert (made.number, made.size) == (0, DONORS)
