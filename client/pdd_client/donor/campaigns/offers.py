"""What could be agreed to, as the server's last list says: campaigns not joined, and new keywords of those joined."""

from dataclasses import dataclass
from datetime import date

from pdd_client.donor.installation import Installation
from pdd_shared.protocol.messages import Campaign


@dataclass(frozen=True)
class OnOffer:
    """A campaign as signed last; where it is `joined`, it has changed, and `new_entries` wait for a consent."""

    campaign: Campaign
    joined: bool
    new_entries: tuple[str, ...]


def campaigns_on_offer(installation: Installation, today: date) -> tuple[OnOffer, ...]:
    """What could be agreed to now; nothing is sent to find out."""
    store = installation.store
    agreed, newest = store.agreed(), store.campaigns()
    found = []
    for name in (kept.campaign for kept in store.results.all() if kept.listed):
        campaign = newest[name]
        held = agreed[name][-1].campaign if name in agreed else None
        if campaign.end >= today and campaign != held:
            known = held.vocabulary if held else ()
            found.append(OnOffer(campaign, held is not None, tuple(e for e in campaign.vocabulary if e not in known)))
    return tuple(found)
