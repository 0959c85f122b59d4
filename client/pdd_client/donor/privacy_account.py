"""The use cases of the privacy account: what all days given have cost, and the donor's own limit."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal

from pdd_client.core.donation.ledger import Account, account, checked_ceiling, hits_used
from pdd_client.donor.campaigns.campaign_states import campaign_states
from pdd_client.donor.error_translation import translates_errors
from pdd_client.donor.installation import Installation
from pdd_shared.privacy.accounting.charges import DayCharge, charge_of_terms
from pdd_shared.protocol.days import Period
from pdd_shared.protocol.decimals import as_text


class PrivacyAccount:
    """The use cases of a donor's privacy account."""

    def __init__(self, installation: Installation) -> None:
        """Take an opened installation."""
        self.installation = installation

    @translates_errors
    def ledger(self) -> Account:
        """Return the cost of all days given, and how many more days the ceiling allows.

        Nothing is sent. Composing many days takes some seconds.
        """
        consents = self.installation.store.consents.newest()
        going = {name: consent for name, (consent, left) in consents.items() if left is None}
        states = campaign_states(self.installation, going)
        running = [consent for name, consent in going.items() if states[name].state == "running"]
        agreed = {name: consent.campaign.terms for name, (consent, _) in consents.items()}
        costs: dict[Period, Counter[DayCharge]] = {"day": Counter(), "week": Counter()}
        for consent in running:
            costs[consent.campaign.terms.period][charge_of_terms(consent.campaign.terms, consent.campaign.id)] += 1
        ledger, locked = self.installation.ledger(), self.installation.store.days.locked()
        unrecorded = {given.day for given in ledger.given} - locked.keys()
        found = account(ledger, agreed, costs)
        campaigns = tuple(replace(one, hits=hits_used(ledger, consents[one.id][0].campaign)) for one in found.campaigns)
        return replace(found, campaigns=campaigns, unrecorded=len(unrecorded))

    @translates_errors
    def ceiling(self) -> Decimal | None:
        """Return the ceiling, the most epsilon that all given days may cost together; None if the donor set none."""
        return self.installation.ceiling()

    @translates_errors
    def set_ceiling(self, ceiling: Decimal | None) -> None:
        """Set the ceiling; None removes it. Days that would exceed it are sent as zeros.

        It may be below what is spent already. Then nothing more is given.

        Raises:
            DonorError: the ceiling is not a number above 0, or is larger than MAX_CEILING.

        """
        kept = None if ceiling is None else as_text(checked_ceiling(ceiling))
        with self.installation.store.transaction():
            self.installation.store.set_fact("ceiling", kept)
