"""The parameters of the protocol: its field and ring, and all that follows from the size of an epoch's tree.

Everything is computed in integers or exact fractions, so that homes and servers in every language agree.
docs/reference/cohort.md has the table of parameters, docs/reference/cohort-security.md the security that they give.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt

from pdd_shared.protocol.limits import LEAST_TREE, MOST_UPLOADS

Q = 2**32 - 2**20 + 1
"""q, the field's prime. Elements fit uint32 and products uint64, and 4096 divides q - 1, as the NTT needs."""
DEGREE = 2048
"""N, the ring's degree: the ring is F_q[x] / (x^N + 1)."""
PSI = 68871676
"""psi, a root of x^N + 1 modulo q. Its order is 2 N = 4096."""
DELTA = 4096
"""The factor by which a vector's numbers are scaled in the ring. Summed errors below half of it are rounded away."""
RANGE = Q // DELTA
"""How many different values a number of a sum can have, noise included."""
ZEROS = 16
"""The fewest zeros at the end of a padded vector. If they don't open as zeros, the sum was decoded wrongly."""
TARGET_COHORT = 6500
"""About how many leaves a cohort has where there are several. It leaves room for joiners up to `MOST_UPLOADS`."""
DRAWN_MEMBERS = 256
"""The number of members of a committee, in trees of at least so many leaves."""
DRAWN_CORRUPT = 94
"""How many of 256 drawn members may be corrupt. If a tenth of all donors is, more are with probability 2^-100."""
DEALING = 128
"""Sets the margin for colluders that a part gets by chance beyond its mean: sqrt(128 mean)."""


@dataclass(frozen=True)
class CommitteeSize:
    """The size of a committee.

    Attributes:
        members: m, how many members it has.
        corrupt: c, how many of them may be corrupt.
    """

    members: int
    corrupt: int

    @property
    def quorum(self) -> int:
        """Return how many members certify a list, and how many open it. Two quorums share an honest member."""
        return (self.members + self.corrupt) // 2 + 1

    @property
    def secrets(self) -> int:
        """Return rho, how many secrets one polynomial shares.

        Its degree is quorum - 1, so c shares say nothing of them.
        """
        return self.quorum - self.corrupt

    @property
    def columns(self) -> int:
        """Return K, how many polynomials share a key."""
        return -(-DEGREE // self.secrets)


@dataclass(frozen=True)
class TreeSize:
    """The parameters that follow from the number of leaves of an epoch's tree.

    Raises:
        ValueError: There are fewer than LEAST_TREE leaves.
    """

    leaves: int

    def __post_init__(self) -> None:
        if self.leaves < LEAST_TREE:
            raise ValueError(f"a tree has {LEAST_TREE} leaves or more, not {self.leaves}")

    @property
    def cohorts(self) -> int:
        """Return J, the number of cohorts: as many as hold about 6,500 leaves each, or one up to 8,192."""
        return 1 if self.leaves <= MOST_UPLOADS else -(-self.leaves // TARGET_COHORT)

    @property
    def committee(self) -> CommitteeSize:
        """Return the size of a committee: all leaves below 256; above, 256 that are drawn."""
        if self.leaves >= DRAWN_MEMBERS:
            return CommitteeSize(DRAWN_MEMBERS, DRAWN_CORRUPT)
        return CommitteeSize(self.leaves, max(1, -(-self.leaves // 3) - 1))

    def share(self, sub_cohorts: int = 1) -> Fraction:
        """Return how many leaves a cohort, or one of its sub-cohorts, has on average."""
        return Fraction(self.leaves, self.cohorts * sub_cohorts)

    def colluders(self, percent: int, sub_cohorts: int = 1) -> int:
        """Return the most colluders in a (sub-)cohort if so many percent of all donors collude; they may add no noise.

        It is never less than the corrupt members of a committee. Leaves are dealt to parts by hash, so a part may get
        more colluders than its share. It gets more than the returned number with probability at most 2^-67 (binomial
        tails).
        """
        dealt = ceil(self.share(sub_cohorts) * percent / 100)
        beyond = isqrt(DEALING * dealt) + 1 if self.cohorts * sub_cohorts > 1 else 0
        return max(self.committee.corrupt, dealt + beyond)

    def least_floor(self, percent: int, sub_cohorts: int = 1, recent: int = 0) -> int:
        """Return the least floor that a home accepts for a campaign that tolerates this percentage of colluders.

        Homes compute it from the public log alone. A bound that rests on what the server says to one home would not
        stop a lying server. From this floor on, at least two honest donors make the noise.

        Args:
            percent: How many percent of all donors may collude.
            sub_cohorts: Into how many sub-cohorts each cohort is divided.
            recent: `PublicLog.largest_tree`. The floor of a tree of less than half as many leaves is that of half.
        """
        counted = TreeSize(max(self.leaves, -(-recent // 2)))
        tolerated = max(self.colluders(percent, sub_cohorts), counted.committee.corrupt)
        return max(tolerated + 2, ceil(Fraction(3 * counted.leaves, 10 * self.cohorts * sub_cohorts)))

    def noise_makers(self, floor: int, percent: int, sub_cohorts: int = 1) -> int:
        """Return m_noise, how many honest donors make the whole noise in a list that just meets the floor."""
        return floor - self.colluders(percent, sub_cohorts)
