"""Membership attacks on a campaign's totals: on one day, on several days, and on differences of days and strata.

The attacked donor is the one that changes the totals most. Noise is drawn by the server's own sampler, with the law and
scale that the results state. The known-donor attacks know the counts of all other donors, and the attacked one's. The
shadow attack knows only how the others' counts vary from day to day, and has learnt from totals of its own.
"""

import os
from collections.abc import Callable
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from pdd_research.audit.bounds import Scores
from pdd_research.audit.campaign_results import Claim, Results
from pdd_research.audit.findings import Finding, Worlds, shadow
from pdd_research.errors import AuditError
from pdd_research.seeded_randomness import seeded
from pdd_shared.privacy.noise.donor_shares import draw_shares
from pdd_shared.privacy.noise.sampling import draw_gaussian, draw_laplace

DRAWS = 3
"""Of a day's noise in each trial: days, strata or campaigns that an attack puts together."""
Integers = NDArray[np.int64]
LAPLACE, GAUSSIAN = "discrete-laplace", "discrete-gaussian"
Sampler = Callable[[str, float, int], Integers]
"""From a law, its scale and how many: draws of the noise."""


def drawn(law: str, scale: float, number: int) -> Integers:
    """Return independent draws of noise, from the operating system's randomness.

    Raises:
        AuditError: if the law is unknown.
    """
    if law not in (LAPLACE, GAUSSIAN):
        raise AuditError(f"law: is {law!r}; those that can be drawn from are {LAPLACE} and {GAUSSIAN}")
    draw = draw_laplace if law == LAPLACE else draw_gaussian
    return draw(Decimal(str(scale)), number, os.urandom)


def donated(claim: Claim, number: int) -> Integers:
    """Return sums of the noise shares of a cohort's honest donors, from the operating system's randomness."""
    noise = np.zeros(number, np.int64)
    for _ in range(claim.shares):
        noise += draw_shares(Decimal(str(claim.scale)), claim.of, number, os.urandom)
    return noise


def audit_results(
    results: Results, trials: int, moved: Callable[[], None] = lambda: None, sampler: Sampler = drawn
) -> tuple[Finding, ...]:
    """Return what the attacks find on each mechanism of a campaign's days, compared with what the days claim.

    Args:
        results: the published results.
        trials: runs of the mechanism in each world.
        moved: called after each claim.
        sampler: draws the noise; tests give one that is too weak.
    """
    findings: list[Finding] = []
    for claim in results.claims:
        canary = results.canary
        noise = sampler(claim.law, claim.scale, trials * DRAWS * len(canary)).reshape(trials, DRAWS, len(canary))
        findings += _on_a_day(claim, results, noise)
        findings += _together(claim, results, noise)
        findings += _in_a_cohort(claim, results, trials)
        moved()
    return tuple(findings)


def _on_a_day(claim: Claim, results: Results, noise: Integers) -> list[Finding]:
    """Attack one day's numbers, with and without knowing the other donors, and differences of days and of strata."""
    day, canary = noise[:, 0], results.canary
    found = [("known donor, one day", _worlds(claim, canary, day)), ("shadow model, one day", _shadow(results, day))]
    if results.days > 1:
        # The day before the donor joined, and the day after: what is the same in both falls out, noise adds up.
        found.append(("difference of two days", _worlds(claim, canary, day - noise[:, 1])))
    if results.strata > 1:
        summed = noise[:, : min(results.strata, DRAWS)].sum(axis=1)
        found.append(("sum of strata", _worlds(claim, canary, summed)))
    gaussian = claim.law == GAUSSIAN
    return [Finding.of(attack, (claim.epsilon, claim.delta), worlds, gaussian) for attack, worlds in found]


def _together(claim: Claim, results: Results, noise: Integers) -> list[Finding]:
    """Attack several numbers of the same searches. Their claims add up, except for what the budget promises."""
    days, gaussian = min(results.days, DRAWS), claim.law == GAUSSIAN
    found = []
    if days > 1:
        all_days = _added(claim, results.canary, noise[:, :days])
        found.append(Finding.of("known donor, several days", _sum_of(claim, days, results.budget), all_days, gaussian))
    twins = _added(claim, results.canary, noise[:, :2])
    return [*found, Finding.of("two campaigns, one day", _sum_of(claim, 2, (np.inf, 1.0)), twins, gaussian)]


def _in_a_cohort(claim: Claim, results: Results, trials: int) -> list[Finding]:
    """Attack as the server does, which opens each cohort's sum with its donors' noise, drawn by the donors' own code.

    Colluders tell the server their noise shares, so only the shares of the honest donors are left.
    """
    if not claim.of:
        return []
    noise = donated(claim, trials * len(results.canary)).reshape(trials, -1)
    worlds = _worlds(claim, results.canary, noise)
    return [Finding.of("known donor, one cohort", (claim.epsilon, claim.delta), worlds)]


def _sum_of(claim: Claim, times: int, budget: tuple[float, float]) -> tuple[float, float]:
    """Return the claim for `times` numbers, or the budget if it is smaller: it holds for all days, at its own delta."""
    added = times * claim.epsilon, min(1.0, times * claim.delta)
    return min(added, budget)


def _added(claim: Claim, canary: Integers, noise: Integers) -> Worlds:
    """Return scores of several days: their log likelihood ratios, added."""
    each = [_worlds(claim, canary, noise[:, day]) for day in range(noise.shape[1])]
    ones, others = (np.sum([worlds[place] for worlds in each], axis=0) for place in (0, 1))
    return ones, others


def _worlds(claim: Claim, canary: Integers, noise: Integers) -> Worlds:
    """Return scores with the canary and without it: the log likelihood ratio of numbers of which the rest is known."""
    return _likelihood(claim, canary, noise + canary), _likelihood(claim, canary, noise)


def _likelihood(claim: Claim, canary: Integers, seen: Integers) -> Scores:
    without, having = seen.astype(float), (seen - canary).astype(float)
    if claim.law == LAPLACE:
        ratio: Scores = (np.abs(without) - np.abs(having)).sum(axis=1) / claim.scale
    else:
        ratio = (without**2 - having**2).sum(axis=1) / (2 * claim.scale**2)
    # Equal ratios, computed in another order, shall be equal: they are thresholds.
    return np.round(ratio, 9)


def _shadow(results: Results, noise: Integers) -> Worlds:
    """Return scores of the shadow attack: others' counts are normal, with the published days' mean and spread."""
    rng, totals = seeded(1), results.totals
    worlds = []
    for canary in (results.canary, 0 * results.canary):
        others = np.rint(rng.normal(totals.mean(axis=0), totals.std(axis=0), noise.shape))
        worlds.append((others + noise + canary).astype(np.float64))
    return shadow(worlds[0], worlds[1])
