"""The caps of a campaign: how much one donor adds to the counts of a period at most.

A search is a hit for each keyword that it matches. Hits count in the order of the searches, and within a search in the
order of the vocabulary, until a cap is reached (Limit-User-Activity: Korolova et al., WWW '09, Algorithm 1).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Caps:
    """The caps on what one donor adds in one period.

    Attributes:
        searches: How many searches count.
        hits: How many hits count, for all keywords together.
        hits_per_keyword: How many hits count for one keyword.
        matches: For how many keywords one search counts; None for as many as it matches. Campaigns had this cap before
            they had one on hits.
    """

    searches: int
    hits: int
    hits_per_keyword: int
    matches: int | None = None

    @classmethod
    def of(
        cls, max_searches: int, max_matches: int | None, max_hits: int | None, max_hits_per_keyword: int | None
    ) -> "Caps":
        """Return the caps of a campaign's terms, whose fields these are.

        Raises:
            ValueError: The terms have neither `max_matches` alone, nor both caps on hits alone; or one keyword may have
                more hits than all keywords together.
        """
        if max_matches is not None and max_hits is None and max_hits_per_keyword is None:
            return cls(max_searches, max_searches * max_matches, max_searches, max_matches)
        if max_matches is not None or max_hits is None or max_hits_per_keyword is None:
            raise ValueError("must have max_hits and max_hits_per_keyword, or max_matches alone")
        if max_hits_per_keyword > max_hits:
            raise ValueError("must not allow one keyword more hits than all keywords together")
        return cls(max_searches, max_hits, min(max_hits_per_keyword, max_searches))

    def no_weaker_than(self, consented: "Caps") -> bool:
        """Return whether a donor adds no more under these caps. `matches` is left out, as it only lowers `hits`."""
        return (
            self.searches <= consented.searches
            and self.hits <= consented.hits
            and self.hits_per_keyword <= consented.hits_per_keyword
        )

    def allow(self, searches: int, counts: Sequence[int]) -> bool:
        """Return whether a donor may add this number of searches and these counts of the keywords in one period."""
        return (
            0 <= searches <= self.searches
            and all(0 <= count <= self.hits_per_keyword for count in counts)
            and sum(counts) <= self.hits
        )

    @property
    def squared_l2(self) -> int:
        """Return the largest sum of squared counts: as many keywords as possible have all the hits they may have."""
        full, rest = divmod(self.hits, self.hits_per_keyword)
        return full * self.hits_per_keyword**2 + rest**2


def within_caps(hits: Iterable[tuple[int, int]], caps: Caps) -> Iterator[bool]:
    """Yield for each hit whether it counts, the first ones first.

    Args:
        hits: For each hit the keyword's index in the vocabulary, and how many keywords the same search matches before
            it. They come in the order of the searches, and within a search in the order of the vocabulary.
        caps: The campaign's caps.
    """
    left, counts = caps.hits, Counter[int]()
    for keyword, place in hits:
        within_search = caps.matches is None or place < caps.matches
        counted = within_search and left > 0 and counts[keyword] < caps.hits_per_keyword
        left -= counted
        counts[keyword] += counted
        yield counted
