"""Joining campaigns: fetch a server's offer, then agree to it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pdd_client.core.donation.consent import Consent, language_of, select, stratum_of
from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.campaigns.campaign_list import claimed
from pdd_client.donor.installation import Installation
from pdd_client.donor.server_keys import check_online_key, follow_keys, known_witnesses, learn_witnesses
from pdd_client.gateways.server_http.server_http import ServerHttp, checked_url
from pdd_shared.counting.entries import VocabularyError
from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.limits import LEAST_GROUP
from pdd_shared.protocol.messages import Campaign, ServerInfo, Signed
from pdd_shared.protocol.signing import BadSignature, open_signed
from pdd_shared.protocol.terms import CohortTerms


@dataclass(frozen=True)
class Offer:
    """A server's offer, checked.

    Attributes:
        url: the server's address.
        info: the server's description, with its keys and protocol.
        campaigns: by id, the campaigns asked for.
        signed: by id, the signed texts that the campaigns were read from.
        consents: by campaign id, the newest consents that the donor has given and not withdrawn.

    """

    url: str
    info: ServerInfo
    campaigns: Mapping[str, Campaign]
    signed: Mapping[str, Signed]
    consents: Mapping[str, Consent]

    def only(self, names: Collection[str]) -> "Offer":
        """Return the offer of these campaigns alone."""
        campaigns = {name: self.campaigns[name] for name in names}
        return replace(self, campaigns=campaigns, signed={name: self.signed[name] for name in names})


@dataclass(frozen=True)
class Joined:
    """The result of joining.

    Attributes:
        campaigns: the ids of the campaigns that were joined now, or agreed to again because they had changed.
        already: the ids of the campaigns that were joined before and have not changed.

    """

    campaigns: tuple[str, ...]
    already: tuple[str, ...]


def fetch_offer(installation: Installation, url: str, wanted: Sequence[str] | None) -> Offer:
    """Fetch and check a server's offer; nothing about the donor is sent.

    Args:
        installation: the home.
        url: the server's address.
        wanted: the ids of the campaigns wanted; None for all.

    Raises:
        DonorError: the home belongs to another server, the server's key or zone has changed, a campaign is missing, is
            not signed by the server, or has terms that a donor refuses.
        ServerUnreachable: the server can't be reached.

    """
    url = checked_url(url)
    _check_server(installation, url)
    with installation.server(url) as server:
        info, (campaigns, _) = server.info(), server.campaigns()
        witnesses = info.witnesses if _is_first(installation) else known_witnesses(installation.store)
        info = info.model_copy(update={"witnesses": witnesses})
        _check_server(installation, url, info)
        _check_zone(info)
        key = _key(installation, server, info)
    signed = claimed(campaigns) if campaigns else {}
    opened = {name: _opened(text, key) for name, text in signed.items()}
    chosen = select(opened, wanted)
    for name in chosen:
        _check_campaign(opened[name])
    texts = {name: signed[name] for name in chosen}
    return Offer(url, info, {name: opened[name] for name in chosen}, texts, _newest_consents(installation))


def _key(installation: Installation, server: ServerHttp, info: ServerInfo) -> bytes:
    """Return the key with which the server signs. Before it has joined, a home knows no chain that it could follow."""
    today = day_of(installation.clock(), ZoneInfo(info.zone))
    if installation.joined() is None:
        return check_online_key(info, today)
    return follow_keys(installation, server, info, today)


def accept(
    installation: Installation,
    offer: Offer,
    strata: Mapping[str, str | None],
    invitation: str | None,
    preferred: str,
) -> Joined:
    """Agree to an offer: register the donor if it is not registered yet, and keep its consents as given.

    The donor joins all campaigns of the offer, or none if anything fails.

    Args:
        installation: the home.
        offer: the offer that the donor has seen.
        strata: by campaign id, the donor's stratum in each campaign that has strata; the server is not told.
        invitation: the invitation code, if the server demands one.
        preferred: the tag of the language in which the texts were shown.

    Raises:
        DonorError: the server can't be reached or refuses, or a campaign asks for a stratum that was not given.

    """
    now = installation.clock()
    given = [
        Consent(
            offer.signed[name],
            campaign,
            language_of(campaign, preferred),
            now,
            stratum_of(campaign, strata.get(name)),
        )
        for name, campaign in offer.campaigns.items()
    ]
    with installation.store.exclusive():
        _check_server(installation, offer.url, offer.info)  # again, because another command may have joined meanwhile
        # Later only contacts teach witnesses, which all homes make: the server could tell who has just joined.
        witnesses = offer.info.witnesses if _is_first(installation) else None
        consents = _newest_consents(installation)
        new = [consent for consent in given if not _same(consent, consents.get(consent.campaign.id))]
        if installation.credentials() is None:
            with installation.server(offer.url) as server:
                installation.register(server, offer.info, invitation or installation.store.fact("invitation"))
        with installation.store.transaction():
            installation.store.set_fact("server", _pinned(installation, offer.info).model_dump_json())
            if witnesses is not None:
                learn_witnesses(installation.store, witnesses)
            installation.store.consents.keep_campaigns(offer.signed)
            for consent in new:
                installation.store.consents.add(consent)
                # Today's counts were made under another text, in which a keyword may have had another place.
                installation.store.kept.forget(consent.campaign.id, day_of(now, ZoneInfo(offer.info.zone)))
    joined = tuple(consent.campaign.id for consent in new)
    return Joined(joined, tuple(name for name in offer.campaigns if name not in joined))


def _is_first(installation: Installation) -> bool:
    """Return whether the home has never agreed to anything, also if joining was cut off before."""
    return not installation.store.consents.newest()


def _pinned(installation: Installation, info: ServerInfo) -> ServerInfo:
    """What is pinned of the server; in cohorts, joining another campaign brings no day forward that waits to go out."""
    membership = installation.joined()
    if membership is None or info.protocol != "cohort":
        return info
    return info.model_copy(update={"delay": max(info.delay, membership.info.delay)})


def _opened(signed: Signed, key: bytes) -> Campaign:
    try:
        return open_signed(signed, Campaign, key)
    except BadSignature as error:
        raise DonorError(f"{error}: nothing was sent; ask who runs the server") from None


def _newest_consents(installation: Installation) -> dict[str, Consent]:
    return {name: consents[-1] for name, consents in installation.store.consents.agreed().items()}


def _check_server(installation: Installation, url: str, info: ServerInfo | None = None) -> None:
    """Check that this is the home's only server, with the pinned key. `info` is None before it was fetched.

    Raises:
        DonorError: the home has joined another server, or the server's key (in `cohort`, also its time zone) has
            changed since.

    """
    membership = installation.joined()
    if membership is not None and membership.url != url:
        raise DonorError(
            f"this home has joined {membership.url}: `erase-me` first, also if that server is gone; then join {url}"
        )
    if membership is not None and info is not None and membership.info.key != info.key:
        raise DonorError(
            f"{url} has another key than when you joined: nothing was sent; ask who runs the server",
            Code.CHANGED_SERVER_KEY,
        )
    # Data days follow the zone of the first joining. In another zone, a day could be sent or signed for twice.
    if membership is not None and info is not None and info.protocol == "cohort" and membership.info.zone != info.zone:
        raise DonorError(
            f"{url} has another time zone than when you joined ({membership.info.zone}): nothing was sent; "
            "ask who runs the server",
            Code.CHANGED_SERVER_ZONE,
        )


def _check_zone(info: ServerInfo) -> None:
    try:
        ZoneInfo(info.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise DonorError(f"the server's time zone {info.zone!r} is unknown on this computer") from None


def _check_campaign(campaign: Campaign) -> None:
    # In `cohort` this check is not needed: no home accepts a floor below its own least one, whatever a campaign states.
    if not isinstance(campaign.terms, CohortTerms) and campaign.terms.smallest_sum < LEAST_GROUP:
        raise DonorError(
            f"campaign {campaign.id} would add you to groups as small as {campaign.terms.smallest_sum}: "
            f"a donor accepts {LEAST_GROUP} or more; ask who runs it",
            Code.SMALL_GROUPS,
        )
    try:
        Vocabulary.of_campaign(campaign.vocabulary)
    except VocabularyError as error:
        raise DonorError(f"campaign {campaign.id} can't be counted: {error}", Code.UNCOUNTABLE) from None


def _same(consent: Consent, consents: Consent | None) -> bool:
    return consents is not None and consents.campaign == consent.campaign and consents.stratum == consent.stratum
