"""API views with which researchers' programs append keywords to a launched campaign, end it sooner, or close it."""

from typing import Annotated

from apiflask import APIBlueprint
from flask import Response
from pydantic import BaseModel, ConfigDict, Field

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns import amendments, campaigns
from pdd_server.services.operations.campaign_changes import publish_change
from pdd_server.web.api.authentication import caller
from pdd_server.web.api.researchers.drafts import acting, as_json, take_long_lists
from pdd_server.web.context import server
from pdd_server.web.problems import documented
from pdd_shared.protocol.fields import Day, EntryText
from pdd_shared.protocol.messages import Campaign

blueprint = APIBlueprint("launched_campaigns", __name__, tag="Researchers")
blueprint.url_value_preprocessor(take_long_lists)

REFUSED = {
    200: "The campaign as donors read it now.",
    **documented("not-authorised", "forbidden", "no-such-campaign", "invalid-message"),
}


class Appended(BaseModel):
    """New keywords, as a researcher writes them."""

    model_config = ConfigDict(extra="forbid")
    entries: Annotated[list[EntryText], Field(min_length=1, max_length=50_000)]


class Ended(BaseModel):
    """A new last day; none closes the campaign now."""

    model_config = ConfigDict(extra="forbid")
    end: Day | None = None


@blueprint.post("/campaigns/<campaign>/append")
@blueprint.input(Appended, arg_name="wanted")
@blueprint.output(Campaign)
@blueprint.doc(security="researcher", responses=REFUSED)
def append(campaign: str, wanted: Appended) -> Response:
    """Append keywords to a campaign: all of them, or none where one can't be taken."""
    account = caller(Action.CHANGE, campaign)
    with server().store.read() as connection:
        known = campaigns.get(connection, campaign).campaign
    found = amendments.look_at(known, list(enumerate(wanted.entries, start=1)))
    if found.problems:
        raise Rejected(Rejection.INVALID, f"entries: {found.problems[0].text}.")
    with acting(account) as act:
        new = amendments.append(act, campaign, found.texts)
    publish_change(server())
    return as_json(new)


@blueprint.post("/campaigns/<campaign>/close")
@blueprint.input(Ended, arg_name="wanted")
@blueprint.output(Campaign)
@blueprint.doc(security="researcher", responses=REFUSED)
def close(campaign: str, wanted: Ended) -> Response:
    """End a campaign sooner than planned, or now."""
    with acting(caller(Action.CHANGE, campaign)) as act:
        if wanted.end is not None:
            amendments.end_sooner(act, campaign, wanted.end)
        else:
            amendments.close(act, campaign)
        closed = campaigns.get(act.connection, campaign).campaign
    publish_change(server())
    return as_json(closed)
