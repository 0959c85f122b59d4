"""Every release algorithm on one log, evaluated on held-out users (Zhang et al., table 1, with rows of our own)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from pdd_research.click_graph import evaluate, split
from pdd_research.click_graph.release_reader import Released
from pdd_research.log_release.algorithms import baselines, korolova, pool, set_union, set_union_accounting
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, optimal
from pdd_research.log_release.algorithms.pool_accounting import Pool, Step, scale_for, selecting
from pdd_research.log_release.logs.activity import of_normal_queries
from pdd_research.log_release.logs.log import Log
from pdd_research.log_release.release import Release
from pdd_research.markdown_tables import markdown

RELEASES = 6
"""The number of releases that are compared: those of `_releases`."""
Told = Callable[[str], None]
"""Called with the name of each release once it is evaluated."""


@dataclass(frozen=True)
class Cost:
    """The privacy cost of each private release.

    Half of epsilon pays for selection, a quarter for the counts of queries, and a quarter for those of clicks.

    Attributes:
        epsilon: of the whole release.
        delta: of the whole release; `pool` needs none.
        most: how many searches of a user count, and how many clicks.
    """

    epsilon: float
    delta: float
    most: int

    @property
    def selection(self) -> float:
        """The epsilon of selection."""
        return self.epsilon / 2

    @property
    def scale(self) -> float:
        """The scale of the noise on counts of queries, and of clicks."""
        return scale_for(self.epsilon / 4, self.most)


def compared(
    log: Log, results: pl.DataFrame, public: pl.Series, cost: Cost, held_out: float, told: Told = lambda _: None
) -> pl.DataFrame:
    """Release a log by each algorithm, and return a row for each with its name, epsilon, delta and evaluation.

    Args:
        log: the log to release.
        results: public result lists (query, url).
        public: the public pool of queries.
        cost: of each private release.
        held_out: the share of users to evaluate on, who are in no release.
        told: called with the name of each release once it is evaluated.
    """
    kept, unseen = split(log.written, held_out)
    rows = []
    for name, made in _releases(kept, results, public, cost):
        release = made()
        found = evaluate(Released(release.queries, release.clicks, release.manifest), of_normal_queries(unseen))
        guarantee = {key: release.manifest[key] for key in ("epsilon", "delta")}
        figures = {
            "evaluated queries": found.queries_evaluated,
            "nDCG@10": found.ndcg,
            "precision@1": found.precision,
            "recall@10": found.recall,
            "nDCG@10 of all": found.ndcg_all,
        }
        rows.append({"release": name, **guarantee, "queries": found.distinct_released, **figures})
        told(name)
    return pl.DataFrame(rows, infer_schema_length=None)


def write(table: pl.DataFrame, folder: Path) -> tuple[Path, Path]:
    """Write the table as CSV and as Markdown into a folder, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = folder / "comparison.csv", folder / "comparison.md"
    table.write_csv(files[0])
    files[1].write_text(markdown(table), "utf-8")
    return files


def _releases(
    rows: pl.LazyFrame, results: pl.DataFrame, public: pl.Series, cost: Cost
) -> Iterator[tuple[str, Callable[[], Release]]]:
    most, normal = cost.most, of_normal_queries(rows)
    # For a fair comparison with the union, Algorithm 1 gets its lowest threshold, not the paper's.
    best = optimal(cost.selection, cost.delta, most, tight=True)
    parameters = Parameters(most, *best, cost.scale, most, cost.scale, tight=True)
    union = set_union_accounting.plan(cost.selection, cost.delta, most)
    counts, step = set_union.Counts(cost.scale, most, cost.scale), Step(most, cost.scale)
    by_pool = Pool(selecting(cost.selection, most, len(public)), query_counts=step, click_counts=step)
    yield "raw", lambda: baselines.raw(normal)
    yield "k-anonymous, k = 5", lambda: baselines.k_anonymous(normal, 5)
    yield "k-anonymous, k = 10", lambda: baselines.k_anonymous(normal, 10)
    yield "pool", lambda: pool.release(rows, public, by_pool, results)
    yield "korolova", lambda: korolova.release(rows, parameters, results)
    yield "set-union", lambda: set_union.release(rows, union, counts, results)
