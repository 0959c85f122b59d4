"""What a donor may add to one part of a period's vector, and the worst of it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Caps:
    """The caps on what a donor adds to one part in a period.

    Attributes:
        hits: The most that all numbers of the part grow by together.
        per_number: The most that one number grows by.
        numbers: How many numbers the part has.
    """

    hits: int
    per_number: int
    numbers: int

    def __post_init__(self) -> None:
        """Check that the caps are caps.

        Raises:
            ValueError: One is below 1.
        """
        if min(self.hits, self.per_number, self.numbers) < 1:
            raise ValueError(f"caps below 1: {self.hits} hits, {self.per_number} a number, {self.numbers} numbers")

    @property
    def l1(self) -> int:
        """Return the L1 sensitivity."""
        return min(self.hits, self.per_number * self.numbers)

    @property
    def squared_l2(self) -> int:
        """Return the squared L2 sensitivity, which the worst vector has. It is at most per_number times hits."""
        return sum(numbers * shift**2 for shift, numbers in self.worst)

    @property
    def worst(self) -> tuple[tuple[int, int], ...]:
        """Return the worst vector: as many numbers as possible at their cap, the rest in one more.

        Returns:
            Pairs of a shift and how many numbers are moved by it, the largest shift first.
        """
        full, rest = divmod(self.l1, self.per_number)
        return tuple((shift, numbers) for shift, numbers in ((self.per_number, full), (rest, 1)) if shift and numbers)

    @property
    def exchanges(self) -> int:
        """Return how many exchanges at most lead from any vector within the caps to the worst one.

        An exchange moves one hit from a number to another with at least as many hits. It adds at least 2 to the sum of
        squares, which is at least the number of hits, and at most `per_number` times that. One number has no other.
        """
        return 0 if self.numbers == 1 else self.l1 * (min(self.per_number, self.l1) - 1) // 2
