"""A lying cohort server: a home of the extension refuses each lie by name and goes on."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from nacl.signing import SigningKey

from pdd_shared.protocol.fields import SignedKind
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.day.lists import IncludedList, read_list
from pdd_shared.rounds.cohort.day.server import Collecting, Opening
from pdd_shared.rounds.cohort.epoch.leaf_proofs import read_shown, write_shown
from pdd_shared.rounds.cohort.messages import CohortDay, Reset
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import player
from tests.client.fakes import NOON, Clock
from tests.client.loopback import listening
from tests.extension.cohort.homes import ONE, JavaScriptHome, restorer, to_next_day
from tests.extension.donors import Donors, donors_in_javascript

TODAY = NOON.date()
Lie = Callable[[Any], Any]


@dataclass
class World:
    """A server with three Python homes and one of the extension, on some day."""

    server: CohortServer
    donors: Donors
    restore: Callable[[], None]
    now: Any
    name: str
    copies: int = 0

    def told(self, lies: dict[str, Lie], contacts: int = 1) -> tuple[JavaScriptHome, list[str]]:
        """Return a copy of the home after so many contacts with a lying server, and the refusals in its log."""
        self.restore()
        self.server.sent.clear()
        self.server.clock.now = self.now
        self.donors.at(self.now)
        self.copies += 1
        home = JavaScriptHome(self.donors, f"{self.name}-{self.copies}")
        self.donors.copy(self.name, home.name)
        self.server.lies = lies
        for _ in range(contacts):
            home.check_in()
        self.server.lies = {}
        return home, home.refusals()

    def goes_on(self, home: JavaScriptHome) -> bool:
        """Return whether the home does everything that an honest server asks for, without further refusals."""
        before = len(home.refusals())
        for _ in range(2):
            home.check_in()
        done = self.server.epochs[0].holders[home.rows("keys")[0]["token"]]
        days = self.server.days.values()
        given = [
            day.state.entries
            for day in days
            if isinstance(day.state, Collecting) and day.plan.day < self.server.today()
        ]
        answered = [day.state.answers for day in days if isinstance(day.state, Opening)]
        did = all(done in entries for entries in given) and all(done + 1 in answers for answers in answered)
        return did and len(home.refusals()) == before


@pytest.fixture(scope="module")
def donors() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


def world(stack: ExitStack, donors: Donors, folder: Any, nights: int, name: str) -> World:
    server = CohortServer(Clock())
    donors.at(NOON)
    donors.history(("flu", NOON))
    url = stack.enter_context(listening(server))
    others = []
    for number in range(3):
        one = player(folder / f"home-{number}", server, folder / "no-history")
        stack.callback(one.donor.close)
        one.donor.campaigns.join(url)
        others.append(one)
    home = JavaScriptHome(donors, name)
    home.join(url)

    def contact() -> None:
        for one in (*others, home):
            one.check_in()

    for one in others:
        one.check_in()
    to_next_day(server, donors, contact, days=nights)
    server.to_next_day()
    donors.at(server.clock.now)
    for _ in range(2):
        for one in others:
            one.check_in()
    return World(server, donors, restorer(server), server.clock.now, name)


@pytest.fixture(scope="module")
def early(donors: Donors, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Return the first day of the first epoch: the home has a ticket and was not shown its place."""
    with ExitStack() as stack:
        yield world(stack, donors, tmp_path_factory.mktemp("early"), 0, "early")


@pytest.fixture(scope="module")
def later(donors: Donors, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Return a day of the first epoch on which the home has to send an upload, certify a list and answer for it."""
    with ExitStack() as stack:
        yield world(stack, donors, tmp_path_factory.mktemp("later"), 3, "later")


def changed(**fields: Any) -> Lie:
    """Return the message with other values of these fields."""
    return lambda message: message.model_copy(update=fields)


def by_another_key(message: SignedKind) -> Signed:
    """Return the message signed by a key that nobody vouches for."""
    return sign(message, SigningKey(b"x" * 32))


def spaced(message: SignedKind) -> Signed:
    """Return the message signed as non-compact JSON."""
    return Signed(payload=message.model_dump_json(indent=1), signature=by_another_key(message).signature)


def altered(data: bytes, at: int) -> bytes:
    """Return the bytes with one bit of one of them changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def cut(data: bytes) -> bytes:
    """Return the bytes without the last."""
    return data[:-1]


def listed(change: Callable[[IncludedList], IncludedList]) -> Lie:
    """Return the changed list."""
    return lambda data: change(read_list(data)).encoded


def without(index: int, most: int = 1) -> Lie:
    """Return the list without some of its entries."""
    return listed(lambda read: IncludedList(read.pairs[:index] + read.pairs[index + most :], read.appended))


OTHER = "77" * 32
LATER: dict[str, tuple[dict[str, Lie], set[str]]] = {
    "plan of another server": ({"plan": changed(server=OTHER)}, {"foreign-plan"}),
    "plan of another zone": ({"plan": changed(zone="Asia/Tokyo")}, {"foreign-plan"}),
    "plan of another epoch": ({"plan": changed(epoch=7)}, {"foreign-plan"}),
    "plan by another key": ({"plan": by_another_key}, {"bad-signature"}),
    "plan in other words": ({"plan": spaced}, {"bad-signature"}),
    "plan with a low floor": ({"plan": changed(cohorts=(CohortDay(floor=2, sub_cohorts=1),))}, {"floor-too-low"}),
    "divided": ({"plan": changed(cohorts=(CohortDay(floor=3, sub_cohorts=2),))}, {"sub-cohorts-too-small"}),
    "no cohorts": ({"plan": changed(cohorts=())}, {"malformed-plan"}),
    "large numbers": ({"plan": changed(reach=2**31 - 1)}, {"count-too-large"}),
    "a long window": (
        {"plan": lambda plan: plan.model_copy(update={"latest_close": plan.day + 8 * ONE})},
        {"wrong-window"},
    ),
    "a second plan": (
        {"plan": lambda plan: plan if plan.day >= TODAY + 2 * ONE else changed(capacity=63)(plan)},
        {"day-signed-before", "bad-certificate"},
    ),
    "today's plan": ({"plan": changed(day=TODAY + 4 * ONE)}, {"day-not-over"}),
    "a second root": ({"epoch": changed(root=OTHER)}, {"two-epochs"}),
    "a lower number": ({"epoch": changed(number=9, start=TODAY, root=OTHER)}, {"too-soon"}),
    "an epoch by another key": ({"epoch": by_another_key}, {"bad-signature"}),
    "an epoch of another server": ({"epoch": changed(number=9, server=OTHER)}, {"foreign-epoch"}),
    "a receipt for another leaf": ({"upload-receipt": changed(leaf=9)}, {"not-a-member"}),
    "a receipt for another day": ({"upload-receipt": changed(context=OTHER)}, {"not-a-member"}),
    "a receipt by another key": ({"upload-receipt": by_another_key}, {"bad-signature"}),
    "a list that is cut off": ({"list": cut}, {"altered-list", "bad-certificate"}),
    "a list that falls": (
        {"list": listed(lambda read: IncludedList(tuple(reversed(read.pairs)), read.appended))},
        {"altered-list", "bad-certificate"},
    ),
    "a short list": ({"list": without(1, 2)}, {"list-too-small", "bad-certificate"}),
    "a certificate that is cut off": ({"certificate": cut}, {"bad-certificate"}),
    "a certificate over another list": (
        {"certificate": lambda data: altered(data, 10)},
        {"bad-certificate"},
    ),
}
"""What the server says instead, and the refusals that may follow: some of the first task's, some of the next one's."""


@pytest.mark.slow
@pytest.mark.parametrize("name", LATER)
def test_lies_about_a_day(later: World, name: str) -> None:
    """A lie about a day is refused by name and costs nothing: the home goes on when the server is honest again."""
    lies, reasons = LATER[name]
    home, refused = later.told(lies)
    assert refused, name
    assert set(refused) <= reasons
    evidence = {row["reason"] for row in home.rows("evidence")}
    assert evidence == reasons & {"two-epochs"}
    if name == "a second root":
        home.check_in()
        assert set(home.refusals()) == {"two-epochs", "two-committees"}  # once caught, the server is not believed again
    else:
        assert later.goes_on(home)


@pytest.mark.slow
def test_a_list_without_the_home_s_own_upload(later: World) -> None:
    """A list without the upload for which the home has a receipt is never certified."""
    seen: dict[str, bytes] = {}

    def denied(data: bytes) -> bytes:
        seen["list"] = data
        return data

    later.told({"list": denied})
    entries = read_list(seen["list"]).pairs
    reasons = [later.told({"list": without(index)})[1] for index in range(len(entries))]
    assert ["denied-vector", "bad-certificate"] in reasons


EARLY: dict[str, tuple[dict[str, Lie], str]] = {
    "a place that is cut off": ({"place": cut}, "wrong-size"),
    "no place": ({"place": lambda _: bytes(4)}, "denied-ticket"),
    "another index": ({"place": lambda data: altered(data, 4)}, "denied-ticket"),
    "another committee": (
        {"place": lambda data: write_shown([(read := read_shown(data)).leaves[0], *read.leaves[:0:-1]], read.proof)},
        "wrong-committee",
    ),
    "an epoch of the future": ({"epoch": changed(start=date(2030, 1, 1))}, "too-soon"),
    "an epoch after a reset": ({"epoch": changed(reset=1)}, "foreign-epoch"),
    "an epoch that passes over a tree": ({"epoch": changed(number=4)}, "too-soon"),
    "a receipt for another ticket": ({"ticket-receipt": changed(ticket=OTHER)}, "not-a-member"),
    "a receipt after a reset": ({"ticket-receipt": changed(reset=3)}, "foreign-epoch"),
    "a receipt for another epoch": ({"ticket-receipt": changed(epoch=8)}, "foreign-epoch"),
    "a receipt by another key": ({"ticket-receipt": by_another_key}, "bad-signature"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EARLY)
def test_lies_about_an_epoch(early: World, name: str) -> None:
    """A lie about an epoch is refused by name, and the home goes on when the server is honest again."""
    lies, reason = EARLY[name]
    home, refused = early.told(lies)
    assert set(refused) == {reason}
    assert early.goes_on(home)


@pytest.mark.slow
def test_an_epoch_that_passes_the_ticket_over(early: World) -> None:
    """If the promised tree is skipped and a later one shown, the home refuses it and keeps its receipt as evidence."""
    home, refused = early.told({"epoch": changed(number=4), "published": by_another_key})
    assert refused == ["bad-signature", "denied-ticket"]
    assert [(row["reason"], row["about"]) for row in home.rows("evidence")] == [("denied-ticket", "4")]
    assert early.goes_on(home)


@pytest.mark.slow
def test_a_tree_for_this_home_alone(early: World) -> None:
    """If the published tree differs from the one it was shown, the home sends nothing and keeps both signed texts."""
    home, refused = early.told({"published": changed(root=OTHER)}, contacts=2)
    assert refused == ["two-committees"]
    home.check_in()
    assert home.refusals() == ["two-committees"] * 2
    [evidence] = home.rows("evidence")
    assert evidence["reason"] == "two-committees"
    assert home.call("export")["evidence"] == [{"reason": "two-committees", "texts": evidence["texts"]}]
    assert {OTHER in text["payload"] for text in evidence["texts"]} == {True, False}
    assert not any("uploads" in path for token, path in early.server.sent if token == home.rows("keys")[0]["token"])


@pytest.mark.slow
@pytest.mark.parametrize("back", [-10, 10])
def test_the_server_s_day_decides_nothing(later: World, back: int) -> None:
    """A server whose data day is days off changes nothing, because the home uses its own clock."""
    home, refused = later.told({})
    honest = [line["what"] for line in home.call("log")]
    server, today = later.server, CohortServer.today
    try:
        type(server).today = lambda self: today(self) + back * ONE  # type: ignore[method-assign]
        other, lied = later.told({})
    finally:
        type(server).today = today  # type: ignore[method-assign]
    assert refused == lied == []
    assert [line["what"] for line in other.call("log")] == honest


@pytest.mark.slow
def test_a_reset_ends_the_days_before_it(later: World) -> None:
    """After a reset the home sends, certifies and answers nothing of earlier days; a forged reset changes nothing."""
    later.restore()
    day = later.now.date()
    try:
        later.server.reset = Reset(server=later.server.server_id, number=1, day=day)
        home, forged = later.told({"reset": by_another_key})
        assert forged == ["bad-signature"]
        assert home.call("log")[-1]["what"] in ("refusal", "answer", "signature")
        home, refused = later.told({})
        assert set(refused) == {"wrong-day"}
        assert not any("rounds" in path for _, path in later.server.sent)
    finally:
        later.server.reset = None
