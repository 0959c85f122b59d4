"""The states of a home's campaigns today, from what the home has kept; nothing is sent."""

from collections.abc import Mapping
from datetime import date

from pdd_client.core.campaign_state import CampaignState, campaign_state
from pdd_client.core.donation.consent import Consent
from pdd_client.core.donation.decisions import delay_of
from pdd_client.donor.installation import Installation
from pdd_shared.protocol.days import day_of


def campaign_states(installation: Installation, newest_consents: Mapping[str, Consent]) -> dict[str, CampaignState]:
    """Return the state of each campaign on the data day now, by campaign id.

    `newest_consents` is the newest consent to each campaign whose state is wanted, by campaign id.
    """
    membership, store = installation.joined(), installation.store
    newest, unlisted = store.consents.campaigns(), store.results.unlisted()
    # Another process may have erased the home a moment ago: then there are consents, but no server any more.
    delay = membership.info.delay if membership else 0
    today = day_of(installation.clock(), installation.zone)

    def state(name: str, consent: Consent, end: date) -> CampaignState:
        agreed = consent.campaign
        own = delay_of([agreed.terms], delay)
        return campaign_state(agreed.start, agreed.end, end, unlisted.get(name), own, today)

    return {
        name: state(name, consent, newest.get(name, consent.campaign).end) for name, consent in newest_consents.items()
    }
