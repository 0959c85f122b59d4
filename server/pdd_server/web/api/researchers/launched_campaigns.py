"""API views with which researchers' programs append keywords to a launched campaign, end it sooner, or close it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from apiflask import APIBlueprint
from flask import Response, request
from pydantic import BaseModel, ConfigDict, Field

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.accounts.model import Account
from pdd_server.services.campaigns import amendments, campaigns
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.services.operations.campaign_changes import publish_change
from pdd_server.web.api.authentication import caller
from pdd_server.web.context import now_and_today, server
from pdd_server.web.problems import documented
from pdd_shared.protocol.fields import Day, EntryText
from pdd_shared.protocol.messages import Campaign

blueprint = APIBlueprint("launched_campaigns", __name__, tag="Researchers")

LARGEST_BODY = 4 << 20
"""The most bytes of a request with a list of keywords."""
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


@blueprint.url_value_preprocessor
def take_long_lists(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Raise the size limit for the request: lists of keywords may be larger than donors' messages."""
    request.max_content_length = LARGEST_BODY


@contextmanager
def acting(account: Account) -> Iterator[Act]:
    """Open a write transaction that acts as an account; an error in the block rolls it back."""
    now, _ = now_and_today()
    with server().store.write() as connection:
        yield Act(connection, server().config, now, account)


def as_json(campaign: Campaign) -> Response:
    """Return the response with a campaign as donors read it."""
    return Response(campaign.model_dump_json(), content_type="application/json")


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
