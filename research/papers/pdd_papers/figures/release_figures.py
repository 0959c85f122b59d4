"""Tables 2 and 3 and figures 1 to 4 of WWW '09 for a log: how much of it Algorithm 1 releases, by d, days and cost."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from math import log
from pathlib import Path

import numpy as np
import polars as pl

from pdd_papers.figures.release_charts import curve, lines
from pdd_research.log_release.algorithms import korolova
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, optimal
from pdd_research.log_release.algorithms.noise import exceed
from pdd_research.log_release.algorithms.noisy_counts import law_of
from pdd_research.log_release.logs.activity import Local
from pdd_research.markdown_tables import markdown

DAYS = (1, 7, 14, 30, 92)
CAPS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 80)
EPSILON, DELTA = log(10), 1e-5
"""The cost of selection in the figures; counts cost the same epsilon again."""
WEEK, WEEK_CAP = 7, 21
COSTS = tuple((epsilon, delta) for delta in (1e-6, 1e-5, 1e-4) for epsilon in (2, 5, 10))
"""e^epsilon and delta of tables 2 and 3."""
PRINTED = (
    ((0.03, 0.06, 0.09), (0.03, 0.07, 0.10), (0.04, 0.09, 0.12)),
    ((26.79, 30.92, 32.64), (27.55, 31.67, 33.38), (28.45, 32.55, 34.23)),
)
"""Tables 2 and 3 as printed: percent of distinct queries and percent of impressions, a row for each delta."""
RUNS = 100_000
"""How often noise is drawn for each frequency of figure 1."""
_CURVE = Parameters(20, 140, 8.69)
"""The parameters of figure 1."""

Told = Callable[[str], None]
"""Called with the name of each release once it is made."""


def steps(days: Sequence[int]) -> int:
    """Return how many releases `draw` makes."""
    return len(days) * len(CAPS) + len(COSTS)


def draw(rows: pl.LazyFrame, days: Sequence[int], folder: Path, told: Told = lambda _: None) -> tuple[Path, ...]:
    """Write all figures as CSV and SVG, and the tables as CSV and Markdown; return the files.

    Args:
        rows: the rows of a `Log`.
        days: lengths of the log's beginning, in days, for figures 3 and 4; figure 2 takes the one nearest to a week.
        folder: where to write; it is made if missing.
        told: called with the name of each release once it is made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    shares = by_cap(rows, days, told)
    week = shares.filter(pl.col("days") == min(days, key=lambda length: abs(length - WEEK)))
    made = [
        *curve(release_curve(), folder / "figure-1"),
        *lines(week, ("distinct_percent", "impressions_percent"), folder / "figure-2"),
        *lines(shares, ("distinct_percent",), folder / "figure-3"),
        *lines(shares, ("impressions_percent",), folder / "figure-4"),
    ]
    table = by_cost(rows, told)
    table.write_csv(folder / "tables-2-and-3.csv")
    (folder / "tables-2-and-3.md").write_text(markdown(table), "utf-8")
    return (*made, folder / "tables-2-and-3.csv", folder / "tables-2-and-3.md")


def release_curve() -> pl.DataFrame:
    """Return figure 1's numbers: the probability of release by frequency, computed, and as found in RUNS draws."""
    counts = np.arange(80, 201, 5)
    law = law_of(_CURVE.b)
    computed = [float(law.at_least(_CURVE.threshold + 1 - int(count))) for count in counts]
    drawn = [exceed(np.full(RUNS, count), _CURVE.threshold, law).mean() for count in counts]
    return pl.DataFrame({"frequency": counts, "computed": computed, "drawn": drawn})


def by_cap(rows: pl.LazyFrame, days: Sequence[int], told: Told) -> pl.DataFrame:
    """Return for each length of the log's beginning and each d which percentages are released, with the log's size."""
    found = []
    for length in days:
        part = first_days(rows, length)
        whole = _whole(part)
        for cap in CAPS:
            found.append({"days": length, "d": cap, **whole, **_released(part, cap, EPSILON, DELTA, whole)})
            told(f"{length} days, d = {cap}")
    return pl.DataFrame(found)


def by_cost(rows: pl.LazyFrame, told: Told) -> pl.DataFrame:
    """Return tables 2 and 3 for a week with d = 21: ours, and as the paper prints them."""
    part, found = first_days(rows, WEEK), []
    whole = _whole(part)
    for place, (odds, delta) in enumerate(COSTS):
        paper = [table[place // 3][place % 3] for table in PRINTED]
        share = _released(part, WEEK_CAP, log(odds), delta, whole)
        beside = {"paper_distinct_percent": paper[0], "paper_impressions_percent": paper[1]}
        found.append({"e^epsilon": odds, "delta": delta, **share, **beside})
        told(f"e^epsilon {odds}, delta {delta}")
    return pl.DataFrame(found)


def first_days(rows: pl.LazyFrame, days: int) -> pl.LazyFrame:
    """Return the rows of a log's first days."""
    start = rows.select(pl.col("time").min().dt.truncate("1d")).collect(engine="streaming").item()
    return rows.filter(pl.col("time") < start + timedelta(days=days))


def _whole(rows: pl.LazyFrame) -> dict[str, int]:
    """Return the numbers of searches and of different queries, without a limit on users' contributions."""
    counts = Local(rows).searches(2**31).items["count"]
    return {"searches": int(counts.sum()), "distinct": len(counts)}


def _released(rows: pl.LazyFrame, cap: int, epsilon: float, delta: float, whole: dict[str, int]) -> dict[str, float]:
    """Return the percentages of distinct queries and of impressions that are released (section 7.1).

    Released impressions are the sum of the noisy counts.
    """
    threshold, scale = optimal(epsilon, delta, cap)
    found = korolova.release(rows, Parameters(cap, threshold, scale, b_q=cap / epsilon)).queries
    return {
        "distinct_percent": 100 * len(found) / max(whole["distinct"], 1),
        "impressions_percent": 100 * int(found["count"].sum()) / max(whole["searches"], 1),
    }
