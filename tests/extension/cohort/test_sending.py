"""When homes of the extension send what under `cohort`, what they store, and how absent homes recover."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from nacl.signing import SigningKey

from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.day import server as days
from tests.client.cohort_fakes import CohortServer, cohort_campaign
from tests.client.fakes import NOON, Clock
from tests.client.loopback import listening
from tests.extension.cohort.homes import ONE, JavaScriptHome
from tests.extension.donors import Donors, Failed, donors_in_javascript

TODAY = NOON.date()


@dataclass
class World:
    """Homes of the extension on an honest server in memory."""

    donors: Donors
    server: CohortServer
    url: str
    homes: list[JavaScriptHome] = field(default_factory=list)

    def join(self, name: str) -> JavaScriptHome:
        """Add a home that sends automatically."""
        home = JavaScriptHome(self.donors, name)
        home.join(self.url)
        self.homes.append(home)
        return home

    def night(self, number: int = 1) -> None:
        """Pass so many nights without contacts between them."""
        self.server.to_next_day(number)
        self.donors.at(self.server.clock.now)

    def contact(self, *homes: JavaScriptHome, times: int = 1) -> None:
        """Let these homes, or all, contact the server."""
        for _ in range(times):
            for home in homes or self.homes:
                home.check_in()

    def day(self, *homes: JavaScriptHome) -> None:
        """Pass a night, then let these homes, or all, contact the server twice."""
        self.night()
        self.contact(*homes, times=2)

    def uploads(self, home: JavaScriptHome) -> list[str]:
        """Return the data days for which the server has an upload of this home."""
        token = home.rows("keys")[0]["token"]
        return sorted({path.split("/")[3] for own, path in self.server.sent if own == token and "uploads" in path})


@pytest.fixture(scope="module")
def donors() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


@pytest.fixture
def world(donors: Donors, request: pytest.FixtureRequest) -> Iterator[World]:
    with ExitStack() as stack:
        server = CohortServer(Clock())
        found = World(donors, server, stack.enter_context(listening(server)))
        donors.at(NOON)
        donors.history(("flu cough", NOON), ("flu", NOON - timedelta(hours=2)))
        for number in range(4):
            found.join(f"{request.node.name}-{number}")
        yield found


def test_no_decision_moves_a_day(world: World) -> None:
    """Approved, withheld or unreviewed, a day that waits for review goes out at the first contact of the same day."""
    approved, withheld, unseen, _alone = world.homes
    for home in (approved, withheld, unseen):
        home.call("settings.setSending", "review")
    day = TODAY.isoformat()
    world.night()
    world.contact(times=2)
    assert [world.uploads(home) for home in world.homes] == [[], [], [], [day]]
    planned = [home.call("nextCheckIn") for home in world.homes]
    approved.call("days.approve", day)
    withheld.call("days.withhold", day)
    assert [home.call("nextCheckIn") for home in world.homes] == planned
    shown = [next(one for one in home.call("days.toReview") if one["day"] == day) for home in world.homes]
    assert [one["goesOut"] for one in shown] == [*[(TODAY + 2 * ONE).isoformat()] * 3, None]
    assert [one["goesOutAt"] for one in shown[:3]] == planned[:3]
    assert [one["until"] for one in shown[:3]] == [(TODAY + ONE).isoformat()] * 3
    assert [one["state"] for one in shown] == ["approved", "nothing", "waits-for-you", "sent"]
    world.contact()
    assert [day in world.uploads(home) for home in world.homes] == [False, False, False, True]
    world.night()
    world.contact()
    assert all(day in world.uploads(home) for home in world.homes)
    sizes = {
        next(line["bytes"] for line in home.call("log") if line["what"] == "vector" and line["round"] == day)
        for home in world.homes
    }
    assert len(sizes) == 1
    given = [[row for row in home.rows("charges") if row["day"] == day] for home in world.homes]
    assert [len(rows) for rows in given] == [1, 0, 0, 1]


def test_members_come_again_in_the_evening(world: World) -> None:
    """Only a home that certified a list and has not answered for it plans a contact on the same evening."""
    for home in world.homes[1:]:
        home.call("settings.setSending", "by-itself")
    world.day()
    world.day()
    state = world.homes[0].call("status")
    assert state["servesUntil"] == (TODAY + ONE + 8 * ONE).isoformat()
    assert (state["protocol"], state["waitsForEpoch"]) == ("cohort", False)
    world.night()
    world.contact()
    evening, end = (NOON + 3 * ONE).replace(hour=19), (NOON + 4 * ONE).replace(hour=0)
    for home in world.homes[:-1]:
        assert evening.timestamp() * 1000 < home.call("nextCheckIn") < end.timestamp() * 1000
    world.contact()
    assert all(home.call("nextCheckIn") > end.timestamp() * 1000 for home in world.homes)


def test_a_lost_receipt_is_asked_for_again(world: World) -> None:
    """After an unusable receipt the same bytes are sent again, even if the server does not ask."""
    home = world.homes[0]
    world.night()
    world.contact()
    world.server.lies = {"upload-receipt": lambda receipt: sign(receipt, SigningKey(b"x" * 32))}
    home.check_in()
    world.server.lies = {}
    assert home.refusals() == ["bad-signature"]
    kinds = [row["key"].split("/")[0] for row in home.rows("cohortJournal")]
    assert kinds == ["committee", "context", "plan", "sent", "upload"]
    home.check_in()
    kinds = [row["key"].split("/")[0] for row in home.rows("cohortJournal")]
    assert kinds == ["committee", "context", "plan", "receipt", "sent"]
    bodies = [bodies for (_, path), bodies in world.server.sent.items() if "uploads" in path]
    assert [len(each) for each in bodies] == [2]
    assert len(set(bodies[0])) == 1


@pytest.mark.parametrize("reason", ["stale-state", "not-registered"])
def test_a_restored_home_says_nothing_twice(world: World, reason: str) -> None:
    """A restored copy of a home registers again, drops its tickets, and sends nothing of its former days and epochs.

    Its account charges what the original gave meanwhile, and says so.
    """
    home = world.homes[0]
    world.day()
    world.day()
    old = JavaScriptHome(world.donors, f"{home.name}-old")
    world.donors.copy(home.name, old.name)
    world.day()
    if reason == "not-registered":
        del world.server.donors[home.rows("keys")[0]["token"]]
    old.check_in()
    assert [line["reason"] for line in old.call("log") if line["what"] == "registered-anew"] == [reason]
    assert world.uploads(old) == []
    theirs, ours = home.rows("charges"), old.rows("charges")
    assert theirs
    assert all(one in ours for one in theirs)
    assert old.call("account.ledger")["unrecorded"] >= 1
    assert home.call("account.ledger")["unrecorded"] == 0
    assert {row["wanted"] for row in old.rows("tickets")} == {1}
    assert old.rows("agreements") == old.rows("lists") == []
    assert [row["key"] for row in old.rows("cohortJournal") if row["key"].startswith("sent/")]
    world.contact(old, times=2)
    assert (world.uploads(old), old.refusals()) == ([], [])


@pytest.mark.slow
def test_a_home_that_was_away_for_ten_days(world: World) -> None:
    """A home that was away while its spare ticket's tree was made finds its place there first, and reports no lie."""
    away, *others = world.homes
    world.day()
    for _ in range(10):
        world.day(*others)
    world.contact(away, times=2)
    world.day()
    assert away.refusals() == []
    assert [row["number"] for row in away.rows("epochs") if row["ticket"] is not None] == [0, 1]
    assert world.uploads(away)[-1] == (world.server.today() - ONE).isoformat()


@pytest.mark.slow
def test_a_joiner_of_mid_week_is_in_the_sums(world: World) -> None:
    """A home that joins during an epoch is appended, and counted from that day on."""
    world.day()
    joiner = world.join("joiner")
    joined = world.server.today()
    for _ in range(6):
        world.day()
    opened = {day: one.state for day, one in world.server.days.items() if isinstance(one.state, days.Opened)}
    assert max(opened) > joined
    assert world.uploads(joiner)[0] == joined.isoformat()
    assert joiner.refusals() == []


@pytest.mark.slow
def test_secrets_go_by_the_homes_calendar(world: World) -> None:
    """22 days after an epoch's last data day its secrets, agreements and lists are erased, and old uploads too."""
    home = world.homes[0]
    for _ in range(4):
        world.day()
    assert all(home.rows(table) for table in ("tickets", "agreements", "leaves", "lists"))
    world.server.problems = {"PUT rounds": "internal-error"}
    world.night()
    world.contact(home, times=2)
    assert [row["key"] for row in home.rows("cohortJournal") if row["key"].startswith("upload/")]
    # Nobody else is there, so no other epoch begins; the server gives no answer any more.
    world.server.problems = {"POST check-in": "internal-error"}
    world.donors.at(world.server.clock.now + 40 * ONE)
    with pytest.raises(Exception, match="internal-error"):
        home.check_in()
    for table in ("tickets", "agreements", "leaves", "lists", "plans", "waiting"):
        assert home.rows(table) == [], table
    kinds = {row["key"].split("/")[0] for row in home.rows("cohortJournal")}
    assert kinds == {"plan", "context", "sent", "committee", "receipt", "list"}


@pytest.mark.slow
def test_secrets_go_while_the_app_donates(world: World) -> None:
    """A home that makes no contacts, because the desktop app donates, still erases its secrets in time."""
    home = world.homes[0]
    world.day()
    assert home.rows("tickets")
    home.call("handover.setCompanion", True)
    world.donors.at(world.server.clock.now + 40 * ONE)
    home.call("nextCheckIn")
    assert home.rows("tickets") == home.rows("agreements") == []


def test_a_ticket_whose_receipt_was_lost(world: World) -> None:
    """A ticket whose receipt was lost, and whose tree was made meanwhile, gets its receipt when sent again, and its
    place.
    """
    world.server.lies = {"ticket-receipt": lambda receipt: sign(receipt, SigningKey(b"x" * 32))}
    late = world.join("late")
    world.server.lies = {}
    assert late.refusals() == ["bad-signature"]
    assert [row["receipt"] for row in late.rows("tickets")] == [None]
    world.day()
    assert world.server.epochs[0].tree.size == 5
    assert world.uploads(late) == [TODAY.isoformat()]
    bodies = {body for (_, path), sent in world.server.sent.items() for body in sent if path.endswith("tickets/0")}
    assert len(bodies) == 5
    assert late.refusals() == ["bad-signature"]


def test_no_history_is_read_after_the_answer(world: World) -> None:
    """Whatever was decided, the history is read before the server hears of the contact, and never after."""
    approved, withheld, *_ = world.homes
    for home in (approved, withheld):
        home.call("settings.setSending", "review")
    world.night()
    world.contact(times=2)
    approved.call("days.approve", TODAY.isoformat())
    withheld.call("days.withhold", TODAY.isoformat())
    world.night()
    for home in (approved, withheld):
        asked = world.donors.ask(home=home.name, call="checkIn", order=True)
        assert asked[0] == "history"
        assert "history" not in asked[asked.index("/v1/check-in") :]
        assert any("/uploads/" in path for path in asked)


def test_a_request_that_always_fails_costs_nothing_else(world: World) -> None:
    """A home whose uploads never arrive still certifies and answers, and contacts the server again soon."""
    home = world.homes[0]
    world.day()
    world.day()
    world.server.lies = {"upload-receipt": lambda _: None}
    world.night()
    for other in world.homes[1:]:
        other_failed = False
        try:
            other.check_in()
        except Failed:
            other_failed = True
        assert other_failed
    with pytest.raises(Failed):
        home.check_in()
    done = {path.split("/")[4] for _, path in world.server.sent if "/rounds/" in path}
    assert done >= {"uploads", "signatures"}
    assert home.call("nextCheckIn") - world.server.clock.now.timestamp() * 1000 < 10 * 60_000


def test_tasks_named_twice_are_done_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a server names each task twice in one answer, each is done once and nothing is refused."""
    home, *others = world.homes
    world.day()
    world.day()
    world.night()
    world.contact(*others)
    tasks = world.server.tasks
    monkeypatch.setattr(world.server, "tasks", lambda token: tasks(token) * 2)
    done = Counter(sent["kind"] for sent in home.check_in()["sent"])
    assert done == {"upload": 1, "certify": 1, "open": 1}
    assert home.refusals() == []


def test_too_many_requests_refuse_no_day(world: World) -> None:
    """A rate limit ends the contact at the first refused request, and no day counts as refused."""
    home = world.homes[0]
    world.day()
    world.day()
    world.night()
    world.server.problems = {"PUT rounds": "rate-limited"}
    world.server.requests.clear()
    found = home.check_in()
    assert [one["reason"] for one in found["refused"]] == ["rate-limited"]
    assert world.server.requests.count("PUT rounds") == 1
    assert home.refusals() == []
    states = {day["day"]: day["state"] for day in home.call("days.sent")}
    assert states[(world.server.today() - ONE).isoformat()] == "waiting"
    assert home.call("nextCheckIn") - world.server.clock.now.timestamp() * 1000 < 10 * 60_000


@pytest.mark.parametrize("said", [{"zone": "Asia/Tokyo"}, {"delay": 0}])
def test_another_campaign_moves_no_day(world: World, monkeypatch: pytest.MonkeyPatch, said: dict[str, object]) -> None:
    """Joining a second campaign keeps the zone and the longer delay that were fixed when the home joined."""
    home = world.homes[0]
    home.call("settings.setSending", "review")
    world.server.campaigns.append(cohort_campaign(id="cold"))
    before = home.call("days.toReview")
    other = world.server.info().model_copy(update=said)
    monkeypatch.setattr(world.server, "info", lambda: other)
    if "zone" in said:
        with pytest.raises(Failed) as caught:
            home.call("campaigns.join", world.url)
        assert caught.value.code == "changed-server-zone"
    else:
        assert home.call("campaigns.join", world.url)["campaigns"] == ["cold"]
    assert len(home.call("status")["campaigns"]) == (1 if "zone" in said else 2)
    assert home.call("status")["zone"] == "UTC"
    assert home.call("days.toReview") == before
    assert [one["goesOut"] for one in before] == [(TODAY + 2 * ONE).isoformat()]


def test_the_time_of_an_upload_tells_nothing_of_what_was_joined(world: World) -> None:
    """All homes read new entries before their uploads, whether they give, left or know the entries already."""
    gives, left, knew, _alone = world.homes
    left.call("campaigns.leave", "flu")
    old = world.server.campaigns[0]
    many = old.model_copy(update={"vocabulary": tuple(f"w{number} + x{number}" for number in range(500))})
    world.night()
    world.server.campaigns = [many]
    knew.check_in()
    world.server.campaigns = [old]
    knew.check_in()
    world.contact(gives, left)
    world.night()
    world.server.campaigns = [many]
    read = []
    for home in (gives, left, knew):
        asked = world.donors.ask(home=home.name, call="checkIn", order=True)
        campaigns = asked.index("/v1/campaigns")
        upload = next(at for at, what in enumerate(asked) if "/uploads/" in what)
        read.append(asked[campaigns:upload].count("words"))
    assert min(read) > 500
    assert max(read) - min(read) < 10


@pytest.mark.slow
def test_weeks_without_a_campaign(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a planned day for weeks, homes find their place in each tree and refuse nothing."""
    monkeypatch.setattr(world.server, "_plan", lambda _: None)
    for _ in range(30):
        world.night()
        world.contact()
    assert len(world.server.epochs) == 5
    for home in world.homes:
        assert home.refusals() == []
        assert [row["number"] for row in home.rows("epochs") if row["ticket"] is not None] == [0, 1, 2, 3, 4]
