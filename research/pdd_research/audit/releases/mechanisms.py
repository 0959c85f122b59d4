"""The algorithms of log releases run again, many times at once, with the parameters that a manifest states.

It is the release's own code that counts, selects and draws, so that a cap that is not kept shows as well as noise that
is too small.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.audit.releases.copies import Copies, copied, places
from pdd_research.audit.releases.errors import AuditError
from pdd_research.log_release import korolova, pool, set_union
from pdd_research.log_release.activity import Local
from pdd_research.log_release.korolova_theorem import Parameters
from pdd_research.log_release.pool_theorem import Pool, Step
from pdd_research.log_release.release import Release
from pdd_research.log_release.set_union import Counts
from pdd_research.log_release.set_union_theorem import Round, Union

Integers = NDArray[np.int64]
MOST_ROWS = 1_000_000
"""Of copies of a log that must be written out."""


@dataclass(frozen=True)
class Outcomes:
    """What trials released (trials x queries): which queries, and the noisy counts of these and of clicks, else 0."""

    released: NDArray[np.bool_] = field(repr=False)
    counts: Integers = field(repr=False)
    clicks: Integers = field(repr=False)


@dataclass(frozen=True)
class Part:
    """Searches, or clicks: how many of a user count, the scale of their noise, and how many of others' are `needed`.

    With so many others one user decides most whether a query, or a URL, is released.
    """

    most: int
    scale: float | None
    needed: int = 0


NO_CLICKS = Part(0, None)
Manifest = dict[str, Any]
Run = Callable[[pl.LazyFrame, int, pl.DataFrame], Release]
"""From a log's rows, a number of copies and public results: a release of all copies."""


@dataclass(frozen=True)
class Mechanism:
    """An algorithm with its parameters.

    `public` says that queries come from a public list, and may be released though nobody searched them.
    `gaussian` is the epsilon that the selection alone is said to cost, where its noise is Gaussian.
    """

    release: Run
    searches: Part
    clicks: Part = NO_CLICKS
    public: bool = False
    gaussian: float | None = None

    def run(self, rows: pl.LazyFrame, queries: list[str], trials: int) -> Outcomes:
        """Release so many times; each query that is looked for has one URL, its own text."""
        results = copied(pl.DataFrame({"query": queries, "url": queries}), trials)
        found = self.release(rows, trials, results)
        released = np.zeros((trials, len(queries)), np.bool_)
        released[_at(found.queries, queries)[0]] = True
        counts, clicks = (_numbers(table, queries, trials) for table in (found.queries, found.clicks))
        return Outcomes(released, counts, clicks)


def of_manifest(manifest: Manifest) -> Mechanism:
    """The mechanism that a release's manifest describes. AuditError where it describes none that is known."""
    makers = {"korolova": _korolova, "set-union": _set_union, "pool": _pool}
    algorithm = manifest.get("algorithm")
    if algorithm not in makers:
        raise AuditError(f"manifest: algorithm: is {algorithm!r}; those that can be run again are {', '.join(makers)}")
    try:
        return makers[algorithm](manifest)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise AuditError(
            f"manifest: parameters: {algorithm} can't be run by them ({error}); release it again"
        ) from None


def _korolova(manifest: Manifest) -> Mechanism:
    of_urls = _of_urls(manifest)
    parameters, urls = _parameters(manifest["parameters"]), _parameters(of_urls) if of_urls else None
    searches = Part(parameters.d, parameters.b_q, max(0, parameters.threshold - parameters.d))
    clicks = Part(parameters.d_c, parameters.b_c) if parameters.b_c else NO_CLICKS
    if urls:
        clicks = Part(urls.d, urls.b_q, max(0, urls.threshold - urls.d))

    def run(rows: pl.LazyFrame, copies: int, results: pl.DataFrame) -> Release:
        return korolova.release(Copies(Local(rows), copies), parameters, results, urls)

    return Mechanism(run, searches, clicks)


def _of_urls(manifest: Manifest) -> dict[str, Any] | None:
    """The parameters of URLs from the log, where they were released."""
    found: dict[str, Any] | None = manifest.get("urls", {}).get("parameters")
    return found


def _parameters(stated: dict[str, Any]) -> Parameters:
    return Parameters(**{one.name: stated[one.name] for one in fields(Parameters)})


def _set_union(manifest: Manifest) -> Mechanism:
    stated, of_urls = manifest["parameters"], _of_urls(manifest)
    union, urls = _union(stated), _union(of_urls) if of_urls else None
    counts = Counts(stated["b_q"], stated["d_c"], stated["b_c"])
    clicks = Part(counts.d_c, counts.b_c) if counts.b_c else NO_CLICKS
    if urls:
        clicks = Part(urls.d, counts.b_c, _deciding(urls))

    def run(rows: pl.LazyFrame, copies: int, results: pl.DataFrame) -> Release:
        return set_union.release(Copies(Local(rows), copies), union, counts, results, urls)

    selection = float(manifest["epsilon_of"]["selection"])
    return Mechanism(run, Part(union.d, counts.b_q, _deciding(union)), clicks, gaussian=selection)


def _union(stated: dict[str, Any]) -> Union:
    """What it costs is the manifest's to say, and nothing that the algorithm needs."""
    return Union(stated["d"], tuple(Round(**one) for one in stated["rounds"]), 0.0, 0.0)


def _deciding(union: Union) -> int:
    """One user's weight on its only query is 1: with one less than the last threshold it decides most."""
    return max(0, int(union.rounds[-1].threshold) - 1)


def _pool(manifest: Manifest) -> Mechanism:
    """Without terms and transitions, which this audit does not attack."""
    steps = {name: _step(manifest["parameters"][name]) for name in ("selection", "query_counts", "click_counts")}
    selection, counts, clicks = steps.values()
    if selection is None:
        raise ValueError("no selection")
    plan = Pool(selection, query_counts=counts, click_counts=clicks)

    def run(rows: pl.LazyFrame, copies: int, results: pl.DataFrame) -> Release:
        return pool.release(copied(rows.collect(), copies).lazy(), results["query"].unique().sort(), plan, results)

    searches = Part(
        selection.most, counts.scale if counts else None, max(0, (selection.threshold or 0) - selection.most)
    )
    return Mechanism(run, searches, Part(clicks.most, clicks.scale) if clicks else NO_CLICKS, public=True)


def _step(stated: dict[str, Any] | None) -> Step | None:
    return Step(stated["most"], stated["scale"], stated["threshold"]) if stated else None


def _numbers(table: pl.DataFrame, queries: list[str], trials: int) -> Integers:
    found = np.zeros((trials, len(queries)), np.int64)
    place, known = _at(table, queries)
    found[place] = table["count"].fill_null(0).to_numpy()[known]
    return found


def _at(table: pl.DataFrame, queries: list[str]) -> tuple[tuple[Integers, Integers], NDArray[np.bool_]]:
    copy, place = places(table["query"], queries)
    known = place >= 0
    return (copy[known], place[known]), known
