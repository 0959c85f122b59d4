"""A round's sum before noise: made by its protocol, taken up by publication, and nowhere else."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from pdd_server.store.publications import MissingReason
from pdd_shared.rounds.group_sums import DaySum


@dataclass(frozen=True)
class Total:
    """The groups' sum, and why there is none if there are none.

    `faulty` are the donors whose shares were false: they are left out of plans from now on.
    Of `lost` groups too few true shares came.
    """

    sums: DaySum = field(repr=False)
    missing: MissingReason
    faulty: tuple[str, ...] = ()
    lost: int = 0


@dataclass(frozen=True)
class FalseCounts:
    """What false counts did to a day: numbers `bounded`, and of the `counted` donors those `left_out`, by campaign.

    How many were bounded follows from exact sums: a member of a group could choose its lies so that it tells something
    of another's counts. So it is told to the operator once, who may see those sums, and is neither kept nor published.
    """

    day: date
    counted: int
    bounded: int
    left_out: Mapping[str, int]

    def in_words(self) -> Iterator[str]:
        """Yield a sentence for the operator on each thing that happened."""
        if self.bounded:
            yield (
                f"{self.day}: {self.bounded} numbers in groups' sums were out of range and were bounded; "
                "a donor's program sent false counts, so look at the day's totals before you use them"
            )
        for campaign, donors in self.left_out.items():
            yield (
                f"{self.day}: sums of {donors} of {self.counted} donors were out of range and are not in the totals of "
                f"campaign {campaign!r}; a donor's program sent false counts"
            )
