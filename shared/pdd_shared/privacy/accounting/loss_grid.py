"""Privacy losses of discrete Laplace noise on one grid, so that days of different scales can be convolved.

The grid begins at the largest loss and goes down in steps of one cell. The probability of a loss between two places is
split over both so that the expectations of 1 and of e^-loss stay the same: "connect the dots" (Doroshenko et al., PETS
'22). Since max(0, 1 - e^(epsilon - loss)) is convex in e^-loss, its expectation can only grow. So the guarantee is
never overstated. `extension/src/privacy/accounting/loss_grid.js` computes the same.
"""

from collections.abc import Mapping
from math import ceil, log, sqrt

import numpy as np

from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.fourier import OUTSIDE, Reals

_CELLS = 30_000
"""About how many cells the losses of all days span, so that a Fourier transform of 2^15 numbers is mostly enough.

Each day takes at least one cell. So a few costly days beside many days that cost much less than a cell need 2^16.
"""


def cell_of(charges: Mapping[Charge, int]) -> float:
    """Return the size of the grid's cells for these charges, at least one, all of them discrete Laplace.

    If all have one scale, it is the distance of their losses, which makes the grid exact. With several scales, or if
    that lattice would be finer than needed, it is a fixed part of the range that holds the sum of all losses except
    with probability OUTSIDE (Hoeffding, JASA '63, theorem 2).
    """
    most = sum(2 * days * charge.epsilon for charge, days in charges.items())
    squares = sum(days * (2 * charge.epsilon) ** 2 for charge, days in charges.items())
    cell = min(most, sqrt(2 * squares * log(2 / OUTSIDE))) / _CELLS
    scales = {charge.scale for charge in charges}
    lattice = 2 / float(next(iter(scales)))
    return lattice if len(scales) == 1 and lattice >= cell else cell


def losses_on_grid(charge: Charge, cell: float) -> Reals:
    """Return the probability that a day's loss is 0, 1, 2, ... cells below its largest, rounded to the grid."""
    sensitivity, scale = charge.sensitivity, float(charge.scale)
    cells = np.arange(sensitivity + 1) * (2 / scale / cell)  # whole numbers where the grid is the lattice
    above = np.floor(cells).astype(np.int64)
    law = _daily_law(sensitivity, scale)
    below = law * _share_below((cells - above) * cell, cell)
    # One place more than is returned, because np.add.at also adds the zero below a last loss that lies on the grid.
    found = np.zeros(ceil(cells[-1]) + 2)
    np.add.at(found, above, law - below)
    np.add.at(found, above + 1, below)
    return found[:-1]


def _share_below(distance: Reals, cell: float) -> Reals:
    """Return the share of a loss's probability that goes to the place below it; `distance` is to the place above."""
    share: Reals = np.exp(distance - cell) * np.expm1(-distance) / np.expm1(-cell)
    return share


def _daily_law(sensitivity: int, scale: float) -> Reals:
    """Return the law of j, where (s - 2j) / b is a day's loss. j is the noise towards s, clipped to 0 .. s."""
    ratio = np.exp(-1 / scale)
    law: Reals = np.exp(-np.arange(sensitivity + 1) / scale) / (1 + ratio)
    law[1:-1] *= -np.expm1(-1 / scale)  # j = 0 has all noise that is 0 or points away, j = s all that reaches s
    return law
