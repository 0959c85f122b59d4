"""Sums of rare probabilities by exponential tilting, where a Fourier transform's rounding would hide them."""

import numpy as np

from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.fourier import Draws, Reals, places_of, sums_of
from pdd_shared.privacy.accounting.loss_grid import losses_on_grid

_DEVIATIONS = 3
"""How far below the mean the tilted law lies: where a sum of probabilities is about 0.001."""


def rare_sums(draws: Draws, places: range) -> Reals:
    """Return the probability of each place; up to where they add up to 0.001, they are right to 1e-13 together.

    Each daily probability is multiplied by e^(t j), so that the rare end becomes the middle of the law (Esscher, 1932).
    A transform rounds that law as any other. Dividing by e^(t j) again makes its rounding as small as the law is there.
    """
    at = np.arange(len(draws.law))
    mean = float(draws.law @ at)
    t = -_DEVIATIONS / np.sqrt(draws.times * float(draws.law @ (at - mean) ** 2))
    weights = draws.law * np.exp(t * (at - mean))
    tilted = sums_of([Draws(weights / weights.sum(), draws.times)], places)
    factors = np.exp(draws.times * np.log(weights.sum()) - t * (np.array(places) - draws.times * mean))
    found: Reals = factors * np.maximum(tilted, 0)
    return found


def true_delta(charge: Charge, days: int, cost: float) -> float:
    """Return the delta at which so many days of discrete Laplace cost this epsilon, on the lattice of their losses."""
    cell = 2 / float(charge.scale)
    draws = Draws(losses_on_grid(charge, cell), days)
    places = places_of([draws])
    above = np.maximum(days * charge.epsilon - cell * np.array(places) - cost, 0)
    return float(rare_sums(draws, places) @ -np.expm1(-above))
