"""Sums of periods, strata and shares, compared with their numbers; large vocabularies; unlisted totals."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

import pytest

from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results import published_file
from pdd_server.services.results.exports import exports
from pdd_server.services.results.period_report import SIZE, Asked, Report, report
from pdd_server.services.results.published_file import Period
from pdd_shared.privacy.noise.distributions import DiscreteLaplace
from pdd_shared.privacy.noise.sums import sum_half_width
from pdd_shared.protocol.messages import Campaign
from tests.server.services.results.synthetic_results import (
    LABELS,
    long_campaign,
    made_up,
    numbers,
    publish,
    unfinish,
    wait,
)
from tests.server.simulated_server import DAY, campaign

START = date(2026, 11, 1)
DAYS = 20


@contextmanager
def written(path: Path, made: Campaign, days: int, *, listed: int | None = None) -> Iterator[Deployment]:
    server = made_up(path, made, days, listed=listed)
    exports.write_all(server.store, server.folder.published)
    yield server
    server.store.dispose()


def shown(server: Deployment, asked: Asked) -> Report:
    with published_file.opened(server.folder.published / "flu") as published:
        return report(published, asked)


@pytest.mark.parametrize("stratum", [None, "south"])
@pytest.mark.parametrize(("first", "last"), [(None, None), (3, 9), (5, 5), (None, 4), (15, None)])
def test_sums_of_a_period_are_those_of_its_days(
    tmp_path: Path, stratum: str | None, first: int | None, last: int | None
) -> None:
    """Totals, searches, days listed and half widths of a period and stratum follow from its own numbers alone."""
    bounds = [None if ahead is None else START + timedelta(days=ahead) for ahead in (first, last)]
    days = range(first or 0, (DAYS if last is None else last + 1))
    strata = (0, 1) if stratum is None else (1,)
    with written(tmp_path, campaign(vocabulary=LABELS, strata=("north", "south")), DAYS) as server:
        found = shown(server, Asked(Period(bounds[0], bounds[1], stratum)))
    expected = {LABELS[e]: sum(numbers(d, s, e) for d in days for s in strata) for e in range(len(LABELS))}
    assert {row.sum.entry: row.sum.total for row in found.rows} == expected
    assert {row.sum.entry: sum(row.trend) for row in found.rows} == expected
    searches = sum(5000 + 10 * day + place for day in days for place in strata)
    assert {row.sum.searches for row in found.rows} == {found.overall.searches} == {searches}
    parts = len(days) * len(strata)
    assert {row.half_width for row in found.rows} == {sum_half_width({DiscreteLaplace(81.0): parts})}
    assert [row.sum.total for row in found.rows] == sorted(expected.values(), reverse=True)
    assert all(row.share.low <= (row.share.share or 0) <= row.share.high or row.sum.total < 0 for row in found.rows)


@pytest.mark.parametrize("strata", [(), ("north", "south")])
def test_a_trend_is_of_whole_days(tmp_path: Path, strata: tuple[str, ...]) -> None:
    """A trend adds up all strata over as many final days each: of 54 days the newest is unfinished, and 2 make a sum,
    so the oldest is left out.
    """
    server = made_up(tmp_path, long_campaign(1, 54, strata=strata), 54)
    unfinish(server, DAY - timedelta(days=1), *strata[1:])
    exports.write_all(server.store, server.folder.published)
    found = shown(server, Asked())
    each = shown(server, Asked(Period(DAY - timedelta(days=9), DAY - timedelta(days=1))))
    server.store.dispose()
    totals = [sum(numbers(day, place, 0) for place in range(max(1, len(strata)))) for day in range(53)]
    assert found.rows[0].trend == tuple(sum(totals[at : at + 2]) for at in range(1, 53, 2))
    assert each.rows[0].trend == tuple(totals[45:])


def test_sums_under_a_threshold_are_of_the_days_that_list(tmp_path: Path) -> None:
    """Under a threshold, total, searches and noise are all of the days on which the entry is listed."""
    with written(tmp_path, campaign(vocabulary=LABELS, threshold=40), DAYS, listed=40) as server:
        found = shown(server, Asked(Period(START, START + timedelta(days=9))))
    for row in found.rows:
        listed = [d for d in range(10) if numbers(d, 0, LABELS.index(row.sum.entry)) >= 40]
        assert 0 < len(listed) == row.sum.listed < 10
        assert row.sum.total == sum(numbers(d, 0, LABELS.index(row.sum.entry)) for d in listed)
        assert row.sum.searches == sum(5000 + 10 * d for d in listed)
        assert row.half_width == sum_half_width({DiscreteLaplace(81.0): len(listed)})


def test_missing_days_are_told_with_their_reasons(tmp_path: Path) -> None:
    """The missing days of a period are listed with their reasons, and no others."""
    made = campaign(vocabulary=LABELS)
    with written(tmp_path, made, DAYS) as server:
        for ahead in (DAYS, DAYS + 1, DAYS + 5):
            wait(server, made, START + timedelta(days=ahead))
        exports.write_all(server.store, server.folder.published)
        assert shown(server, Asked()).missing == Counter(waiting=3)
        assert shown(server, Asked(Period(last=START + timedelta(days=DAYS)))).missing == Counter(waiting=1)


def test_an_entry_that_was_appended_counts_from_then_on(tmp_path: Path) -> None:
    """An appended entry's sum has the days since then, with their searches and noise."""
    made = long_campaign(3, 10)
    with written(tmp_path, made, 4) as server:
        with server.store.write() as connection:
            longer = campaigns.append(connection, server.config, "flu", ["cough"])
        later = longer.model_copy(update={"start": made.start + timedelta(days=4)})
        publish(server, later, 3)
        exports.write_all(server.store, server.folder.published)
        found = {row.sum.entry: row for row in shown(server, Asked()).rows}
    assert (found["cough"].sum.listed, found["word0"].sum.listed) == (3, 7)
    assert found["cough"].half_width == sum_half_width({DiscreteLaplace(81.0): 3})


def test_pages_searches_and_orders(tmp_path: Path) -> None:
    """Each entry is on exactly one page, and a search finds parts of labels with any characters."""
    with written(tmp_path, long_campaign(130, 5), 3) as server:
        pages = [shown(server, Asked(page=page, order="entry")) for page in range(1, 7)]
        assert [len(page.rows) for page in pages] == [SIZE] * 5 + [5]
        assert [row.sum.entry for page in pages for row in page.rows] == sorted(f"word{n}" for n in range(130))
        assert {row.sum.entry for row in shown(server, Asked(search="WORD12")).rows} == {
            "word12",
            *(f"word12{n}" for n in range(10)),
        }
        for text in ("%", "_", "'", '"', "\\", "<"):
            assert shown(server, Asked(search=text)).rows == ()
        assert shown(server, Asked(page=99)).rows == ()


def test_an_unwritten_campaign_has_an_empty_report(tmp_path: Path) -> None:
    """Before its files exist a campaign's report is empty, without an error."""
    with published_file.opened(tmp_path / "nowhere") as published:
        found = report(published, Asked())
    assert (found.days, found.rows, found.drawn, found.pages) == ((), (), {}, 1)
