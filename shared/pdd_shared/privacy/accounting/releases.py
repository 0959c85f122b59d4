"""Charges as one release of parts (`parts/release.py`), for days whose kinds of numbers have noise of their own.

Days of one discrete Laplace noise fit in as a part with a single number, which a donor moves by the whole sensitivity:
their vector is dominated by that number (docs/reference/privacy.md, section 5). A release counts finite tables itself.

The counts of a campaign with a cap over all its days are one part, which is published once: what a donor adds to all
days together costs what it would cost on one day (theorem 18 there).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from pdd_shared.privacy.accounting.charges import Charges, DayCharge, PartsCharge
from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.release import Part, Release


def has_parts(charges: Charges) -> bool:
    """Return whether any charged day has noise of its own for each kind of number."""
    return any(isinstance(charge, PartsCharge) for charge, days in charges.items() if days)


def release_of(charges: Charges) -> Release:
    """Return what all these days publish, except for those of discrete Gaussian noise."""
    release = Counter[Part]()
    for parts, times in separate_releases(charges):
        for part in parts:
            release[part] += times
    return release


def separate_releases(charges: Charges) -> Iterator[tuple[tuple[Part, ...], int]]:
    """Yield the releases that basic composition adds up, and how many there are of each.

    Each is a day's, without days of discrete Gaussian noise, or that of all counts of a campaign with a cap on them.
    """
    capped = defaultdict[tuple[str, str, int], Counter[PartsCharge]](Counter)
    for charge, days in charges.items():
        if days and isinstance(charge, PartsCharge) and charge.cap:
            # After a change of the law or the unit, the days before and after it are charged with the whole cap each.
            capped[charge.cap.campaign, charge.counts.law, charge.counts.unit][charge] += days
        yield _parts(charge), days
    for of in capped.values():
        yield (_counts_of_all(of),), 1


def _parts(charge: DayCharge) -> tuple[Part, ...]:
    if isinstance(charge, PartsCharge):
        return charge.parts if charge.cap is None else (charge.joined, charge.searches)
    if charge.law == "discrete-laplace":
        return (Part(charge.law, charge.scale, PartCaps(charge.sensitivity, charge.sensitivity, 1)),)
    return ()


def _counts_of_all(days: Mapping[PartsCharge, int]) -> Part:
    """Return the part of the counts of all days of a campaign with a cap on them, which have one law of noise.

    Where the terms changed, the least noise and the largest caps of any day are charged.
    """
    parts = [charge.counts for charge in days]
    caps = (charge.cap.hits for charge in days if charge.cap)
    hits = min(max(caps), sum(times * charge.counts.caps.hits for charge, times in days.items()))
    per_number = max(part.caps.per_number for part in parts)
    return Part(parts[0].law, min(part.scale for part in parts), PartCaps(hits, per_number, hits), parts[0].unit)
