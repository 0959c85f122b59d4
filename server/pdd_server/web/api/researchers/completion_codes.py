"""API views with which researchers' programs read, set and remove a campaign's completion code."""

import secrets
from typing import Annotated

from apiflask import APIBlueprint
from flask import Response, jsonify
from pydantic import BaseModel, ConfigDict, Field

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns import campaigns, completion_code
from pdd_server.services.donors import completion
from pdd_server.store.campaigns import completions
from pdd_server.store.campaigns.completions import CompletionCode
from pdd_server.web.api.authentication import caller
from pdd_server.web.api.researchers.launched_campaigns import acting
from pdd_server.web.api.researchers.schemas import CompletionShown
from pdd_server.web.context import server
from pdd_server.web.problems import documented
from pdd_shared.protocol.completion_codes import Code
from pdd_shared.protocol.fields import Whole
from pdd_shared.protocol.limits import MOST_COMPLETION_DAYS

blueprint = APIBlueprint("completion_codes", __name__, tag="Researchers")

_REFUSED = documented("not-authorised", "forbidden", "no-such-campaign")
_SHOWN: dict[int, str] = {200: "The campaign's `code`, and the `days` after which it is told.", **_REFUSED}


class Wanted(BaseModel):
    """A completion code; without one the server draws it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    code: Code | None = None
    days: Annotated[Whole, Field(ge=1, le=MOST_COMPLETION_DAYS)]


@blueprint.get("/campaigns/<campaign>/completion")
@blueprint.output(CompletionShown)
@blueprint.doc(security="researcher", responses={**_SHOWN, **documented("no-such-campaign", "not-found")})
def show(campaign: str) -> Response:
    """A campaign's completion code, for who may change it."""
    caller(Action.CHANGE, campaign)
    with server().store.read() as connection:
        campaigns.check_exists(connection, campaign)
        found = completions.get(connection, campaign)
    if found is None:
        raise Rejected(Rejection.NOT_FOUND, "This campaign has no completion code.")
    return _shown(found)


@blueprint.put("/campaigns/<campaign>/completion")
@blueprint.input(Wanted, arg_name="wanted")
@blueprint.output(CompletionShown)
@blueprint.doc(security="researcher", responses={**_SHOWN, **documented("invalid-message")})
def put(campaign: str, wanted: Wanted) -> Response:
    """Give a campaign this completion code, in place of the one it had."""
    with acting(caller(Action.CHANGE, campaign)) as act:
        return _shown(
            completion_code.put(act, campaign, wanted.code or completion.draw(secrets.token_bytes), wanted.days)
        )


@blueprint.delete("/campaigns/<campaign>/completion")
@blueprint.output({}, status_code=204)
@blueprint.doc(security="researcher", responses=_REFUSED)
def remove(campaign: str) -> str:
    """Take a campaign's completion code away."""
    with acting(caller(Action.CHANGE, campaign)) as act:
        completion_code.remove(act, campaign)
    return ""


def _shown(found: CompletionCode) -> Response:
    return jsonify({"code": found.code, "days": found.days})
