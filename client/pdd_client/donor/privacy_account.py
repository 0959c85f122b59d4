"""The use cases of the privacy account: what all days given have cost, and the donor's own limit."""

from collections import Counter
from decimal import Decimal

from pdd_client.core.donation.ledger import Account, account, checked_ceiling
from pdd_client.donor.error_translation import translates_errors
from pdd_client.donor.installation import Installation
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.decimals import as_text


class PrivacyAccount:
    """A donor's privacy account."""

    def __init__(self, installation: Installation) -> None:
        """Take an opened installation."""
        self.installation = installation

    @translates_errors
    def ledger(self) -> Account:
        """Return what all days given have cost together, and how long the ceiling lasts.

        Nothing is sent to find out. Composing many days takes some seconds.
        """
        consents = self.installation.store.consents()
        today = day_of(self.installation.clock(), self.installation.zone)
        running = [
            consent.campaign for consent, left in consents.values() if left is None and consent.campaign.end >= today
        ]
        daily = Counter(Charge.of_terms(campaign.terms) for campaign in running)
        budgets = {name: consent.campaign.terms.budget for name, (consent, _) in consents.items()}
        return account(self.installation.ledger(), budgets, daily)

    @translates_errors
    def ceiling(self) -> Decimal | None:
        """Return the epsilon that all days given may not pass together; None if there is no such limit."""
        return self.installation.ceiling()

    @translates_errors
    def set_ceiling(self, ceiling: Decimal | None) -> None:
        """Set that limit, below what is spent too; None takes it away. Days that would pass it are sent as zeros.

        Raises:
            DonorError: it is not above 0, or larger than any budget.

        """
        kept = None if ceiling is None else as_text(checked_ceiling(ceiling))
        with self.installation.store.transaction():
            self.installation.store.set_fact("ceiling", kept)
