"""The server's list of campaigns. Each check-in fetches it and keeps the campaigns' signed texts."""

from collections.abc import Mapping
from contextlib import suppress

from pydantic import ValidationError

from pdd_client.donor.installation import Installation, Membership
from pdd_client.gateways.home_store.log_store import Logged
from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.messages import Campaign, CampaignList, Signed
from pdd_shared.protocol.signing import BadSignature, open_signed
from pdd_shared.rounds.refusals import Reason


def refresh_campaigns(
    installation: Installation, membership: Membership, server: ServerHttp, *, tagged: bool
) -> Mapping[str, Campaign]:
    """Fetch the server's list, keep it, and return the home's campaigns by id.

    A campaign without a valid signature is logged and left out: an earlier text of it stays. Every donor asks for all
    campaigns, so that a request does not tell what the donor has joined.

    Args:
        installation: the home.
        membership: the server, with the key that it signs with today.
        server: the connection.
        tagged: whether the list is fetched beside a check-in, and only if its ETag has changed. A server can make this
            tag another one for each donor. So it must not go with a request that is to be nobody's, nor come of one.

    """
    store = installation.store
    known = store.fact("campaigns_tag")
    campaigns, tag = server.campaigns(known if tagged else None)
    if campaigns is None:
        return store.consents.campaigns()
    listed = claimed(campaigns)
    genuine, forged = {}, []
    for name, signed in listed.items():
        try:
            open_signed(signed, Campaign, membership.server_key)
            genuine[name] = signed
        except BadSignature as error:
            forged.append(f"{name}: {error}")
    with store.transaction():
        store.consents.keep_campaigns(genuine)
        store.results.list_campaigns(genuine, listed, day_of(installation.clock(), membership.zone))
        if tagged:
            store.set_fact("campaigns_tag", None if forged else tag)
        for detail in forged:
            store.log.add(Logged(installation.clock(), "refusal", reason=Reason.BAD_SIGNATURE, detail=detail))
    return store.consents.campaigns()


def claimed(campaigns: CampaignList) -> dict[str, Signed]:
    """Return the campaigns of a list by the ids in their texts. The signatures are not checked: the caller must.

    A campaign that this version can't read is left out, so that it does not keep the donor from the others.
    """
    found = {}
    for signed in campaigns.campaigns:
        with suppress(ValidationError):
            found[Campaign.model_validate_json(signed.payload).id] = signed
    return found
