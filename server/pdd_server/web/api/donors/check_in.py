"""The API view for check-ins, a donor's one contact with the server on a day."""

from apiflask import APIBlueprint
from flask import Response, request

from pdd_server.services.rounds.check_in import CheckInRequest, OnlineIdentity, receive_check_in
from pdd_server.web.context import bearer_hash, now_and_today, server
from pdd_server.web.problems import documented
from pdd_server.web.rate_limits import limit_by_token
from pdd_shared.protocol.messages import CheckIn, CheckInAnswer

blueprint = APIBlueprint("check_in", __name__, tag="Donors")


@blueprint.post("/check-in")
@limit_by_token("check_ins")
@blueprint.input(CheckIn, arg_name="message")
@blueprint.output(CheckInAnswer)
@blueprint.doc(security="donor", responses=documented("invalid-message", "not-registered", "stale-state"))
def check_in(message: CheckIn) -> Response:
    """Note that the donor was there today; answer with what is due."""
    now, today = now_and_today()
    found = server()
    identity = OnlineIdentity(
        found.online, found.online_key, found.config.protocol, found.identity, found.config.witnesses
    )
    version = request.headers.get("Pdd-Client", "")
    asked = CheckInRequest(bearer_hash(), message, now, today, identity, version)
    answer = receive_check_in(server().store, asked)
    return Response(answer.model_dump_json(), mimetype="application/json")
