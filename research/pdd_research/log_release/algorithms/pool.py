"""Release from a public pool of queries with pure epsilon (after Zhang et al.), also transitions between queries.

Zhang et al. remove rare terms by looking at the log, and their proof leaves that step out. Here terms are those of the
pool, and are kept by noisy counts of their users. That costs epsilon as the other steps do (pool_accounting.py).
"""

from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

import numpy as np
import polars as pl

from pdd_research.errors import LogError
from pdd_research.log_release.algorithms.noise import exceed
from pdd_research.log_release.algorithms.noisy_counts import clicks_on, law_of, noised
from pdd_research.log_release.algorithms.pool_accounting import Pool, Step
from pdd_research.log_release.logs.activity import Local, first_searches
from pdd_research.log_release.logs.log import normalised
from pdd_research.log_release.release import Release

SESSION = timedelta(minutes=30)
"""Two consecutive searches of one user within this time are a transition."""
MOST_QUERIES = 2_000
"""Transitions are selected among so many released queries, those with the largest noisy counts."""
THEOREM = "every step is discrete Laplace noise on counts over public lists or earlier outcomes; their epsilons add up"


def read_pool(file: Path) -> pl.Series:
    """Return the queries of a public pool from a text file with one query a line, normalised, each once.

    Raises:
        LogError: if the file can't be read or has no query.
    """
    try:
        lines = file.read_text("utf-8").splitlines()
    except OSError as error:
        raise LogError(f"{file}: {error.strerror}; give a text file with a public query a line") from None
    except UnicodeDecodeError:
        raise LogError(f"{file}: is not UTF-8 text; save it as UTF-8") from None
    queries = pl.DataFrame({"query": lines}, {"query": pl.String}).select(normalised(pl.col("query")))["query"]
    queries = queries.filter(queries != "").unique().sort()
    if not len(queries):
        raise LogError(f"{file}: holds no queries; give a text file with a public query a line")
    return queries


def release(rows: pl.LazyFrame, pool: pl.Series, plan: Pool, results: pl.DataFrame | None = None) -> Release:
    """Release queries of a public pool: their counts, clicks on public results, and transitions between them.

    Args:
        rows: the rows of a `Log`.
        pool: public queries, normalised. Nothing outside the pool is released, whether searched or not.
        plan: the steps and their noise.
        results: public result lists (query, url). Neither they nor the pool may be derived from the log.
    """
    candidates = pool if plan.terms is None else _of_kept_terms(rows, pool, plan.terms)
    activity = Local(rows)
    counts = _counts(candidates, activity.searches(plan.selection.most).items.lazy())
    found = counts.filter(_selected(counts["count"], plan.selection))
    clicks = plan.click_counts
    queries = found.with_columns(count=noised(found["count"], _scale(plan.query_counts)))
    return Release(
        queries,
        clicks_on(results, found["query"], activity, clicks.most if clicks else 0, _scale(clicks)),
        _manifest(plan),
        None if plan.transitions is None else _transitions(rows, queries, plan.transitions, plan.transition_counts),
    )


def _of_kept_terms(rows: pl.LazyFrame, pool: pl.Series, step: Step) -> pl.Series:
    """Return the pool's queries all of whose terms are kept: terms that enough users, with noise, have searched."""
    terms = pool.str.split(" ").explode().unique().sort()
    searched = first_searches(rows, step.most).select("user", pl.col("query").str.split(" ")).explode("query").unique()
    public = searched.filter(pl.col("query").is_in(terms.implode()))
    # A user counts for at most `most` terms: those of its terms that come first by their text.
    own = public.sort("user", "query").group_by("user", maintain_order=True).agg(pl.col("query").head(step.most))
    counts = _counts(terms, own.explode("query").group_by("query").len("count"))
    kept = counts.filter(_selected(counts["count"], step))["query"]
    words = pl.DataFrame({"query": pool}).with_columns(words=pl.col("query").str.split(" "))
    return words.filter(pl.col("words").list.eval(pl.element().is_in(kept.implode())).list.all())["query"]


def _counts(public: pl.Series, counted: pl.LazyFrame) -> pl.DataFrame:
    """Return each item of a public list with its count (query, count); 0 for an item that nobody searched."""
    listed = pl.LazyFrame({"query": public})
    found = listed.join(counted, on="query", how="left", maintain_order="left")
    return found.select("query", pl.col("count").fill_null(0).cast(pl.Int64)).collect(engine="streaming")


def _scale(step: Step | None) -> float | None:
    return None if step is None else step.scale


def _selected(counts: pl.Series, step: Step) -> pl.Series:
    return pl.Series(exceed(counts.to_numpy(), step.threshold or 0, law_of(step.scale)), dtype=pl.Boolean)


def _transitions(rows: pl.LazyFrame, queries: pl.DataFrame, step: Step, counting: Step | None) -> pl.DataFrame:
    """Return the transitions that were made often enough, with noise: query, next, count.

    All ordered pairs of released queries are candidates, so which pairs are looked at reveals nothing about the log.
    """
    if queries["count"].null_count() == 0:
        queries = queries.sort("count", descending=True)
    names = queries["query"].head(MOST_QUERIES).sort()
    places = {name: place for place, name in enumerate(names)}
    pairs = np.zeros(len(names) ** 2, np.int64)
    for query, following, count in followed(rows, step.most, names).iter_rows():
        pairs[places[query] * len(names) + places[following]] = count
    pairs_kept = np.flatnonzero(exceed(pairs, step.threshold or 0, law_of(step.scale)))
    listed = names.to_numpy()
    found = pl.DataFrame(
        {
            "query": pl.Series(listed[pairs_kept // max(len(names), 1)], dtype=pl.String),
            "next": pl.Series(listed[pairs_kept % max(len(names), 1)], dtype=pl.String),
        }
    ).with_columns(count=noised(pl.Series(pairs[pairs_kept]), _scale(counting)))
    return found.filter(pl.col("query") != pl.col("next"))


def followed(rows: pl.LazyFrame, most: int, names: pl.Series) -> pl.DataFrame:
    """Return how often one of these queries followed another within SESSION: query, next, count.

    Of each user only the first `most` such transitions count.
    """
    searches = rows.select("user", "time", query=normalised(pl.col("query")))
    same = pl.col("user") == pl.col("user").shift(-1)
    soon = pl.col("time").shift(-1) - pl.col("time") <= SESSION
    after = searches.with_columns(next=pl.when(same & soon).then(pl.col("query").shift(-1)))
    known = pl.col("query").is_in(names.implode()) & pl.col("next").is_in(names.implode())
    own = after.filter(known & (pl.col("query") != pl.col("next"))).group_by("user")
    first = own.agg(pl.col("query", "next").head(most)).explode("query", "next")
    return first.group_by("query", "next").len("count").collect(engine="streaming")


def _manifest(plan: Pool) -> dict[str, object]:
    steps = {name: step and {**asdict(step), "epsilon": step.epsilon} for name, step in vars(plan).items()}
    return {
        "algorithm": "pool",
        "parameters": {**steps, "noise": "discrete-laplace"},
        "epsilon": plan.epsilon,
        "delta": 0.0,
        "neighbours": "one user's whole activity",
        "theorem": THEOREM,
    }
