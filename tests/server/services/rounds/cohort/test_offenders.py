"""The search for a donor who spoils its cohort's days; the server never looks at a single upload."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.rounds.cohort.days import offenders
from pdd_server.services.rounds.cohort.epochs import epochs
from pdd_server.store.rounds.cohort import cohort_offenders
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.services.rounds.cohort.spoiling_donors import Spoiler, always_the_same_keys, id_of, quarantined
from tests.server.simulated_server import DAY, HandClock, published


@pytest.fixture
def cohort(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Deployment]:
    """Return a server with the same keys and draws each time: who rests when is drawn by hash."""
    always_the_same_keys(monkeypatch)
    made = cohort_server(tmp_path, clock)
    yield made
    made.store.dispose()


@pytest.mark.slow
def test_a_spoiler_among_ten_is_found_and_days_go_on(cohort: Deployment, clock: HandClock) -> None:
    """After spoilt days some suspects rest, sound days clear the others, and the one who is left is quarantined."""
    crowd = cohort_players(cohort, 10)
    crowd[-1] = spoiler = Spoiler(**vars(crowd[-1]))
    everybody(crowd)
    found_on = next(day for day in _days(cohort, clock, crowd) if quarantined(cohort))
    assert quarantined(cohort) == {id_of(cohort, spoiler)}
    for _ in range(4):
        a_day(cohort, clock, crowd)
    found = {date.fromisoformat(day["day"]): day for day in published(cohort)["days"]}
    # The day that ended when the search did is the first that was planned without the spoiler.
    assert max(found) >= found_on - timedelta(days=1)
    for day, shown in found.items():
        assert day not in spoiler.sent
        assert tuple(shown["totals"].values()) == tuple(expected(crowd, day)[2:4].tolist())


def _days(server: Deployment, clock: HandClock, crowd: list[CohortPlayer]) -> Iterator[date]:
    for _ in range(16):
        a_day(server, clock, crowd)
        yield clock().date()


@pytest.mark.slow
def test_a_single_spoilt_day_quarantines_nobody(cohort: Deployment, clock: HandClock) -> None:
    """After a single spoilt day, sound days clear everybody: nobody rests two nights later, or at the day's late
    end.
    """
    crowd = cohort_players(cohort, 8)
    crowd[-1] = Spoiler(**vars(crowd[-1]))
    everybody(crowd)
    a_day(cohort, clock, crowd)
    crowd[-1] = CohortPlayer(**vars(crowd[-1]))
    resting = {}
    for _ in range(26):
        a_day(cohort, clock, crowd)
        with cohort.store.read() as connection:
            rows = connection.exec_driver_sql("SELECT day, count(*) FROM cohort_excused GROUP BY day")
            resting.update({str(day): number for day, number in rows})
    assert resting.keys() <= {(DAY + timedelta(days=ahead)).isoformat() for ahead in (4, 5)}
    assert [day["reason"] for day in published(cohort)["missing"]] == ["spoiled"]


@pytest.mark.slow
def test_a_late_offender_is_found(cohort: Deployment, clock: HandClock) -> None:
    """Sound sums from before a spoilt day prove nothing about it: the search starts again, and days are published
    again.
    """
    crowd = cohort_players(cohort, 10)
    everybody(crowd)
    for _ in range(5):
        a_day(cohort, clock, crowd)
    crowd[-1] = spoiler = Spoiler(**vars(crowd[-1]))
    honest = clock().date()
    found_on = next(day for day in _days(cohort, clock, crowd) if quarantined(cohort))
    assert quarantined(cohort) == {id_of(cohort, spoiler)}
    # The first spoilt days end, which stores what was only suspected; and new epochs begin, which know it too.
    for _ in range(14):
        a_day(cohort, clock, crowd)
    assert quarantined(cohort) == {id_of(cohort, spoiler)}
    found = {date.fromisoformat(day["day"]): day for day in published(cohort)["days"]}
    after = [day for day in found if day >= found_on]
    assert len(after) >= 10
    for day in after:
        assert tuple(found[day]["totals"].values()) == tuple(expected(crowd, day)[2:4].tolist())
        assert day not in spoiler.sent or day < found_on
    assert min(found) < honest


def test_suspects_who_are_gone_end_no_search_and_keep_none(cohort: Deployment, clock: HandClock) -> None:
    """Suspects who left are dropped, lists that others may have spoilt are kept, and nobody is quarantined."""
    everybody(cohort_players(cohort, 5))
    begin_day(cohort, clock)
    with cohort.store.write() as connection:
        epoch = epochs.last(connection)
        assert epoch is not None
        cohort_offenders.number(connection, epoch.number, range(5))
        first, second, third, *_ = sorted(cohort_offenders.known_numbers_at(connection, epoch.number, range(5)))
        lists = [{first, second, 98}, {third, 98}, {98, 99}]
        cohort_offenders.save(connection, 0, map(frozenset, lists), frozenset({third}))
        offenders.begin_epoch(connection, epoch)
        assert cohort_offenders.get(connection, 0) == ((frozenset({first, second}),), frozenset())
        cohort_offenders.save(connection, 0, [frozenset({98, 99})], frozenset())
        offenders.begin_epoch(connection, epoch)
        assert cohort_offenders.all_of(connection) == []
