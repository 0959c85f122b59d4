"""Charges as one release of parts (`parts/release.py`), for days whose kinds of numbers have noise of their own.

Days of one discrete Laplace noise fit in as a part with a single number, which a donor moves by the whole sensitivity:
their vector is dominated by that number (docs/reference/privacy.md, section 5). A release counts finite tables itself.
"""

from collections import Counter
from collections.abc import Iterator

from pdd_shared.privacy.accounting.charges import Charges, DayCharge, PartsCharge
from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.release import Part, Release


def has_parts(charges: Charges) -> bool:
    """Return whether any charged day has noise of its own for each kind of number."""
    return any(isinstance(charge, PartsCharge) for charge, days in charges.items() if days)


def release_of(charges: Charges) -> Release:
    """Return what all these days publish, except for those of discrete Gaussian noise."""
    release = Counter[Part]()
    for charge, days in charges.items():
        for part in _parts(charge):
            release[part] += days
    return release


def _parts(charge: DayCharge) -> Iterator[Part]:
    if isinstance(charge, PartsCharge):
        yield from charge.parts
    elif charge.law == "discrete-laplace":
        yield Part(charge.law, charge.scale, PartCaps(charge.sensitivity, charge.sensitivity, 1))
