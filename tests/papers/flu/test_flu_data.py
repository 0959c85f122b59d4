"""The flu study's two files: what is read, what is reported as wrong, and what could be known in time."""

from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest

from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.input_files import read_target, week_end
from pdd_papers.flu.seasons import baseline, last_seasons
from pdd_papers.flu.series import read_series, usable
from tests.papers.flu import flu_series

ILINET = (
    "PERCENTAGE OF VISITS FOR INFLUENZA-LIKE-ILLNESS REPORTED BY SENTINEL PROVIDERS\n"
    "REGION TYPE,REGION,YEAR,WEEK,% WEIGHTED ILI\nNational,X,2008,53,1.5\nNational,X,2009,1,2.5\nNational,X,2009,2,X\n"
)


def test_weeks_are_the_cdcs(tmp_path: Path) -> None:
    """Years and weeks become Saturdays, over a year of 53 weeks too, and a text that is no number is no rate."""
    (tmp_path / "ili.csv").write_text(ILINET)
    found = read_target(tmp_path / "ili.csv")
    assert found.rows() == [(date(2009, 1, 3), 1.5), (date(2009, 1, 10), 2.5), (date(2009, 1, 17), None)]
    assert week_end(2015, 44) == date(2015, 11, 7)


def test_a_gap_is_named_and_a_missing_value_takes_the_last_before(tmp_path: Path) -> None:
    """A week that one file lacks is left out and named; a blank becomes the value before it, never the one after."""
    queries, target = flu_series.write(tmp_path)
    lines = queries.read_text().splitlines()
    before, cells = lines[50].split(", "), lines[51].split(", ")
    lines[51] = ", ".join([cells[0], "", *cells[2:]])
    queries.write_text("\n".join(lines[:100] + lines[101:]) + "\n")
    series = read_series(queries, target)
    assert series.faults.missing_weeks == (flu_series.DATES[99],)
    assert series.faults.filled == {"flu 0": 1}
    assert series.frequencies[50, 0] == float(before[1]) != flu_series.frequencies()[50, 0]


def test_duplicate_and_rare_queries_are_named_by_what_was_known(tmp_path: Path) -> None:
    """Duplicates and rare queries are named by the weeks before the first season alone, whatever comes later."""
    values = flu_series.frequencies()
    values[:, 3] = values[:, 1]
    values[300:, 3] += 5
    values[:290, 5] = 0
    series = read_series(*flu_series.write(tmp_path, values))
    found = usable(series, 300)
    assert found.faults.duplicates == {"flu 3": "flu 1"}
    assert found.faults.rare == ("flu 5",)
    assert found.queries == ("flu 0", "flu 1", "flu 2", "flu 4", "sun 0", "sun 1", "sun 2")
    assert "flu 3" in usable(series, 310).queries


def test_seasons_are_whole_and_begin_in_october(tmp_path: Path) -> None:
    """Seasons are the last whole ones of 52 weeks from October, and baselines use earlier weeks alone."""
    series = read_series(*flu_series.write(tmp_path))
    seasons = last_seasons(series, 3)
    assert [season.name for season in seasons] == ["2012/13", "2013/14", "2014/15"]
    assert all(season.end - season.start == 52 for season in seasons)
    assert series.weeks[seasons[0].start] == week_end(2012, 40)
    start = seasons[0].start
    np.testing.assert_array_equal(baseline(series, seasons[0], 2), flu_series.RATES[start - 2 : start + 50])


def test_a_baseline_over_a_gap_takes_an_older_rate(tmp_path: Path) -> None:
    """Where the week before is missing, a baseline uses the last known one before it."""
    queries, target = flu_series.write(tmp_path)
    season = last_seasons(read_series(queries, target), 1)[0]
    missing = str(flu_series.DATES[season.start + 9])
    target.write_text("\n".join(line for line in target.read_text().splitlines() if not line.startswith(missing)))
    gappy = read_series(queries, target)
    found = baseline(gappy, last_seasons(gappy, 1)[0], 1)
    assert found[9] == flu_series.RATES[season.start + 8]


def test_queries_may_have_the_names_of_our_columns(tmp_path: Path) -> None:
    """Queries named week and rate are queries like any other, and weeks and rates stay those of the files."""
    names = ("rate", "week", *flu_series.NAMES[2:])
    queries, target = flu_series.write(tmp_path, names=names)
    queries.write_text(queries.read_text().replace("Week", "week", 1))
    series = read_series(queries, target)
    assert (series.queries, series.weeks) == (names, flu_series.DATES)
    np.testing.assert_array_equal(series.rates, flu_series.RATES)
    np.testing.assert_array_equal(series.frequencies, flu_series.frequencies())


def _changed(line: int, text: str) -> str:
    lines = "".join(f"{week},1\n" for week in flu_series.DATES[:3]).splitlines()
    lines[line] = text
    return "week,rate\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (_changed(1, "yesterday,2"), "row 2: has no week"),
        (_changed(1, "2008-01-05,2"), "ends on 2008-01-05 is there twice"),
        (_changed(1, "2008-01-12,-2"), "rate: holds -2; a number must be 0, or from 1e-12"),
        (_changed(1, "2008-01-12,1e308"), r"rate: holds 1e\+308"),
        (_changed(1, "9999-12-31,2"), "row 2: has no week"),
        (ILINET.replace("2009,1,", "99999999,1,"), "row 2: has no week"),
        (ILINET.replace("2009,1,", "1e12,1,"), "row 2: has no week"),
        (ILINET.replace("2009,1,", "2009,1e12,"), "row 2: has no week"),
        ("week,rate\n", "has no rows"),
        ("a,b,c\n1,2,3\n", "has neither YEAR, WEEK"),
        (ILINET.replace("National,X,2009,2", "National,Y,2009,2"), "REGION: holds several"),
        ("week, rate,rate\n2008-01-05,1,1\n", "rate: is the name of two columns"),
        ("week,rate,rate\n2008-01-05,1,1\n", "rate: is the name of two columns"),
    ],
)
def test_a_file_that_is_wrong_is_named(tmp_path: Path, text: str, said: str) -> None:
    """A wrong file is one line that says what is wrong where."""
    (tmp_path / "target.csv").write_text(text)
    with pytest.raises(StudyError, match=said) as refused:
        read_target(tmp_path / "target.csv")
    assert str(refused.value).startswith(str(tmp_path / "target.csv"))


def test_files_of_other_times_and_too_few_seasons_are_refused(tmp_path: Path) -> None:
    """Files without a common week, with constant rates, or with too few seasons are refused in one line each."""
    queries, target = flu_series.write(tmp_path)
    with pytest.raises(StudyError, match="whole seasons after two years"):
        last_seasons(read_series(queries, target), 9)
    later, first, second = flu_series.DATES[-1] + timedelta(weeks=5), *flu_series.DATES[:2]
    for rows, said in (
        (f"{later},1\n", "no week in common"),
        (f"{first},low\n{second},high\n", "has no rate that is a number"),
        (f"{first},1\n{second},1\n", "the rate never changes"),
    ):
        target.write_text("week,rate\n" + rows)
        with pytest.raises(StudyError, match=said):
            read_series(queries, target)
