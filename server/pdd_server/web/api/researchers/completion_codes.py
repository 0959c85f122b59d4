"""Completion codes: what every donor asks for at each check-in, and what researchers' programs set."""

import secrets
from typing import Annotated

from apiflask import APIBlueprint
from flask import Response, jsonify
from pydantic import BaseModel, ConfigDict, Field

from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns import campaigns, completion_code
from pdd_server.services.donors import completion
from pdd_server.store.campaigns import completions
from pdd_server.store.campaigns.completions import CompletionCode
from pdd_server.web.api.authentication import caller
from pdd_server.web.api.researchers.drafts import acting
from pdd_server.web.api.researchers.schemas import CompletionShown
from pdd_server.web.context import bearer_hash, server
from pdd_server.web.problems import Problem, documented
from pdd_shared.protocol.completion_codes import Code, Completions
from pdd_shared.protocol.fields import Whole
from pdd_shared.protocol.limits import MOST_COMPLETION_DAYS

blueprint = APIBlueprint("completions", __name__, tag="Donors")
researchers_blueprint = APIBlueprint("researchers_completion_codes", __name__, tag="Researchers")

_REFUSED = documented("not-authorised", "forbidden", "no-such-campaign")
_SHOWN: dict[int, str] = {200: "The campaign's `code`, and the `days` after which it is told.", **_REFUSED}


class Wanted(BaseModel):
    """A completion code; without one the server draws it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    code: Code | None = None
    days: Annotated[Whole, Field(ge=1, le=MOST_COMPLETION_DAYS)]


@blueprint.get("/completions")
@blueprint.output(Completions)
@blueprint.doc(security="donor", responses=documented("not-registered"))
def tell() -> Completions:
    """How far the donor is from the code of every campaign that has one, whichever it joined."""
    with server().store.read() as connection:
        return completion.tell(connection, bearer_hash())


@researchers_blueprint.get("/portal/campaigns/<campaign>/completion")
@researchers_blueprint.output(CompletionShown)
@researchers_blueprint.doc(security="researcher", responses={**_SHOWN, **documented("no-such-campaign", "not-found")})
def show(campaign: str) -> Response:
    """A campaign's completion code, for who may change it."""
    caller(Action.CHANGE, campaign)
    with server().store.read() as connection:
        campaigns.check_exists(connection, campaign)
        found = completions.get(connection, campaign)
    if found is None:
        raise Problem("not-found", "This campaign has no completion code.")
    return _shown(found)


@researchers_blueprint.put("/portal/campaigns/<campaign>/completion")
@researchers_blueprint.input(Wanted, arg_name="wanted")
@researchers_blueprint.output(CompletionShown)
@researchers_blueprint.doc(security="researcher", responses={**_SHOWN, **documented("invalid-message")})
def put(campaign: str, wanted: Wanted) -> Response:
    """Give a campaign this completion code, in place of the one it had."""
    with acting(caller(Action.CHANGE, campaign)) as act:
        return _shown(
            completion_code.put(act, campaign, wanted.code or completion.draw(secrets.token_bytes), wanted.days)
        )


@researchers_blueprint.delete("/portal/campaigns/<campaign>/completion")
@researchers_blueprint.output({}, status_code=204)
@researchers_blueprint.doc(security="researcher", responses=_REFUSED)
def remove(campaign: str) -> str:
    """Take a campaign's completion code away."""
    with acting(caller(Action.CHANGE, campaign)) as act:
        completion_code.remove(act, campaign)
    return ""


def _shown(found: CompletionCode) -> Response:
    return jsonify({"code": found.code, "days": found.days})
