"""What a `cohort` home keeps and how long, and how it recovers from its own and the server's accidents."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest

from pdd_client.core.committee_duty import ServedEpoch, served_until
from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_shared.protocol.days import day_bounds
from pdd_shared.rounds.cohort.day.journal import Entry, Key, Kind
from pdd_shared.rounds.cohort.day.server import Certifying, Opening
from pdd_shared.rounds.cohort.messages import Reset
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import Player, crowd, everybody, player
from tests.client.fakes import NOON, URL, Clock, open_donor

DATA_DAY = NOON.date()
ONE = timedelta(days=1)


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    return CohortServer(clock)


@pytest.fixture
def players(tmp_path: Path, server: CohortServer) -> Iterator[list[Player]]:
    """Return four homes that have sent their tickets."""
    with crowd(tmp_path, server) as players:
        yield players


def secrets(one: Player) -> dict[str, int]:
    """Return how many secrets of each kind the home's file has."""
    file = one.donor.home / "donor.sqlite"
    with closing(sqlite3.connect(file)) as database:
        count = {
            table: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("tickets", "agreements", "epoch_leaves", "lists")
        }
        count["uploads"] = database.execute("SELECT count(*) FROM cohort_journal WHERE kind = 'upload'").fetchone()[0]
    return count


def token_of(donor: Donor) -> str:
    """Return the token with which a home is registered now."""
    credentials = donor.installation.credentials()
    assert credentials is not None
    return credentials.token


def test_before_the_first_tree_a_home_waits(server: CohortServer, players: list[Player]) -> None:
    """Before the first tree the status says that too few have joined; then it says until when the home serves."""
    assert players[0].donor.status().waits_for_epoch
    assert players[0].donor.status().serves_until is None
    server.to_next_day()
    everybody(players)
    status = players[0].donor.status()
    assert (status.waits_for_epoch, status.serves_until) == (False, DATA_DAY + 9 * ONE)


def test_how_long_a_home_serves() -> None:
    """A home serves until two days after its epoch's end: a week later, two at most, or at the next epoch's start."""
    start = date(2026, 11, 1)
    running = [ServedEpoch(start, None)]
    days = (0, 9, 10, 15, 16)
    assert [served_until(running, start + day * ONE, 1) for day in days] == [
        date(2026, 11, 9),
        date(2026, 11, 16),
        date(2026, 11, 16),
        date(2026, 11, 16),
        None,
    ]
    followed = [ServedEpoch(start, date(2026, 11, 5))]
    assert [served_until(followed, start + day * ONE, 1) for day in (0, 5, 6)] == [date(2026, 11, 6)] * 2 + [None]
    assert served_until(running, start - ONE, 1) is None


def test_a_member_comes_again_in_the_evening(server: CohortServer, players: list[Player]) -> None:
    """After certifying and before answering a member contacts the server again that evening; otherwise tomorrow."""
    server.to_next_day()
    everybody(players)
    tomorrow = day_bounds(server.today() + ONE, players[0].donor.installation.zone)
    assert all(one.donor.next_check_in() > tomorrow[0] for one in players)
    server.to_next_day(2)
    everybody(players)
    start, end = day_bounds(server.today(), players[0].donor.installation.zone)
    evening = [one.donor.next_check_in() for one in players[:3]]
    assert all(start + (end - start) * 0.8 <= moment < start + (end - start) * 0.95 for moment in evening)
    assert players[3].donor.next_check_in() > end  # it found the certificate, and answered at once
    server.clock.now = max(evening)
    everybody(players)
    assert all(one.donor.next_check_in() > end for one in players)


def test_an_upload_goes_with_its_receipt(server: CohortServer, players: list[Player]) -> None:
    """With the receipt the masked counts are deleted from the home's files; that the day was sent stays."""
    server.to_next_day()
    players[3].check_in()
    (sent,) = [bodies[0] for (_, path), bodies in server.sent.items() if "uploads" in path]
    files = b"".join(file.read_bytes() for file in players[3].donor.home.iterdir())
    assert sent[20:120] not in files
    assert secrets(players[3])["uploads"] == 0
    journal = players[3].donor.installation.store.journal.of_day(DATA_DAY)
    assert journal.get(Key(Kind.SENT, DATA_DAY)) is not None
    assert journal.receipt(DATA_DAY) is not None


def test_a_lost_receipt_is_fetched_again(server: CohortServer, players: list[Player]) -> None:
    """If a receipt is lost, the home sends the same bytes again by itself until it has one."""
    server.to_next_day()
    server.lies["upload-receipt"] = _lost
    with pytest.raises(DonorError, match="nothing is lost"):
        players[3].check_in()
    assert players[3].donor.days.sent()[0].state == "waiting"
    del server.lies["upload-receipt"]
    server.clock.now += ONE
    players[3].check_in()
    (bodies,) = [bodies for (_, path), bodies in server.sent.items() if f"{DATA_DAY}/uploads" in path]
    assert len(bodies) == 2
    assert len(set(bodies)) == 1
    assert players[3].donor.days.sent()[0].state == "sent"
    assert len(players[3].donor.installation.ledger().given) == 1


def _lost(message: object) -> object:
    raise httpx.ReadError("lost")


def test_an_upload_is_erased_when_its_window_is_over(server: CohortServer, players: list[Player]) -> None:
    """Without a receipt an upload is erased at the window's end by the home's calendar, and the day is unconfirmed."""
    server.to_next_day()
    server.lies["upload-receipt"] = _lost
    with pytest.raises(DonorError, match="nothing is lost"):
        players[3].check_in()
    server.down = True
    server.clock.now = NOON + 7 * ONE
    with pytest.raises(DonorError, match="nothing is lost"):
        players[3].check_in()
    assert secrets(players[3])["uploads"] == 1
    server.clock.now += ONE
    with pytest.raises(DonorError, match="nothing is lost"):
        players[3].check_in()
    assert secrets(players[3])["uploads"] == 0
    server.down = False
    server.lies.clear()
    players[3].check_in()
    assert {sent.day: sent.state for sent in players[3].donor.days.sent()}[DATA_DAY] == "unconfirmed"


def test_secrets_of_an_epoch_are_erased_by_the_homes_own_calendar(server: CohortServer, players: list[Player]) -> None:
    """By the home's calendar an epoch's ticket, agreements, leaves and lists are erased 22 days after its last data
    day.
    """
    server.to_next_day(2)
    everybody(players)
    server.to_next_day()
    everybody(players)
    everybody(players)
    kept = secrets(players[0])
    assert kept["tickets"] == 2
    assert (kept["agreements"], kept["epoch_leaves"], kept["lists"]) == (4, 1, 1)
    server.down = True
    last_data_day = server.epochs[0].epoch.start + 12 * ONE
    for after, left in ((21, 1), (22, 0)):
        server.clock.now = NOON + (last_data_day - DATA_DAY) + after * ONE
        with pytest.raises(DonorError, match="nothing is lost"):
            players[0].check_in()
        found = secrets(players[0])
        assert (found["agreements"], found["epoch_leaves"], found["lists"]) == (4 * left, left, left)
        assert found["tickets"] == left  # the spare one lapsed on its 28th day
    assert players[0].donor.installation.store.journal.of_day(DATA_DAY).entries


def test_a_home_that_was_away_for_weeks_settles_what_it_missed(tmp_path: Path, server: CohortServer) -> None:
    """A home that was away for weeks finds its place in its spare ticket's tree without a task, and takes part
    again.
    """
    with crowd(tmp_path, server, 5) as players:
        server.to_next_day()
        everybody(players)
        for days in (1, 6, 1, 6, 1):
            server.to_next_day(days)
            everybody(players[1:])
        assert sorted(server.epochs) == [0, 1, 2]
        epochs = players[0].donor.installation.store.epochs
        assert epochs.epochs().keys() == {0}
        server.days = {day: planned for day, planned in server.days.items() if planned.epoch == 2}
        players[0].check_in()
        assert epochs.placed().keys() == {0, 1}
        server.to_next_day()
        report = players[0].check_in()
        assert players[0].refusals() == {}
        assert epochs.epochs().keys() == {0, 1, 3}  # of epoch 2 it has a leaf that no task has named
        assert "upload" in [sent.kind for sent in report.sent]


def test_a_tickets_lost_receipt(tmp_path: Path, server: CohortServer) -> None:
    """A ticket is sent again until its receipt comes, even if its tree was made meanwhile and contains the home."""
    with crowd(tmp_path, server, 3) as players:
        late = player(tmp_path / "late", server, players[0].histories[0])
        late.donor.campaigns.join(URL)
        server.lies["ticket-receipt"] = _lost
        with pytest.raises(DonorError, match="nothing is lost"):
            late.check_in()
        del server.lies["ticket-receipt"]
        server.to_next_day()
        assert server.epochs[0].epoch.size == 4
        late.check_in()
        assert late.refusals() == {}
        assert [len(bodies) for (_, path), bodies in server.sent.items() if path == "/v1/tickets/0"] == [1, 1, 1, 2]
        report = late.check_in()
        sent = {sent.kind for sent in report.sent}
        state = server.days[DATA_DAY].state
        assert "upload" in sent or len(getattr(state, "entries", ())) == 1
        late.donor.close()


@pytest.mark.parametrize("reason", ["stale-state", "keys-missing", "not-registered"])
def test_a_restored_home_registers_anew_and_says_nothing_twice(
    tmp_path: Path, server: CohortServer, players: list[Player], reason: str
) -> None:
    """A home restored from before its upload registers again with new keys, and sends no second upload.

    Its account charges what the original gave meanwhile, and says so.
    """
    server.to_next_day()
    everybody(players)
    copy, old = tmp_path / "copy", players[3]
    shutil.copytree(old.donor.home, copy)
    if reason == "keys-missing":  # they stay in the keychain of the computer that had the home
        (copy / "keys.json").unlink()
    restored_days = set(old.donor.installation.store.days.locked())
    server.to_next_day()
    everybody(players)
    if reason == "not-registered":
        del server.donors[token_of(old.donor)]
    with open_donor(copy, server) as restored:
        restored.check_in(old.histories)
        one = Player(restored, old.random, old.histories)
        assert [line.reason for line in restored.log() if line.what == "registered-anew"] == [reason]
        assert secrets(one) == {"tickets": 1, "agreements": 0, "epoch_leaves": 0, "lists": 0, "uploads": 0}
        assert restored.status().serves_until is None
        theirs, ours = (home.installation.store.charges.given() for home in (old.donor, restored))
        assert theirs
        assert set(theirs) <= set(ours)
        assert restored.account.ledger().unrecorded == len({one.day for one in ours} - restored_days)
        for _ in range(7):
            server.to_next_day()
            everybody(players[:3])
            everybody(players[:3])
            restored.check_in(old.histories)
        server.to_next_day()
        restored.check_in(old.histories)
        assert one.refusals() == {}
        assert token_of(restored) in server.epochs[1].holders
        own = [path for (token, path) in server.sent if token == token_of(restored) and "uploads" in path]
        assert len(own) >= 1
        assert not [path for path in own if f"{DATA_DAY}/" in path or f"{DATA_DAY + ONE}/" in path]


def _refused_for_days(restored: Donor, server: CohortServer) -> None:
    """Let a contact find that the state is old, and the server take the new registration only days later."""
    server.problems["POST donors"] = "invitation-needed"
    with pytest.raises(DonorError, match="invitation"):
        restored.check_in([])
    del server.problems["POST donors"]
    server.to_next_day(4)
    restored.check_in([])


def _joined_without_keys(restored: Donor, server: CohortServer) -> None:
    """Let the donor join once more before a contact finds that the keys are missing."""
    (restored.home / "keys.json").unlink()
    server.to_next_day(4)
    restored.campaigns.join(URL)


@pytest.mark.parametrize("way", [_refused_for_days, _joined_without_keys])
def test_every_way_to_new_keys_charges_until_yesterday(
    tmp_path: Path, server: CohortServer, players: list[Player], way: Callable[[Donor, CohortServer], None]
) -> None:
    """A copy can't get new keys without a charge for each day that the original may have given until then."""
    server.to_next_day()
    everybody(players)
    copy = tmp_path / "copy"
    shutil.copytree(players[3].donor.home, copy)
    server.to_next_day()
    everybody(players)
    before = server.clock.now
    with open_donor(copy, server) as restored:
        way(restored, server)
        given = {one.day for one in restored.installation.store.charges.given()}
        assert given == {DATA_DAY + ahead * ONE for ahead in range((server.clock.now - before).days + 2)}


def test_a_reset_is_journalled_and_its_days_are_left(server: CohortServer, players: list[Player]) -> None:
    """After a server's reset homes send nothing of earlier days, send new tickets, and take the new tree."""
    server.to_next_day()
    everybody(players)
    first = {key: body for key, body in server.sent.items() if "tickets" in key[1]}
    server.to_next_day(2)
    assert isinstance(server.days[DATA_DAY].state, Certifying)
    server.reset = Reset(server=server.server_id, number=1, day=server.today())
    server.tickets.clear()
    server.sent.clear()
    everybody(players)
    assert all(set(one.refusals()) <= {"wrong-day"} for one in players)
    assert not [path for _, path in server.sent if "signatures" in path or "answers" in path]
    again = {key: body for key, body in server.sent.items() if "tickets" in key[1]}
    assert len(again) == 4
    assert not {bodies[0] for bodies in again.values()} & {bodies[0] for bodies in first.values()}
    server.to_next_day()
    server.make_epoch(1, server.tickets[1], server.today())
    server.night()
    everybody(players)
    assert {one.donor.installation.store.epochs.reset() for one in players} == {server.reset}
    assert all(one.donor.installation.store.epochs.epoch(1) for one in players)


def test_an_upload_without_a_receipt_ends_with_a_reset(server: CohortServer, players: list[Player]) -> None:
    """An upload whose receipt was lost is not sent, and not refused either, once the server gave its day up."""
    server.to_next_day()
    server.lies["upload-receipt"] = _lost
    with pytest.raises(DonorError, match="nothing is lost"):
        players[0].check_in()
    del server.lies["upload-receipt"]
    server.to_next_day()
    server.reset = Reset(server=server.server_id, number=1, day=server.today())
    server.days.clear()
    server.sent.clear()
    for _ in range(2):
        players[0].check_in()
    assert players[0].refusals() == {}
    assert not [path for _, path in server.sent if "uploads" in path]
    assert players[0].donor.installation.store.journal.plans() == {}


def test_the_published_epoch_is_asked_for_on_a_connection_of_its_own(
    tmp_path: Path, server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The published epoch is fetched on a connection of its own, which has never carried the token."""
    opened: list[list[tuple[str, bool]]] = []

    def connect(self: CohortServer, url: str) -> ServerHttp:
        seen: list[tuple[str, bool]] = []
        opened.append(seen)

        def handle(request: httpx.Request) -> httpx.Response:
            seen.append((request.url.path, "Authorization" in request.headers))
            return self.handle(request)

        return ServerHttp(url, transport=httpx.MockTransport(handle))

    server.to_next_day()
    monkeypatch.setattr(CohortServer, "connect", connect)
    home = players[0].donor.home
    players[0].donor.close()
    with open_donor(home, server) as donor:
        donor.check_in(players[0].histories)
    assert [seen for seen in opened if ("/v1/epochs/0", False) in seen] == [[("/v1/epochs/0", False)]]


def test_a_day_that_ended_meanwhile_is_no_refusal(server: CohortServer, players: list[Player]) -> None:
    """If a member's answer comes too late, it has nothing left to do, and nobody is told."""
    server.to_next_day()
    everybody(players)
    server.to_next_day(2)
    everybody(players[:3])
    assert isinstance(server.days[DATA_DAY].state, Opening)
    server.problems["PUT rounds"] = "too-late"
    players[0].check_in()
    assert players[0].refusals() == {}


def test_an_export_and_an_erased_home(server: CohortServer, players: list[Player], tmp_path: Path) -> None:
    """The export contains no key, and erasing deletes everything."""
    server.to_next_day()
    everybody(players)
    donor: Donor = players[0].donor
    tickets = donor.installation.store.epochs.tickets().values()
    donor.export(tmp_path / "export.json")
    text = (tmp_path / "export.json").read_text()
    assert not [ticket for ticket in tickets if ticket.secrets.exchange_secret.hex() in text]
    assert all("secret" not in repr(ticket) for ticket in tickets)
    donor.erase_me()
    assert not (donor.home / "donor.sqlite").exists()


def test_the_journal_takes_one_value_a_key(players: list[Player]) -> None:
    """The database refuses a second value for a journal key, and rolls its whole transaction back."""
    store = players[0].donor.installation.store
    first, other = (Entry(Key(Kind.LIST, DATA_DAY, 0, 0), value) for value in (b"1" * 32, b"2" * 32))
    with store.transaction():
        store.journal.write([first])
    with pytest.raises(sqlite3.IntegrityError), store.transaction():
        store.journal.write([Entry(Key(Kind.PLAN, DATA_DAY), b"3" * 64), other])
    assert store.journal.of_day(DATA_DAY).entries == dict([first])
    assert store.journal.signed_until() == DATA_DAY + ONE
