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
        shape: the shape of the gamma law by which donors' rates differ; None for donors who are all alike.
        searches: how many searches a donor makes on a day on which it is active, on average.
        max_searches: the cap on a donor's searches of a week.
        max_hits: the cap on its hits of a week; None with a cap on all weeks.
        max_hits_per_keyword: the cap on its hits of a week for one keyword.
        max_campaign_hits: the cap on its hits of all weeks; None for no such cap.
        epsilon: the budget of all weeks together.
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
    shape: float | None = None
    searches: float = 5.0
    max_searches: int = 70
    max_hits: int | None = 2
    max_hits_per_keyword: int = 1
    max_campaign_hits: int | None = None
    epsilon: float = EPSILON
    weeks: int = 18
    campaigns: int = 4


SINGLE = Setting("single keywords", 5_000)
INDEX = Setting("index of 100 keywords", 500, is_index=True, rate=0.00005, campaigns=84)
ONE = replace(SINGLE, name="one keyword", keywords=1)


def capped(setting: Setting, hits: int, each: int, epsilon: float = EPSILON) -> Setting:
    """Return a setting with a cap on the hits of all weeks, and none on those of a week."""
    name = f"{setting.name}, C = {hits}" + (f", epsilon {epsilon:g}" if epsilon != EPSILON else "")
    caps = {"max_hits": None, "max_campaign_hits": hits, "max_hits_per_keyword": each}
    return replace(setting, name=name, epsilon=epsilon, **caps)


ANY = replace(SINGLE, name="single keywords, bursts of any", burst=4)
FEW = replace(SINGLE, name="one keyword, 1,500, bursts of one", donors=1_500, keywords=1, burst=4, same_keyword=True)
BURSTS = replace(INDEX, name="index, bursts", burst=4, campaigns=20)
SETTINGS = (
    SINGLE,
    INDEX,
    ANY,
    replace(SINGLE, name="single keywords, bursts of one", burst=4, same_keyword=True),
    BURSTS,
    replace(BURSTS, name="index, bursts, H = k = 4", max_hits=4, max_hits_per_keyword=4),
    ONE,
    FEW,
    capped(ANY, 8, 4),
    capped(replace(ANY, name="single keywords, bursts of any, people differ", shape=0.5), 8, 4),
    capped(replace(ANY, name="single keywords, bursts of any, people differ", shape=0.5), 24, 4),
    capped(ONE, 4, 4),
    capped(ONE, 2, 2, epsilon=3),
    capped(FEW, 4, 4),
    capped(BURSTS, 8, 4),
)
"""The settings of the published figures."""
