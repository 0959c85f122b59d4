"""The campaigns that a donor can agree to, from the server's last list: not joined yet, or joined and changed since."""

from dataclasses import dataclass
from datetime import date

from pdd_client.donor.installation import Installation
from pdd_shared.protocol.messages import Campaign


@dataclass(frozen=True)
class OnOffer:
    """A campaign that the donor can agree to.

    Attributes:
        campaign: the campaign as the server signed it last.
        joined: whether the donor has joined an earlier text of it.
        new_entries: the keywords that the donor has not agreed to yet; all of them if it has not joined.

    """

    campaign: Campaign
    joined: bool
    new_entries: tuple[str, ...]


def campaigns_on_offer(installation: Installation, today: date) -> tuple[OnOffer, ...]:
    """Return the listed campaigns whose last day is not over and whose newest text the donor has not agreed to.

    Nothing is sent: the list is that of the last contact. `today` is the data day now.
    """
    store = installation.store
    agreed, newest = store.consents.agreed(), store.consents.campaigns()
    found = []
    for name in (kept.campaign for kept in store.results.all() if kept.listed):
        campaign = newest[name]
        consented = agreed[name][-1].campaign if name in agreed else None
        if campaign.end >= today and campaign != consented:
            known = consented.vocabulary if consented else ()
            found.append(
                OnOffer(campaign, consented is not None, tuple(e for e in campaign.vocabulary if e not in known))
            )
    return tuple(found)
