"""Releasing a log, compared with bare polars that caps and counts it, with PipelineDP and with OpenDP.

Each runs in a process of its own, so that its memory can be measured.
"""

import os
import subprocess
import sys
import time
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl

from pdd_research.log_release import Parameters, optimal, read_log
from pdd_research.log_release.algorithms import korolova
from pdd_research.seeded_randomness import seeded
from scripts.benchmarks.figures import Figure, at_most, faster_than, in_process, medians, peak_of_memory

ROWS, FEWER, FIRST = 20_000_000, 2_000_000, 20
EPSILON, DELTA = 2.3, 1e-7
GIGABYTES = 4.0
ROUNDS = 3
OPENDP = Path(".venv/peers-opendp")
"""OpenDP's polars integration with the older polars that it needs."""
OPENDP_RELEASE = Path(__file__).with_name("log_release_opendp.py")


def made(file: Path, rows: int, clicks: bool = False) -> Path:
    """Write a log that resembles AOL's: many users with few searches, and queries after Zipf's law; return the file.

    Rows are ordered by user, time and query.

    Args:
        file: the new Parquet file.
        rows: how many rows.
        clicks: whether half of all rows are clicks, and every third row is of the same search as the row before it.
    """
    rng, users, queries = seeded(1), rows // 30, 2 * rows
    share = rng.lognormal(0, 1.45, users)
    # Mandelbrot's form with exponent 1, by its distribution's inverse.
    ranks = ((queries + 5) ** (uniform := rng.random(rows)) * 5 ** (1 - uniform) - 5).astype(np.int64)
    seconds = rng.integers(0, 90 * 86_400, rows) + 1_141_000_000
    columns = {"user": rng.choice(users, rows, p=share / share.sum()), "time": seconds * 1_000_000, "query": ranks}
    log = pl.DataFrame(columns).select(
        pl.col("user").cast(pl.String),
        pl.col("time").cast(pl.Datetime("us")),
        pl.format("query number {}", "query").alias("query"),
    )
    log = log.sort("user", "time", "query")
    (_clicked(log, rng.integers(0, rows, rows)) if clicks else log).write_parquet(file)
    return file


def _clicked(log: pl.DataFrame, site: np.ndarray) -> pl.DataFrame:
    place = pl.int_range(pl.len())
    # Of three rows the third is of the search that the second is of; sites are in no order, as they are in real logs.
    searches = pl.col("user", "time", "query").gather(place - (place % 3 == 2).cast(pl.Int64))
    url = pl.when(place % 2 == 0).then(pl.format("www.site{}.example", pl.lit(pl.Series(site))))
    return log.select(searches, url=url)


def released(file: Path) -> None:
    """Make a whole release from the file: count faults, select queries, and add noise to their counts."""
    parameters = Parameters(FIRST, *optimal(EPSILON, DELTA, FIRST), b_q=40.0)
    korolova.release(read_log(file).written, parameters)


def counted(file: Path) -> None:
    """Count each user's first searches by query in bare polars."""
    first = pl.col("query").sort_by("time").head(FIRST)
    by_user = pl.scan_parquet(file).group_by("user").agg(first).explode("query")
    by_user.group_by("query").len().collect(engine="streaming")


def pipelined(file: Path) -> None:
    """Select and count queries with PipelineDP's local engine: Laplace noise, private partitions, the same cap."""
    import pipeline_dp

    rows = pl.read_parquet(file).select("user", "query").rows()
    budget = pipeline_dp.NaiveBudgetAccountant(total_epsilon=EPSILON, total_delta=DELTA)
    engine = pipeline_dp.DPEngine(budget, pipeline_dp.LocalBackend())
    wanted = pipeline_dp.AggregateParams(
        noise_kind=pipeline_dp.NoiseKind.LAPLACE,
        metrics=[pipeline_dp.Metrics.COUNT],
        max_partitions_contributed=FIRST,
        max_contributions_per_partition=1,
    )
    columns = pipeline_dp.DataExtractors(
        privacy_id_extractor=itemgetter(0), partition_extractor=itemgetter(1), value_extractor=lambda _: 0
    )
    found = engine.aggregate(rows, wanted, columns)
    budget.compute_budgets()
    list(found)


WAYS = {"released": released, "counted": counted, "pipelined": pipelined}


def figures() -> list[Figure]:
    """Compare ours with bare polars and with 4 GB of memory; with PipelineDP and OpenDP if they are installed."""
    with TemporaryDirectory() as folder:
        found = _beside_polars(made(Path(folder) / "log.parquet", ROWS), "20 million rows")
        found += _beside_polars(made(Path(folder) / "log.parquet", ROWS, clicks=True), "20 million rows with clicks")
        fewer = made(Path(folder) / "fewer.parquet", FEWER)
        if OPENDP.is_dir():
            found.append(_beside_opendp(fewer))
        if find_spec("pipeline_dp") is None:
            return found
        return [*found, _beside_pipeline_dp(fewer)]


def _beside_polars(file: Path, name: str) -> list[Figure]:
    peaks: list[float] = []
    ours, bare = medians(
        ROUNDS,
        lambda: in_process("research.log_release", "released", file, peaks),
        lambda: in_process("research.log_release", "counted", file, []),
    )
    return [
        at_most(f"log_release: {name}, beside bare polars", ours, bare, 2),
        at_most("log_release: the same, memory at its peak in GB", max(peaks), GIGABYTES, 1),
    ]


def _beside_pipeline_dp(file: Path) -> Figure:
    ours, theirs = (in_process("research.log_release", way, file, []) for way in ("released", "pipelined"))
    return faster_than("log_release: 2 million rows, beside PipelineDP", ours, theirs, 20)


def _beside_opendp(file: Path) -> Figure:
    def theirs() -> float:
        asked = [str(OPENDP_RELEASE), str(file), str(EPSILON), str(DELTA), str(FIRST)]
        environment = {**os.environ, "PYTHONPATH": str(OPENDP)}
        done = subprocess.run([sys.executable, *asked], check=True, capture_output=True, text=True, env=environment)
        return float(done.stdout)

    ours, peer = medians(1, lambda: in_process("research.log_release", "released", file, []), theirs)
    return faster_than("log_release: 2 million rows, beside OpenDP's polars integration", ours, peer, 5)


def main() -> None:
    """Run one way once, and print its seconds and its peak of memory in GB."""
    way, file = sys.argv[1:]
    start = time.perf_counter()
    WAYS[way](Path(file))
    print(time.perf_counter() - start, peak_of_memory())


if __name__ == "__main__":
    main()
