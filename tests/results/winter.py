"""An invented winter of two regions: flu rises and falls, tea stays as it is; with noise as a server would add it."""

from datetime import timedelta
from decimal import Decimal
from math import exp, sin

import numpy as np

from pdd_server.store.results.publications import Missing, Publication
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.protocol.terms import Noise
from tests.results.random_campaigns import START, Made
from tests.server.simulated_server import campaign
from tests.support.terms import terms

WEEKS = 20
KEYWORDS = ("flu", "cough", "tea", "fever", "cold", "sneezing")
REGIONS = ("north", "south")
SCALE = 40
_LEVEL = (300, 220, 150, 90, 260, 30)
_RISE = (900, 500, 0, 300, 350, 60)


def wave(day: int) -> float:
    """Return how far the season has come on a day, from 0 to 1: its peak is in the twelfth week."""
    return exp(-(((day - 80) / 26) ** 2)) + 0.08 * sin(day / 5)


def winter(*, weeks: int = WEEKS, seed: int = 7) -> Made:
    """Return a campaign with so many weeks of noisy results, without two days."""
    random = np.random.default_rng(seed)  # noqa: TID251 - a simulation in a test
    noise = lambda: int(np.subtract(*random.geometric(1 - exp(-1 / SCALE), 2)))  # noqa: E731
    days = range(7 * weeks)
    found = campaign(
        title="Winter flu",
        vocabulary=KEYWORDS,
        strata=REGIONS,
        start=START + timedelta(days=1),
        end=START + timedelta(days=7 * weeks),
        terms=terms(noise=Noise(law="discrete-laplace", scale=Decimal(SCALE))),
    )
    missing = {days[-30], days[-31]}
    published = tuple(
        Publication(
            campaign=found.id,
            stratum=region,
            day=found.start + timedelta(days=day),
            donors=1_500 + 200 * place + noise(),
            searches=24_000 + 3_000 * place + noise(),
            confidence=0.94 + 0.02 * sin(day),
            totals=tuple(
                round((level + rise * wave(day)) * (0.45 + 0.1 * place)) + noise()
                for level, rise in zip(_LEVEL, _RISE, strict=True)
            ),
            charge=charge_of_terms(found.terms, found.id),
        )
        for day in days
        if day not in missing
        for place, region in enumerate(REGIONS)
    )
    lost = (Missing(found.id, found.start + timedelta(days=day), "lost", 1_500, 1_600) for day in sorted(missing))
    return Made(found, published, tuple(lost))
