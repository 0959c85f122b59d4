"""Writing a whole log, in batches of users to bound memory; the same plan gives the same bytes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import numpy as np
import polars as pl
from polars.io.plugins import register_io_source

from pdd_research.errors import SettingError
from pdd_research.log_generator.activity import Activity, sessions
from pdd_research.log_generator.click_model import clicks
from pdd_research.log_generator.queries import texts
from pdd_research.log_generator.result_pages import urls
from pdd_research.log_generator.searches import Views, views
from pdd_research.log_release.logs.log import COLUMNS, NAMES
from pdd_research.output_files import whole_file
from pdd_research.seeded_randomness import Generator, seeded

START = datetime.fromisoformat("2006-03-01")
"""The first second of a log; like AOL's times it has no time zone."""
BATCH = 10_000
"""The number of users in a batch. Another number gives another log for the same seed."""
FORMATS = (".parquet", ".csv", ".tsv")
Progress = Callable[[int], None]
"""Called after each batch with the number of users done."""


@dataclass(frozen=True)
class Plan:
    """The log to generate: how many users, from which seed, with which activity."""

    users: int
    seed: int
    activity: Activity = field(default_factory=Activity)

    def __post_init__(self) -> None:
        """Raise SettingError if the log has no users."""
        if self.users < 1:
            raise SettingError(f"users is {self.users}; it must be 1 or more")


def frames(plan: Plan, progress: Progress | None = None) -> Iterator[pl.DataFrame]:
    """Yield the log's rows in batches of BATCH users, with the columns that `log_release` reads.

    Users are in order, and each user's rows are ordered by time.

    Args:
        plan: which log.
        progress: called after each batch with the number of users done.
    """
    rng = seeded(plan.seed)
    for first in range(0, plan.users, BATCH):
        users = min(BATCH, plan.users - first)
        looked = views(sessions(plan.activity, users, rng), plan.activity, rng)
        yield _rows(looked, first, rng)
        if progress is not None:
            progress(first + users)


def write_log(plan: Plan, file: Path, progress: Progress | None = None) -> None:
    """Write the log as Parquet, CSV or AOL's tab-separated text, by the file's suffix.

    Args:
        plan: which log.
        file: the file to write. If writing fails, what it held before stays.
        progress: called with the number of users done.

    Raises:
        SettingError: if the suffix is unknown.
    """
    if file.suffix not in FORMATS:
        raise SettingError(f"{file}: ends in none of {', '.join(FORMATS)}; name the file so")
    # The sinks below take every column and row, so the source can ignore which columns and rows polars asks it for.
    rows = register_io_source(lambda *_: frames(plan, progress), schema=COLUMNS, is_pure=True)
    with whole_file(file) as partial:
        if file.suffix == ".parquet":
            rows.sink_parquet(partial)
        elif file.suffix == ".csv":
            rows.sink_csv(partial, datetime_format="%Y-%m-%dT%H:%M:%S")
        else:
            named = rows.select(pl.col(ours).alias(theirs) for theirs, ours in NAMES.items())
            named.sink_csv(partial, separator="\t", quote_style="never", datetime_format="%Y-%m-%d %H:%M:%S")


def _rows(looked: Views, first_user: int, rng: Generator) -> pl.DataFrame:
    """Return a row for each click, and one for each page of results without a click."""
    where, ranks = clicks(looked, rng)
    without = np.ones(len(looked.query), np.bool_)
    without[where] = False
    where = np.concatenate((where, np.flatnonzero(without)))
    rank = np.concatenate((ranks, np.zeros(len(where) - len(ranks), np.int64)))
    order = np.lexsort((rank, looked.page[where], looked.second[where], looked.user[where]))
    where, rank = where[order], rank[order]
    clicked = rank > 0
    url = urls(looked.query[where], np.maximum(rank, 1)).set(pl.Series(~clicked), None)
    return pl.DataFrame(
        {
            "user": pl.Series(first_user + looked.user[where]).cast(pl.String),
            "time": pl.Series(looked.second[where] * 1_000_000).cast(pl.Duration("us")) + START,
            "query": texts(looked.query[where]),
            "url": url,
            "rank": pl.Series(rank).cast(pl.Int32).set(pl.Series(~clicked), None),
        }
    )
