"""A release algorithm run again, many times at once, and what its runs released.

The release's own code counts, selects and draws. So an audit notices a cap that isn't kept as well as noise that is too
small.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.audit.bounds import FEWEST, Scores
from pdd_research.audit.findings import Worlds
from pdd_research.audit.released_logs.replicated_logs import copied, places
from pdd_research.log_release.release import Release

Integers = NDArray[np.int64]
MOST_ROWS = 5_000_000
"""Of copies of a log that must be written out, in one attack."""
AT_ONCE = 200
"""Copies that are written out at once: a release looks at all pairs of their queries."""


@dataclass(frozen=True)
class Part:
    """Searches, clicks or transitions: how many of a user count, the scale of their noise, how many others are needed.

    With that many others, one user has most influence on whether a query, a URL or a transition is released.
    """

    most: int
    scale: float | None
    needed: int = 0

    def evidence(self, counts: Integers, reach: int) -> Scores:
        """Return how much more likely such a count is with the canary, by how far it exceeds the others' count."""
        evidence: Scores = 2 * np.clip(counts - self.needed, 0, reach * self.most) / (self.scale or 1.0)
        return evidence


NO_CLICKS = Part(0, None)


@dataclass(frozen=True)
class Outcomes:
    """What trials released, (trials, queries): which queries, their noisy counts, and their noisy clicks, else 0."""

    released: NDArray[np.bool_] = field(repr=False)
    counts: Integers = field(repr=False)
    clicks: Integers = field(repr=False)

    @classmethod
    def joined(cls, parts: Iterable["Outcomes"]) -> "Outcomes":
        """Return the outcomes of several batches of trials as one."""
        columns = zip(*((one.released, one.counts, one.clicks) for one in parts), strict=True)
        return cls(*(np.concatenate(column) for column in columns))


@dataclass(frozen=True)
class Alone:
    """A step that is attacked by itself: its name, and the epsilon that it claims.

    `attack` returns the scores of a number of trials, for a canary that does a number of times what counts.
    """

    name: str
    epsilon: float
    attack: Callable[[int, int], Worlds] = field(repr=False)


Run = Callable[[pl.LazyFrame, int, pl.DataFrame], Release]
"""From a log's rows, a number of copies and public results: a release of all copies."""


@dataclass(frozen=True)
class Mechanism:
    """An algorithm with its parameters.

    Attributes:
        release: runs the algorithm once.
        searches: the limits and noise of searches.
        clicks: the limits and noise of clicks.
        public: queries come from a public list, and may be released though nobody searched them.
        gaussian: the epsilon that selection alone claims, if its noise is Gaussian.
        steps: the steps that `release` leaves out.
    """

    release: Run
    searches: Part
    clicks: Part = NO_CLICKS
    public: bool = False
    gaussian: float | None = None
    steps: tuple[Alone, ...] = ()

    def run(self, rows: pl.LazyFrame, queries: list[str], trials: int) -> Outcomes:
        """Release a log so many times. Each query that is looked for has one URL, its own text."""
        at_once = AT_ONCE if self.public else trials
        return Outcomes.joined(self._run(rows, queries, copies) for copies in batches(trials, at_once))

    def _run(self, rows: pl.LazyFrame, queries: list[str], copies: int) -> Outcomes:
        results = copied(pl.DataFrame({"query": queries, "url": queries}), copies)
        found = self.release(rows, copies, results)
        released = np.zeros((copies, len(queries)), np.bool_)
        copy, place = places(found.queries["query"], queries)
        released[copy[place >= 0], place[place >= 0]] = True
        counts, clicks = (_numbers(table, queries, copies) for table in (found.queries, found.clicks))
        return Outcomes(released, counts, clicks)


def deciding(threshold: int, most: int) -> int:
    """Return the number of others at which one user's items, all of one kind, just exceed the threshold.

    Being selected is then e^(most / scale) times as likely with that user, under discrete Laplace noise.
    """
    return max(0, threshold + 1 - most)


def affordable(trials: int, rows: int) -> int:
    """Return the number of trials, or as many as memory has room for if a log with so many rows is copied for each."""
    return max(FEWEST, min(trials, MOST_ROWS // rows))


def batches(trials: int, most: int) -> Iterator[int]:
    """Yield the sizes of batches of trials, each at most `most`."""
    return (min(most, trials - done) for done in range(0, trials, most))


def _numbers(table: pl.DataFrame, queries: list[str], copies: int) -> Integers:
    found = np.zeros((copies, len(queries)), np.int64)
    copy, place = places(table["query"], queries)
    found[copy[place >= 0], place[place >= 0]] = table["count"].fill_null(0).to_numpy()[place >= 0]
    return found
