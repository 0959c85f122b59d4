"""The totals as Parquet. pyarrow is imported inside functions: it is there only with the extra pdd-server[parquet]."""

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from pdd_server.services.results.exports.tidy import SCHEMA, Published, PublishedTotals, about
from pdd_shared.counting.entry_texts import label_of
from pdd_shared.protocol.messages import Campaign

EXTRA = "pdd-server[parquet]"
"""What pip installs to write Parquet."""
_PARTS = 16
"""Days and strata in a row group. Fewer make the file larger; more take memory and save no time."""


@cache
def is_installed() -> bool:
    """Return whether this installation can write Parquet."""
    return find_spec("pyarrow") is not None


def write(file: Path, published: Published, campaign: Campaign) -> None:
    """Write all days as a Parquet file, with _PARTS days and strata in memory at a time."""
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow.parquet import ParquetWriter  # type: ignore[import-untyped]

    labels = pa.array(map(label_of, campaign.vocabulary), pa.string())
    with ParquetWriter(file, _schema(), compression="zstd") as writer:
        coming = iter(published())
        while waiting := list(islice(coming, _PARTS)):
            writer.write_table(pa.concat_tables(_table(one, labels, campaign) for one in waiting))


def of_rows(batches: Iterable[Sequence[Sequence[Any]]], schema: Mapping[str, str] = SCHEMA) -> Iterator[bytes]:
    """Yield batches of rows as one Parquet file, in one piece.

    Args:
        batches: Rows; their days are texts such as 2026-11-20.
        schema: The columns of the rows, with their types as in `tidy.SCHEMA`.
    """
    import pyarrow as pa
    from pyarrow.parquet import write_table

    typed = _typed(schema)
    tables = [typed.empty_table()]
    for rows in batches:
        columns = [
            pa.array(cells).cast(pa.date32()) if schema[name] == "date" else pa.array(cells, typed.field(name).type)
            for name, cells in zip(schema, zip(*rows, strict=True), strict=False)
        ]
        tables += [pa.table(columns, schema=typed)] if rows else []
    file = io.BytesIO()
    write_table(pa.concat_tables(tables), file, compression="zstd")
    yield file.getvalue()


@cache
def _schema() -> Any:
    return _typed(SCHEMA)


def _typed(schema: Mapping[str, str]) -> Any:
    """Return the Arrow schema of these columns."""
    import pyarrow as pa

    types = {"date": pa.date32(), "string": pa.string(), "integer": pa.int64(), "number": pa.float64()}
    return pa.schema([(name, types[kind]) for name, kind in schema.items()])


def _table(stored: PublishedTotals, labels: Any, campaign: Campaign) -> Any:
    """Return the rows of a day and stratum.

    Args:
        stored: The day and stratum. Its totals belong to the first keywords of the vocabulary, as that only grows.
        labels: What the counts of the vocabulary are called.
        campaign: The campaign.
    """
    import pyarrow as pa
    from pyarrow import compute

    one, text = stored
    totals = pa.array(json.loads(text), pa.int64())
    listed = totals.is_valid()
    entry, total = labels.slice(0, len(totals)).filter(listed), totals.filter(listed)
    same = about(one, campaign.terms.budget)
    half = pa.scalar(same["half_width_95"], pa.int64())
    own = {
        "entry": entry,
        "total": total,
        "low_95": compute.subtract(total, half),
        "high_95": compute.add(total, half),
    }
    kinds = _schema()
    columns = [
        own[name] if name in own else pa.repeat(pa.scalar(same[name], kinds.field(name).type), len(total))
        for name in SCHEMA
    ]
    return pa.table(columns, schema=kinds)
