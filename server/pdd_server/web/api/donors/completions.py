"""The API view for completion codes.

Every donor asks for all codes at each check-in, so a request doesn't tell which campaigns the donor has joined.
"""

from apiflask import APIBlueprint

from pdd_server.services.donors import completion
from pdd_server.web.context import bearer_hash, server
from pdd_server.web.problems import documented
from pdd_server.web.rate_limits import limit_by_token
from pdd_shared.protocol.completion_codes import Completions

blueprint = APIBlueprint("completions", __name__, tag="Donors")


@blueprint.get("/completions")
@limit_by_token("check_ins")
@blueprint.output(Completions)
@blueprint.doc(security="donor", responses=documented("not-registered"))
def tell() -> Completions:
    """How far the donor is from the code of every campaign that has one, whichever it joined."""
    with server().store.read() as connection:
        return completion.tell(connection, bearer_hash())
