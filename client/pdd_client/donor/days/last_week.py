"""A person's own counts of the last week, for campaigns that they may join. Nothing is kept, and nothing leaves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from pdd_client.core.donation.consent import Consent
from pdd_client.core.donation.exclusions import Exclusions
from pdd_client.core.donation.period_days import count_hits, keep_day
from pdd_client.core.published_totals import WEEK
from pdd_client.core.searches import Search
from pdd_client.donor.campaigns.join import Offer
from pdd_client.donor.days.read_searches import Found
from pdd_client.donor.installation import Installation
from pdd_shared.protocol.days import day_of

OwnWeek = Mapping[str, Mapping[str, int]]
"""By campaign id, the count of each keyword, by its label."""


def own_week(installation: Installation, offer: Offer, found: Found) -> OwnWeek | None:
    """Count the last 7 days, with today, for each campaign of an offer, under its caps and the donor's exclusions.

    Args:
        installation: the home.
        offer: the campaigns.
        found: the searches of the last days, at least of a week.

    Returns:
        The counts; None if no history could be read.

    """
    if not found.readable:
        return None
    now, zone = installation.clock(), installation.zone
    exclusions, today = installation.store.exclusions.all(zone), day_of(now, zone)
    days = [today - timedelta(days=ago) for ago in reversed(range(WEEK))]
    # As if the person had agreed already; no region is needed to count.
    consents = (Consent(offer.signed[name], one, "en", now, None) for name, one in offer.campaigns.items())
    return {one.campaign.id: _counts(one, days, found.searches, exclusions) for one in consents}


def _counts(
    consent: Consent, days: Sequence[date], searches: Sequence[Search], exclusions: Exclusions
) -> Mapping[str, int]:
    labels, terms = consent.vocabulary.labels, consent.campaign.terms
    kept = [keep_day(consent, day, [one for one in searches if one.day == day], exclusions) for day in days]
    by_day = [day.matched() for day in kept]
    periods = [tuple(one for day in by_day for one in day)] if terms.period == "week" else by_day
    counts = Counter(dict.fromkeys(labels, 0))
    for period in periods:
        for _, entry, counts_now in count_hits(period[: terms.caps.searches], len(labels), terms.caps):
            counts[labels[entry]] += counts_now
    return counts
