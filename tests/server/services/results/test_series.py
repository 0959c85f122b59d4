"""Series by day, week and month: sums of the published numbers, with the interval of all their draws."""

import csv
import io
import sqlite3
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from pdd_server.errors import Rejected
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results import published_file, series, table_slices
from pdd_server.services.results.exports import exports
from pdd_server.services.rounds.plain.noise import add_noise as plain_noise
from pdd_shared.privacy.noise.distributions import DiscreteLaplace
from pdd_shared.privacy.noise.ratios import UNKNOWN, Estimate, difference, ratio
from pdd_shared.privacy.noise.sums import sum_half_width
from pdd_shared.protocol.terms import Noise
from pdd_shared.series.grouping import Asked, Grouping, Rate
from pdd_shared.series.points import Point, varies
from pdd_shared.series.rows import SERIES_SCHEMA
from tests.server.services.results.synthetic_results import LABELS, made_up, numbers
from tests.server.simulated_server import campaign

DAYS = 40
START = date(2026, 11, 1)
"""A Sunday."""
NOISE = DiscreteLaplace(81.0)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Deployment]:
    """Return a server with 40 days of two strata, the first one a Sunday."""
    made = campaign(vocabulary=LABELS, strata=("north", "south"), start=START, end=START + timedelta(days=60))
    server = made_up(tmp_path, made, DAYS)
    exports.write_all(server.store, server.folder.published)
    yield server
    server.store.dispose()


def read(server: Deployment, asked: Asked) -> list[dict[str, Any]]:
    """Return the rows of a series."""
    with published_file.opened(server.folder.published / "flu") as published:
        found = [row for batch in series.rows(published, asked) for row in batch]
    return [dict(zip(SERIES_SCHEMA, row, strict=True)) for row in found]


def lose(server: Deployment, *days: date, strata: tuple[str, ...] = ("north", "south")) -> None:
    """Take days out of the published file."""
    file = server.folder.published / "flu" / "totals.sqlite"
    with sqlite3.connect(file) as connection:
        for day in days:
            for stratum in strata:
                where = "day = ? AND stratum = ?"
                connection.execute(
                    f"DELETE FROM numbers WHERE day_id IN (SELECT id FROM days WHERE {where})", (str(day), stratum)
                )
                connection.execute(f"DELETE FROM days WHERE {where}", (str(day), stratum))
    connection.close()


def total(first: int, days: int, strata: tuple[int, ...] = (0, 1), entry: int = 0) -> int:
    """Return the sum of a keyword's totals over these days and strata."""
    return sum(numbers(day, stratum, entry) for day in range(first, first + days) for stratum in strata)


def test_a_week_is_the_sum_of_its_days(server: Deployment) -> None:
    """A week's count is the sum of seven days and all strata, and its interval that of fourteen draws."""
    weeks = read(server, Asked(entries=("flu",), grouping=Grouping("week")))
    half = sum_half_width({NOISE: 14})
    assert [(row["value"], row["low_95"], row["high_95"]) for row in weeks[1:6]] == [
        (whole, whole - half, whole + half) for whole in (total(1 + 7 * week, 7) for week in range(5))
    ]
    assert [(row["first"], row["last"]) for row in weeks[:2]] == [
        ("2026-10-26", "2026-11-01"),
        ("2026-11-02", "2026-11-08"),
    ]


def test_a_week_with_a_missing_day_has_no_count(server: Deployment) -> None:
    """A week of which a day is missing, or one region of a day, is said to be incomplete, and has no count."""
    lose(server, START + timedelta(days=3))
    lose(server, START + timedelta(days=10), strata=("south",))
    weeks = read(server, Asked(entries=("flu",), grouping=Grouping("week")))
    assert [(row["days"], row["days_missing"]) for row in weeks] == [
        (1, 6),
        (6, 1),
        (6, 1),
        (7, 0),
        (7, 0),
        (7, 0),
        (4, 3),
    ]
    assert [row["value"] is None for row in weeks] == [True, True, True, False, False, False, True]
    assert all((row["value"] is None) == (row["low_95"] is None) == (row["high_95"] is None) for row in weeks)
    north = read(server, Asked(entries=("flu",), strata=("north",), grouping=Grouping("week")))
    assert [row["value"] is None for row in north] == [True, True, False, False, False, False, True]


def test_a_rate_is_of_the_days_that_are_there(server: Deployment) -> None:
    """A rate of an incomplete week divides the sums of its other days, and says how many days are missing."""
    lose(server, START + timedelta(days=3))
    week = read(server, Asked(entries=("flu",), grouping=Grouping("week", "searches")))[1]
    there = [1, 2, 4, 5, 6, 7]
    counted = sum(total(day, 1) for day in there)
    searches = sum(5000 + 10 * day + stratum for day in there for stratum in (0, 1))
    expected = ratio(counted, searches, {NOISE: 12}, {NOISE: 12}).times(1_000)
    assert (week["value"], week["low_95"], week["high_95"]) == pytest.approx(tuple(expected), rel=1e-6)
    assert (week["days"], week["days_missing"]) == (6, 1)


def test_a_rate_can_be_of_donors(server: Deployment) -> None:
    """Per 1,000 donors and day, the denominator is the sum of the days' donors."""
    week = read(server, Asked(entries=("flu",), strata=("north",), grouping=Grouping("week", "donors")))[1]
    expected = ratio(total(1, 7, (0,)), sum(range(401, 408)), {NOISE: 7}, {NOISE: 7}).times(1_000)
    assert (week["value"], week["low_95"], week["high_95"]) == pytest.approx(tuple(expected), rel=1e-6)


def test_a_month_has_its_own_number_of_days(server: Deployment) -> None:
    """November has thirty days, and December's last days are missing."""
    months = read(server, Asked(entries=("flu",), grouping=Grouping("month")))
    assert [(row["first"], row["last"], row["days"], row["days_missing"], row["value"]) for row in months] == [
        ("2026-11-01", "2026-11-30", 30, 0, total(0, 30)),
        ("2026-12-01", "2026-12-31", 10, 21, None),
    ]


def test_a_mean_is_of_the_day_and_those_before(server: Deployment) -> None:
    """A 7-day mean is a seventh of seven days' sum and of its interval, from the seventh day on."""
    means = read(server, Asked(entries=("flu",), grouping=Grouping("day", mean=7)))
    half = sum_half_width({NOISE: 14}) / 7
    assert len(means) == DAYS - 6
    assert (means[3]["first"], means[3]["last"]) == ("2026-11-04", "2026-11-10")
    whole = total(3, 7) / 7
    assert (means[3]["value"], means[3]["low_95"], means[3]["high_95"]) == pytest.approx(
        (whole, whole - half, whole + half)
    )


def test_without_grouping_a_day_is_its_published_number(server: Deployment) -> None:
    """By day and of one region, a series has the published totals with their published intervals."""
    days = read(server, Asked(entries=("flu",), strata=("south",), grouping=Grouping("day")))
    assert [row["value"] for row in days] == [numbers(day, 1, 0) for day in range(DAYS)]
    assert {row["high_95"] - row["value"] for row in days} == {sum_half_width({NOISE: 1})}


def test_a_missing_day_is_a_row_without_a_number(server: Deployment) -> None:
    """A day without totals keeps its row, so that a program that draws lines sees the gap."""
    lose(server, START + timedelta(days=5))
    days = read(server, Asked(entries=("flu",), grouping=Grouping("day")))
    assert len(days) == DAYS
    assert [(row["last"], row["days_missing"]) for row in days if row["value"] is None] == [("2026-11-06", 1)]


@pytest.mark.parametrize("rate", [None, "searches"])
def test_a_difference_of_regions_has_the_noise_of_both(server: Deployment, rate: Rate | None) -> None:
    """A region less another: exact from all draws for counts, and from both intervals for rates."""
    asked = {"entries": ("flu",), "strata": ("north",), "minus": "south"}
    week = read(server, Asked(**asked, grouping=Grouping("week", rate)))[1]
    one, other = total(1, 7, (0,)), total(1, 7, (1,))
    half = sum_half_width({NOISE: 14})
    expected: tuple[float | None, ...] = (one - other, one - other - half, one - other + half)
    if rate:
        searches = [sum(5000 + 10 * day + stratum for day in range(1, 8)) for stratum in (0, 1)]
        rates = (ratio(top, of, {NOISE: 7}, {NOISE: 7}) for top, of in zip((one, other), searches, strict=True))
        expected = tuple(difference(*rates).times(1_000))
    assert (week["value"], week["low_95"], week["high_95"]) == pytest.approx(expected, rel=1e-6)
    assert (week["stratum"], week["minus"]) == ("north", "south")


def test_a_difference_is_as_complete_as_its_worse_side(server: Deployment) -> None:
    """Days, missing days and coverage of a difference are those of the side with fewer: either may mislead."""
    lose(server, START + timedelta(days=2), strata=("south",))
    file = server.folder.published / "flu" / "totals.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE days SET confidence = .5 WHERE stratum = 'south'")
    connection.close()
    week = Grouping("week", "searches")
    for one, other in (("north", "south"), ("south", "north")):
        found = read(server, Asked(entries=("flu",), strata=(one,), minus=other, grouping=week))[1]
        assert (found["days"], found["days_missing"], found["confidence"]) == (6, 1, 0.5)
        assert found["value"] is not None


def test_a_change_is_from_so_many_periods_before(server: Deployment) -> None:
    """A week less the one two weeks before, which the row names; none where one of both is incomplete."""
    weeks = read(server, Asked(entries=("flu",), grouping=Grouping("week"), change=2))
    half = sum_half_width({NOISE: 28})
    assert [row["minus"] for row in weeks] == ["2026-11-01", "2026-11-08", "2026-11-15", "2026-11-22", "2026-11-29"]
    assert [row["value"] for row in weeks] == [
        None,
        *(total(1 + 7 * week, 7) - total(1 + 7 * (week - 2), 7) for week in (2, 3, 4)),
        None,
    ]
    assert weeks[1]["high_95"] - weeks[1]["value"] == half
    assert weeks[0]["days_missing"] == 6


def test_a_hidden_total_gives_no_number(tmp_path: Path) -> None:
    """Where a threshold hid a keyword on one day, its week has neither count nor rate: what is hidden is not chance."""
    made = campaign(vocabulary=LABELS, start=START, end=START + timedelta(days=60), threshold=1)
    server = made_up(tmp_path, made, 21, listed=1)
    exports.write_all(server.store, server.folder.published)
    hidden = [day for day in range(21) if numbers(day, 0, 0) < 1]
    for rate in (None, "searches"):
        weeks = read(server, Asked(entries=("flu",), grouping=Grouping("week", rate)))  # type: ignore[arg-type]
        of_week = [[day for day in hidden if 7 * week - 6 <= day <= 7 * week] for week in range(1, 3)]
        assert any(of_week)
        assert [row["value"] is None for row in weeks[1:3]] == [bool(days) for days in of_week]
    server.store.dispose()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (Asked(minus="south"), "name that one with stratum"),
        (Asked(strata=("south",), minus="south"), "name that one with stratum"),
        (Asked(strata=("east",)), "its strata are north, south"),
        (Asked(strata=("north",), minus="east"), "its strata are north, south"),
        (Asked(entries=("nothing",)), "entry"),
        (Asked(grouping=Grouping("week", mean=7)), "by=day"),
        (Asked(grouping=Grouping("day", mean=7), change=3), "share days"),
    ],
)
def test_what_a_campaign_does_not_have_is_refused(server: Deployment, asked: Asked, says: str) -> None:
    """A series that means nothing is refused with what is known, before the first row."""
    with pytest.raises(Rejected, match=says):
        read(server, asked)


def test_a_long_series_is_refused(server: Deployment, monkeypatch: pytest.MonkeyPatch) -> None:
    """A series has a bound, and its refusal says how to ask for less."""
    monkeypatch.setattr("pdd_server.services.results.series.MOST_ROWS", DAYS)
    assert len(read(server, Asked(entries=("flu",), grouping=Grouping("day")))) == DAYS
    with pytest.raises(Rejected, match="Name entries"):
        read(server, Asked(entries=("flu", "1e5"), grouping=Grouping("day")))


def test_the_forms_of_a_series_agree(server: Deployment) -> None:
    """CSV, JSON and Parquet of a series hold the same numbers, with the same gaps."""
    asked = Asked(grouping=Grouping("week", "searches"))
    with published_file.opened(server.folder.published / "flu") as published:
        made = {
            form: b"".join(write(series.rows(published, asked), SERIES_SCHEMA))
            for form, write in table_slices.AS.items()
        }
    read_csv = pd.read_csv(io.BytesIO(made["csv"]), parse_dates=["first", "last"])
    parquet = pd.read_parquet(io.BytesIO(made["parquet"]))
    split = pd.read_json(io.BytesIO(made["json"]), orient="split")
    assert list(read_csv) == list(parquet) == list(split) == list(SERIES_SCHEMA)
    for name in ("value", "low_95", "high_95", "days"):
        np.testing.assert_allclose(read_csv[name], parquet[name].astype(float))
        np.testing.assert_allclose(read_csv[name], split[name].astype(float))
    assert next(csv.reader(io.StringIO(made["csv"].decode()))) == list(SERIES_SCHEMA)


@pytest.mark.slow
def test_noise_alone_seldom_counts_as_a_change() -> None:
    """Of constant series at most 5 in 100 are said to vary, under Laplace noise, and a rise by a half is seen."""
    trials, days, half = 600, 60, sum_half_width({NOISE: 1})
    found = plain_noise([0] * (trials * days), Noise(law="discrete-laplace", scale=Decimal(81)))

    def points(trial: int, rise: float) -> list[Point]:
        values = [300 + rise * day + found[trial * days + day] for day in range(days)]
        estimates = (Estimate(value, value - half, value + half) for value in values)
        return [Point(START, START, estimate, 1, 0, True, 1.0) for estimate in estimates]

    flat = sum(bool(varies(points(trial, 0))) for trial in range(trials)) / trials
    risen = sum(bool(varies(points(trial, 10))) for trial in range(trials)) / trials
    assert flat <= 0.05 + 5 * (0.05 * 0.95 / trials) ** 0.5
    assert risen > 0.9


def test_a_few_numbers_say_nothing_of_a_change() -> None:
    """Of fewer than five numbers, or of numbers without bounds, nothing is said."""
    sure, loose = Estimate(5.0, 4.0, 6.0), Estimate(5.0, None, None)
    for estimates in ([sure] * 4, [loose] * 9, [UNKNOWN] * 9):
        assert varies(Point(START, START, one, 1, 0, True, 1.0) for one in estimates) is None
