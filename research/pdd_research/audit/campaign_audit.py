"""Membership attacks on a campaign's totals: on one day, on several days, and on differences of days and strata.

The attacked donor is the one that changes the totals most. Noise is drawn by the product's own samplers, with the law
and scale that the results state for each kind of number. The known-donor attacks know the counts of all other donors,
and the attacked one's. The shadow attack knows only how the others' counts vary from day to day, and has learnt from
totals of its own.
"""

import os
from collections.abc import Callable
from decimal import Decimal
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import ive

from pdd_research.audit.bounds import Scores
from pdd_research.audit.campaign_results import Claim, Results, StatedNoise
from pdd_research.audit.findings import Finding, Worlds, shadow
from pdd_research.errors import AuditError
from pdd_research.seeded_randomness import seeded
from pdd_shared.privacy.noise.donor_shares import draw_shares
from pdd_shared.privacy.noise.sampling import draw_gaussian, draw_laplace
from pdd_shared.privacy.noise.skellam import draw_skellam_shares

DRAWS = 3
"""Draws of a day's noise in each trial, for the days, strata or campaigns that an attack combines."""
Integers = NDArray[np.int64]
LAPLACE, GAUSSIAN, SKELLAM = "discrete-laplace", "discrete-gaussian", "skellam"
Sampler = Callable[[str, float, int], Integers]
"""Draws noise: from a law, its scale and a number of draws."""


def drawn(law: str, scale: float, number: int) -> Integers:
    """Return independent draws of noise, from the operating system's randomness.

    Args:
        law: LAPLACE, GAUSSIAN or SKELLAM.
        scale: the law's scale.
        number: how many draws.

    Raises:
        AuditError: if the law is unknown.
    """
    exact = Decimal(str(scale))
    if law == SKELLAM:
        return draw_skellam_shares(exact, 1, number, os.urandom)
    if law not in (LAPLACE, GAUSSIAN):
        raise AuditError(f"law: is {law!r}; those that can be drawn from are {LAPLACE}, {GAUSSIAN} and {SKELLAM}")
    draw = draw_laplace if law == LAPLACE else draw_gaussian
    return draw(exact, number, os.urandom)


def donated(claim: Claim, number: int) -> Integers:
    """Return the sum of the honest donors' noise shares for each of `number` totals of a cohort.

    The donors' own code draws the shares, from the operating system's randomness.
    """
    return _donated(claim, claim.law, claim.scale, number)


def _donated(claim: Claim, law: str, scale: float, number: int) -> Integers:
    """Return the same sum for numbers whose noise has this law and scale."""
    draw, exact = draw_skellam_shares if law == SKELLAM else draw_shares, Decimal(str(scale))
    noise = np.zeros(number, np.int64)
    for _ in range(claim.shares):
        noise += draw(exact, claim.of, number, os.urandom)
    return noise


def audit_results(
    results: Results, trials: int, moved: Callable[[], None] = lambda: None, sampler: Sampler = drawn
) -> tuple[Finding, ...]:
    """Attack each mechanism of a campaign's days and return the findings, compared with what the days claim.

    Args:
        results: the published results.
        trials: runs of the mechanism in each world.
        moved: called after each claim, to report progress.
        sampler: draws the noise; tests give one that is too weak.

    Raises:
        AuditError: if a claim's law of noise is unknown.
    """
    findings: list[Finding] = []
    for claim in results.claims:
        noise = _of_all_numbers(sampler, claim, (trials, DRAWS, len(results.canary)))
        findings += _on_a_day(claim, results, noise)
        findings += _together(claim, results, noise)
        findings += _in_a_cohort(claim, results, trials)
        moved()
    return tuple(findings)


def _of_all_numbers(sampler: Sampler, claim: Claim, shape: tuple[int, ...]) -> Integers:
    """Return an array of noise whose last axis is a day's numbers, each kind with its own law and scale."""
    stated = claim.noise(shape[-1])
    noise = np.zeros(shape, np.int64)
    for one in dict.fromkeys(stated):
        places = [place for place, other in enumerate(stated) if other == one]
        wanted = (*shape[:-1], len(places))
        noise[..., places] = sampler(one.law, one.scale, int(np.prod(wanted))).reshape(wanted)
    return noise


def _on_a_day(claim: Claim, results: Results, noise: Integers) -> list[Finding]:
    """Attack one day's numbers, with and without knowing the other donors, and differences of days and of strata."""
    day, canary = noise[:, 0], results.canary
    found = [("known donor, one day", _worlds(claim, canary, day)), ("shadow model, one day", _shadow(results, day))]
    if results.days > 1:
        # The day after the donor joined less the day before: the other donors' counts cancel, and noise adds up.
        found.append(("difference of two days", _worlds(claim, canary, day - noise[:, 1], 2)))
    if results.strata > 1:
        strata = min(results.strata, DRAWS)
        found.append(("sum of strata", _worlds(claim, canary, noise[:, :strata].sum(axis=1), strata)))
    gaussian = claim.law == GAUSSIAN
    return [Finding.of(attack, (claim.epsilon, claim.delta), worlds, gaussian) for attack, worlds in found]


def _together(claim: Claim, results: Results, noise: Integers) -> list[Finding]:
    """Attack several days together, and two campaigns that count the same.

    The claims of such numbers add up. Several days of one campaign are also compared with its budget, if that is less.
    """
    days, gaussian = min(results.days, DRAWS), claim.law == GAUSSIAN
    found = []
    if days > 1:
        all_days = _added(claim, results.canaries(days), noise[:, :days])
        found.append(Finding.of("known donor, several days", _sum_of(claim, days, results.budget), all_days, gaussian))
    twins = _added(claim, np.tile(results.canary, (2, 1)), noise[:, :2])
    return [*found, Finding.of("two campaigns, one day", _sum_of(claim, 2, (np.inf, 1.0)), twins, gaussian)]


def _in_a_cohort(claim: Claim, results: Results, trials: int) -> list[Finding]:
    """Attack one cohort's sum as the server sees it, if donors add the noise; otherwise return no finding.

    Colluders tell the server their noise shares, so only the noise of the honest donors protects the sum.
    """
    if not claim.of:
        return []
    noise = _of_all_numbers(partial(_donated, claim), claim, (trials, len(results.canary)))
    worlds = _worlds(claim, results.canary, noise, claim.shares / claim.of)
    return [Finding.of("known donor, one cohort", (claim.epsilon, claim.delta), worlds)]


def _sum_of(claim: Claim, times: int, budget: tuple[float, float]) -> tuple[float, float]:
    """Return `times` the claim's epsilon and delta, or the budget if its epsilon is smaller: it holds for all days."""
    added = times * claim.epsilon, min(1.0, times * claim.delta)
    return min(added, budget)


def _added(claim: Claim, canaries: Integers, noise: Integers) -> Worlds:
    """Return scores of several days: the sums of their log likelihood ratios.

    Args:
        claim: the claim of each day.
        canaries: (days, numbers), what the donor adds on each day.
        noise: (trials, days, numbers).
    """
    each = [_worlds(claim, canary, noise[:, day]) for day, canary in enumerate(canaries)]
    ones, others = (np.sum([worlds[place] for worlds in each], axis=0) for place in (0, 1))
    return ones, others


def _worlds(claim: Claim, canary: Integers, noise: Integers, draws: float = 1) -> Worlds:
    """Return log likelihood ratios of trials with the canary and without it, for an attacker who knows all others.

    `draws` is how many draws of the law are in the noise; donors' shares may make less than one.
    """
    return likelihood(claim, canary, noise + canary, draws), likelihood(claim, canary, noise, draws)


def likelihood(claim: Claim, canary: Integers, seen: Integers, draws: float) -> Scores:
    """Return for each trial the log likelihood ratio of canary to no canary, given the numbers less all others'."""
    ratio = np.zeros(len(seen))
    for place, noise in enumerate(claim.noise(len(canary))):
        without = seen[:, place]
        ratio += _log_chance(noise, without - canary[place], draws) - _log_chance(noise, without, draws)
    # Ratios become thresholds. Rounding keeps equal ratios equal if they were computed in another order.
    return np.round(ratio, 9)


def _log_chance(noise: StatedNoise, numbers: Integers, draws: float) -> Scores:
    """Return the log of each number's probability, up to a constant.

    Skellam noise of variance v has p(x) = e^-v I_|x|(v), and sums of it have that law too. For other laws the chance
    is that of one draw, whatever `draws` is: an attack need not know the exact law of a sum.
    """
    size = np.abs(numbers).astype(np.float64)
    if noise.law == LAPLACE:
        return -size / noise.scale
    if noise.law == GAUSSIAN:
        return -(size**2) / (2 * noise.scale**2)
    chances = ive(size, noise.scale**2 * draws).astype(np.float64)
    logs: Scores = np.log(np.maximum(chances, np.finfo(np.float64).tiny))
    return logs


def _shadow(results: Results, noise: Integers) -> Worlds:
    """Return scores of the shadow attack. It models others' counts as normal, with the published days' mean and spread.

    Args:
        results: the published results.
        noise: (trials, numbers), drawn from the claimed law.
    """
    rng, totals = seeded(1), results.totals
    worlds = []
    for canary in (results.canary, 0 * results.canary):
        others = np.rint(rng.normal(totals.mean(axis=0), totals.std(axis=0), noise.shape))
        worlds.append((others + noise + canary).astype(np.float64))
    return shadow(worlds[0], worlds[1])
