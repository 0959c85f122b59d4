"""Reading the folder that `pdd-research release` wrote."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from pdd_research.errors import LogError
from pdd_research.log_release.release import MANIFEST

_COLUMNS = {"queries": ("query", "count"), "clicks": ("query", "url", "count")}
_TRANSITIONS = "transitions"


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
    queries, clicks = (_table(folder, name, columns) for name, columns in _COLUMNS.items())
    return Released(queries, clicks, _manifest(folder))


def read_tables(folder: Path) -> tuple[dict[str, Any], dict[str, pl.DataFrame]]:
    """Return the manifest of a release, and each of its tables with a `count`.

    Raises:
        ReleaseError: if a file of it is missing or can't be read; the message names the file.
    """
    names = [*_COLUMNS, *([_TRANSITIONS] if (folder / f"{_TRANSITIONS}.parquet").exists() else [])]
    return _manifest(folder), {name: _table(folder, name, ("count",)) for name in names}


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        manifest = None
    if not isinstance(manifest, dict):
        raise ReleaseError(f"{folder}: has no readable {MANIFEST}; give a folder that release wrote")
    return manifest


def _table(folder: Path, name: str, columns: tuple[str, ...]) -> pl.DataFrame:
    try:
        return pl.read_parquet(folder / f"{name}.parquet", columns=list(columns))
    except (OSError, pl.exceptions.PolarsError):
        wanted = " and ".join(columns)
        raise ReleaseError(f"{folder}: has no {name}.parquet with {wanted}; give a folder that release wrote") from None
