"""scripts/soak finds an error: each that is planted in the evidence of a good soak is told."""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from scripts.soaking import checks
from scripts.soaking.checks import Evidence
from scripts.soaking.course import Course
from scripts.soaking.disk import Disk
from scripts.soaking.homes import FIRST, Homes, SoakedHome
from scripts.soaking.network import CuttingProxy
from scripts.soaking.server import KilledServer

DONORS = 5
_MOST_DAYS = 12
Plant = Callable[[Evidence], Evidence]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evidence]:
    """Return the evidence of days without faults, of which one is published and final."""
    folder = tmp_path_factory.mktemp("soak")
    server = KilledServer(folder, Disk(folder, is_small=False), proxy := CuttingProxy(), postgresql=None)
    homes = Homes(folder, folder / "donors-clock", DONORS)
    course = Course(0, server, homes, proxy.start(), print)
    try:
        server.make()
        course.join()
        for number in range(_MOST_DAYS):
            course.day(number, ())
            found = course.evidence()
            if checks.numbers(found.results):
                break
        yield found
    finally:
        homes.close()
        server.close()


def last_of(found: Evidence) -> date:
    """Return the last published day."""
    return max(date.fromisoformat(row["day"]) for row in found.results["days"])


def results_with(change: Callable[[dict[str, Any]], object]) -> Plant:
    """Return a plant that changes the public results."""

    def plant(found: Evidence) -> Evidence:
        results: dict[str, Any] = deepcopy(dict(found.results))
        change(results)
        return replace(found, results=results)

    return plant


def row_with(**changes: int) -> Plant:
    """Return a plant that adds these numbers to the first row that is published."""

    def change(results: dict[str, Any]) -> None:
        row = results["days"][0]
        for name, more in changes.items():
            numbers = row if name in row else row["totals"]
            numbers[next(key for key in numbers if key.startswith(name))] += more

    return results_with(change)


def ledger_without_a_charge(found: Evidence) -> Evidence:
    first = min(found.ledger.charges)
    left = {key: charge for key, charge in found.ledger.charges.items() if key != first}
    return replace(found, ledger=replace(found.ledger, charges=left))


def second_list(found: Evidence) -> Evidence:
    place = min(found.lists)
    return replace(found, lists={**found.lists, place: {*found.lists[place], b"another list"}})


class Denying(SoakedHome):
    """A home that says it gave nothing."""

    def gave(self, day: date) -> list[int]:
        return [0] * len(super().gave(day))


def denied_counts(found: Evidence) -> Evidence:
    """Return the evidence of sums with the counts of a home that gave none."""
    first, *others = found.homes
    return replace(
        found, homes=[Denying(first.number, first.stratum, first.draws, first.donor, first.history), *others]
    )


PLANTED: dict[str, tuple[Plant, str]] = {
    "a donor too many": (row_with(donors=1), r"published \[\d.* without its noise, but homes gave"),
    "a search too few": (row_with(searches=-1), r"published \[.* without its noise, but homes gave"),
    "a keyword off by one": (row_with(cough=1), r"published \[.* without its noise, but homes gave"),
    "two keywords that cancel": (row_with(flu=1, cough=-1), r"published \[.* without its noise, but homes gave"),
    "counts that nobody gave": (denied_counts, r"published \[.* without its noise, but homes gave"),
    "a day published twice": (
        results_with(lambda results: results["days"].append(deepcopy(results["days"][0]))),
        r"published 2 times",
    ),
    "a final day is gone": (
        results_with(lambda results: results["days"].pop(0)),
        r"was published as \(.*\), and is now None",
    ),
    "a day without a list": (
        results_with(lambda results: results["days"][0].update(day=str(FIRST - timedelta(days=9)))),
        r"published, and no home was shown a list of it",
    ),
    "a charge is missing": (ledger_without_a_charge, r"but it is not charged"),
    "a list is not in the ledger": (
        lambda found: replace(found, ledger=replace(found.ledger, lists=frozenset())),
        r"its list was shown and is not in the ledger",
    ),
    "a second list": (second_list, r"2 different lists were shown"),
    "a budget understated by a day": (
        results_with(lambda results: results["privacy"]["spent"].update(days=results["privacy"]["spent"]["days"] - 1)),
        r"the results say that \d+ days are spent",
    ),
    "a line of the ledger changed": (
        lambda found: replace(found, lines=found.lines.replace(b"0", b"1", 1)),
        r"the ledger lost or changed lines",
    ),
    "the ledger lost a line": (
        lambda found: replace(found, lines=found.lines_before[:-2]),
        r"the ledger lost or changed lines",
    ),
    "an error of the program": (lambda found: replace(found, errors=["check-in: 500"]), r"an answer of the server"),
}


def test_every_planted_error_is_told(good: Evidence) -> None:
    """The evidence of a good soak has nothing wrong. With any one error planted it does, and the line names it."""
    # As on the day after: what is final stays so, and what was charged was charged before the night.
    good = replace(
        good,
        final=checks.numbers(good.results),
        lines_before=good.lines,
        least_spent=good.results["privacy"]["spent"]["days"],
    )
    assert list(checks.wrong(good)) == []
    for name, (plant, line) in PLANTED.items():
        assert any(re.search(line, told) for told in checks.wrong(plant(good))), name


def test_a_day_that_does_not_end_is_told(good: Evidence) -> None:
    """At the end each day is published and final, or missing by name, and not both."""
    last = last_of(good)
    assert list(checks.each_day_ends(good.results, last)) == []
    both = {**good.results, "missing": [*good.results["missing"], {"day": str(last), "reason": "too-few"}]}
    assert list(checks.each_day_ends(both, last)) == [f"{last}: published and missing"]
    neither = {**good.results, "days": [row for row in good.results["days"] if row["day"] != str(last)]}
    assert list(checks.each_day_ends(neither, last)) == [f"{last}: neither published nor missing by name"]
    growing = {**good.results, "days": [{**row, "final": row["day"] != str(last)} for row in good.results["days"]]}
    assert list(checks.each_day_ends(growing, last)) == [f"{last}: neither published nor missing by name"]
