"""What a campaign's published file offers to test: numbers with their laws, rows of noise, and comparisons."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pdd_research.audit.published_numbers.comparisons import comparisons, donors_and_uploads
from pdd_research.audit.published_numbers.file_format import DecoySet, PublishedDay, Totals
from pdd_research.audit.published_numbers.laws import BelowZero, DecoySize, Integers, Sample, SizeLaw
from pdd_research.audit.published_numbers.verdicts import Verdict
from pdd_research.errors import AuditError

MOST_SETS = 20_000
"""The most sets of decoys that are tested: the newest."""
_GAUSSIAN = "discrete-gaussian"


@dataclass(frozen=True)
class Rows:
    """Rows of numbers, each with noise of its own; see `repetition.repeated`."""

    of: str
    numbers: Integers = field(repr=False)
    known: NDArray[np.bool_] = field(repr=False)
    ties: NDArray[np.float64] = field(repr=False)

    @property
    def can_tie(self) -> bool:
        """Whether at least two rows have a number that tells its noise."""
        return int(self.known.any(axis=1).sum()) > 1


@dataclass(frozen=True)
class Evidence:
    """What one campaign or release offers to test.

    Attributes:
        subject: what it is, a line.
        samples: numbers that tell their noise.
        rows: the same numbers by the times that noise was drawn.
        verdicts: comparisons that are made already.
        untested: what of it can't be tested, a sentence each.
    """

    subject: str
    samples: tuple[Sample, ...] = ()
    rows: tuple[Rows, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    untested: tuple[str, ...] = ()


def evidence_of(name: str, totals: Totals) -> Evidence:
    """Return what a campaign's published file offers to test.

    Args:
        name: where the file is from.
        totals: its content.

    Raises:
        AuditError: if it states decoys of a law that donors can't add.
    """
    by_law, below = _decoys_by_law(totals.decoys[-MOST_SETS:]), _Below.of(totals)
    decoys = [_decoys(name, sets) for name, sets in by_law.items()]
    of_donors = donors_and_uploads(totals)
    dates = sorted({day.day for day in totals.days})
    period = f", {dates[0]} to {dates[-1]}" if dates else ""
    return Evidence(
        f"{name}: campaign {totals.campaign}, {totals.period}s published: {len(dates)}{period}",
        tuple(sample for sample, _ in decoys) + below.samples(),
        tuple(rows for rows in (*(rows for _, rows in decoys), *below.rows()) if rows.can_tie),
        (*comparisons(totals), *([of_donors] if of_donors else [])),
        tuple(_untested(totals, below)),
    )


def _untested(totals: Totals, below: "_Below") -> Iterator[str]:
    laws = {(day.noise.law, day.noise.added_by) for day in totals.days}
    if (_GAUSSIAN, "server") in laws:
        yield "discrete Gaussian noise of a server: a number below 0 tells it only to those who know the true count"
    if totals.privacy.threshold is not None and ("discrete-laplace", "server") in laws:
        yield "totals, because those below the campaign's threshold are left out"
    if len(totals.decoys) > MOST_SETS:
        yield f"decoys but the newest {MOST_SETS:,} of {len(totals.decoys):,} sets"
    if not totals.decoys and not below.scales:
        yield "the noise at all: the file has no number that tells it"


def _decoys_by_law(sets: Iterable[DecoySet]) -> dict[str, list[DecoySet]]:
    found = defaultdict[str, list[DecoySet]](list)
    for one in sets:
        if one.numbers:
            found[f"decoys, {one.law} of scale {one.scale:g}"].append(one)
    return found


def _decoys(name: str, sets: list[DecoySet]) -> tuple[Sample, Rows]:
    """Return the decoys of one law and scale, as a sample and as rows."""
    laws = [DecoySize(one.law, one.scale, one.shares, one.of) for one in sets]
    distinct = dict.fromkeys(laws)
    places = {law: place for place, law in enumerate(distinct)}
    try:
        ties = {law: law.tie for law in distinct}
    except ValueError as error:
        raise AuditError(f"decoys: {error}; this file is damaged, or of another program") from None
    lengths = [len(one.numbers) for one in sets]
    numbers = np.concatenate([np.array(one.numbers, np.int64) for one in sets])
    which = np.repeat([places[law] for law in laws], lengths)
    wide, known = np.zeros((len(sets), max(lengths)), np.int64), np.zeros((len(sets), max(lengths)), np.bool_)
    for row, one in enumerate(sets):
        wide[row, : lengths[row]], known[row, : lengths[row]] = one.numbers, True
    rows = Rows(name, wide, known, np.array([ties[law] for law in laws]))
    return Sample(name, numbers, tuple(distinct), which), rows


@dataclass(frozen=True)
class _Below:
    """The days with discrete Laplace noise that a server added: their numbers below 0, and the scale of each."""

    days: tuple[PublishedDay, ...]
    listed: tuple[str, ...]

    @classmethod
    def of(cls, totals: Totals) -> "_Below":
        days = tuple(day for day in totals.days if day.noise.added_by == "server" and _tells(day))
        listed = (
            dict.fromkeys(entry for day in days for entry in day.totals) if totals.privacy.threshold is None else {}
        )
        return cls(days, tuple(listed))

    @property
    def scales(self) -> list[float]:
        """The different scales, largest first."""
        kinds = [one.scale for day in self.days for one in day.noise.by_kind().values()]
        return sorted(set(kinds), reverse=True)

    def samples(self) -> tuple[Sample, ...]:
        """Return the numbers below 0 of each scale."""
        laws: tuple[SizeLaw, ...]
        found = []
        for scale in self.scales:
            laws = (BelowZero(scale),)
            numbers = np.concatenate([self._row(day)[self._below(day, scale)] for day in self.days])
            name = f"numbers below 0, discrete-laplace of scale {scale:g}"
            found.append(Sample(name, numbers, laws, np.zeros(len(numbers), np.int64), signed=False))
        return tuple(found)

    def rows(self) -> tuple[Rows, ...]:
        """Return all days and strata of each scale, in which numbers below 0 tell the noise."""
        if not self.days:
            return ()
        numbers = np.array([self._row(day) for day in self.days])
        return tuple(
            Rows(
                f"numbers below 0, scale {scale:g}",
                numbers,
                np.array([self._below(day, scale) for day in self.days]),
                np.full(len(numbers), BelowZero(scale).tie),
            )
            for scale in self.scales
        )

    def _row(self, day: PublishedDay) -> Integers:
        return np.array([day.donors, day.searches, *(day.totals.get(entry, 0) for entry in self.listed)], np.int64)

    def _below(self, day: PublishedDay, scale: float) -> NDArray[np.bool_]:
        kinds = day.noise.by_kind()
        own = [kinds["donors"].scale, kinds["searches"].scale, *[day.noise.scale] * len(self.listed)]
        found: NDArray[np.bool_] = (self._row(day) < 0) & (np.array(own) == scale)
        return found


def _tells(day: PublishedDay) -> bool:
    """Return whether all numbers of a day have discrete Laplace noise in single counts."""
    return all(one.law == "discrete-laplace" and one.unit == 1 for one in day.noise.by_kind().values())
