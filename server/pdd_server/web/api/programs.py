"""The list of the donors' programs, for programs that look for a newer version of themselves."""

from apiflask import APIBlueprint
from flask import Response, jsonify, request

from pdd_server.services.programs import programs
from pdd_server.web.context import server
from pdd_server.web.rate_limits import limit_by_network

blueprint = APIBlueprint("programs", __name__, tag="Programs")


@blueprint.get("/programs")
@limit_by_network("requests")
@blueprint.doc(responses={304: "The list is the one whose ETag the request names."})
def list_programs() -> Response:
    """The donors' programs: kind, system, version, address, size in bytes, and SHA-256.

    The answer is the same for everybody, so a program compares versions itself and says nothing of its own.
    """
    config = server().config
    base = config.downloads.base(request.url_root)
    found = [
        {
            "kind": one.kind,
            "system": one.system,
            "version": one.version,
            "address": f"{base}/{one.name}",
            "bytes": one.bytes,
            "sha256": one.sha256,
        }
        for one in programs(server().folder.downloads(config))
    ]
    response = jsonify(found)
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.add_etag()
    response.make_conditional(request)
    return response
