"""A JavaScript donor killed at any step ends its next run as it would have, with the same bytes."""

from collections.abc import Callable, Container, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.client.fakes import DAY, NOON, Clock, FakeServer
from tests.client.loopback import listening
from tests.extension.donors import Donors, Failed, Killed, donors_in_javascript

ROUND = NOON.date()
FIRST = (("flu cough", NOON.replace(hour=7)), ("flu", NOON.replace(hour=8)), ("child fever", NOON.replace(hour=9)))
AT_A_REQUEST = 12
"""A step of a contact that has begun, and has asked for nothing yet or has no answer."""
OTHER = (("flu", NOON),)


@pytest.fixture(scope="module")
def donors() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


def each_step(donors: Donors, home: str, method: str, *given: object, most: int = 150) -> Iterator[str]:
    """Yield for each step of a call a copy of the home killed there, and at last one that was not killed."""
    for step in range(1, most):
        copied = f"{home}-{method}-{step}"
        donors.copy(home, copied)
        try:
            donors.call(copied, method, *given, deadly=step)
        except Killed:
            yield copied
        else:
            assert step > 4
            yield copied
            return
    raise AssertionError(f"{method} has more steps than {most}")


def restored(server: FakeServer) -> Callable[[], None]:
    """Return a function that makes the server forget everything since now."""
    donors = {token: list(entry) for token, entry in server.donors.items()}

    def restore() -> None:
        server.donors = {token: list(entry) for token, entry in donors.items()}
        server.vectors.clear()

    return restore


def test_killed_at_every_step_of_a_plain_check_in(donors: Donors) -> None:
    """Killed at any step, the server gets the same bytes, with the counts of the log."""
    server = FakeServer(Clock())
    with listening(server) as url:
        donors.at(NOON)
        donors.join("plain", url)
        server.clock.now = NOON + DAY
        donors.at(server.clock.now)
        server.offer(server.plan(ROUND))
        restore, seen = restored(server), set()
        donors.history(*FIRST)
        for home in each_step(donors, "plain", "checkIn"):
            # The second run reads another history: what was blinded before must not change with it.
            donors.history(*OTHER)
            # A confirmation that was not written down is not asked for again.
            states = ("sent", "waiting") if server.vectors else ("sent",)
            donors.call(home, "checkIn")
            total = _sent_once(donors, home, server, states)
            seen.add(tuple(total))
            restore()
            donors.history(*FIRST)
    assert seen == {(1, 3, 2, 1, 1), (1, 1, 1, 0, 0)}


def _sent_once(donors: Donors, home: str, server: FakeServer, states: Container[str]) -> list[int]:
    (sent,) = server.vectors.values()
    assert len(set(sent)) == 1
    total = [int(number) for number in server.unblinded(ROUND)]
    lines = donors.call(home, "log")
    assert "registered-anew" not in [line["what"] for line in lines]
    (given, *_again) = [line["given"] for line in lines if line["what"] == "vector"]
    assert given[0]["searches"] == total[1]
    (day,) = [day for day in donors.call(home, "days.sent") if day["day"] == ROUND.isoformat()]
    assert day["state"] in states
    assert day["campaigns"] == given
    assert donors.call(home, "account.ledger")["days"] == 1
    return total


def test_a_killed_contact_counts_as_a_failure(donors: Donors) -> None:
    """Cut again and again, a contact waits longer each time, up to four hours; one that is whole ends that."""
    # Early, so that no wait goes past midnight: the day would then be given another moment, maybe a sooner one.
    server, now, home = FakeServer(Clock()), NOON.replace(hour=4), "cut"
    server.clock.now = now
    with listening(server) as url:
        donors.at(now)
        donors.join(home, url)
        for minutes in (5, 10, 20, 40, 80, 160, 240, 240):
            with pytest.raises(Killed):
                donors.call(home, "checkIn", deadly=AT_A_REQUEST)
            planned = datetime.fromtimestamp(donors.call(home, "nextCheckIn") / 1000, UTC)
            assert timedelta(minutes=minutes / 2) <= planned - now <= timedelta(minutes=minutes)
            server.clock.now = now = planned
            donors.at(now)
        assert donors.call(home, "status")["failing"]
        donors.call(home, "checkIn")
        assert not donors.call(home, "status")["failing"]
        assert donors.call(home, "nextCheckIn") / 1000 > (now + timedelta(hours=1)).timestamp()


def test_killed_at_every_step_of_joining_and_erasing(donors: Donors) -> None:
    """Joining again completes an interrupted joining; erasing again leaves nothing here and no donor at the server."""
    server = FakeServer(Clock())
    with listening(server) as url:
        donors.at(NOON)
        donors.call("new", "exclusions.blocked")
        for home in each_step(donors, "new", "campaigns.join", url):
            donors.join(home, url)
            assert donors.call(home, "status")["registered"]
            donors.call(home, "checkIn")
            assert [line["what"] for line in donors.call(home, "log")].count("registered-anew") == 0
        donors.call("new", "campaigns.join", url)
        restore = restored(server)
        for home in each_step(donors, "new", "eraseMe"):
            restore_needed = donors.call(home, "status")["registered"]
            if restore_needed:
                donors.call(home, "eraseMe")
            assert not donors.call(home, "status")["registered"]
            assert donors.call(home, "log") == []
            restore()


def test_only_one_check_in_runs_at_a_time(donors: Donors) -> None:
    """Of two check-ins at once, as a page and the background may begin, one is refused in plain words."""
    server = FakeServer(Clock())
    with listening(server) as url:
        donors.at(NOON)
        donors.join("twice", url)
        with pytest.raises(Failed, match="contacted already") as refused:
            donors.ask(home="twice", twice="checkIn")
        assert refused.value.code == "under-way"
        assert donors.call("twice", "checkIn")["refused"] == []


@pytest.mark.parametrize(
    ("meanwhile", "total", "reasons"),
    [
        (["exclusions.block", "flu"], [1, 1, 0, 1, 0], []),
        (["exclusions.pause"], [0, 0, 0, 0, 0], []),
        (["days.withhold", ROUND.isoformat()], [0, 0, 0, 0, 0], ["withheld"]),
        (["campaigns.leave", "flu"], [0, 0, 0, 0, 0], []),
        (["account.setCeiling", "0.5"], [0, 0, 0, 0, 0], ["over-ceiling"]),
        (["handover.setCompanion", True], [0, 0, 0, 0, 0], ["given-elsewhere"]),
        (["handover.giveNothingOf", [ROUND.isoformat()]], [0, 0, 0, 0, 0], ["given-elsewhere"]),
    ],
)
def test_choices_made_while_the_history_is_read_take_effect(
    donors: Donors, meanwhile: list[object], total: list[int], reasons: list[str]
) -> None:
    """A search or word kept out by a page while the background counts is in neither the sent nor the logged counts."""
    server, home = FakeServer(Clock()), f"meanwhile-{meanwhile}"
    with listening(server) as url:
        donors.at(NOON)
        donors.history(*FIRST)
        donors.join(home, url)
        donors.call(home, "checkIn")
        server.clock.now = NOON + DAY
        donors.at(server.clock.now)
        server.offer(server.plan(ROUND))
        found = donors.ask(home=home, call="checkIn", meanwhile=meanwhile)
        assert [part["reason"] for part in found["refused"]] == reasons
        assert list(server.unblinded(ROUND)) == total
        (given,) = [line["given"] for line in donors.call(home, "log") if line["what"] == "vector"]
        assert [one["searches"] for one in given] == ([total[1]] if total[0] else [])
