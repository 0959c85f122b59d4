"""Membership in a released log: a canary's whole activity is planted into a small log, and looked for in releases.

Neighbours are as the manifest says: one user's whole activity. The known-donor attack knows all the others; the shadow
attack knows how many they are like, and has learnt from releases of its own.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import polars as pl

from pdd_research.audit.releases.bounds import FEWEST, Scores
from pdd_research.audit.releases.errors import AuditError
from pdd_research.audit.releases.findings import Finding, Worlds, shadow
from pdd_research.audit.releases.mechanisms import MOST_ROWS, Integers, Mechanism, Outcomes, Part, of_manifest
from pdd_research.log_release.log import in_order

BEYOND = 3
"""The canary searches and clicks so many times as often as counts: a cap that is not kept shows."""
SHADOWS = 8
"""Logs whose other users differ in number, which the shadow attack cannot tell apart."""
MOST_QUERIES = 2_000_000
"""Of all copies together, where each has its own."""
_CANARY = "canary"
_NOON = datetime(2006, 3, 1, 12)  # noqa: DTZ001  logs have no zone
Moved = Callable[[], None]
STEPS = 3
"""How often an audit says that it has moved on."""


def audit_manifest(manifest: dict[str, Any], trials: int, moved: Moved = lambda: None) -> tuple[Finding, ...]:
    """What the attacks find on the mechanism of a release. AuditError where it claims nothing, or can't be run."""
    epsilon, delta = manifest.get("epsilon"), manifest.get("delta")
    if epsilon is None or delta is None:
        raise AuditError(
            f"manifest: {manifest.get('algorithm')} claims no epsilon: it protects nobody; publish none of it"
        )
    return audit(of_manifest(manifest), float(epsilon), float(delta), trials, moved)


def audit(
    mechanism: Mechanism, epsilon: float, delta: float, trials: int, moved: Moved = lambda: None
) -> tuple[Finding, ...]:
    """What the attacks find on any mechanism, held against a claim."""
    claim, findings = (epsilon, delta), []
    known = _known(mechanism, trials)
    findings.append(Finding.of("known donor", claim, _scored(known, mechanism, 1)))
    findings.append(Finding.of("known donor, beyond the caps", claim, _scored(known, mechanism, BEYOND)))
    if mechanism.gaussian is not None:
        selected = (known[0].released[:, 0].astype(float), known[1].released[:, 0].astype(float))
        findings.append(Finding.of("known donor, selection", (mechanism.gaussian, delta), selected, gaussian=True))
    moved()
    if not mechanism.public:
        findings.append(Finding.of("unique searches", claim, _unique(mechanism, trials)))
    moved()
    findings.append(Finding.of("shadow model", claim, _shadow(mechanism, trials)))
    moved()
    return tuple(findings)


def _known(mechanism: Mechanism, trials: int) -> tuple[Outcomes, Outcomes]:
    """All of the canary's searches are for one query, which others search almost often enough."""
    crowd = _crowd(mechanism.searches.needed, mechanism.clicks.needed)
    return _run(mechanism, _in_order(crowd, _canary(mechanism)), trials), _run(mechanism, crowd, trials)


def _unique(mechanism: Mechanism, trials: int) -> Worlds:
    """Each of the canary's searches is for what nobody else searched; one of them released tells it is there."""
    own = [f"{_CANARY} {number}" for number in range(mechanism.searches.most)]
    rows = _in_order(_crowd(0, 0), _searches(_CANARY, own))
    found = (
        mechanism.run(rows, own, max(FEWEST, min(trials, MOST_QUERIES // len(own)))).released.any(axis=1).astype(float)
    )
    return found, np.zeros_like(found)


def _shadow(mechanism: Mechanism, trials: int) -> Worlds:
    """As the known-donor attack, of one who knows only about how many others there are."""
    worlds: tuple[list[Scores], list[Scores]] = ([], [])
    needed = mechanism.searches.needed
    for number in range(SHADOWS):
        crowd = _crowd(max(0, needed + round(needed**0.5 * (2 * number / (SHADOWS - 1) - 1))), mechanism.clicks.needed)
        for world, rows in zip(worlds, (_in_order(crowd, _canary(mechanism)), crowd), strict=True):
            found = _run(mechanism, rows, trials, SHADOWS)
            world.append(np.hstack([found.released, found.counts, found.clicks]).astype(float))
    # Trial after trial from another log, so that either half has them all.
    one, other = (np.stack(world, axis=1).reshape(-1, 3) for world in worlds)
    return shadow(one, other)


def _run(mechanism: Mechanism, rows: pl.LazyFrame, trials: int, parts: int = 1) -> Outcomes:
    """One of the parts of so many trials; copies that are written out are as many as there is room for."""
    if mechanism.public:
        trials = min(trials, MOST_ROWS // (mechanism.searches.needed + 1))
    return mechanism.run(rows, [_CANARY], max(FEWEST, trials // parts))


def _scored(worlds: tuple[Outcomes, Outcomes], mechanism: Mechanism, reach: int) -> Worlds:
    """Likelihood ratios, as far as they move with what is seen; 0 where nothing is released.

    Counts tell more, the larger they are, up to `reach` times what the canary may add.
    """
    one, other = (_score(found, mechanism, reach) for found in worlds)
    return one, other


def _score(found: Outcomes, mechanism: Mechanism, reach: int) -> Scores:
    evidence = 1 + _evidence(found.counts, mechanism.searches, reach) + _evidence(found.clicks, mechanism.clicks, reach)
    scores: Scores = np.round(found.released * evidence, 9).sum(axis=1)
    return scores


def _evidence(counts: Integers, part: Part, reach: int) -> Scores:
    """How much likelier so large a count is with the canary, by how far it is above the others'."""
    evidence: Scores = 2 * np.clip(counts - part.needed, 0, reach * part.most) / (part.scale or 1.0)
    return evidence


def _crowd(number: int, clicks: int) -> pl.LazyFrame:
    """Others who each search the canary's query once and share these clicks on its URL; and one with another query."""
    often = max(number, clicks if number else 0)
    rows = pl.LazyFrame({"row": np.arange(often)}).with_columns(user=pl.format("u{}", pl.col("row") % max(number, 1)))
    url = pl.when(pl.col("row") < clicks).then(pl.lit(_CANARY))
    others = rows.select("user", *_columns(pl.lit(_NOON), pl.lit(_CANARY), url))
    return _in_order(_searches("nobody", ["else"]), others)


def _canary(mechanism: Mechanism) -> pl.LazyFrame:
    often = BEYOND * max(mechanism.searches.most, mechanism.clicks.most)
    return _searches(_CANARY, [_CANARY] * often)


def _searches(user: str, queries: list[str]) -> pl.LazyFrame:
    """One user's searches, a second apart, each with a click on the query's own URL."""
    times = pl.Series([_NOON + timedelta(seconds=number) for number in range(len(queries))], dtype=pl.Datetime("us"))
    frame = pl.LazyFrame({"user": [user] * len(queries), "time": times, "query": queries})
    return frame.select("user", *_columns(pl.col("time"), pl.col("query"), pl.col("query")))


def _columns(time: pl.Expr, query: pl.Expr, url: pl.Expr) -> tuple[pl.Expr, ...]:
    rank = pl.lit(1, pl.Int32).alias("rank")
    return time.cast(pl.Datetime("us")).alias("time"), query.alias("query"), url.alias("url"), rank


def _in_order(*rows: pl.LazyFrame) -> pl.LazyFrame:
    """As a log's rows are: by user and time."""
    return in_order(pl.concat(rows))
