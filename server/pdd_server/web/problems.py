"""Turns every error into an HTTP response, `application/problem+json` (RFC 9457). No other module does.

No response and no log line repeats anything of a donor's request.
"""

import json
import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from apiflask import APIFlask, HTTPError
from flask import Response
from sqlalchemy.exc import DataError
from werkzeug.exceptions import HTTPException

from pdd_server.errors import DamagedDatabase, Rejected, busy
from pdd_server.store.engine import is_busy
from pdd_server.web import error_pages
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
"""Retry-After of busy responses, in seconds."""
_KEPT_HEADERS = ("Allow", "Retry-After")


@dataclass(frozen=True)
class Problem:
    """An error as it is answered.

    Attributes:
        name: The problem's name, a key of STATUS.
        detail: One plain sentence for the person who asked.
    """

    name: str
    detail: str

    @property
    def status(self) -> HTTPStatus:
        """The HTTP status of problems of this name."""
        return HTTPStatus(STATUS[self.name])


def problem_of(error: Exception) -> Problem:
    """Return the problem that an error is answered with.

    An error that no code of ours raised on purpose is `internal-error`, unless the database was busy.
    """
    match error:
        case Rejected():
            return Problem(error.name, error.answer)
        case Refused():
            return Problem(error.reason, error.detail)
        case HTTPError():
            return _of_http(error.status_code)
        case HTTPException():
            return _of_http(error.code)
        case RecursionError():
            # JSON nested deeper than the reader can follow is a malformed message, no problem of the server's.
            return _of_http(HTTPStatus.BAD_REQUEST)
        case DataError():
            # A name or number that the database can't hold, such as a text with a NUL in PostgreSQL, names nothing.
            return _of_http(HTTPStatus.NOT_FOUND)
        case _ if is_busy(error):
            return problem_of(busy())
        case _:
            return _of_http(HTTPStatus.INTERNAL_SERVER_ERROR)


def install(app: APIFlask) -> None:
    """Answer every error of the application as a problem."""
    for kind in (Rejected, Refused, HTTPError, HTTPException, Exception):
        app.register_error_handler(kind, _answer_to)


def answer(problem: Problem, headers: Mapping[str, str] | None = None, *, page_text: str | None = None) -> Response:
    """Return the HTTP response for a problem: JSON for programs, a page for browsers.

    Args:
        problem: What is answered.
        headers: Headers of the response beside its own.
        page_text: What the portal's error page says, where it says more than its status does.
    """
    status = problem.status
    body = {
        "type": f"urn:pdd:problem:{problem.name}",
        "title": status.phrase,
        "status": status.value,
        "detail": problem.detail,
    }
    response = Response(json.dumps(body), status.value, dict(headers or {}), content_type=MIME)
    if status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = _COME_AGAIN
    return error_pages.for_browsers(response, page_text)


def documented(*names: str) -> dict[int, str]:
    """Return the responses of these problems for the OpenAPI document: by HTTP status, the problems' names."""
    return {STATUS[name]: ", ".join(other for other in names if STATUS[other] == STATUS[name]) for name in names}


def _answer_to(error: Exception) -> Response:
    problem = problem_of(error)
    if problem.name == "internal-error":
        # The text of an exception may hold what was sent: only its kind and place are logged.
        place = traceback.extract_tb(error.__traceback__)[-1]
        log.error("internal error: %s at %s:%s", type(error).__name__, place.filename, place.lineno)
    if isinstance(error, DamagedDatabase):
        log.error("%s", error)
    if problem.name == "method-not-allowed":
        # The method itself is not logged: it may be any word.
        log.warning("refused: a method that the address does not take")
    return answer(problem, _headers_of(error))


def _headers_of(error: Exception) -> dict[str, str]:
    """Return the headers that Flask or APIFlask set on an error and that its response needs, too."""
    match error:
        case HTTPError():
            given = dict(error.headers)
        case HTTPException():
            given = dict(error.get_headers())
        case _:
            given = {}
    return {key: str(value) for key, value in given.items() if key in _KEPT_HEADERS}


def _of_http(code: int | None) -> Problem:
    if code is None or code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Problem("internal-error", "The server failed at this request; nothing was changed.")
    return Problem(*_OF_HTTP.get(code, ("invalid-message", "The request is no message of this protocol version.")))
