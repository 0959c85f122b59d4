"""The totals in tidy form, one row a day, stratum and entry, as a polars frame that is read a day at a time."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import polars as pl
from polars.io.plugins import register_io_source

from pdd_server.services.results import noise_of
from pdd_server.store.publications import Publication
from pdd_shared.messages import Campaign
from pdd_shared.terms import Budget

SCHEMA: dict[str, pl.DataType] = {
    "day": pl.Date(),
    "stratum": pl.String(),
    "entry": pl.String(),
    "total": pl.Int64(),
    "half_width_95": pl.Int64(),
    "low_95": pl.Int64(),
    "high_95": pl.Int64(),
    "donors": pl.Int64(),
    "searches": pl.Int64(),
    "confidence": pl.Float64(),
    "noise_scale": pl.Float64(),
}
"""The columns of the tidy form, in order."""
MISSING: dict[str, pl.DataType] = {
    "day": pl.Date(),
    "reason": pl.String(),
    "active": pl.Int64(),
    "needed": pl.Int64(),
    "confidence": pl.Float64(),
}
"""The columns of the days without totals."""
_ABOUT = {name: kind for name, kind in SCHEMA.items() if name not in ("entry", "total", "low_95", "high_95")}
_PARTS = 16
"""Days and strata to a piece: fewer make too many small pieces, more take memory and no less time."""

Stored = tuple[Publication, str]
"""A day and stratum, and its totals as a JSON list."""
Published = Callable[[], Iterable[Stored]]
"""What was published, from the first day at each call."""


def tidy(published: Published, campaign: Campaign) -> pl.LazyFrame:
    """A frame of all days; a sink that reads it holds a few days at a time."""
    labels = pl.Series("entry", campaign.vocabulary, dtype=pl.String)

    def pieces(
        columns: list[str] | None, predicate: pl.Expr | None, rows: int | None, _size: int | None
    ) -> Iterator[pl.DataFrame]:
        coming = iter(published())
        while waiting := list(islice(coming, _PARTS)):
            found = _piece(waiting, labels, campaign.terms.budget)
            found = found if predicate is None else found.filter(predicate)
            found = found if columns is None else found.select(columns)
            yield found if rows is None else found.head(rows)

    return register_io_source(pieces, schema=SCHEMA)


def missing(days: list[dict[str, Any]]) -> pl.DataFrame:
    """A frame of the days without totals."""
    return pl.DataFrame(days, schema={**MISSING, "day": pl.String()}).with_columns(pl.col("day").str.to_date())


def _piece(parts: Sequence[Stored], labels: pl.Series, budget: Budget) -> pl.DataFrame:
    """The rows of some days and strata: their entries are the vocabulary's first, but for those below the threshold."""
    about = pl.DataFrame([_about(one, budget) for one, _ in parts], schema=_ABOUT)
    totals = pl.Series("total", [text for _, text in parts]).str.json_decode(pl.List(pl.Int64()))
    entries = pl.concat([labels.head(size) for size in totals.list.len()])
    rows = about.with_columns(totals).explode("total").with_columns(entries)
    low, high = pl.col("total") - pl.col("half_width_95"), pl.col("total") + pl.col("half_width_95")
    return rows.with_columns(low_95=low, high_95=high).select(*SCHEMA).drop_nulls("total")


def _about(one: Publication, budget: Budget) -> dict[str, Any]:
    noise = noise_of(one, budget)
    return {**vars(one), "half_width_95": noise["half_width_95"], "noise_scale": noise["scale"]}
