"""The mechanism that a release's manifest describes: its algorithm, with the parameters that it states."""

from dataclasses import fields, replace
from typing import Any

import polars as pl

from pdd_research.audit.released_logs.mechanisms import (
    NO_CLICKS,
    Mechanism,
    Part,
    StepClaim,
    certain,
    clicked,
    counted,
    deciding,
    linked,
    released,
)
from pdd_research.audit.released_logs.pool_steps import steps_of
from pdd_research.audit.released_logs.replicated_logs import Copies, copied
from pdd_research.errors import AuditError
from pdd_research.log_release.algorithms import korolova, pool, set_union
from pdd_research.log_release.algorithms.korolova_accounting import Parameters
from pdd_research.log_release.algorithms.pool_accounting import Pool, Step
from pdd_research.log_release.algorithms.set_union import Counts
from pdd_research.log_release.algorithms.set_union_accounting import Round, Union
from pdd_research.log_release.logs.activity import Local
from pdd_research.log_release.release import Release

Manifest = dict[str, Any]


def of_manifest(manifest: Manifest) -> Mechanism:
    """Return the mechanism that a manifest describes.

    Raises:
        AuditError: if the algorithm is unknown, or its parameters are missing or out of range.
    """
    makers = {"korolova": _korolova, "set-union": _set_union, "pool": _pool}
    algorithm = manifest.get("algorithm")
    if algorithm not in makers:
        raise AuditError(f"manifest: algorithm: is {algorithm!r}; those that can be run again are {', '.join(makers)}")
    try:
        return makers[algorithm](manifest)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise AuditError(
            f"manifest: parameters: {algorithm} can't be run by them ({error}); release it again"
        ) from None


def _korolova(manifest: Manifest) -> Mechanism:
    of_urls = _of_urls(manifest)
    parameters, urls = _parameters(manifest["parameters"]), _parameters(of_urls) if of_urls else None
    searches = Part(parameters.d, parameters.b_q, deciding(parameters.threshold, parameters.d))
    clicks = Part(parameters.d_c, parameters.b_c) if parameters.b_c else NO_CLICKS
    if urls:
        clicks = Part(urls.d, urls.b_q, deciding(urls.threshold, urls.d))

    def run(rows: pl.LazyFrame, copies: int, results: pl.DataFrame) -> Release:
        return korolova.release(Copies(Local(rows), copies), parameters, results, urls)

    sure = certain(parameters.threshold, parameters.b), certain(urls.threshold, urls.b) if urls else 0
    claims = _claims(manifest, (searches, clicks), sure, gaussian=False)
    return Mechanism(run, searches, clicks, claims=claims)


def _claims(
    manifest: Manifest, parts: tuple[Part, Part], sure: tuple[int, int], gaussian: bool
) -> tuple[StepClaim, ...]:
    """Return what each step of a release from a log claims for itself.

    Args:
        manifest: the release's manifest.
        parts: the limits and noise of searches and of clicks.
        sure: with how many searches, and clicks, of others a query, and a URL, is as good as surely released.
        gaussian: whether the noise of selections is Gaussian.
    """
    (searches, clicks), (often, linking) = parts, sure
    own, urls = manifest["epsilon_of"], manifest.get("urls")
    delta = manifest["queries"]["delta"] if urls else manifest["delta"]
    deciding_both = searches.needed, clicks.needed
    found = [StepClaim("selection", own["selection"], released, deciding_both, delta, gaussian)]
    if searches.scale:
        found.append(StepClaim("counts", own["query_counts"], counted, (often, 0)))
    if urls:
        cost, linking_crowd = urls["epsilon_of"], max(often, linking)
        crowd = linking_crowd, clicks.needed
        found.append(StepClaim("URLs", cost["selection"], linked, crowd, urls["delta"], gaussian))
        if clicks.scale:
            found.append(StepClaim("URL counts", cost["counts"], clicked, (linking_crowd, linking)))
    elif clicks.scale:
        found.append(StepClaim("clicks", own["click_counts"], clicked, (often, 0)))
    return tuple(found)


def _of_urls(manifest: Manifest) -> dict[str, Any] | None:
    """Return the parameters of URLs from the log, if they were released."""
    found: dict[str, Any] | None = manifest.get("urls", {}).get("parameters")
    return found


def _parameters(stated: dict[str, Any]) -> Parameters:
    return Parameters(**{one.name: stated[one.name] for one in fields(Parameters)})


def _set_union(manifest: Manifest) -> Mechanism:
    stated, of_urls = manifest["parameters"], _of_urls(manifest)
    union, urls = _union(stated), _union(of_urls) if of_urls else None
    of_clicks = (urls.d, of_urls["b_q"]) if urls and of_urls else (stated["d_c"], stated["b_c"])
    counts = Counts(stated["b_q"], *of_clicks)
    clicks = Part(counts.d_c, counts.b_c) if counts.b_c else NO_CLICKS
    if urls:
        clicks = Part(urls.d, counts.b_c, _of_others(urls))

    def run(rows: pl.LazyFrame, copies: int, results: pl.DataFrame) -> Release:
        return set_union.release(Copies(Local(rows), copies), union, counts, results, urls)

    searches = Part(union.d, counts.b_q, _of_others(union))
    sure = _surely(union), _surely(urls) if urls else 0
    return Mechanism(run, searches, clicks, claims=_claims(manifest, (searches, clicks), sure, gaussian=True))


def _union(stated: dict[str, Any]) -> Union:
    """Return the plan. Its cost is for the manifest to claim; the algorithm doesn't need it."""
    return Union(stated["d"], tuple(Round(**one) for one in stated["rounds"]), 0.0, 0.0)


def _of_others(union: Union) -> int:
    """Return how many other users to add: one less than the last threshold, where the canary's weight of 1 decides."""
    return max(0, int(union.rounds[-1].threshold) - 1)


def _surely(union: Union) -> int:
    """Return how many other users, each of whom has one item alone, make it as good as sure to be released."""
    return certain(union.rounds[0].threshold, union.rounds[0].sigma)


def _pool(manifest: Manifest) -> Mechanism:
    """Return a pool release. Terms and transitions are attacked alone, because together each would hide the other."""
    stated = manifest["parameters"]
    selection, *others = (_step(stated[one.name]) for one in fields(Pool))
    if selection is None:
        raise ValueError("no selection")
    plan = Pool(selection, *others)
    cost = sum(step["epsilon"] for name in vars(plan) if (step := stated[name]))
    if cost > manifest["epsilon"] * (1 + 1e-9):
        raise ValueError(f"its steps cost {cost:g} together, and it claims {manifest['epsilon']:g}")
    attacked = replace(plan, terms=None, transitions=None, transition_counts=None)

    def run(rows: pl.LazyFrame, copies: int, results: pl.DataFrame) -> Release:
        public = results["query"].unique().sort()
        return pool.release(copied(rows.collect(), copies).lazy(), public, attacked, results)

    # Every query passes a threshold so far below any count, so that counts are attacked alone.
    everything = replace(attacked, selection=replace(selection, threshold=-1_000_000))

    def run_all(rows: pl.LazyFrame, copies: int, results: pl.DataFrame) -> Release:
        public = results["query"].unique().sort()
        return pool.release(copied(rows.collect(), copies).lazy(), public, everything, results)

    counts, clicks = plan.query_counts, plan.click_counts
    needed = deciding(selection.threshold or 0, selection.most)
    claims = [StepClaim("selection", stated["selection"]["epsilon"], released, (needed, 0))]
    if counts:
        claims.append(StepClaim("counts", stated["query_counts"]["epsilon"], counted, (0, 0), release=run_all))
    if clicks:
        claims.append(StepClaim("clicks", stated["click_counts"]["epsilon"], clicked, (0, 0), release=run_all))
    return Mechanism(
        run,
        Part(selection.most, counts.scale if counts else None, needed),
        Part(clicks.most, clicks.scale) if clicks else NO_CLICKS,
        public=True,
        claims=tuple(claims),
        steps=steps_of(plan, stated),
    )


def _step(stated: dict[str, Any] | None) -> Step | None:
    return Step(stated["most"], stated["scale"], stated["threshold"]) if stated else None
