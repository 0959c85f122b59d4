"""Every error as `application/problem+json` (RFC 9457). Nothing of the request is in an answer or a log line."""

import json
import logging
import traceback
from collections.abc import Mapping
from http import HTTPStatus

from apiflask import APIFlask, HTTPError
from flask import Response
from werkzeug.exceptions import HTTPException

from pdd_server.services.concurrency_limit import Busy
from pdd_server.services.errors import Rejected
from pdd_server.store.engine import is_busy
from pdd_shared.protocol.error_names import STATUS
from pdd_shared.rounds.refusals import Refused

log = logging.getLogger(__name__)
MIME = "application/problem+json"

_OF_HTTP = {
    403: ("forbidden", "This is not for who asks."),
    404: ("not-found", "There is nothing at this address."),
    405: ("method-not-allowed", "This address does not take requests of this method."),
    413: ("too-large", "The request is larger than any message of this server."),
    429: ("rate-limited", "Too many requests; try again later."),
}
_COME_AGAIN = "5"
"""Seconds after which a client that was told `busy` may ask again."""
_KEPT_HEADERS = ("Allow", "Retry-After")


class Problem(Exception):
    """A request refused at the edge, before any service saw it."""

    def __init__(self, name: str, detail: str) -> None:
        """`name` is a key of STATUS; `detail` one plain sentence with nothing of the request in it."""
        super().__init__(detail)
        self.name = name
        self.detail = detail


def install(app: APIFlask) -> None:
    """Answer every error of the application as a problem."""
    app.register_error_handler(Problem, lambda error: answer(error.name, error.detail))
    app.register_error_handler(Rejected, lambda error: answer(error.name, error.detail))
    app.register_error_handler(Refused, lambda error: answer(error.reason, error.detail))
    app.register_error_handler(Busy, lambda _: _busy())
    app.register_error_handler(HTTPError, lambda error: _from_http(error.status_code, error.headers))
    app.register_error_handler(HTTPException, lambda error: _from_http(error.code, dict(error.get_headers())))
    # JSON nested deeper than the reader can follow is a malformed message, no fault of the server's.
    app.register_error_handler(RecursionError, lambda _: _from_http(400, {}))
    app.register_error_handler(Exception, _unexpected)


def answer(name: str, detail: str, headers: Mapping[str, str] | None = None) -> Response:
    """The response for a problem; `name` is a key of STATUS."""
    status = HTTPStatus(STATUS[name])
    body = {"type": f"urn:pdd:problem:{name}", "title": status.phrase, "status": status.value, "detail": detail}
    response = Response(json.dumps(body), status.value, dict(headers or {}), content_type=MIME)
    if status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = _COME_AGAIN
    return response


def documented(*names: str) -> dict[int, str]:
    """The responses of these problems as the OpenAPI document describes them: the names of each status."""
    return {STATUS[name]: ", ".join(other for other in names if STATUS[other] == STATUS[name]) for name in names}


def _from_http(code: int | None, headers: Mapping[str, str]) -> Response:
    if code is None or code >= 500:
        name, detail = "internal-error", "The server failed at this request; nothing was changed."
    else:
        name, detail = _OF_HTTP.get(code, ("invalid-message", "The request is no message of this protocol version."))
    return answer(name, detail, {key: value for key, value in headers.items() if key in _KEPT_HEADERS})


def _busy() -> Response:
    return answer("busy", "The server is busy with other work; ask again soon.")


def _unexpected(error: Exception) -> Response:
    if is_busy(error):
        return _busy()
    # The text of an exception may hold what was sent: only its kind and place are logged.
    place = traceback.extract_tb(error.__traceback__)[-1]
    log.error("internal error: %s at %s:%s", type(error).__name__, place.filename, place.lineno)
    return _from_http(500, {})
