"""The API view for the vectors of `plain` rounds. Their body is raw bytes, not JSON."""

from apiflask import APIBlueprint
from flask import request

from pdd_server.services.donors.group_commit import write_for
from pdd_server.services.rounds.plain import rounds as plain_rounds
from pdd_server.web.api.donors.addresses import day_in_address
from pdd_server.web.context import bearer_hash, server
from pdd_server.web.problems import documented
from pdd_server.web.rate_limits import limit_by_token
from pdd_shared.protocol.messages import Receipt

blueprint = APIBlueprint("rounds", __name__, tag="Rounds")
_REFUSED = (
    "not-registered",
    "no-such-round",
    "not-a-member",
    "foreign-plan",
    "wrong-size",
    "different-vector",
    "too-late",
)


@blueprint.put("/rounds/<day>/vectors/<context>")
@limit_by_token("vectors")
@blueprint.output(Receipt)
@blueprint.doc(security="donor", responses=documented(*_REFUSED))
def send_vector(day: str, context: str) -> Receipt:
    """Add a donor's blinded vector to its group's sum; sending the same bytes again changes nothing."""
    data, hashed, data_day = request.get_data(cache=False), bearer_hash(), day_in_address(day)
    return write_for(
        server().store,
        hashed,
        lambda connection: plain_rounds.receive_vector(connection, hashed, data_day, context, data),
    )
