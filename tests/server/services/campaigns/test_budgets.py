"""Budgets: each published day is charged once, and nothing is planned or published beyond the promise."""

from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pdd_server.jobs import nightly_run
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.operations.status import status_text
from pdd_server.store.results import charges
from pdd_server.store.tables import charges as charges_table
from pdd_shared.privacy.accounting import composition
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.protocol.messages import Plan
from pdd_shared.protocol.terms import Budget
from tests.server.simulated_server import (
    DAY,
    HandClock,
    campaign,
    client_of,
    donors,
    morning_after,
    new_server,
    night,
    published,
    status_of,
)
from tests.support.terms import laplace, terms

THREE = terms(budget=Budget(epsilon=Decimal(3), delta=Decimal(0)))
"""A day costs epsilon 1, so that the budget lasts three days."""
SHORT = campaign(terms=THREE)
LONG = campaign(id="long")


def charged(server: Deployment, name: str = "flu") -> list[date]:
    """Return the days for which a campaign was charged."""
    with server.store.read() as connection:
        table = charges_table
        query = select(table.c.day).where(table.c.campaign == name).order_by(table.c.day)
        return list(connection.execute(query).scalars())


def missing(server: Deployment, reason: str) -> list[date]:
    """Return the days without totals for this reason in the campaign `flu`."""
    return [date.fromisoformat(day["day"]) for day in published(server)["missing"] if day["reason"] == reason]


def play(server: Deployment, clock: HandClock, crowd: list[Any], days: int) -> None:
    """Run so many days, each with all donors doing what they are asked, and its nightly run."""
    for _ in range(days):
        night(server)
        for donor in crowd:
            donor.work()
        clock.next_day()
    night(server)


def test_a_budget_of_three_days_lasts_three_days(tmp_path: Path, clock: HandClock) -> None:
    """From the fourth day on a campaign with a budget of three days is missing, while another goes on."""
    server = new_server(tmp_path, clock, SHORT, LONG)
    play(server, clock, donors(server, 4), 9)
    three = [DAY + timedelta(days=n) for n in range(3)]
    assert charged(server) == three
    assert [date.fromisoformat(day["day"]) for day in published(server)["days"]] == three
    left_out = missing(server, "budget")
    assert left_out[:3] == [DAY + timedelta(days=n) for n in range(3, 6)]
    others = [date.fromisoformat(day["day"]) for day in published(server, "long")["days"]]
    assert others == charged(server, "long") == [DAY + timedelta(days=n) for n in range(len(others))]
    assert set(left_out[:3]) <= set(others)
    assert published(server)["privacy"]["spent"] == {"days": 3, "epsilon": 3.0, "basic_epsilon": 3.0}
    server.store.dispose()


def test_no_round_is_planned_for_nobody(tmp_path: Path, clock: HandClock) -> None:
    """When the only campaign's budget is spent, donors are not asked for anything any more."""
    server = new_server(tmp_path, clock, SHORT)
    play(server, clock, everybody := donors(server, 4), 8)
    assert len(status_of(server)["rounds"]) == 3
    assert all(donor.check_in().json["tasks"] == [] for donor in everybody)
    server.store.dispose()


def test_open_rounds_are_counted_before_they_are_published(tmp_path: Path, clock: HandClock) -> None:
    """Rounds that wait for vectors count against the budget with what they will cost."""
    server = new_server(tmp_path, clock, SHORT, LONG, delay=9)
    crowd = donors(server, 3)
    for _ in range(5):
        for donor in crowd:
            donor.check_in()
        clock.next_day()
        night(server)
    assert charged(server) == []
    assert missing(server, "budget") == [DAY + timedelta(days=n) for n in (3, 4)]
    asked = [Plan.model_validate_json(task["plan"]["payload"]) for task in crowd[0].check_in().json["tasks"]]
    assert [[part.campaign for part in plan.layout] for plan in asked] == [["flu", "long"]] * 3 + [["long"]] * 2
    assert "kept for rounds that are open: no new day is counted, epsilon 0 of 3" in status_text(status_of(server))
    assert "or kept for days whose totals are still to come" in client_of(server).get("/campaigns/flu").text
    server.store.dispose()


def test_a_lost_round_costs_nothing_and_its_day_can_be_planned_again(tmp_path: Path, clock: HandClock) -> None:
    """A lost round gives its reserved cost back, so three other days are published."""
    server = new_server(tmp_path, clock, SHORT, delay=0)
    crowd = donors(server, 3)
    for donor in crowd:
        donor.check_in()
    clock.next_day()
    night(server)
    for donor in crowd[:2]:
        donor.work()
    clock.next_day()
    night(server)
    assert (charged(server), missing(server, "lost")) == ([], [DAY])
    play(server, clock, crowd, 6)
    assert len(charged(server)) == 3
    assert len(published(server)["days"]) == 3
    server.store.dispose()


def test_a_budget_spent_meanwhile_stops_publication(tmp_path: Path, clock: HandClock) -> None:
    """If a campaign cannot pay when its round ends, its numbers are dropped as missing, and the others are
    published.
    """
    server = new_server(tmp_path, clock, SHORT, LONG)
    for donor in morning_after(server, clock, 3):
        donor.work([1, 1, 1, 1])
    with server.store.write() as connection:
        for before in range(1, 4):
            charges.add(connection, "flu", DAY - timedelta(days=before), Charge.of_terms(THREE))
    clock.next_day()
    assert night(server).published == (DAY,)
    assert (published(server)["days"], missing(server, "budget")[0]) == ([], DAY)
    assert len(charged(server)) == 3
    assert charged(server, "long") == [DAY]
    assert len(published(server, "long")["days"]) == 1
    server.store.dispose()


def test_budgets_are_composed_before_donors_have_to_wait(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compositions that a nightly plan needs are computed before the transaction that takes the write lock."""
    budget = Budget(epsilon=Decimal(10), delta=Decimal("0.000001"))
    long = terms(noise=laplace(810), budget=budget)
    server = new_server(tmp_path, clock, campaign(terms=long))
    with server.store.write() as connection:
        charges.add(connection, "flu", DAY - timedelta(days=200), Charge("discrete-laplace", Decimal(900), 81))
        for before in range(1, 121):
            charges.add(connection, "flu", DAY - timedelta(days=before), Charge.of_terms(long))
    for donor in donors(server, 3):
        donor.check_in()
    clock.next_day()
    composed = composition._epsilon.cache_info
    begin, misses = nightly_run._begin_night, []

    def begin_night(*given: Any) -> tuple[date, ...]:
        misses.append(composed().misses)
        opened = begin(*given)
        misses.append(composed().misses)
        return opened

    monkeypatch.setattr(nightly_run, "_begin_night", begin_night)
    composition._epsilon.cache_clear()
    assert night(server).opened == (DAY,)
    assert misses[0] == misses[1] > 0
    server.store.dispose()


def test_a_campaigns_strata_are_one_charge(tmp_path: Path, clock: HandClock) -> None:
    """A day of two strata is charged once, because a donor fills one; a day without totals is not charged."""
    server = new_server(tmp_path, clock, SHORT.model_copy(update={"strata": ("north", "south")}))
    play(server, clock, donors(server, 3), 3)
    assert len(published(server)["days"]) == 2 * len(charged(server)) == 4
    with server.store.read() as connection:
        assert charges.of_campaign(connection, "flu") == {Charge("discrete-laplace", Decimal(81), 81): 2}
    server.store.dispose()


def test_status_and_pages_say_what_is_spent(tmp_path: Path, clock: HandClock) -> None:
    """The status shows what a running campaign has spent; status and pages say in words when the budget is used up."""
    server = new_server(tmp_path, clock, SHORT, LONG)
    crowd = donors(server, 3)
    play(server, clock, crowd, 3)
    short, _ = status_of(server)["campaigns"]
    assert (short["state"], short["privacy"]["spent"]["days"]) == ("running", 2)
    assert "campaign flu: running, epsilon 2 of 3 spent in 2 days" in status_text(status_of(server))
    assert "67% of it is spent so far" in client_of(server).get("/campaigns/flu").text
    play(server, clock, crowd, 2)
    short, long = status_of(server)["campaigns"]
    assert (short["state"], long["state"]) == ("budget-spent", "running")
    assert short["privacy"] == {
        "neighbours": "one-donor-all-days",
        "budget": {"epsilon": 3.0, "delta": 0.0},
        "spent": {"days": 3, "epsilon": 3.0, "basic_epsilon": 3.0},
    }
    assert (
        "its privacy budget is spent, or kept for rounds that are open: no new day is counted, epsilon 3 of 3"
        in status_text(status_of(server))
    )
    assert "This study takes nobody else." in client_of(server).get("/").text
    assert "Its privacy budget is spent" in client_of(server).get("/campaigns/flu").text
    assert "Its privacy budget is spent" not in client_of(server).get("/campaigns/long").text
    server.store.dispose()
