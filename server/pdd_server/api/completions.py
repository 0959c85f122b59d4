"""Completion codes: what every donor asks for at each check-in, and what researchers' programs set."""

import secrets
from typing import Annotated

from apiflask import APIBlueprint
from flask import Response, jsonify
from pydantic import BaseModel, ConfigDict, Field

from pdd_server.api.answers import CompletionShown
from pdd_server.api.desk_campaigns import acting
from pdd_server.api.guards import caller
from pdd_server.api.problems import Problem, documented
from pdd_server.context import bearer_hash, server
from pdd_server.services import campaigns, completion
from pdd_server.services.accounts.access import Action
from pdd_server.services.drafts import completing
from pdd_server.store import completions
from pdd_server.store.completions import CompletionCode
from pdd_shared.completion import MOST_DAYS, Code, Completions
from pdd_shared.message import Whole

blueprint = APIBlueprint("completions", __name__, tag="Donors")
desk_blueprint = APIBlueprint("desk_completions_api", __name__, tag="Researchers")

_REFUSED = documented("not-authorised", "forbidden", "no-such-campaign")
_SHOWN: dict[int, str] = {200: "The campaign's `code`, and the `days` after which it is told.", **_REFUSED}


class Wanted(BaseModel):
    """A completion code; without one the server draws it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    code: Code | None = None
    days: Annotated[Whole, Field(ge=1, le=MOST_DAYS)]


@blueprint.get("/completions")
@blueprint.output(Completions)
@blueprint.doc(security="donor", responses=documented("not-registered"))
def tell() -> Completions:
    """How far the donor is from the code of every campaign that has one, whichever it joined."""
    with server().store.read() as connection:
        return completion.tell(connection, bearer_hash())


@desk_blueprint.get("/desk/campaigns/<campaign>/completion")
@desk_blueprint.output(CompletionShown)
@desk_blueprint.doc(security="researcher", responses={**_SHOWN, **documented("no-such-campaign", "not-found")})
def show(campaign: str) -> Response:
    """A campaign's completion code, for who may change it."""
    caller(Action.CHANGE, campaign)
    with server().store.read() as connection:
        campaigns.check_exists(connection, campaign)
        found = completions.get(connection, campaign)
    if found is None:
        raise Problem("not-found", "This campaign has no completion code.")
    return _shown(found)


@desk_blueprint.put("/desk/campaigns/<campaign>/completion")
@desk_blueprint.input(Wanted, arg_name="wanted")
@desk_blueprint.output(CompletionShown)
@desk_blueprint.doc(security="researcher", responses={**_SHOWN, **documented("invalid-message")})
def put(campaign: str, wanted: Wanted) -> Response:
    """Give a campaign this completion code, in place of the one it had."""
    with acting(caller(Action.CHANGE, campaign)) as act:
        return _shown(completing.put(act, campaign, wanted.code or completion.draw(secrets.token_bytes), wanted.days))


@desk_blueprint.delete("/desk/campaigns/<campaign>/completion")
@desk_blueprint.output({}, status_code=204)
@desk_blueprint.doc(security="researcher", responses=_REFUSED)
def remove(campaign: str) -> str:
    """Take a campaign's completion code away."""
    with acting(caller(Action.CHANGE, campaign)) as act:
        completing.remove(act, campaign)
    return ""


def _shown(found: CompletionCode) -> Response:
    return jsonify({"code": found.code, "days": found.days})
