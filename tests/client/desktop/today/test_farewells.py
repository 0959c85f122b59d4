"""What the Today page says of a campaign that is finished: thanks, what was given, and what came of it."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_client.core.contribution import Contribution
from pdd_client.desktop.today import day_texts
from pdd_client.desktop.today.farewells import came, given
from pdd_client.desktop.today.job import ShowDayJob
from pdd_client.desktop.today.view_model import FarewellViewModel
from pdd_client.donor.donor import Donor
from pdd_client.donor.status import JoinedCampaign
from tests.client.cohort_fakes import CohortServer, cohort_campaign
from tests.client.cohort_players import Player
from tests.client.desktop.published_results import publish, published_day
from tests.client.desktop.today_days import DAY, MORNING, shown
from tests.client.fakes import Clock
from tests.client.weekly_homes import MONDAY, ONE, SUNDAY, asks_again, at, live, search, weekly, weekly_homes

WEDNESDAY = at(2, 12).date()


@pytest.fixture
def server() -> CohortServer:
    return CohortServer(Clock(MONDAY - 4 * ONE), campaigns=[cohort_campaign(), weekly()])


@pytest.fixture
def homes(tmp_path: Path, server: CohortServer) -> Iterator[list[Player]]:
    """Four homes with a daily and a weekly campaign, at noon of Wednesday, which the first withholds."""
    with weekly_homes(tmp_path, server) as opened:
        search(opened[0], [("flu", at(0, 8)), ("cough flu", at(2, 8)), ("cough", at(4, 8))])
        live(server, opened, at(2, 12))
        opened[0].donor.days.withhold(WEDNESDAY)
        yield opened


def farewells(donor: Donor) -> dict[str, FarewellViewModel]:
    return {one.campaign.id: one for one in ShowDayJob().run(donor).farewells}


def said(one: FarewellViewModel) -> list[str]:
    return [*given(one), *came(one)]


def finished(name: str) -> JoinedCampaign:
    return JoinedCampaign(
        name,
        "Winter flu",
        None,
        MORNING,
        None,
        3,
        0,
        changed=False,
        changed_protocol=False,
        start=DAY,
        end=DAY,
        state="finished",
    )


def end(server: CohortServer, one: Player) -> None:
    """Let all campaigns be over, and the server list none any more."""
    server.clock.now = MONDAY + timedelta(weeks=8)
    server.campaigns = []
    one.check_in()


def test_what_was_given_is_without_withheld_days_and_counts_a_lost_week_once(
    server: CohortServer, homes: list[Player]
) -> None:
    """The week that was given twice is one week; the withheld Wednesday is in neither campaign's numbers."""
    one, again = homes[0], SUNDAY + 8 * ONE
    live(server, homes, at(14, 12))
    asks_again(server, again, SUNDAY)
    live(server, homes, at(19, 12))
    assert not farewells(one.donor), "while a campaign runs nothing is over"
    publish(lambda: nullcontext(one.donor), "flu")
    publish(lambda: nullcontext(one.donor), "week", published_day(SUNDAY, {"flu": 9}))
    end(server, one)
    found = farewells(one.donor)
    # From the 19th of November to the 11th of December all days but one; and three Sundays.
    assert found["flu"].numbers == Contribution(22, 2, 2, (("cough", 1), ("flu", 1)), 0, None)
    assert found["week"].numbers == Contribution(3, 2, 2, (("cough", 1), ("flu", 1)), 1, 40)
    assert said(found["week"]) == [
        *("Weeks: 3", "Searches that counted: 2", "Times a keyword counted: 2. The most: cough 1, flu 1"),
        *("Weeks: 1", "People in a typical total, with noise: about 40"),
    ]


def test_who_gave_nothing_is_thanked_too() -> None:
    """Without counts, or with zeros alone, the sentences are true and kind."""
    numbers = Contribution(0, 0, 0, (), 0, None)
    campaign = FarewellViewModel(finished("flu"), weekly=False, numbers=numbers)
    assert said(campaign) == [
        "This app knows of no counts that you gave. Thank you for being ready to help.",
        "No results have come to this app. The server’s website shows what is published.",
    ]
    zeros = replace(campaign, numbers=replace(numbers, periods=1))
    assert said(zeros)[:-1] == ["Days: 1", "Searches that counted: 0"]


@pytest.mark.parametrize(("left", "told"), [(7, True), (8, False), (0, True)])
def test_the_last_days_are_told(left: int, *, told: bool) -> None:
    """In its last week a campaign's last day is on the page, and not before."""
    running = replace(finished("flu"), state="running", last=DAY + left * ONE)
    assert ("Winter flu runs until" in day_texts.decision(shown(joined_campaigns=(running,)))) is told
