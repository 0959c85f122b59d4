"""The numbers of the protocol: its field and ring, and what follows from the size of an epoch's tree.

All of it is computed in integers, so that homes and servers in every language agree. docs/reference/cohort.md has the
table, and docs/reference/cohort-security.md what they buy.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt

from pdd_shared.protocol.limits import LEAST_TREE, MOST_UPLOADS

Q = 2**32 - 2**20 + 1
"""The field's prime: elements fit uint32, products uint64."""
DEGREE = 2048
"""N: the ring is F_q[x] / (x^N + 1)."""
PSI = 68871676
"""A root of x^N + 1 modulo q: its order is 2 N."""
DELTA = 4096
"""A number of the vector counts this much in the ring; errors that add up to less than half of it are rounded away."""
RANGE = Q // DELTA
"""How many numbers a sum can tell apart."""
ZEROS = 16
"""Zeros at the end of a padded vector, at least: that they open as zeros shows that the sum was decoded right."""
TARGET_COHORT = 6500
"""About how many leaves a cohort has where there are several."""
DRAWN_MEMBERS = 256
"""The members of a committee that is drawn."""
DRAWN_CORRUPT = 94
"""How many members of a drawn committee may be corrupt."""
DEALING = 128
"""How far beyond its mean the number of colluders in a part may lie: sqrt(128 mean)."""


@dataclass(frozen=True)
class CommitteeSize:
    """A committee of so many members, of which so many may be corrupt: m and c."""

    members: int
    corrupt: int

    @property
    def quorum(self) -> int:
        """Members that certify a list, and that open it: two quorums share an honest member."""
        return (self.members + self.corrupt) // 2 + 1

    @property
    def secrets(self) -> int:
        """Secrets that one polynomial shares: rho. Its degree is quorum - 1, so that c shares say nothing of them."""
        return self.quorum - self.corrupt

    @property
    def columns(self) -> int:
        """Polynomials that share a key: K."""
        return -(-DEGREE // self.secrets)


@dataclass(frozen=True)
class TreeSize:
    """What follows from the number of leaves of an epoch's tree. ValueError below LEAST_TREE."""

    leaves: int

    def __post_init__(self) -> None:
        if self.leaves < LEAST_TREE:
            raise ValueError(f"a tree has {LEAST_TREE} leaves or more, not {self.leaves}")

    @property
    def cohorts(self) -> int:
        """J: as many as hold about 6,500 leaves each, or one up to 8,192."""
        return 1 if self.leaves <= MOST_UPLOADS else -(-self.leaves // TARGET_COHORT)

    @property
    def committee(self) -> CommitteeSize:
        """All leaves below 256; above, 256 that are drawn."""
        if self.leaves >= DRAWN_MEMBERS:
            return CommitteeSize(DRAWN_MEMBERS, DRAWN_CORRUPT)
        return CommitteeSize(self.leaves, max(1, -(-self.leaves // 3) - 1))

    def share(self, sub_cohorts: int = 1) -> Fraction:
        """Leaves of a cohort, or of one of its sub-cohorts, on average."""
        return Fraction(self.leaves, self.cohorts * sub_cohorts)

    def colluders(self, percent: int, sub_cohorts: int = 1) -> int:
        """Members of a list who may add no noise, where this share of all donors colludes.

        Where leaves are dealt to parts by hash, one of them may get more than its share: more than this with chance at
        most 2^-67 (binomial tails).
        """
        dealt = ceil(self.share(sub_cohorts) * percent / 100)
        beyond = isqrt(DEALING * dealt) + 1 if self.cohorts * sub_cohorts > 1 else 0
        return max(self.committee.corrupt, dealt + beyond)

    def least_floor(self, percent: int, sub_cohorts: int = 1) -> int:
        """The least floor that a home accepts for a campaign that tolerates this share of colluders.

        Homes compute it from the tree alone: only that binds a server that lies.
        """
        return max(self.colluders(percent, sub_cohorts) + 2, ceil(3 * self.share(sub_cohorts) / 10))

    def noise_makers(self, floor: int, percent: int, sub_cohorts: int = 1) -> int:
        """How many honest donors of a list make the whole noise: m_noise."""
        return floor - self.colluders(percent, sub_cohorts)
