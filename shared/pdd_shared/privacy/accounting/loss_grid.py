"""Privacy losses of discrete Laplace noise on one grid, so that days of different scales can be convolved.

A grid begins at the largest loss and goes down in steps of one cell. A loss between two places is split over both so
that the expectations of 1 and of e^-loss stay: "connect the dots" (Doroshenko et al., PETS '22). As
max(0, 1 - e^(epsilon - loss)) is convex in e^-loss, its expectation only grows: the guarantee is never overstated.
`extension/src/privacy/accounting/loss_grid.js` has the same.
"""

from math import ceil, log, sqrt

import numpy as np

from pdd_shared.privacy.accounting.charges import Charge, Charges
from pdd_shared.privacy.accounting.fourier import OUTSIDE, Reals

_CELLS = 30_000
"""About how many cells the losses of all days are told apart by, so that a transform of 2^15 numbers mostly does.

Each day takes a cell at least. So many days that cost much less than a cell beside a few that cost much need 2^16.
"""


def cell_of(charges: Charges) -> float:
    """Return the grid's cell for these charges: the distance of their losses if all have one scale (an exact grid).

    Otherwise, or where that lattice would be finer than needed, a share of the range that the sum of all losses keeps
    to but for a probability of OUTSIDE (Hoeffding, JASA '63, theorem 2). At least one charge, all discrete Laplace.
    """
    most = sum(2 * days * charge.epsilon for charge, days in charges.items())
    squares = sum(days * (2 * charge.epsilon) ** 2 for charge, days in charges.items())
    cell = min(most, sqrt(2 * squares * log(2 / OUTSIDE))) / _CELLS
    scales = {charge.scale for charge in charges}
    lattice = 2 / float(next(iter(scales)))
    return lattice if len(scales) == 1 and lattice >= cell else cell


def losses_on_grid(charge: Charge, cell: float) -> Reals:
    """Return the law of how many cells a day's loss is below its largest, rounded to the grid."""
    sensitivity, scale = charge.sensitivity, float(charge.scale)
    cells = np.arange(sensitivity + 1) * (2 / scale / cell)  # whole numbers where the grid is the lattice
    above = np.floor(cells).astype(np.int64)
    law = _daily_law(sensitivity, scale)
    below = law * _share_below((cells - above) * cell, cell)
    # One place more than there are: where the last loss is on the grid, nothing goes below it.
    found = np.zeros(ceil(cells[-1]) + 2)
    np.add.at(found, above, law - below)
    np.add.at(found, above + 1, below)
    return found[:-1]


def _share_below(distance: Reals, cell: float) -> Reals:
    """Return how much of a loss goes to the place below it, if it is this far below the place above."""
    share: Reals = np.exp(distance - cell) * np.expm1(-distance) / np.expm1(-cell)
    return share


def _daily_law(sensitivity: int, scale: float) -> Reals:
    """Return the law of j, where (s - 2j) / b is a day's loss: the noise's way from 0 towards s, cut to 0 .. s."""
    ratio = np.exp(-1 / scale)
    law: Reals = np.exp(-np.arange(sensitivity + 1) / scale) / (1 + ratio)
    law[1:-1] *= -np.expm1(-1 / scale)  # the first: the noise is 0 or points away; the last: it goes s or further
    return law
