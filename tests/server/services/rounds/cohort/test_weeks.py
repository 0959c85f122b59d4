"""Weeks of a `cohort` server with the players of `simulated_donors`, who join, stay away and leave."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect, select

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.engine import Store
from pdd_server.store.rounds.cohort.cohort_tables import cohort_leaves
from pdd_shared.rounds.cohort.messages import Epoch
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
    plan_of,
)
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import DAY, HandClock, published

ONE = timedelta(days=1)


@pytest.fixture
def cohort(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    made = cohort_server(tmp_path, clock)
    yield made
    made.store.dispose()


def sums(server: Deployment) -> dict[date, tuple[int, ...]]:
    """Return the published numbers of each data day, in the order of the vector."""
    return {
        date.fromisoformat(day["day"]): (day["donors"], day["searches"], *day["totals"].values())
        for day in published(server)["days"]
    }


def sent(players: Iterable[CohortPlayer], day: date) -> tuple[int, ...]:
    """Return the sum of these players' uploads of a data day, without decoys."""
    return tuple(expected(players, day)[:4].tolist())


def missing(server: Deployment) -> dict[date, str]:
    return {date.fromisoformat(day["day"]): day["reason"] for day in published(server)["missing"]}


def epoch_of(player: CohortPlayer) -> Epoch:
    return player.places[max(player.places)].epoch


def test_four_homes_from_the_first_day_on(cohort: Deployment, clock: HandClock) -> None:
    """Four donors send tickets on the first day; an epoch begins with the next nightly run, and days are published."""
    crowd = cohort_players(cohort, 4)
    assert everybody(crowd) == {seed: ["ticket"] for seed in (1, 2, 3, 4)}
    reports = [a_day(cohort, clock, crowd) for _ in range(8)]
    assert [report.opened for report in reports] == [(DAY + ahead * ONE,) for ahead in range(8)]
    # Closed in the night of D + 3, published in the next.
    assert [report.published for report in reports] == [(), (), (), *((DAY + ahead * ONE,) for ahead in range(5))]
    assert sums(cohort) == {day: sent(crowd, day) for day in (DAY + ahead * ONE for ahead in range(5))}
    # The first epoch ended after a week.
    assert [place.epoch.start for place in crowd[0].places.values()] == [DAY + ONE, DAY + 8 * ONE]


@pytest.mark.sqlite
def test_the_table_of_tickets_is_made_anew_as_it_was(
    cohort: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader sees the old tickets until an epoch's transaction ends; then the table is empty, with the same rules."""
    monkeypatch.setattr(Store, "forget", lambda _: None)  # it waits for those who read
    everybody(cohort_players(cohort, 4))
    before = _rules_of_tickets(cohort)
    count = "SELECT count(*) FROM cohort_tickets"
    with cohort.store.read() as reading:
        assert reading.exec_driver_sql(count).scalar_one() == 4
        begin_day(cohort, clock)
        assert reading.exec_driver_sql(count).scalar_one() == 4
    with cohort.store.read() as connection:
        assert connection.exec_driver_sql(count).scalar_one() == 0
        assert connection.exec_driver_sql("SELECT count(*) FROM cohort_leaves").scalar_one() == 4
    assert _rules_of_tickets(cohort) == before


def _rules_of_tickets(server: Deployment) -> list[Any]:
    """Return columns, keys and references of the tickets' table."""
    with server.store.read() as connection:
        found = inspect(connection)
        unique = sorted(tuple(one["column_names"]) for one in found.get_unique_constraints("cohort_tickets"))
        columns = [(one["name"], str(one["type"]), one["nullable"]) for one in found.get_columns("cohort_tickets")]
        references = [(one["constrained_columns"], one["options"]) for one in found.get_foreign_keys("cohort_tickets")]
        text = "SELECT sql FROM sqlite_master WHERE name = 'cohort_tickets'"
        is_keyed = "WITHOUT ROWID" in connection.exec_driver_sql(text).scalar_one()
        return [columns, found.get_pk_constraint("cohort_tickets")["constrained_columns"], unique, references, is_keyed]


@pytest.mark.slow
def test_leaves_have_another_order_in_each_epoch(cohort: Deployment, clock: HandClock) -> None:
    """A donor's index in one epoch reveals nothing about its index in the next."""
    crowd = cohort_players(cohort, 8)
    everybody(crowd)
    for _ in range(8):
        a_day(cohort, clock, crowd)
    first, second = ([player.places[number].leaf.index for player in crowd] for number in (0, 1))
    assert sorted(first) == sorted(second) == list(range(8))
    assert first != second


@pytest.mark.slow
def test_who_joins_within_a_week_is_appended(cohort: Deployment, clock: HandClock) -> None:
    """A joiner sends two tickets, uploads from its first day under an appended leaf, and is in the next tree."""
    crowd = cohort_players(cohort, 10)
    everybody(crowd)
    a_day(cohort, clock, crowd)
    (joiner,) = cohort_players(cohort, 1, first=11)
    assert joiner.work() == ["ticket", "ticket"]
    joined = clock.now.date()
    crowd.append(joiner)
    for _ in range(8):
        a_day(cohort, clock, crowd)
    assert min(joiner.sent) == joined
    assert [joiner.places[number].leaf.index >= 10 + number for number in (0, 1)] == [True, False]
    found = sums(cohort)
    assert joined in found
    assert found == {day: sent(crowd, day) for day in found}


@pytest.mark.slow
def test_a_server_that_grows_makes_trees_early(cohort: Deployment, clock: HandClock) -> None:
    """With a fifth more tickets than leaves an epoch begins the next night, and no day is lost or counted twice."""
    crowd = cohort_players(cohort, 5)
    everybody(crowd)
    for number in range(5):
        a_day(cohort, clock, crowd)
        (joiner,) = cohort_players(cohort, 1, first=6 + number)
        joiner.work()
        crowd.append(joiner)
    for _ in range(5):
        a_day(cohort, clock, crowd)
    sizes = [place.epoch.size for place in crowd[0].places.values()]
    assert sizes[:3] == [5, 6, 8]
    found = sums(cohort)
    assert len(found) == 7
    assert found == {day: sent(crowd, day) for day in found}


@pytest.mark.slow
def test_absent_donors_are_left_out_and_late_ones_counted(cohort: Deployment, clock: HandClock) -> None:
    """Donors back within the window count, and those away longer are left out."""
    crowd = cohort_players(cohort, 10)
    everybody(crowd)
    a_day(cohort, clock, crowd)
    a_day(cohort, clock, crowd[:8])
    a_day(cohort, clock, crowd[:9])
    for _ in range(4):
        a_day(cohort, clock, crowd[:9])
    day = DAY + ONE
    assert [day in player.sent for player in crowd[7:]] == [True, True, False]
    assert sums(cohort)[day] == sent(crowd, day)
    (shown,) = (one for one in published(cohort)["days"] if one["day"] == day.isoformat())
    assert shown["noise"]["shares"] == [[9, 4]]


def test_too_few_donors_wait_for_an_epoch(cohort: Deployment, clock: HandClock) -> None:
    """Three donors make no tree: their days are published as waiting, and they are asked for tickets only."""
    crowd = cohort_players(cohort, 3)
    everybody(crowd)
    for _ in range(2):
        begin_day(cohort, clock)
        assert everybody(crowd) == {1: [], 2: [], 3: []}
    assert missing(cohort) == {DAY: "waiting", DAY + ONE: "waiting"}
    (fourth,) = cohort_players(cohort, 1, first=4)
    fourth.work()
    begin_day(cohort, clock)
    assert everybody([*crowd, fourth])[4] == ["ticket", "upload"]
    assert DAY + 2 * ONE not in missing(cohort)


@pytest.mark.slow
def test_a_demanding_campaign_waits_and_does_not_stop_others(tmp_path: Path, clock: HandClock) -> None:
    """A campaign whose `min_cohort` is above the floor is left out of the plan, and the other is published."""
    aches = cohort_campaign(min_cohort=9).model_copy(update={"id": "aches"})
    server = cohort_server(tmp_path, clock, cohort_campaign(), aches)
    crowd = cohort_players(server, 10)
    everybody(crowd)
    for _ in range(4):
        a_day(server, clock, crowd)
    assert sums(server)[DAY] == sent(crowd, DAY)
    (absent, *_) = published(server, "aches")["missing"]
    assert (absent["reason"], absent["needed"]) == ("min-cohort", 9)
    server.store.dispose()


@pytest.mark.slow
def test_a_lost_window_costs_nothing(cohort: Deployment, clock: HandClock) -> None:
    """A window that stays below its floor ends on its last night without a list, and the campaign is not charged."""
    crowd = cohort_players(cohort, 10)
    everybody(crowd)
    begin_day(cohort, clock)
    everybody(crowd)
    begin_day(cohort, clock)
    for player in crowd[:4]:
        player.work()
    for _ in range(8):
        begin_day(cohort, clock)
        everybody(crowd[:4], "ticket", "certify", "open")
    assert missing(cohort)[DAY + ONE] == "lost"
    assert published(cohort)["privacy"]["spent"]["days"] == 1  # DAY itself, whose list was shown


@pytest.mark.slow
def test_a_committee_without_a_quorum_drops_its_day_once(cohort: Deployment, clock: HandClock) -> None:
    """A day that too few members certify is dropped and charged after its last day, and later ones go on."""
    crowd = cohort_players(cohort, 4)
    everybody(crowd)
    begin_day(cohort, clock)
    everybody(crowd)
    for _ in range(2):
        begin_day(cohort, clock)
    assert everybody(crowd[:2], "certify")[1] == ["upload", "upload", "certify"]
    for _ in range(19):
        begin_day(cohort, clock)
    assert missing(cohort)[DAY] == "dropped"
    assert published(cohort)["privacy"]["spent"]["days"] == 1


@pytest.mark.slow
def test_members_may_stay_away_up_to_the_quorum(cohort: Deployment, clock: HandClock) -> None:
    """If seven of ten members certify and answer, the sum opens with all ten uploads."""
    crowd = cohort_players(cohort, 10)
    everybody(crowd)
    for _ in range(3):
        begin_day(cohort, clock)
        everybody(crowd, "ticket", "upload")
    for _ in range(2):
        everybody(crowd[:7])
    begin_day(cohort, clock)
    assert sums(cohort)[DAY] == sent(crowd, DAY)


def test_a_member_that_comes_late_certifies_and_answers_at_once(cohort: Deployment, clock: HandClock) -> None:
    """A member that comes when there is a certificate is asked for its signature and its answer, in this order."""
    crowd = cohort_players(cohort, 4)
    everybody(crowd)
    for _ in range(3):
        begin_day(cohort, clock)
        everybody(crowd, "ticket", "upload")
    everybody(crowd[:3], "certify")
    assert crowd[3].work("certify", "open") == ["certify", "open"]
    assert crowd[3].work() == []


@pytest.mark.slow
def test_an_erased_donor_leaves_its_leaf(cohort: Deployment, clock: HandClock) -> None:
    """An erased donor's upload stays in the sum, which opens; nobody serves in its place any more."""
    crowd = cohort_players(cohort, 10)
    everybody(crowd)
    a_day(cohort, clock, crowd)
    assert crowd[0].send("/v1/donor", method="DELETE", headers=crowd[0].headers).status_code == 204
    _assert_one_leaf_names_nobody(cohort)
    for _ in range(3):
        a_day(cohort, clock, crowd[1:])
    assert sums(cohort)[DAY] == sent(crowd, DAY)


def _assert_one_leaf_names_nobody(server: Deployment) -> None:
    """Assert that one leaf's ticket digest is gone: with the identity key it would show the donor's leaf."""
    with server.store.read() as connection:
        leaves = connection.execute(select(cohort_leaves.c.donor, cohort_leaves.c.digest)).all()
    assert [leaf.digest for leaf in leaves if leaf.donor is None] == [b""]
    assert all(leaf.digest for leaf in leaves if leaf.donor is not None)


@pytest.mark.slow
def test_who_registers_anew_uploads_no_day_twice(cohort: Deployment, clock: HandClock) -> None:
    """A home that registers again has a new leaf in mid-epoch, and is asked for no data day before that."""
    crowd = cohort_players(cohort, 10)
    everybody(crowd)
    a_day(cohort, clock, crowd)
    (again,) = cohort_players(cohort, 1, first=77)
    begin_day(cohort, clock)
    assert again.work() == ["ticket", "ticket"]
    days: set[date] = set()
    for _ in range(3):
        begin_day(cohort, clock)
        tasks = again.tasks()
        again.settle(tasks)
        days |= {plan_of(task).day for task in tasks if task.kind == "upload"}
    assert min(days) == DAY + 2 * ONE


@pytest.mark.slow
@pytest.mark.parametrize("size", [10, 60])
def test_a_fortnight(cohort: Deployment, clock: HandClock, size: int) -> None:
    """In a fortnight of joining, leaving and absences each published sum is exact, and most days are published."""
    crowd = cohort_players(cohort, size)
    everybody(crowd)
    for day in range(16):
        there = [player for player in crowd if (player.seed * 7 + day) % 10 < 8]
        a_day(cohort, clock, there)
        if day % 4 == 3:
            (joiner,) = cohort_players(cohort, 1, first=1_000 + day)
            joiner.work()
            crowd.append(joiner)
    found = sums(cohort)
    assert len(found) >= 9
    assert found == {day: sent(crowd, day) for day in found}
    assert len(crowd[0].places) >= 2


def test_nothing_is_left_of_a_day_that_ended(cohort: Deployment, clock: HandClock) -> None:
    """Of a published day neither sums, list, entries, signatures nor answers are kept."""
    crowd = cohort_players(cohort, 4)
    everybody(crowd)
    for _ in range(4):
        a_day(cohort, clock, crowd)
    with cohort.store.read() as connection:
        held: Any = connection.exec_driver_sql("SELECT * FROM cohort_days WHERE day = '2026-11-20'").one()
        assert (held.state, held.sums, held.listed, held.certificate, held.digest) == ("opened", *(None,) * 4)
        for table in ("cohort_entries", "cohort_signatures", "cohort_answers"):
            where = f"SELECT count(*) FROM {table} WHERE day = '2026-11-20'"
            assert connection.exec_driver_sql(where).scalar_one() == 0
