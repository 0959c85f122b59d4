"""What is simulated: donors, what they search for, and the campaign that counts it."""

from dataclasses import dataclass, replace

PARTS = {"joined": "0.05", "searches": "0.05", "keywords": "0.9"}
"""The shares of the budget's rho."""
EPSILON, DELTA = 10, "0.000001"
"""The budget of all weeks together."""


@dataclass(frozen=True)
class Setting:
    """A campaign of some weeks, and its donors.

    Attributes:
        name: how the setting is called in the results.
        donors: the number of donors in the study.
        is_index: whether all keywords are counted as one index.
        keywords: the number of keywords.
        rate: the share of all searches that are for one keyword.
        burst: how many searches an ill person makes, one after the other.
        same_keyword: whether they are all for one keyword; otherwise each is for any of them.
        searches: how many searches a donor makes on a day on which it is active, on average.
        max_searches: the cap on a donor's searches of a week.
        max_hits: the cap on its hits of a week.
        max_hits_per_keyword: the cap on its hits of a week for one keyword.
        weeks: the campaign's length.
        campaigns: how many campaigns are simulated, for published figures.
    """

    name: str
    donors: int
    is_index: bool = False
    keywords: int = 100
    rate: float = 0.000052
    burst: int = 1
    same_keyword: bool = False
    searches: float = 5.0
    max_searches: int = 70
    max_hits: int = 2
    max_hits_per_keyword: int = 1
    weeks: int = 18
    campaigns: int = 4


SINGLE = Setting("single keywords", 5_000)
INDEX = Setting("index of 100 keywords", 500, is_index=True, rate=0.00005, campaigns=84)
SETTINGS = (
    SINGLE,
    INDEX,
    replace(SINGLE, name="single keywords, bursts of any", burst=4),
    replace(SINGLE, name="single keywords, bursts of one", burst=4, same_keyword=True),
    replace(INDEX, name="index, bursts", burst=4, campaigns=20),
    replace(INDEX, name="index, bursts, H = k = 4", burst=4, max_hits=4, max_hits_per_keyword=4, campaigns=20),
)
"""The settings of the published figures."""
