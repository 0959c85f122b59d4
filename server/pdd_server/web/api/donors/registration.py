"""API views with which a donor registers and erases itself."""

import secrets

from apiflask import APIBlueprint

from pdd_server.services.donors import registration
from pdd_server.services.donors.group_commit import write_for
from pdd_server.web.context import bearer_hash, now_and_today, server
from pdd_server.web.problems import documented
from pdd_server.web.rate_limits import limit_by_network
from pdd_shared.protocol.messages import Registered, Registration

blueprint = APIBlueprint("donors", __name__, tag="Donors")


@blueprint.post("/donors")
@limit_by_network("registrations")
@blueprint.input(Registration, arg_name="message")
@blueprint.output(Registered, status_code=201)
@blueprint.doc(responses=documented("invalid-message", "invitation-needed", "forged-member", "already-registered"))
def register(message: Registration) -> Registered:
    """Register a donor; its token is in this answer and nowhere else."""
    _, today = now_and_today()
    config, key = server().config, server().identity
    # Checked in a snapshot first, so that requests without an invitation never take the database's one write lock.
    with server().store.read() as connection:
        registration.check(connection, config, key, message, today)
    with server().store.write() as connection:
        return registration.register(connection, config, key, message, today, secrets.token_bytes)


@blueprint.delete("/donor")
@blueprint.output({}, status_code=204)
@blueprint.doc(security="donor", responses=documented("not-registered"))
def erase() -> str:
    """Delete a donor and all the server knows of it."""
    hashed = bearer_hash()
    write_for(server().store, hashed, lambda connection: registration.erase(connection, hashed))
    return ""
