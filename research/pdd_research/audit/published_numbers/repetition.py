"""Whether noise was used twice. Two draws of it are equal at some places by chance, and at not many more."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from pdd_research.audit.published_numbers.laws import Integers
from pdd_research.audit.published_numbers.verdicts import LEVEL, Verdict

REPEATED = "repeated noise"
MOST_ROWS, MOST_COLUMNS = 600, 1_000
"""The most rows, and numbers in each, that are compared with one another: those that come last."""


def repeated(of: str, rows: Integers, known: NDArray[np.bool_], ties: NDArray[np.float64], tests: int) -> Verdict:
    """Return the verdict on all pairs of rows, of which there are at least two.

    Args:
        of: what the rows are.
        rows: the numbers, a row for each time that noise was drawn.
        known: where a number is the noise alone, or tells it.
        ties: for each row a bound on the probability that a number of it equals another row's.
        tests: how many tests the audit makes, among which it divides its level.
    """
    rows, known, ties = rows[-MOST_ROWS:, :MOST_COLUMNS], known[-MOST_ROWS:, :MOST_COLUMNS], ties[-MOST_ROWS:]
    pairs = len(rows) * (len(rows) - 1) / 2
    least = min(_of_later_rows(rows, known, ties))
    compared = int(known.sum())
    would = _copies_seen(known, ties, LEVEL / tests / pairs)
    return Verdict(REPEATED, of, compared, min(1.0, pairs * least), f"{len(rows)} rows, all pairs", would)


def _of_later_rows(rows: Integers, known: NDArray[np.bool_], ties: NDArray[np.float64]) -> Iterator[float]:
    """Yield for each row the least probability of as many ties with a later row as there are."""
    for place in range(len(rows) - 1):
        both = known[place] & known[place + 1 :]
        equal = (both & (rows[place] == rows[place + 1 :])).sum(axis=1)
        # By Cauchy and Schwarz two laws tie no more often than the more concentrated one with itself.
        chance = np.maximum(ties[place], ties[place + 1 :])
        yield float(binom.sf(equal - 1, both.sum(axis=1), chance).min())


def _copies_seen(known: NDArray[np.bool_], ties: NDArray[np.float64], level: float) -> str:
    """Say whether a row that repeats another one's noise would have been seen."""
    typical = int(np.median(known.sum(axis=1)))
    if not typical or binom.sf(typical - 1, typical, float(np.median(ties))) > level:
        return "no copy of a typical row: too few numbers"
    return "a copy of a typical row"
