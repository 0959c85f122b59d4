"""Joining, agreeing again and leaving in the extension, against a server in memory."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from tests.client.cohort_fakes import cohort_campaign
from tests.client.fakes import DAY, NOON, Clock, FakeServer, campaign
from tests.client.loopback import listening
from tests.extension.donors import Donors, Failed, donors_in_javascript

ROUND = NOON.date()


@pytest.fixture
def donors() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


class Home:
    """A donor of the extension and its server, under one clock."""

    def __init__(self, donors: Donors, server: FakeServer, url: str) -> None:
        self.donors, self.server, self.url = donors, server, url
        self.at(NOON)

    def at(self, now: datetime) -> None:
        self.server.clock.now = now
        self.donors.at(now)

    def call(self, method: str, *given: Any) -> Any:
        return self.donors.call("one", method, *given)

    def campaigns(self) -> Any:
        return self.call("status")["campaigns"]


@pytest.fixture
def home(donors: Donors) -> Iterator[Home]:
    server = FakeServer(Clock(NOON))
    with listening(server) as url:
        yield Home(donors, server, url)


def test_agreeing_again_is_no_joining(home: Home) -> None:
    """The day of joining stays when changed terms are agreed to; only leaving and joining again moves it."""

    def joined() -> float:
        (one,) = home.campaigns()
        return float(one["joined"]) / 1000

    home.call("campaigns.join", home.url)
    home.at(NOON + DAY)
    home.server.campaigns = [campaign(vocabulary=("flu", "fever + child", "cough", "sneeze"))]
    assert home.call("campaigns.join", home.url)["campaigns"] == ["flu"]
    assert joined() == NOON.timestamp()
    home.call("campaigns.leave", "flu")
    assert joined() == NOON.timestamp()
    home.at(NOON + 2 * DAY)
    home.call("campaigns.join", home.url)
    assert joined() == (NOON + 2 * DAY).timestamp()


def test_several_campaigns_are_joined_all_or_none(home: Home) -> None:
    """If one of two campaigns lacks its region, neither is joined; then both are, each with its own."""
    home.server.campaigns = [campaign(), campaign(id="sleep", strata=("north", "south"))]
    offer = home.call("campaigns.fetchOffer", home.url)
    with pytest.raises(Failed) as caught:
        home.call("campaigns.accept", offer, {"strata": {"flu": None, "sleep": None}})
    assert (caught.value.code, home.campaigns()) == ("choose-stratum", [])
    home.call("campaigns.accept", offer, {"strata": {"flu": None, "sleep": "south"}})
    assert [(one["id"], one["stratum"]) for one in home.campaigns()] == [("flu", None), ("sleep", "south")]


def test_another_time_zone_has_a_name_of_its_own(home: Home) -> None:
    """A `cohort` server that moved to another time zone is refused, and not for its key, which is the same."""
    home.server.protocol, home.server.campaigns = "cohort", [cohort_campaign()]
    home.call("campaigns.join", home.url)
    home.server.zone = "Asia/Tokyo"
    with pytest.raises(Failed) as caught:
        home.call("campaigns.fetchOffer", home.url)
    assert caught.value.code == "changed-server-zone"


def test_the_account_counts_campaigns_that_run(home: Home) -> None:
    """How many days the limit still allows is counted without campaigns that have not begun or were closed early."""

    def days_left() -> int | None:
        found: int | None = home.call("account.ledger")["daysLeft"]
        return found

    home.call("campaigns.join", home.url)
    home.call("checkIn")
    home.call("account.setCeiling", "3.5")
    alone = days_left()
    home.server.campaigns.append(campaign(id="later", start=ROUND + 10 * DAY))
    home.call("campaigns.join", home.url, ["later"])
    assert (alone, days_left()) == (3, 3)
    home.server.campaigns = home.server.campaigns[1:]
    home.call("checkIn")
    home.at(NOON + DAY)
    assert days_left() is None


def test_nothing_is_put_back_into_a_locked_day(home: Home) -> None:
    """A removed search of a day whose counts are locked stays removed, and an error says why."""
    home.donors.history(("flu", NOON.replace(hour=9)))
    home.call("campaigns.join", home.url)
    (search,) = home.call("days.searches")["searches"]
    home.call("exclusions.removeSearch", search["id"])
    home.call("settings.setSending", "by-itself")
    home.call("checkIn")
    home.at(NOON + DAY)
    home.server.offer(home.server.plan(ROUND))
    home.call("checkIn")
    with pytest.raises(Failed) as caught:
        home.call("exclusions.restoreSearch", search["id"])
    assert caught.value.code == "day-locked"
    (search,) = home.call("days.searches", str(ROUND))["searches"]
    assert search["why"] == "removed"
