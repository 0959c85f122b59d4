"""Public result lists: for each query the URLs that a search engine shows to everybody."""

from pathlib import Path

import polars as pl

from pdd_research.errors import LogError
from pdd_research.log_release.logs.log import normalised

TOP = 10
"""How many results of a query are released with it (WWW '09, section 4)."""


def read_results(file: Path) -> pl.DataFrame:
    """Return the first TOP results of each query from a CSV with columns query and url, in order of rank.

    Raises:
        LogError: if the file can't be read or lacks a column.
    """
    try:
        table = pl.read_csv(file, infer_schema=False, encoding="utf8-lossy")
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error).splitlines()[0]
        raise LogError(f"{file}: {reason}; give a CSV with the columns query and url") from None
    if missing := {"query", "url"} - set(table.columns):
        raise LogError(f"{file}: has no column {min(missing)}; result lists have query and url")
    listed = table.select(normalised(pl.col("query")), "url").drop_nulls().unique(maintain_order=True)
    return listed.filter(pl.int_range(pl.len()).over("query") < TOP)
