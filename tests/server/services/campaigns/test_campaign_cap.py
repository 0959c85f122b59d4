"""Campaign files that cap the hits of all periods together: the noise that follows, and what is refused."""

from decimal import Decimal
from pathlib import Path

import pytest

from pdd_server.errors import Rejected
from pdd_server.services.campaigns.campaign_files import read_campaign
from pdd_server.services.campaigns.terms import Caps, Privacy, terms_of
from pdd_shared.privacy.accounting.budget import fits
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.protocol.terms import CohortTerms, Protocol
from tests.server.services.campaigns.test_campaign_files import GOOD

WEEKS = 17
"""The weeks of the campaign; the budget pays for one more."""
PRIVACY = Privacy(epsilon=Decimal(10), delta=Decimal("0.000001"))
BOTH_CAPS = "max_hits = 60\nmax_hits_per_keyword = 20"


def terms(weeks: int = WEEKS, **caps: int) -> CohortTerms:
    found = terms_of(Caps(max_searches=35, **caps), PRIVACY, weeks, 10, "cohort", "week")
    assert isinstance(found, CohortTerms)
    return found


@pytest.mark.parametrize(("hits", "each"), [(4, 4), (8, 8), (12, 1)])
def test_the_noise_hides_the_hits_of_all_weeks_and_no_more(hits: int, each: int) -> None:
    """All weeks keep to the budget, and no longer do with a hit more or with 1% less noise on the counts."""
    found = terms(max_campaign_hits=hits, max_hits_per_keyword=each)
    assert fits({charge_of_terms(found, "flu"): WEEKS + 1}, PRIVACY_BUDGET)
    counts = found.noise.counts.model_copy(update={"scale": found.noise.counts.scale * Decimal("0.99")})
    less = found.model_copy(update={"noise": found.noise.model_copy(update={"counts": counts})})
    more = found.model_copy(update={"max_campaign_hits": hits + 1})
    for beyond in (less, more):
        assert not fits({charge_of_terms(beyond, "flu"): WEEKS + 1}, PRIVACY_BUDGET)


def test_a_short_campaign_is_charged_for_what_its_weeks_allow() -> None:
    """Four weeks of two hits, and one for `full`, are twelve hits, whatever the cap on all weeks is."""
    short = terms(3, max_campaign_hits=36, max_hits=2, max_hits_per_keyword=1)
    assert short.noise == terms(3, max_campaign_hits=11, max_hits=2, max_hits_per_keyword=1).noise
    assert short.scale > terms(3, max_campaign_hits=4, max_hits=2, max_hits_per_keyword=1).scale


PRIVACY_BUDGET = terms(max_hits=2, max_hits_per_keyword=1).budget


def test_a_cap_on_the_campaign_takes_far_less_noise_than_one_on_each_week() -> None:
    """Eight hits in all take less than half of the noise of two hits a week, and bursts of one keyword count."""
    weekly, campaign = terms(max_hits=2, max_hits_per_keyword=1), terms(max_campaign_hits=8, max_hits_per_keyword=8)
    assert weekly.noise.counts.scale > Decimal("3.3")
    assert campaign.law == "discrete-laplace"
    assert campaign.scale < Decimal("1.3")
    assert campaign.caps.hits_per_keyword == 8


@pytest.mark.parametrize(
    ("caps", "privacy", "protocol", "says"),
    [
        (
            "max_campaign_hits = 4\nmax_hits_per_keyword = 5",
            "epsilon = 10\ndelta = 1e-6",
            "cohort",
            "25: caps.max_hits_per_keyword: is above max_campaign_hits, 4, which no keyword can pass; lower it",
        ),
        (
            "max_campaign_hits = 4\nmax_hits = 5\nmax_hits_per_keyword = 1",
            "epsilon = 10\ndelta = 1e-6",
            "cohort",
            "25: caps.max_hits: is above max_campaign_hits, 4, which no period can pass; remove it, or lower it",
        ),
        (
            "max_hits_per_keyword = 1",
            "epsilon = 10\ndelta = 1e-6",
            "cohort",
            "22: caps.max_hits: is missing; add it, or max_campaign_hits for all periods together",
        ),
        (
            "max_campaign_hits = 4\nmax_hits_per_keyword = 1",
            "epsilon = 10\ndelta = 1e-6",
            "plain",
            "24: caps.max_campaign_hits: is for the protocol cohort, in which donors add the noise; give max_hits in",
        ),
        (
            "max_campaign_hits = 4\nmax_hits_per_keyword = 1",
            'epsilon = 10\ndelta = 1e-6\nnoise = "discrete-laplace"',
            "cohort",
            "24: caps.max_campaign_hits: needs noise of its own on keywords: give privacy.epsilon, of all periods",
        ),
        (
            "max_campaign_hits = 20\nmax_hits_per_keyword = 11",
            "epsilon = 10\ndelta = 1e-6",
            "cohort",
            "25: caps.max_hits_per_keyword: is 11, and at most 10 fit",
        ),
    ],
)
def test_a_cap_that_can_not_hold_is_refused_with_its_line(
    tmp_path: Path, caps: str, privacy: str, protocol: Protocol, says: str
) -> None:
    """The error names the line, the key, and what to write instead."""
    file = tmp_path / "flu.toml"
    file.write_text(GOOD.replace(BOTH_CAPS, caps).replace("epsilon_per_day = 1.0", privacy), encoding="utf-8")
    with pytest.raises(Rejected) as raised:
        read_campaign(file, min_group=50, protocol=protocol)
    assert str(raised.value).startswith(f"{file}:{says}")
