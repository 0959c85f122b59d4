"""A release's tables and manifest, and writing them to a new folder."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from pdd_research.output_files import new_folder

MANIFEST = "manifest.json"
URLS_THEOREM = "docs/reference/privacy.md, URLs from the log: a selection for each outcome of the selection of queries"


@dataclass(frozen=True)
class Release:
    """A release: what is published of a log.

    Attributes:
        queries: query and count.
        clicks: query, url and count.
        manifest: algorithm, parameters, guarantee and theorem. It is published as well, so it holds nothing that was
            counted in the log.
        transitions: query, next and count; None if the algorithm has none.
    """

    queries: pl.DataFrame
    clicks: pl.DataFrame
    manifest: dict[str, Any]
    transitions: pl.DataFrame | None = None


def write(release: Release, folder: Path) -> None:
    """Write a release into a new folder.

    Raises:
        ParameterError: if the folder exists or can't be made.
    """
    with new_folder(folder) as partial:
        fill(release, partial)


def fill(release: Release, folder: Path) -> None:
    """Write a release's files into an existing folder."""
    for name in ("queries", "clicks", "transitions"):
        if (table := getattr(release, name)) is not None:
            table.write_parquet(folder / f"{name}.parquet")
    (folder / MANIFEST).write_text(json.dumps(release.manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")


def with_urls(
    manifest: dict[str, Any], parameters: dict[str, Any], epsilon_of: dict[str, float], delta: float
) -> dict[str, Any]:
    """Return a manifest with the added cost of selecting URLs from the log: epsilons and deltas add up.

    Args:
        manifest: of the release of queries.
        parameters: those of the release of URLs.
        epsilon_of: the epsilon of each of its steps.
        delta: its delta.
    """
    epsilon = sum(epsilon_of.values())
    return {
        **manifest,
        "epsilon": manifest["epsilon"] + epsilon,
        "delta": manifest["delta"] + delta,
        "queries": {"epsilon": manifest["epsilon"], "delta": manifest["delta"]},
        "urls": {
            "parameters": parameters,
            "epsilon": epsilon,
            "epsilon_of": epsilon_of,
            "delta": delta,
            "theorem": URLS_THEOREM,
        },
    }
