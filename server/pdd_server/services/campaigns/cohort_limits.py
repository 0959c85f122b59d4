"""Checks that a campaign's caps, noise and smallest cohort fit the sums of `cohort`, however much a server grows.

A number of a sum has to lie in a range that all counts of a full cohort and their noise share
(docs/reference/cohort.md). A campaign that fits a full cohort fits every day, so nothing has to be left out of a plan
later.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from sqlalchemy import Connection

from pdd_server.services.campaigns.part_noise import FULL, POOR_DAYS
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.rounds import RoundState
from pdd_shared.protocol.limits import MAX_DONORS_SCALE, MOST_UPLOADS
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms, PartNoise
from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.day.layout import cohort_layout, cohort_part_of, count_laws, fits, noise_reach
from pdd_shared.rounds.cohort.day.plans import LIMITS
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart, CohortPlan
from pdd_shared.rounds.cohort.parameters import RANGE, TreeSize

_SPLIT = TreeSize(MOST_UPLOADS + 1)
"""The smallest tree with two cohorts. Its cohorts are the smallest ones that a growing server has after the first."""
_OF_FLOOR = Fraction(4, 5)
"""The largest `min_cohort` as a share of a floor. The rest is room for floors that change from day to day."""


def objections(new: Campaign, together: Sequence[Campaign], floor: int | None) -> Iterator[tuple[str, str]]:
    """Yield the key and the reason of each problem that a new campaign causes.

    Args:
        new: The new campaign.
        together: The campaigns that run on a day, the new one among them.
        floor: The smallest floor of the newest plan, as of `present_floor`; None without a plan.

    Raises:
        ValueError: A campaign is for another protocol.
    """
    parts = [cohort_part_of(one) for one in together]
    terms = _terms(new)
    if count_laws(parts) > LIMITS.laws:
        yield "privacy", f"a day would have more than {LIMITS.laws} laws of noise; use the scale of another campaign"
    if terms.min_cohort > (most := _largest_min_cohort(floor)):
        yield "min_cohort", f"is {terms.min_cohort}, and cohorts here are sure to have {most}; lower it to that or less"
    yield from _range(new.id, terms, parts)


def present_floor(connection: Connection) -> int | None:
    """Return the smallest floor of a cohort, in donors, in the newest plan of an unpublished day; None without one.

    A cohort that is divided counts with the floors of its sub-cohorts added up.
    """
    open_days = [found for found in rounds.all_of(connection) if found.state != RoundState.PUBLISHED]
    days = [found.day for found in open_days if found.protocol == "cohort"]
    if not days:
        return None
    plan = CohortPlan.model_validate_json(rounds.plan_of(connection, max(days)).payload)
    return min(day.floor * day.sub_cohorts for day in plan.cohorts)


def _largest_min_cohort(floor: int | None) -> int:
    """Return the largest `min_cohort` that is sure to be reached: `_OF_FLOOR` of the present or the future floor."""
    grown = server_floor(_SPLIT, (10,), 1, ())
    return int(_OF_FLOOR * (grown if floor is None else min(floor, grown)))


def _range(campaign: str, terms: CohortTerms, parts: Sequence[CohortPart]) -> Iterator[tuple[str, str]]:
    """Yield a problem if the sum of a full cohort, with its noise, could leave the range of a number."""
    reach, most = _reach(parts), max(max(part.terms.most_units) for part in parts)
    if fits(MOST_UPLOADS, most, reach):
        return
    room = (RANGE - 1 - 2 * reach) // MOST_UPLOADS * terms.noise.searches.unit
    beside = " beside the campaigns that run with it" if len(parts) > 1 else ""
    if 1 <= room < terms.max_searches:
        yield "max_searches", f"is {terms.max_searches}, and at most {room} fit a full cohort{beside}; lower it to that"
        return
    scale = _largest_scale(campaign, parts, most)
    what = f"asks for noise of scale {terms.noise.widest}, and at most {scale} fits a full cohort{beside}"
    yield "privacy", f"{what}; raise epsilon or lower the caps"


def _reach(parts: Sequence[CohortPart]) -> int:
    """Return how far the noise of a full cohort reaches, in units, if earlier days had few uploads."""
    floor = server_floor(FULL, {part.terms.colluders for part in parts}, 1, POOR_DAYS)
    return noise_reach(cohort_layout(parts, FULL, CohortDay(floor=floor, sub_cohorts=1)), MOST_UPLOADS)


def _largest_scale(campaign: str, parts: Sequence[CohortPart], most: int) -> int:
    """Return the largest whole scale of its widest noise with which a campaign fits beside the others; 0 if none."""
    low, high = 0, MAX_DONORS_SCALE
    while low < high:
        middle = (low + high + 1) // 2
        tried = [_with_scale(part, middle) if part.campaign == campaign else part for part in parts]
        fitting = fits(MOST_UPLOADS, most, _reach(tried))
        low, high = (middle, high) if fitting else (low, middle - 1)
    return low


def _with_scale(part: CohortPart, scale: int) -> CohortPart:
    """Return the part with its widest noise of this scale, and other noise in proportion."""
    noise = part.terms.noise
    factor = Decimal(scale) / noise.widest
    joined, searches, counts = (one.model_copy(update={"scale": one.scale * factor}) for one in noise.kinds)
    noise = PartNoise(joined=joined, searches=searches, counts=counts)
    return part.model_copy(update={"terms": part.terms.model_copy(update={"noise": noise})})


def _terms(campaign: Campaign) -> CohortTerms:
    """Return the terms of a `cohort` campaign; raise ValueError for a campaign of another protocol."""
    if not isinstance(campaign.terms, CohortTerms):
        raise ValueError(f"campaign {campaign.id} is for another protocol")
    return campaign.terms
