"""The simulated campaign: its signed text as the server's planner makes it, its plans, and a donor's consent."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cache

from nacl.signing import SigningKey

from pdd_client.core.donation.consent import Consent
from pdd_research.simulator.cohort import ANSWER_DAYS, LATEST_CLOSE, Outcome
from pdd_server.services.campaigns.terms import Caps, Parts, Privacy, terms_of
from pdd_shared.counting.entry_texts import index_text
from pdd_shared.protocol.limits import LEAST_WEEK_DELAY
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.day.layout import cohort_part_of
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPlan
from scripts.studies.caps.setting import DELTA, PARTS, Setting

START = date(2026, 11, 2)
"""The first Monday."""
_KEY = SigningKey(b"k" * 32)


def keyword(number: int) -> str:
    """Return the text of a keyword."""
    return f"keyword{number:04}"


@cache
def campaign_of(setting: Setting) -> Campaign:
    """Return the campaign of a setting, with the noise that the server's planner finds for its budget."""
    caps = Caps(
        max_searches=setting.max_searches,
        max_campaign_hits=setting.max_campaign_hits,
        max_hits=setting.max_hits,
        max_hits_per_keyword=setting.max_hits_per_keyword,
    )
    parts = Parts(**{kind: Decimal(share) for kind, share in PARTS.items()})
    privacy = Privacy(epsilon=Decimal(str(setting.epsilon)), delta=Decimal(DELTA), parts=parts)
    terms = terms_of(caps, privacy, setting.weeks, 1, "cohort", "week")
    words = tuple(keyword(number) for number in range(setting.keywords))
    return Campaign(
        id="caps",
        title="Caps",
        purpose="A study of caps.",
        contact="caps@example.org",
        consent={"en": "You give counts."},
        vocabulary=(index_text("flu index", words),) if setting.is_index else words,
        strata=(),
        start=START,
        end=START + timedelta(weeks=setting.weeks, days=-1),
        terms=terms,
    )


def consent_to(campaign: Campaign) -> Consent:
    """Return a donor's consent, given before the campaign begins."""
    before = datetime(START.year, START.month, START.day, tzinfo=UTC) - timedelta(days=3)
    return Consent(sign(campaign, _KEY), campaign, "en", before, None)


def plan_of(campaign: Campaign, sunday: date, outcome: Outcome) -> CohortPlan:
    """Return the plan of a week's last day, with the tree and floor of the simulated day.

    Raises:
        ValueError: The simulated day had no epoch.
    """
    if outcome.epoch is None:
        raise ValueError(f"{sunday}: too few donors for a tree")
    size = outcome.epoch.size
    return CohortPlan(
        protocol="cohort",
        version=2,
        server="00" * 32,
        day=sunday,
        zone="UTC",
        epoch=0,
        root="11" * 32,
        size=size.leaves,
        reset=0,
        earliest_close=sunday + timedelta(days=1 + LEAST_WEEK_DELAY),
        latest_close=sunday + timedelta(days=LATEST_CLOSE),
        last_answers=sunday + timedelta(days=LATEST_CLOSE + ANSWER_DAYS),
        capacity=8192,
        reach=10_000,
        cohorts=(CohortDay(floor=outcome.floor, sub_cohorts=1),) * size.cohorts,
        layout=(cohort_part_of(campaign),),
    )
