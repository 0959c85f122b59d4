"""What a release holds, and how it is written: whole, or not at all."""

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
    """Queries with counts, clicks with counts, transitions where there are any, and what it took to make them.

    `queries` has query and count, `clicks` query, url and count, `transitions` query, next and count. The manifest
    states algorithm, parameters, guarantee and theorem, and nothing that was counted in the log: it goes with the rest.
    """

    queries: pl.DataFrame
    clicks: pl.DataFrame
    manifest: dict[str, Any]
    transitions: pl.DataFrame | None = None


def write(release: Release, folder: Path) -> None:
    """Write a release into a folder that is not there yet; ParameterError where it is."""
    with new_folder(folder) as partial:
        fill(release, partial)


def fill(release: Release, folder: Path) -> None:
    """Write a release's files into a folder that is there."""
    for name in ("queries", "clicks", "transitions"):
        if (table := getattr(release, name)) is not None:
            table.write_parquet(folder / f"{name}.parquet")
    (folder / MANIFEST).write_text(json.dumps(release.manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")


def with_urls(manifest: dict[str, Any], parameters: dict[str, Any], epsilon: float, delta: float) -> dict[str, Any]:
    """A release's manifest with what selecting URLs from the log cost more: epsilons and deltas add up."""
    return {
        **manifest,
        "epsilon": manifest["epsilon"] + epsilon,
        "delta": manifest["delta"] + delta,
        "queries": {"epsilon": manifest["epsilon"], "delta": manifest["delta"]},
        "urls": {"parameters": parameters, "epsilon": epsilon, "delta": delta, "theorem": URLS_THEOREM},
    }
