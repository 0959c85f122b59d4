"""A round's sum before noise: made by its protocol, taken up by publication, and nowhere else."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pdd_server.store.publications import MissingReason


@dataclass(frozen=True)
class Total:
    """The groups' sum, how many donors' vectors are in it, and why there is none if there are none.

    `faulty` are the donors whose shares were false: they are left out of plans from now on.
    Of `lost` groups too few true shares came.
    """

    numbers: NDArray[np.int64] = field(repr=False)
    counted: int
    missing: MissingReason
    faulty: tuple[str, ...] = ()
    lost: int = 0
