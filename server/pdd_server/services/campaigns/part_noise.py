"""The least noise for each kind of a campaign's numbers, in units with which a full cohort's sums fit their range."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction
from typing import Literal

from pdd_shared.privacy.accounting.parts.contributions import parts_of
from pdd_shared.privacy.accounting.parts.release import Part
from pdd_shared.privacy.accounting.parts.scales import (
    STEP,
    Limit,
    Wanted,
    gaussian_deviations,
    skellam_parts,
    with_better_laws,
)
from pdd_shared.protocol.limits import LEAST_SCALE_OF_UNITS, MAX_DONORS_SCALE, MAX_ENTRIES, MAX_UNIT, MOST_UPLOADS
from pdd_shared.protocol.terms import Budget, Caps, NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.day.layout import Law, fits, reach_of
from pdd_shared.rounds.cohort.parameters import RANGE, TreeSize

Colluders = Literal[5, 10]
FULL = TreeSize(MOST_UPLOADS)
"""The largest tree with one cohort."""
POOR_DAYS = (Fraction(1), Fraction(3, 10))
"""Shares of the leaves that uploaded on earlier days, a full day and a poor one, from which a low floor follows.

At a low floor few donors make one draw of the noise, so the noise of a full cohort reaches far.
"""
_KINDS = ("joined", "searches", "keywords")
_MORE = 1.1
"""More than the share by which Skellam noise is wider than Gaussian noise of the same cost, where it is wide."""


def least_noise(
    caps: Caps, shares: Mapping[str, Decimal], budget: Budget, periods: int, colluders: Colluders = 10
) -> PartNoise:
    """Return the noise with which so many periods just keep to the budget, each kind with the better one of two laws.

    Kinds whose sums would not fit their range get discrete Laplace noise in larger units.

    Args:
        caps: The caps on what one donor adds in a period.
        shares: The shares of the budget's rho, by `joined`, `searches` and `keywords`. They add up to 1.
        budget: What all periods may cost together; its delta is above 0.
        periods: How many periods are charged.
        colluders: The percentage of all donors who may add no noise.

    Raises:
        ValueError: No noise that can be accounted for is sure to keep to the budget.
    """
    once = frozenset[str]() if caps.campaign_hits is None else frozenset({"keywords"})
    limit = Limit(float(budget.epsilon), float(budget.delta), periods, once)
    # As in a charge: the noise does not depend on how many keywords there are, because some may be added.
    most = caps.hits if caps.campaign_hits is None else min(caps.campaign_hits + 1, periods * (caps.hits + 1))
    kinds = parts_of(replace(caps, hits=most), keywords=most)
    wanted = {name: Wanted(kinds[name], float(share)) for name, share in shares.items()}
    wide = _wide(wanted, limit, colluders)
    if not wide:
        return _noise(with_better_laws(skellam_parts(wanted, limit), limit), colluders)
    return _noise(skellam_parts(wanted, limit, wide), colluders)


def same_noise(scale: Decimal, most: tuple[int, int, int], colluders: Colluders) -> PartNoise:
    """Return discrete Laplace noise of this scale for every kind of number, with unit 1 if the sums fit so.

    Args:
        scale: The scale, in counts.
        most: The most that one donor adds to `joined`, to `searches` and to a count.
        colluders: The percentage of all donors who may add no noise.

    Raises:
        ValueError: The scale is too large for a unit of 1, and no other unit fits.
    """
    if scale <= MAX_DONORS_SCALE:
        one = NumberNoise(law="discrete-laplace", scale=scale, unit=1)
        if fits(MOST_UPLOADS, max(most), _reach(one, colluders)):
            return PartNoise(joined=one, searches=one, counts=one)
    joined, searches, counts = (in_units(scale, each, colluders) for each in most)
    return PartNoise(joined=joined, searches=searches, counts=counts)


def in_units(scale: Decimal, most: int, colluders: Colluders) -> NumberNoise:
    """Return discrete Laplace noise that costs no more than this scale, in the smallest unit that fits the range.

    If none fits, the unit is 1.

    Args:
        scale: The scale of noise with unit 1, in counts.
        most: The most that one donor adds to a number.
        colluders: The percentage of all donors who may add no noise.

    Raises:
        ValueError: None fits, and the scale is too large for a unit of 1.
    """
    for power in range(MAX_UNIT.bit_length()):
        unit = 2**power
        # Half a unit more, because that is what a unit above 1 costs (`NumberNoise.charged_scale`).
        wider = scale if unit == 1 else (scale / unit + Decimal("0.5")).quantize(STEP, ROUND_CEILING)
        if (unit == 1 or wider >= LEAST_SCALE_OF_UNITS) and wider <= MAX_DONORS_SCALE:
            noise = NumberNoise(law="discrete-laplace", scale=wider, unit=unit)
            if _has_room(noise, most, colluders):
                return noise
    return NumberNoise(law="discrete-laplace", scale=scale, unit=1)


def _wide(wanted: Mapping[str, Wanted], limit: Limit, colluders: Colluders) -> frozenset[str]:
    """Return the kinds whose Skellam noise and counts leave the half of the range that each of the two may take.

    None is, if all kinds together fit the range as it is.
    """
    scales = {name: Decimal(each * _MORE).quantize(STEP) for name, each in gaussian_deviations(wanted, limit).items()}
    drawn = {
        name: NumberNoise(law="skellam", scale=max(scale, STEP), unit=1)
        for name, scale in scales.items()
        if scale <= MAX_DONORS_SCALE
    }
    most = max(each.caps.per_number for each in wanted.values())
    reach = max((_reach(noise, colluders) for noise in drawn.values()), default=0)
    if len(drawn) == len(wanted) and fits(MOST_UPLOADS, most, reach):
        return frozenset()
    return frozenset(
        name
        for name, each in wanted.items()
        if name not in drawn or not _has_room(drawn[name], each.caps.per_number, colluders)
    )


def _has_room(noise: NumberNoise, most: int, colluders: Colluders) -> bool:
    """Return whether a full cohort's counts take at most half of a sum's range, and their noise the other half.

    Then all such noise fits together, of whatever kinds and campaigns.
    """
    return max(noise.in_units(most) * MOST_UPLOADS, 2 * _reach(noise, colluders)) < RANGE // 2


def _reach(noise: NumberNoise, colluders: Colluders) -> int:
    """Return how far the noise of a full cohort reaches, in units, if earlier days had few uploads."""
    floor = server_floor(FULL, (colluders,), 1, POOR_DAYS)
    return reach_of(Law(noise, FULL.noise_makers(floor, colluders)), MOST_UPLOADS, MAX_ENTRIES)


def _noise(parts: Mapping[str, Part], colluders: Colluders) -> PartNoise:
    joined, searches, counts = (_of_part(parts[name], colluders) for name in _KINDS)
    return PartNoise(joined=joined, searches=searches, counts=counts)


def _of_part(part: Part, colluders: Colluders) -> NumberNoise:
    if part.law == "discrete-laplace":
        return in_units(part.scale, part.caps.per_number, colluders)
    return NumberNoise.model_validate({"law": part.law, "scale": part.scale, "unit": 1})
