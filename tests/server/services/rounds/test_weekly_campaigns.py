"""A server with campaigns that count by day and by week: plans, windows, charges and published weeks."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import pytest

from pdd_server.errors import SetupError
from pdd_server.services.campaigns.campaign_status import campaign_status
from pdd_server.services.campaigns.privacy_sentences import caps_sentence
from pdd_server.services.operations.data_folder import Deployment, open_folder
from pdd_server.services.operations.status import status_text
from pdd_server.services.rounds.cohort.signed_messages import read_plan
from pdd_server.store.results import charges, publications
from pdd_server.store.results.publications import Missing
from pdd_server.store.rounds import rounds
from pdd_shared.protocol.limits import LEAST_WEEK_DELAY
from pdd_shared.protocol.messages import Campaign
from pdd_shared.rounds.cohort.messages import CohortPlan
from pdd_shared.rounds.layout import Counts
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import DAY, HandClock, client_of, published, status_of

ONE = timedelta(days=1)
SUNDAYS = date(2026, 11, 22), date(2026, 11, 29)
LAST = SUNDAYS[-1] + 6 * ONE
"""The night in which the second week is published."""
BY_DAY, BY_WEEK = slice(0, 4), slice(4, 8)
"""The places of the two campaigns in a Sunday's vector."""


def weekly_campaign() -> Campaign:
    """Return a campaign that counts by week, for three weeks."""
    by_week = cohort_campaign(period="week")
    return by_week.model_copy(update={"id": "weekly", "start": date(2026, 11, 16), "end": date(2026, 12, 6)})


@dataclass(frozen=True)
class Fortnight:
    """A server with both campaigns after two weeks, its donors, and the plan of each data day."""

    server: Deployment
    crowd: list[CohortPlayer]
    plans: dict[date, CohortPlan] = field(default_factory=dict)


@pytest.fixture(scope="module")
def fortnight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fortnight]:
    clock = HandClock()
    server = cohort_server(tmp_path_factory.mktemp("fortnight"), clock, cohort_campaign(), weekly_campaign())
    crowd = cohort_players(server, 4)
    for player in crowd:
        player.given["weekly", None] = Counts(2 + player.seed, (1, player.seed % 2))
    everybody(crowd)
    made = Fortnight(server, crowd)
    while clock.now.date() < LAST:
        (day,) = a_day(server, clock, crowd).opened
        with server.store.read() as connection:
            made.plans[day] = read_plan(rounds.plan_of(connection, day).payload)
    yield made
    server.store.dispose()


def test_a_weekly_campaign_is_in_the_plans_of_sundays_alone(fortnight: Fortnight) -> None:
    """Each day's plan has the daily campaign. The weekly one is in those of Sundays, whose windows are longer."""
    assert min(fortnight.plans) == DAY
    for day, plan in fortnight.plans.items():
        is_sunday = day in SUNDAYS
        assert [part.campaign for part in plan.layout] == ["flu", *(["weekly"] if is_sunday else [])]
        assert plan.earliest_close - day - ONE == (LEAST_WEEK_DELAY if is_sunday else 1) * ONE


def test_weeks_are_published_and_charged_once(fortnight: Fortnight) -> None:
    """Two weeks are published, each under its Sunday with the numbers that donors sent, and charged once a week."""
    server, crowd = fortnight.server, fortnight.crowd
    by_week = {date.fromisoformat(day["day"]): day for day in published(server, "weekly")["days"]}
    assert tuple(by_week) == SUNDAYS
    for day, found in by_week.items():
        numbers = [found["donors"], found["searches"], *found["totals"].values()]
        assert numbers == expected(crowd, day)[BY_WEEK].tolist()
    with server.store.read() as connection:
        assert sum(charges.of_campaign(connection, "weekly").values()) == len(SUNDAYS)
        assert sum(charges.of_campaign(connection, "flu").values()) > 7
    assert published(server, "weekly")["missing"] == []


def test_days_of_the_daily_campaign_are_published_as_before(fortnight: Fortnight) -> None:
    """Beside a weekly campaign every day of the daily one is published, Sundays too."""
    server, crowd = fortnight.server, fortnight.crowd
    by_day = {date.fromisoformat(day["day"]): day for day in published(server)["days"]}
    # A day closes two nights after it is over and is published in the next; a Sunday's window is longer.
    assert set(by_day) == {DAY + ahead * ONE for ahead in range((LAST - DAY).days - 3)}
    for day, found in by_day.items():
        numbers = [found["donors"], found["searches"], *found["totals"].values()]
        assert numbers == expected(crowd, day)[BY_DAY].tolist()


def test_pages_and_files_name_weeks(fortnight: Fortnight) -> None:
    """The page, the files and the citation say that rows are weeks; those of the daily campaign say days."""
    client = client_of(fortnight.server)
    page, daily = (client.get(f"/campaigns/{name}").text for name in ("weekly", "flu"))
    assert "Week to Sunday 29 November 2026: coverage 100%" in page
    assert "2 weeks with totals, 22 November 2026 to 29 November 2026" in page
    assert "Searches a week" in page
    assert "Your counts of Monday to Sunday go out together, once a week." in page
    assert caps_sentence(weekly_campaign().terms).startswith("Each week, only your first 10 searches count")
    assert "12 days with totals" in daily
    assert "Searches a day" in daily
    assert not any(words in daily for words in ("Week to", "a week", "weeks with totals"))
    folder = fortnight.server.folder.published / "weekly"
    described = json.loads((folder / "datapackage.json").read_text())
    assert described["privacy"]["period"] == json.loads((folder / "totals.json").read_text())["period"] == "week"
    assert "Weekly totals of donated searches" in (folder / "CITATION.cff").read_text()
    assert "(one row a week, stratum and entry)" in (folder / "README.md").read_text()
    with closing(sqlite3.connect(folder / "totals.sqlite")) as file:
        assert file.execute("SELECT period FROM campaign").fetchone() == ("week",)
    assert "spent in 2 weeks" in status_text(status_of(fortnight.server))


def test_a_server_of_weekly_campaigns_plans_sundays_alone(tmp_path: Path, clock: HandClock) -> None:
    """Days on which no campaign's week ends get no round, and nothing says that they are missing."""
    server = cohort_server(tmp_path, clock, weekly_campaign())
    everybody(cohort_players(server, 4))
    opened = [begin_day(server, clock).opened for _ in range(4)]
    assert opened == [(), (), (SUNDAYS[0],), ()]
    assert published(server, "weekly")["missing"] == []
    server.store.dispose()


def test_weeks_without_donors_are_missing_once(tmp_path: Path, clock: HandClock) -> None:
    """A week without enough donors is missing under its Sunday, and the campaign waits until a Sunday is planned."""
    server = cohort_server(tmp_path, clock, weekly_campaign())
    for _ in range(8):
        begin_day(server, clock)
    found = published(server, "weekly")["missing"]
    assert [(one["day"], one["reason"]) for one in found] == [(SUNDAYS[0].isoformat(), "waiting")]
    assert "on this server for the week to 22 November 2026" in client_of(server).get("/campaigns/weekly").text
    server.store.dispose()


def test_a_spent_week_holds_a_campaign_while_days_go_on(tmp_path: Path, clock: HandClock) -> None:
    """A weekly campaign whose last Sunday could not be paid is spent until a later Sunday has a round.

    Rounds of the days between two Sundays are those of daily campaigns, and say nothing about it.
    """
    server = cohort_server(tmp_path, clock, cohort_campaign(), weekly_campaign())
    everybody(cohort_players(server, 4))
    while not begin_day(server, clock).opened:
        pass
    with server.store.write() as connection:
        publications.add_missing(connection, [Missing("weekly", DAY - 5 * ONE, "budget", 4, 0)])
        assert campaign_status(connection, "weekly", DAY).state_now == "budget-spent"
    assert "kept for rounds that are open: no new week is counted" in status_text(status_of(server))
    while begin_day(server, clock).opened != (SUNDAYS[0],):
        pass
    with server.store.read() as connection:
        assert campaign_status(connection, "weekly", DAY).state_now == "running"
    server.store.dispose()


def test_a_change_of_zone_is_refused_while_a_day_is_open(tmp_path: Path, clock: HandClock) -> None:
    """A server whose time zone was changed does not start on open days, and says which zone to set again."""
    server = cohort_server(tmp_path, clock, weekly_campaign())
    everybody(cohort_players(server, 4))
    server.store.dispose()
    folder, settings = server.folder, server.folder.config.read_text()
    moved = settings.replace('zone = "UTC"', 'zone = "Europe/London"')
    folder.config.write_text(moved)
    open_folder(folder, clock).store.dispose()  # no day is open yet
    folder.config.write_text(settings)
    server = open_folder(folder, clock)
    while not begin_day(server, clock).opened:
        pass
    server.store.dispose()
    folder.config.write_text(moved)
    with pytest.raises(SetupError, match=r"zone: is Europe/London, and the open day 2026-11-22 .* set it back to UTC"):
        open_folder(folder, clock)
