"""The files of the donors' programs."""

from apiflask import APIBlueprint
from flask import Response, abort, send_from_directory

from pdd_server.services.programs import find
from pdd_server.web.context import server
from pdd_server.web.rate_limits import limit_by_network

blueprint = APIBlueprint("downloads", __name__, enable_openapi=False)
_TYPES = {".deb": "application/vnd.debian.binary-package", ".xpi": "application/x-xpinstall"}
"""Types that Python's own table lacks. Firefox offers to install an extension of this type, in place of saving it."""


@blueprint.get("/downloads/<name>")
@limit_by_network("requests")
def download(name: str) -> Response:
    """The file of a package. Files that are no packages are not served, though they are in the folder."""
    folder = server().folder.downloads(server().config)
    if find(folder, name) is None:
        abort(404)
    ending = next((one for one in _TYPES if name.endswith(one)), "")
    kind = _TYPES.get(ending, "application/zip" if name.endswith(".zip") else "application/octet-stream")
    response = send_from_directory(folder.absolute(), name, mimetype=kind, as_attachment=ending != ".xpi", max_age=3600)
    response.headers["Accept-Ranges"] = "bytes"
    return response
