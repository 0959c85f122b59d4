"""How often people search for keywords: the share of all searches that match one, from public data.

The figures differ by a factor of a thousand, and so does the number of donors that a campaign needs. Better ones for a
campaign's own keywords come from a search engine's own statistics, given as a file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class KnownRate:
    """The rate of one kind of keyword.

    Attributes:
        rate: The share of all searches that match such a keyword.
        kind: What kind of keyword it is.
        source: The data that the rate comes from, and how it was made.
    """

    rate: float
    kind: str
    source: str


KNOWN_RATES: Mapping[str, KnownRate] = MappingProxyType(
    {
        "word": KnownRate(
            0.0066,
            "a common word, such as music",
            "Excite, one day of 1997: 26 of 3,968 searches have this word (Apache Pig tutorial, excite-small.log)",
        ),
        "headline": KnownRate(
            0.00012,
            "a query that is in the news",
            "Yahoo L18, July 2010: one of the 2,000 most frequent queries, all cut off there (PDD, WWW '19, 4.1)",
        ),
        "flu": KnownRate(
            0.000052,
            "a query about flu, as in our flu study",
            "0.34% of all searches, shared by 65 of the Google Trends terms of the R package argo (PDD, WWW '19, 5.1)",
        ),
        "paper": KnownRate(
            0.0000034,
            "one of the PDD paper's thousand queries about flu",
            "Google Health Trends, 2008 to 2017: 0.34% of all searches, shared by 1,000 queries (PDD, WWW '19, 5.1)",
        ),
        "rare": KnownRate(
            0.0000014,
            "a rare query",
            "Yahoo L18, July 2010: the median of its 67,652 queries (PDD, WWW '19, 4.1)",
        ),
    }
)
"""Rates by the word under which a researcher names them, the largest first."""
USUAL = "flu"
"""The rate that a plan takes unless another one is given."""
