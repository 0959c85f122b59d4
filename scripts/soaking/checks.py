"""What must hold however the server was treated. Each check yields a line for each thing that is wrong."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from pdd_server.services.ledger.entries import Ledger
from scripts.rehearsal.ground_truth import CohortGroundTruth, published
from scripts.soaking.homes import FIRST, Place, SoakedHome

CAMPAIGN = "winter-flu"
Numbers = Mapping[tuple[date, str], tuple[int, ...]]
"""The published numbers of final days, by day and region."""


@dataclass(frozen=True)
class Evidence:
    """What is compared at the end of a day.

    Attributes:
        results: The public results.
        ledger: What the ledger says.
        lines: The ledger's lines.
        lists: The lists that homes were shown.
        errors: The server's answers that tell of an error of the program.
        truth: The noise that the homes drew, and whose counts are in which sum.
        homes: All homes.
        final: The numbers of days that were final the last time.
        lines_before: The ledger's lines of the last time.
        least_spent: How many days were charged before the last nightly run.
    """

    results: Mapping[str, Any]
    ledger: Ledger
    lines: bytes
    lists: Mapping[Place, set[bytes]]
    errors: Iterable[str]
    truth: CohortGroundTruth
    homes: Sequence[SoakedHome]
    final: Numbers
    lines_before: bytes
    least_spent: int


def wrong(found: Evidence) -> Iterator[str]:
    """Yield a line for each thing that is wrong on any day. `each_day_ends` is for the end alone."""
    yield from one_list(found.lists)
    yield from published_once(found.results)
    yield from exact(found.results, found.truth, found.homes)
    yield from unchanged(found.final, numbers(found.results))
    yield from charged(found.ledger, found.lists, found.results, found.homes)
    yield from (f"an answer of the server: {name}" for name in found.errors)
    yield from spent(found.results, found.least_spent)
    if not found.lines.startswith(found.lines_before):
        yield "the ledger lost or changed lines"


def published_once(results: Mapping[str, Any]) -> Iterator[str]:
    """Each day and region has one row of numbers."""
    rows = Counter((row["day"], row["stratum"]) for row in results["days"])
    yield from (f"{day} {stratum}: published {times} times" for (day, stratum), times in rows.items() if times > 1)


def exact(results: Mapping[str, Any], truth: CohortGroundTruth, homes: Iterable[SoakedHome]) -> Iterator[str]:
    """Each published row, less the noise that the listed homes drew, is the sum of what these homes gave."""
    everybody = {home.number: home for home in homes}
    for row in results["days"]:
        day = date.fromisoformat(row["day"])
        listed = [everybody[number] for number in truth.counted(day)]
        if not listed:
            yield f"{day}: published, and no home was shown a list of it"
            continue
        rows = [home.gave(day) for home in listed if home.stratum == row["stratum"]]
        wanted = [sum(column) for column in zip([0] * 5, *rows, strict=True)]
        if (found := truth.sums(row)) != wanted:
            yield f"{day} {row['stratum']}: published {found} without its noise, but homes gave {wanted}"


def numbers(results: Mapping[str, Any]) -> Numbers:
    """Return the published numbers of final days."""
    return {
        (date.fromisoformat(row["day"]), row["stratum"]): tuple(published(row))
        for row in results["days"]
        if row["final"]
    }


def unchanged(before: Numbers, now: Numbers) -> Iterator[str]:
    """What was final stays as it was."""
    for key in before:
        if now.get(key) != before[key]:
            yield f"{key[0]} {key[1]}: was published as {before[key]}, and is now {now.get(key)}"


def one_list(lists: Mapping[Place, set[bytes]]) -> Iterator[str]:
    """Nobody is ever shown a second list of a day: the difference of two sums would be few donors' counts."""
    for (day, cohort, sub_cohort), shown in lists.items():
        if len(shown) > 1:
            yield f"{day} cohort {cohort}/{sub_cohort}: {len(shown)} different lists were shown"


def charged(
    ledger: Ledger, lists: Iterable[Place], results: Mapping[str, Any], homes: Iterable[SoakedHome]
) -> Iterator[str]:
    """The ledger has every list that a home was shown, and a charge for every day that was shown or published.

    A home that gave a day has charged it itself: on such a list, the server must have charged it, too.
    """
    in_ledger = {(entry.day, entry.cohort, entry.sub_cohort) for entry in ledger.lists}
    shown = set(lists)
    for place in sorted(shown - in_ledger):
        yield f"{place[0]}: its list was shown and is not in the ledger"
    given = frozenset[date]().union(*(home.given() for home in homes))
    days = {day for day, _, _ in shown if day in given} | {date.fromisoformat(row["day"]) for row in results["days"]}
    for day in sorted(days - paid_days(ledger)):
        yield f"{day}: donors gave it and its list was shown, but it is not charged"


def paid_days(ledger: Ledger) -> frozenset[date]:
    """Return the days that the ledger charges the campaign for."""
    return frozenset(day for campaign, day in ledger.charges if campaign == CAMPAIGN)


def spent(results: Mapping[str, Any], least: int) -> Iterator[str]:
    """The public results say of at least so many days that they are spent."""
    if (said := results["privacy"]["spent"]["days"]) < least:
        yield f"the results say that {said} days are spent, the ledger said {least} before the nightly run"


def each_day_ends(results: Mapping[str, Any], last: date) -> Iterator[str]:
    """Every data day up to the last one is published, final, or missing by name, and never both."""
    final = {date.fromisoformat(row["day"]) for row in results["days"] if row["final"]}
    growing = {date.fromisoformat(row["day"]) for row in results["days"] if not row["final"]}
    missing = {date.fromisoformat(row["day"]) for row in results["missing"]}
    for day in (FIRST + timedelta(days=ahead) for ahead in range((last - FIRST).days + 1)):
        if day not in final | missing:
            yield f"{day}: neither published nor missing by name"
        if day in (final | growing) & missing:
            yield f"{day}: published and missing"
