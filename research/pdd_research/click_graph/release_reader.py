"""Reading the folder that `pdd-research release` wrote."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from pdd_research.errors import LogError
from pdd_research.log_release.release import MANIFEST

_COLUMNS = {"queries": ("query", "count"), "clicks": ("query", "url", "count")}


class ReleaseError(LogError):
    """A folder that isn't a release. The message names it, what is wrong, and what to do."""


@dataclass(frozen=True)
class Released:
    """A release's queries (query, count), clicks (query, url, count) and manifest; counts may be null."""

    queries: pl.DataFrame
    clicks: pl.DataFrame
    manifest: dict[str, Any]


def read_release(folder: Path) -> Released:
    """Read the release in a folder that `pdd-research release` wrote.

    Raises:
        ReleaseError: if a file of it is missing or can't be read; the message names the file.
    """
    queries, clicks = (_table(folder, name) for name in _COLUMNS)
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        manifest = None
    if not isinstance(manifest, dict):
        raise ReleaseError(f"{folder}: has no readable {MANIFEST}; give a folder that release wrote")
    return Released(queries, clicks, manifest)


def _table(folder: Path, name: str) -> pl.DataFrame:
    try:
        return pl.read_parquet(folder / f"{name}.parquet", columns=list(_COLUMNS[name]))
    except (OSError, pl.exceptions.PolarsError):
        wanted = " and ".join(_COLUMNS[name])
        raise ReleaseError(f"{folder}: has no {name}.parquet with {wanted}; give a folder that release wrote") from None
