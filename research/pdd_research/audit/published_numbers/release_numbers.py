"""What a log's release offers to test: counts below 0, in the tables that it published.

Every published count of our algorithms is a count of 0 or more, plus discrete Laplace noise that is drawn for it alone.
What decides whether it is published has noise of its own. So a count below 0 tells the noise, as a campaign's does.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl

from pdd_research.audit.published_numbers.evidence import Evidence
from pdd_research.audit.published_numbers.laws import BelowZero, Sample
from pdd_research.errors import AuditError

_STATED = "{}: {} has a scale of {!r}, where a number above 0 belongs; release it again"


def evidence_of_release(name: str, manifest: dict[str, Any], tables: dict[str, pl.DataFrame]) -> Evidence:
    """Return what the tables of a release offer to test.

    Args:
        name: the release's folder.
        manifest: its manifest, which states the scale of each table's noise.
        tables: `queries`, `clicks` and `transitions`, those that there are.

    Raises:
        AuditError: if a scale in the manifest is no number above 0.
    """
    samples, untested = [], []
    for table, scale in _scales(manifest):
        if scale is None or table not in tables:
            continue
        if not (isinstance(scale, int | float) and 1e-3 <= scale <= 1e9):
            raise AuditError(_STATED.format(name, table, scale))
        counts = tables[table]["count"].drop_nulls().to_numpy().astype(np.int64)
        numbers = counts[counts < 0]
        samples.append(_sample(f"counts below 0 of {table}, scale {scale:g}", numbers, float(scale)))
        if not len(numbers):
            untested.append(f"the noise on the counts of {table}: none of them is below 0")
    subject = f"{name}: a log released by {manifest.get('algorithm')}"
    return Evidence(subject, tuple(samples), untested=tuple(untested))


def _sample(name: str, numbers: np.ndarray[Any, np.dtype[np.int64]], scale: float) -> Sample:
    return Sample(name, numbers, (BelowZero(scale),), np.zeros(len(numbers), np.int64), signed=False)


def _scales(manifest: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield each table with the scale of its noise, None if it has no counts."""
    stated, urls = manifest.get("parameters") or {}, (manifest.get("urls") or {}).get("parameters")
    if manifest.get("algorithm") == "pool":
        names = {"queries": "query_counts", "clicks": "click_counts", "transitions": "transition_counts"}
        yield from ((table, (stated.get(step) or {}).get("scale")) for table, step in names.items())
    else:
        yield "queries", stated.get("b_q")
        yield "clicks", urls.get("b_q") if urls else stated.get("b_c")
