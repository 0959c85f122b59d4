"""The content types that requests' bodies may have: JSON or bytes in the API, forms on the pages.

A body of another type is refused before the application reads it (ASVS V13.1.5). So no form with a body reaches the API
from another site: a browser sends JSON from a page to another host only if that host allows it.
"""

from flask import request

from pdd_server.errors import Rejected, Rejection
from pdd_server.web.context import is_in_api

_BYTES = frozenset({"application/octet-stream"})
_JSON = frozenset({"application/json"})
_FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
_OF_ROUNDS = "/v1/rounds/"
"""How the addresses begin whose bodies are bytes: vectors, uploads, and committee members' signatures and answers."""


def check() -> None:
    """Refuse a request whose body is of a type that its address does not take. A request without a body needs no type.

    Raises:
        Rejected: UNSUPPORTED_MEDIA_TYPE.
    """
    # waitress counts a body that comes in chunks, and gives its length, too
    if request.content_length and request.mimetype not in (taken := _taken()):
        names = " or ".join(sorted(taken))
        raise Rejected(Rejection.UNSUPPORTED_MEDIA_TYPE, f"The Content-Type of a body sent here has to be {names}.")


def _taken() -> frozenset[str]:
    """Return the types that the request's address takes. Operations that ignore a body take JSON, as programs send."""
    if not is_in_api():
        return _FORMS
    return _BYTES if request.path.startswith(_OF_ROUNDS) else _JSON
