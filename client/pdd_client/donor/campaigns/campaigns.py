"""The use cases of campaigns: fetch a server's offer, join, leave, and fetch and read results."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pdd_client.core.donation.consent import Consent
from pdd_client.core.errors import DonorError
from pdd_client.donor.campaigns.join import Joined, Offer, accept, fetch_offer
from pdd_client.donor.campaigns.leave import leave
from pdd_client.donor.campaigns.offers import OnOffer, campaigns_on_offer
from pdd_client.donor.campaigns.results import CampaignResults, fetch_results, offered_results, results
from pdd_client.donor.error_translation import translates_errors
from pdd_client.donor.installation import Installation
from pdd_shared.protocol.days import day_of


class Campaigns:
    """The use cases of a donor's campaigns."""

    def __init__(self, installation: Installation) -> None:
        """Take an opened installation."""
        self.installation = installation

    @translates_errors
    def fetch_offer(self, url: str, campaigns: Sequence[str] | None = None) -> Offer:
        """Return what the server offers, before anything is agreed to; nothing of the donor is sent.

        Args:
            url: the server's address.
            campaigns: the ids of the campaigns wanted; all by default.

        Raises:
            DonorError: the server can't be reached, its key or signatures are wrong, or it lacks a wanted campaign.

        """
        return fetch_offer(self.installation, url, campaigns)

    @translates_errors
    def join(
        self,
        url: str,
        campaigns: Sequence[str] | None = None,
        stratum: str | None = None,
        invitation: str | None = None,
        language: str = "en",
    ) -> Joined:
        """Fetch the server's offer and agree to it.

        Args:
            url: the server's address.
            campaigns: the ids of the campaigns to join; by default the only one that the server has.
            stratum: the donor's stratum in every campaign that has strata. The server is not told.
            invitation: the invitation code, if the server demands one.
            language: the tag of the language in which the donor reads the consent.

        Raises:
            DonorError: as in `fetch_offer`, or the server has several campaigns and none is named.

        """
        offer = self.fetch_offer(url, campaigns)
        if campaigns is None and len(offer.campaigns) > 1:
            raise DonorError(f"the server has several campaigns: name those to join of {', '.join(offer.campaigns)}")
        return self.accept(offer, dict.fromkeys(offer.campaigns, stratum), invitation, language)

    @translates_errors
    def accept(
        self,
        offer: Offer,
        strata: Mapping[str, str | None] = MappingProxyType({}),
        invitation: str | None = None,
        language: str = "en",
    ) -> Joined:
        """Agree to an offer from `fetch_offer`: join all of its campaigns, or none if anything fails.

        Args:
            offer: what the donor has seen.
            strata: by campaign id, the donor's stratum in each campaign that has strata. The server is not told.
            invitation: as in `join`.
            language: as in `join`.

        Raises:
            DonorError: the server can't be reached or refuses, or a campaign asks for a stratum that was not given.

        """
        return accept(self.installation, offer, strata, invitation, language)

    @translates_errors
    def agreed(self, campaign: str) -> Consent:
        """Return the newest consent that the donor gave to a campaign, also if it has left since.

        Raises:
            DonorError: the donor has not joined it.

        """
        found = self.installation.store.consents.newest().get(campaign)
        if found is None:
            raise DonorError(f"you have not joined {campaign[:64]!r}: there is no consent to show")
        return found[0]

    @translates_errors
    def leave(self, campaign: str) -> None:
        """Give a campaign nothing from now on. The server is not told, because it never knew.

        Raises:
            DonorError: the donor has not joined it.

        """
        leave(self.installation, campaign)

    @translates_errors
    def on_offer(self) -> tuple[OnOffer, ...]:
        """Return the campaigns that can be agreed to: those not joined, and joined ones that changed.

        The list is that of the last contact.
        """
        today = day_of(self.installation.clock(), self.installation.zone)
        return campaigns_on_offer(self.installation, today)

    @translates_errors
    def fetch_results(self) -> None:
        """Fetch the published results of all campaigns, joined or not, without the donor's token.

        Raises:
            DonorError: the server can't be reached, or some results can't be read.

        """
        fetch_results(self.installation)

    @translates_errors
    def offered_results(self, offer: Offer) -> tuple[CampaignResults, ...]:
        """Return what the campaigns of an offer have published, before anything is agreed to.

        Raises:
            DonorError: the server can't be reached.

        """
        return offered_results(self.installation, offer)

    @translates_errors
    def results(self) -> tuple[CampaignResults, ...]:
        """Return the campaigns' results as they were fetched last."""
        return results(self.installation)
