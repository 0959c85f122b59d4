"""The server's state, for its analysts."""

import hmac
from typing import Any

from apiflask import APIBlueprint

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.operations import status
from pdd_server.web.api.authentication import private
from pdd_server.web.api.researchers.schemas import Status
from pdd_server.web.context import bearer_hash, now_and_today, server
from pdd_server.web.problems import documented

blueprint = APIBlueprint("status", __name__, tag="Analysts")


@blueprint.get("/status")
@blueprint.output(Status)
@blueprint.doc(security="analyst", responses=documented("not-authorised"))
def show() -> dict[str, Any]:
    """What `pdd-server status --json` prints."""
    private()
    if not hmac.compare_digest(bearer_hash().hex(), server().config.analyst_token_hash):
        raise Rejected(Rejection.NOT_AUTHORISED, "The status is for holders of the analyst token.")
    now, today = now_and_today()
    with server().store.read() as connection:
        return status.status(connection, server().config, now, today)
