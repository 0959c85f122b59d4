"""Which hits count under a campaign's caps. A search is a hit for each keyword that it matches.

Hits are taken in the order of the searches, and within a search in the order of the vocabulary. They count until a cap
is reached (Limit-User-Activity: Korolova et al., WWW '09, Algorithm 1).
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from pdd_shared.protocol.terms import Caps


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
