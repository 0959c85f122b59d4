"""The API view of the server's state, for the operator's monitoring."""

from typing import Any

from apiflask import APIBlueprint

from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.operations import status
from pdd_server.web.api.authentication import caller
from pdd_server.web.api.researchers.schemas import Status
from pdd_server.web.context import now_and_today, server
from pdd_server.web.problems import documented

blueprint = APIBlueprint("status", __name__, tag="Researchers")


@blueprint.get("/status")
@blueprint.output(Status)
@blueprint.doc(security="researcher", responses=documented("not-authorised", "forbidden"))
def show() -> dict[str, Any]:
    """What `pdd-server status --json` prints. It takes a token of an administrator for all campaigns."""
    caller(Action.ADMINISTER)
    now, today = now_and_today()
    with server().store.read() as connection:
        return status.status(connection, server(), now, today)
