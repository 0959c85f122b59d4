"""The API view for completion codes, for homes of earlier versions. Others get them in the answer to their check-in.

Every home asks for all codes, so a request doesn't tell which campaigns the donor has joined.
"""

from apiflask import APIBlueprint

from pdd_server.services.donors import completion
from pdd_server.services.donors.registration import authenticate
from pdd_server.web.context import bearer_hash, now_and_today, server
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
    _, today = now_and_today()
    with server().store.read() as connection:
        donor = authenticate(connection, bearer_hash()).id
        return Completions(completions=completion.tell(connection, [donor], today)[donor])
