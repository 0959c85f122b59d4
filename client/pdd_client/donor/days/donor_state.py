"""Read the state of a home that decides what it gives of a day. Reviews and check-ins both use this."""

from collections.abc import Mapping, Sequence
from datetime import date

from pdd_client.core.donation.consent import Consent
from pdd_client.core.donation.decisions import zeros_because
from pdd_client.core.donation.prepare_donation import DonorState
from pdd_client.donor.installation import Installation, Membership
from pdd_shared.protocol.messages import Campaign


def donor_state(
    installation: Installation,
    membership: Membership,
    day: date,
    *,
    consents: Mapping[str, Sequence[Consent]] | None = None,
    newest: Mapping[str, Campaign] | None = None,
) -> DonorState:
    """Read everything that decides what this home gives of a day, as it is now.

    Args:
        installation: the home.
        membership: the server that it has joined.
        day: the data day.
        consents: those in force, if the caller has just read them.
        newest: the campaigns as the server signed them last, if the caller has just read them.

    """
    store = installation.store
    withheld = store.days.withheld()
    decision = store.days.decided(day)
    return DonorState(
        consents=store.consents.agreed() if consents is None else consents,
        newest=store.consents.campaigns() if newest is None else newest,
        info=membership.info,
        ledger=installation.ledger(),
        exclusions=store.exclusions.all(membership.zone),
        decision=decision,
        zeros=zeros_because(
            installation.sending_of(day), decision, given_elsewhere=store.extensions.given_elsewhere(day)
        ),
        now=installation.clock(),
        kept=store.kept.every(),
        settled=frozenset(store.days.locked()) | withheld,
        withheld=withheld,
    )
