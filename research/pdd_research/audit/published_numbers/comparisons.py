"""Comparisons of a published file with itself: each of them holds exactly in the files of a right server."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from math import isclose

from pdd_research.audit.published_numbers.file_format import DecoySet, PublishedDay, Totals
from pdd_research.audit.published_numbers.verdicts import Verdict, contradiction
from pdd_shared.privacy.noise.distributions import Spread, spread
from pdd_shared.privacy.noise.donor_laws import law_of_shares

ONCE, COMPLETE, COVERAGE = "each day once", "decoys for every sum", "one coverage a day"
BUDGET, JOINED = "within the budget", "donors beside uploads"
_SUNDAY = 6
_RARE = 1e-7
"""A chance that is small enough beside the level of any test, for what reports say would have been seen."""
_MOST_DAYS = 2_000
"""The most days on which donors are held against uploads: the newest."""


def comparisons(totals: Totals) -> list[Verdict]:
    """Return the verdicts of the comparisons in which chance plays no part."""
    named = {ONCE: _days(totals), BUDGET: _budget(totals), COVERAGE: _coverage(totals), COMPLETE: _decoys(totals)}
    return [contradiction(test, "the file", len(totals.days), list(wrong)) for test, wrong in named.items()]


def donors_and_uploads(totals: Totals) -> Verdict | None:
    """Return the verdict on the published donors, which can't be more than uploads but for their noise.

    Strata add up, because a donor is in one of them. None if no day says how many uploads are in its numbers.
    """
    days = [(day, strata) for day, strata in _by_day(totals).items() if strata[0].uploads and _drawn(strata[0])]
    if not days:
        return None
    chances = [(_of_so_many(strata), day) for day, strata in days[-_MOST_DAYS:]]
    least, on = min(chances)
    found = "no day has too many" if least == 1 else f"least likely on {on}"
    power = f"{_noise_on(days[-1][1]).half_width(1 - _RARE):,} donors more than uploads on a day"
    return Verdict(JOINED, "the file", len(chances), min(1.0, len(chances) * least), found, power)


def _drawn(day: PublishedDay) -> bool:
    return day.noise.by_kind()["donors"].law != "discrete-gaussian"


def _of_so_many(strata: list[PublishedDay]) -> float:
    """Return the probability that noise makes at least so many more donors than uploads."""
    excess = sum(one.donors for one in strata) - strata[0].uploads
    # What is computed of the tail ends at 1e-12.
    return 1.0 if excess <= 0 else max(1e-12, _noise_on(strata).at_least(excess))


def _noise_on(strata: list[PublishedDay]) -> Spread:
    """Return the law of the noise on the sum of a day's donors over its strata."""
    noise = strata[0].noise
    kind, draws = noise.by_kind()["donors"], sum((Fraction(*pair) for pair in noise.shares), Fraction(0))
    scale = kind.scale / kind.unit
    law = law_of_shares(kind.law, scale, draws.numerator, draws.denominator, kind.unit, strata[0].uploads)
    return spread((law,) * len(strata))


def _by_day(totals: Totals) -> dict[date, list[PublishedDay]]:
    found = defaultdict[date, list[PublishedDay]](list)
    for day in totals.days:
        found[day.day].append(day)
    return found


def _days(totals: Totals) -> Iterator[str]:
    """Yield days that are there twice, days that are missing all the same, and weeks that end on no Sunday."""
    for (day, _), times in Counter((one.day, one.stratum) for one in totals.days).items():
        if times > 1:
            yield f"{day} is there {times} times"
    published = {one.day for one in totals.days}
    yield from (f"{one.day} is both published and missing" for one in totals.missing if one.day in published)
    if totals.period == "week":
        yield from (f"the week of {day} ends on no Sunday" for day in sorted(published) if day.weekday() != _SUNDAY)


def _budget(totals: Totals) -> Iterator[str]:
    """Yield what is published beyond what is charged, and charged beyond the budget."""
    spent, budget, days = totals.privacy.spent, totals.privacy.budget, len({one.day for one in totals.days})
    if spent.days < days:
        yield f"{days} days are published and {spent.days} charged"
    if spent.epsilon > budget.epsilon * (1 + 1e-9):
        yield f"epsilon {spent.epsilon:g} is spent of {budget.epsilon:g}"


def _coverage(totals: Totals) -> Iterator[str]:
    """Yield days whose strata differ in coverage or uploads, or whose coverage is not uploads in a whole number."""
    for day, strata in _by_day(totals).items():
        if len({(one.confidence, tuple(one.noise.shares)) for one in strata}) > 1:
            yield f"the strata of {day} state different coverage"
        elif uploads := strata[0].uploads:
            active = uploads / strata[0].confidence if strata[0].confidence else 0.0
            if not active or not isclose(active, round(active), rel_tol=1e-9):
                yield f"on {day} {uploads} uploads as {strata[0].confidence:g} of all are of no whole number of donors"


def _decoys(totals: Totals) -> Iterator[str]:
    """Yield days that lack the decoys of some uploads.

    A cohort may have decoys and not be in this campaign's numbers, so there may be more of them.
    """
    decoys = defaultdict[tuple[date, str], list[DecoySet]](list)
    for one in totals.decoys:
        decoys[one.day, one.law].append(one)
    for day, strata in _by_day(totals).items():
        for kind, noise in strata[0].noise.by_kind().items():
            found = _shares(decoys[day, noise.law], noise.scale / noise.unit)
            if any(found[of] < shares for shares, of in strata[0].noise.shares):
                yield f"{day} lacks decoys of some of its {strata[0].uploads} uploads, for {kind}"
                break


def _shares(decoys: list[DecoySet], scale: float) -> Counter[int]:
    """Return how many donors' shares are in the decoys of a scale, by how many of them make a draw of the law."""
    found = Counter[int]()
    for one in decoys:
        if one.numbers and isclose(one.scale, scale, rel_tol=1e-9):
            found[one.of] += one.shares
    return found
