"""A server whose week is lost: a later plan asks for it once more, and its totals are published under its Sunday."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_CEILING, Decimal
from pathlib import Path

import pytest

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.rounds.cohort.days import repeated_weeks
from pdd_server.services.rounds.cohort.signed_messages import read_plan
from pdd_server.store.campaigns import campaigns
from pdd_server.store.results import charges, growing_days, repeats
from pdd_server.store.results.repeats import Repeat
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_epochs
from pdd_server.store.rounds.cohort.cohort_epochs import StoredReset
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Budget
from pdd_shared.rounds.layout import Counts
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    begin_day,
    cohort_players,
    cohort_server,
    expected,
    plan_of,
)
from tests.server.services.rounds.cohort.synthetic_days import capped_campaign
from tests.server.simulated_server import HandClock, published

ONE = timedelta(days=1)
SUNDAY = date(2026, 11, 22)
MONDAY = SUNDAY + 8 * ONE
"""The first day whose plan may ask for the week of SUNDAY once more."""
AFTER_ANSWERS = SUNDAY + 22 * ONE
"""The first such day if the week's list was shown and never opened."""


def weekly(end: date = date(2026, 12, 20)) -> Campaign:
    """Return a campaign that counts by week, from the week of SUNDAY on, with a cap over all weeks."""
    by_week = capped_campaign(period="week")
    return by_week.model_copy(update={"id": "weekly", "start": date(2026, 11, 16), "end": end})


def players(server: Deployment) -> list[CohortPlayer]:
    """Return four players that count something for the weekly campaign."""
    crowd = cohort_players(server, 4)
    for player in crowd:
        player.given["weekly", None] = Counts(2 + player.seed, (1, player.seed % 2), is_full=player.seed < 3)
    for player in crowd:
        player.work()
    return crowd


def live(
    server: Deployment, clock: HandClock, crowd: Sequence[CohortPlayer], until: date, lost: str, days: Sequence[date]
) -> None:
    """Play days, with a contact in the morning and in the evening. Nobody does tasks of the kind `lost` for `days`."""
    while clock.now.date() < until:
        begin_day(server, clock)
        for _ in range(2):
            for player in crowd:
                tasks = player.tasks()
                player.settle(tasks)
                for task in tasks:
                    if not (task.kind == lost and plan_of(task).day in days):
                        player.do(task)


def repeated(server: Deployment) -> dict[date, Repeat]:
    """Return what the server has asked for once more, by the plan's day."""
    with server.store.read() as connection:
        days = [found.day for found in rounds.all_of(connection)]
        return {day: found["weekly"] for day in days if (found := repeats.of_day(connection, day))}


def charged(server: Deployment) -> set[date]:
    """Return the days on which the weekly campaign was charged."""
    with server.store.read() as connection:
        days = [SUNDAY + ahead * ONE for ahead in range(60)]
        return {day for day in days if "weekly" in charges.campaigns_charged(connection, day)}


def totals(server: Deployment) -> dict[date, list[int]]:
    """Return the published numbers by the week's last day."""
    return {
        date.fromisoformat(day["day"]): [day["donors"], day["searches"], *day["totals"].values(), day["full"]]
        for day in published(server, "weekly")["days"]
    }


def missing(server: Deployment) -> dict[date, str]:
    """Return why weeks have no totals, by their last day."""
    return {date.fromisoformat(day["day"]): day["reason"] for day in published(server, "weekly")["missing"]}


def test_a_week_below_its_floor_is_asked_for_once_more_and_charged_once(tmp_path: Path, clock: HandClock) -> None:
    """Nobody uploads the first week. The Monday after its window asks again, and the sum is published under its Sunday.

    The Monday's plan has the lost week alone, waits as long as a Sunday's, and the one charge is that of the Sunday.
    """
    server = cohort_server(tmp_path, clock, weekly())
    crowd = players(server)
    live(server, clock, crowd, MONDAY, "upload", [SUNDAY])
    assert missing(server) == {SUNDAY: "lost"}
    live(server, clock, crowd, MONDAY + 2 * ONE, "upload", [SUNDAY])
    with server.store.read() as connection:
        plan = read_plan(rounds.plan_of(connection, MONDAY).payload)
    assert [(part.campaign, part.repeats) for part in plan.layout] == [("weekly", SUNDAY)]
    assert plan.earliest_close == MONDAY + 4 * ONE
    live(server, clock, crowd, MONDAY + 6 * ONE, "upload", [SUNDAY])
    assert repeated(server) == {MONDAY: Repeat("weekly", SUNDAY, MONDAY, SUNDAY)}
    assert missing(server) == {}
    assert totals(server)[SUNDAY] == expected(crowd, MONDAY)[:5].tolist()
    assert charged(server) == {SUNDAY, SUNDAY + 7 * ONE}
    with server.store.read() as connection:
        decoys = list(growing_days.decoys_of(connection, "weekly"))
    assert {one.day for one in decoys} == {SUNDAY, SUNDAY + 7 * ONE}
    assert all(day["final"] for day in published(server, "weekly")["days"])
    server.store.dispose()


def test_a_week_whose_list_was_shown_is_charged_twice(tmp_path: Path, clock: HandClock) -> None:
    """Members certify the week's list and never answer. After the last answers it is asked for and charged again."""
    server = cohort_server(tmp_path, clock, weekly())
    crowd = players(server)
    live(server, clock, crowd, AFTER_ANSWERS + 6 * ONE, "open", [SUNDAY])
    assert repeated(server) == {AFTER_ANSWERS: Repeat("weekly", SUNDAY, AFTER_ANSWERS, AFTER_ANSWERS)}
    assert totals(server)[SUNDAY] == expected(crowd, AFTER_ANSWERS)[:5].tolist()
    assert {SUNDAY, AFTER_ANSWERS} <= charged(server)
    assert SUNDAY not in missing(server)
    server.store.dispose()


def test_a_week_that_is_lost_twice_is_not_asked_for_again(tmp_path: Path, clock: HandClock) -> None:
    """Nobody uploads the week, nor its repeat. It stays missing for the first reason and no third plan has it."""
    server = cohort_server(tmp_path, clock, weekly())
    crowd = players(server)
    live(server, clock, crowd, MONDAY + 15 * ONE, "upload", [SUNDAY, MONDAY])
    assert list(repeated(server)) == [MONDAY]
    assert missing(server)[SUNDAY] == "lost"
    assert SUNDAY not in totals(server)
    assert SUNDAY not in charged(server)
    server.store.dispose()


def test_the_last_week_of_a_campaign_is_asked_for_after_its_end(tmp_path: Path, clock: HandClock) -> None:
    """A campaign of one week that was lost still gets its week, though the campaign is over by then."""
    server = cohort_server(tmp_path, clock, weekly(end=SUNDAY))
    crowd = players(server)
    live(server, clock, crowd, MONDAY + 6 * ONE, "upload", [SUNDAY])
    assert totals(server) == {SUNDAY: expected(crowd, MONDAY)[:5].tolist()}
    server.store.dispose()


@pytest.mark.parametrize("why", ["closed", "reset"])
def test_a_lost_week_is_not_asked_for(tmp_path: Path, clock: HandClock, why: str) -> None:
    """A campaign that was closed gets no new plan. One from before a reset may have been asked for a week already."""
    server = cohort_server(tmp_path, clock, weekly())
    crowd = players(server)
    live(server, clock, crowd, MONDAY, "upload", [SUNDAY])
    with server.store.write() as connection:
        assert [part.repeats for part in repeated_weeks.due(connection, server.config, MONDAY)] == [SUNDAY]
        if why == "closed":
            campaigns.close(connection, "weekly", clock.now.date())
        else:
            cohort_epochs.add_reset(connection, StoredReset(1, date(2026, 11, 17), "", 0))
        assert list(repeated_weeks.due(connection, server.config, MONDAY)) == []
    server.store.dispose()


@pytest.mark.parametrize(("room", "asked"), [(0, []), (1, [SUNDAY])])
def test_weeks_are_asked_for_while_all_homes_can_pay(
    tmp_path: Path, clock: HandClock, room: int, asked: list[date]
) -> None:
    """Homes charge what they send, also for weeks below the floor, so all weeks and repeats have to fit the budget."""
    made = weekly()
    charge, delta = charge_of_terms(made.terms, made.id), made.terms.budget.delta
    cost = Decimal(epsilon({charge: made.periods + room}, float(delta))).quantize(Decimal("0.0001"), ROUND_CEILING)
    terms = made.terms.model_copy(update={"budget": Budget(epsilon=cost, delta=delta)})
    server = cohort_server(tmp_path, clock, made.model_copy(update={"terms": terms}))
    crowd, weeks = players(server), [SUNDAY, SUNDAY + 7 * ONE]
    live(server, clock, crowd, MONDAY + 10 * ONE, "upload", weeks)
    assert [one.week for one in repeated(server).values()] == asked
    assert missing(server) == dict.fromkeys([week for week in weeks if week not in asked], "lost")
    server.store.dispose()
