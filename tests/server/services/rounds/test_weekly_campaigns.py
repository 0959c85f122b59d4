"""A server with campaigns that count by day and by week: plans, windows, charges and published weeks."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import pytest

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.rounds.cohort.signed_messages import read_plan
from pdd_server.store.results import charges
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
from tests.server.simulated_server import DAY, HandClock, published

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
    server.store.dispose()
