"""Releasing a log of 20 million rows: beside bare polars that caps and counts it, each in a process of its own."""

import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl

from pdd_research.log_release import Parameters, korolova, optimal, read_log
from pdd_research.simulator.drawing import seeded
from scripts.benchmarks.figures import Figure, at_most, medians

ROWS, USERS, QUERIES, FIRST = 20_000_000, 650_000, 40_000_000, 20
GIGABYTES = 4.0
ROUNDS = 3


def made(file: Path) -> None:
    """A log of the size of AOL's: many users with few searches, queries after Zipf's law."""
    rng = seeded(1)
    share = rng.lognormal(0, 1.45, USERS)
    users = np.sort(rng.choice(USERS, ROWS, p=share / share.sum()))
    # Mandelbrot's form with exponent 1, by its distribution's inverse.
    ranks = ((QUERIES + 5) ** (uniform := rng.random(ROWS)) * 5 ** (1 - uniform) - 5).astype(np.int64)
    seconds = rng.integers(0, 90 * 86_400, ROWS) + 1_141_000_000
    columns = {"user": users, "time": seconds * 1_000_000, "query": ranks}
    log = pl.DataFrame(columns).select(
        pl.col("user").cast(pl.String),
        pl.col("time").cast(pl.Datetime("us")),
        pl.format("query number {}", "query").alias("query"),
    )
    log.sort("user", "time").write_parquet(file)


def released(file: Path) -> None:
    """The whole release, from the file on: faults counted, queries selected, counts noised."""
    parameters = Parameters(FIRST, *optimal(2.3, 1e-7, FIRST), b_q=40.0)
    korolova.release(read_log(file).written, parameters)


def counted(file: Path) -> None:
    """Each user's first searches, counted by query."""
    first = pl.col("query").sort_by("time").head(FIRST)
    by_user = pl.scan_parquet(file).group_by("user").agg(first).explode("query")
    by_user.group_by("query").len().collect(engine="streaming")


WAYS = {"released": released, "counted": counted}


def _in_process(way: str, file: Path, peaks: list[float]) -> float:
    """The seconds a way takes in a process of its own, and its peak of memory in GB among `peaks`."""
    command = [sys.executable, "-m", "scripts.benchmarks.log_release", way, str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, peak = map(float, done.stdout.split())
    peaks.append(peak)
    return seconds


def figures() -> list[Figure]:
    """Ours against bare polars, and against 4 GB."""
    peaks: list[float] = []
    with TemporaryDirectory() as folder:
        made(file := Path(folder) / "log.parquet")
        ours, bare = medians(
            ROUNDS, lambda: _in_process("released", file, peaks), lambda: _in_process("counted", file, [])
        )
    return [
        at_most("log_release: 20 million rows, beside bare polars", ours, bare, 2),
        at_most("log_release: the same, memory at its peak in GB", max(peaks), GIGABYTES, 1),
    ]


def main() -> None:
    """One way once: its seconds and its peak of memory in GB."""
    way, file = sys.argv[1:]
    start = time.perf_counter()
    WAYS[way](Path(file))
    print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)


if __name__ == "__main__":
    main()
