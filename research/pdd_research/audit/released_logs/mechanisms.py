"""A release algorithm run again, many times at once, and what its runs released.

The release's own code counts, selects and draws. So an audit notices a cap that isn't kept as well as noise that is too
small.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.audit.bounds import FEWEST, Scores
from pdd_research.audit.findings import Worlds
from pdd_research.audit.released_logs.replicated_logs import copied, places
from pdd_research.log_release.release import Release

Integers = NDArray[np.int64]
MOST_ROWS = 5_000_000
"""The most rows of the copies of a log that one attack writes out."""
AT_ONCE = 200
"""The most copies that are written out at once, because a release looks at all pairs of their queries."""


@dataclass(frozen=True)
class Part:
    """The limits and noise of one kind of item: searches, clicks or transitions.

    Attributes:
        most: how many of a user's items count.
        scale: the scale of the noise on their counts; None if no counts are released.
        needed: the number of other users' items at which one user has most influence on whether an item is released.
    """

    most: int
    scale: float | None
    needed: int = 0

    def evidence(self, counts: Integers, reach: int) -> Scores:
        """Return the evidence of noisy counts for the canary: how far they exceed the others' count, in noise scales.

        Args:
            counts: noisy counts.
            reach: an excess beyond `reach` times what a user may add is no further evidence.
        """
        evidence: Scores = 2 * np.clip(counts - self.needed, 0, reach * self.most) / (self.scale or 1.0)
        return evidence


NO_CLICKS = Part(0, None)


@dataclass(frozen=True)
class Outcomes:
    """What trials released of the queries that an attack looks for; each array is (trials, queries).

    Attributes:
        released: whether the query was released.
        counts: its noisy count; 0 if there is none.
        clicks: the noisy count of clicks on its URL; 0 if there is none.
        linked: whether its URL was released.
    """

    released: NDArray[np.bool_] = field(repr=False)
    counts: Integers = field(repr=False)
    clicks: Integers = field(repr=False)
    linked: NDArray[np.bool_] = field(repr=False)

    @classmethod
    def joined(cls, parts: Iterable["Outcomes"]) -> "Outcomes":
        """Return the outcomes of several batches of trials as one."""
        columns = zip(*((one.released, one.counts, one.clicks, one.linked) for one in parts), strict=True)
        return cls(*(np.concatenate(column) for column in columns))


@dataclass(frozen=True)
class Alone:
    """A step that is attacked by itself.

    Attributes:
        name: the step's name, as in the findings.
        epsilon: the epsilon that it claims.
        attack: takes the number of trials and how many times the cap the canary acts; returns both worlds' scores.
        is_part: whether it is a part of another such step, whose claim has its own in it.
    """

    name: str
    epsilon: float
    attack: Callable[[int, int], Worlds] = field(repr=False)
    is_part: bool = False


Run = Callable[[pl.LazyFrame, int, pl.DataFrame], Release]
"""Releases all copies: from a log's rows, the number of copies and public results."""


@dataclass(frozen=True)
class StepClaim:
    """A step of `Mechanism.release` with the epsilon that it claims for itself.

    A total can hide that one step keeps less than it claims, because attacks stay below the claims of the others. So
    each step is attacked where the steps before it are as good as certain.

    Attributes:
        name: the step's name, as in the findings.
        epsilon: the epsilon that it claims.
        seen: the outcomes that it decides, as scores.
        crowd: how many other users search the canary's query, and how many of these searches have a click.
        delta: the delta that it claims.
        gaussian: whether its noise is known to be Gaussian.
        release: runs the algorithm with the steps before it left open; `Mechanism.release` if None.
    """

    name: str
    epsilon: float
    seen: Callable[[Outcomes], Scores] = field(repr=False)
    crowd: tuple[int, int]
    delta: float = 0.0
    gaussian: bool = False
    release: Run | None = field(default=None, repr=False)


def released(found: Outcomes) -> Scores:
    """Return whether the first query was released."""
    return found.released[:, 0].astype(float)


def counted(found: Outcomes) -> Scores:
    """Return the first query's count."""
    return found.counts[:, 0].astype(float)


def linked(found: Outcomes) -> Scores:
    """Return whether the first query's URL was released."""
    return found.linked[:, 0].astype(float)


def clicked(found: Outcomes) -> Scores:
    """Return the number of clicks on the first query's URL."""
    return found.clicks[:, 0].astype(float)


@dataclass(frozen=True)
class Mechanism:
    """An algorithm with its parameters.

    Attributes:
        release: runs the algorithm once on all copies of a log.
        searches: the limits and noise of searches.
        clicks: the limits and noise of clicks.
        public: queries come from a public list, and may be released though nobody searched them.
        claims: the steps of `release` that claim an epsilon of their own.
        steps: the steps that `release` leaves out.
    """

    release: Run
    searches: Part
    clicks: Part = NO_CLICKS
    public: bool = False
    claims: tuple[StepClaim, ...] = ()
    steps: tuple[Alone, ...] = ()

    def run(self, rows: pl.LazyFrame, queries: list[str], trials: int) -> Outcomes:
        """Release copies of a log and return what was released of some queries.

        Args:
            rows: the log's rows.
            queries: the queries to look for. Each has one public URL, its own text.
            trials: how many copies.
        """
        at_once = AT_ONCE if self.public else trials
        return Outcomes.joined(self._run(rows, queries, copies) for copies in batches(trials, at_once))

    def _run(self, rows: pl.LazyFrame, queries: list[str], copies: int) -> Outcomes:
        results = copied(pl.DataFrame({"query": queries, "url": queries}), copies)
        found = self.release(rows, copies, results)
        tables = (found.queries, found.clicks)
        released, linked = (_listed(table, queries, copies) for table in tables)
        counts, clicks = (_numbers(table, queries, copies) for table in tables)
        return Outcomes(released, counts, clicks, linked)


def deciding(threshold: int, most: int) -> int:
    """Return the number of others at which one user's items, all of one kind, just exceed the threshold.

    Being selected is then e^(most / scale) times as likely with that user, under discrete Laplace noise.
    """
    return max(0, threshold + 1 - most)


def certain(threshold: float, scale: float) -> int:
    """Return a number of others with whom an item passes a threshold, but for one time in 10^15 or fewer."""
    return ceil(max(0.0, threshold) + 40 * scale)


def affordable(trials: int, rows: int) -> int:
    """Return how many trials memory has room for, at most `trials` and at least FEWEST; each copies `rows` rows."""
    return max(FEWEST, min(trials, MOST_ROWS // rows))


def batches(trials: int, most: int) -> Iterator[int]:
    """Yield the sizes of batches of trials, each at most `most`."""
    return (min(most, trials - done) for done in range(0, trials, most))


def _listed(table: pl.DataFrame, queries: list[str], copies: int) -> NDArray[np.bool_]:
    found = np.zeros((copies, len(queries)), np.bool_)
    copy, place = places(table["query"], queries)
    found[copy[place >= 0], place[place >= 0]] = True
    return found


def _numbers(table: pl.DataFrame, queries: list[str], copies: int) -> Integers:
    found = np.zeros((copies, len(queries)), np.int64)
    copy, place = places(table["query"], queries)
    found[copy[place >= 0], place[place >= 0]] = table["count"].fill_null(0).to_numpy()[place >= 0]
    return found
