"""Long lists in pages: `?limit=&after=`, the next page's address in a Link header (RFC 8288), ETags (RFC 9110)."""

from collections.abc import Sequence
from typing import Any

from flask import Response, jsonify, request, url_for

from pdd_server.errors import Rejected, Rejection

USUAL = 100
MOST = 1_000

PAGED = "x-paged"
"""What a view's `doc(extensions=)` sets for the OpenAPI document to name these parameters:"""
PARAMETERS = tuple(
    {"name": name, "in": "query", "schema": schema}
    for name, schema in (
        ("limit", {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL}),
        ("after", {"type": "string", "pattern": "^[0-9a-zA-Z._@-]{1,254}$"}),
    )
)


def limit() -> int:
    """How many items the request wants; Rejected INVALID where that is no number from 1 to MOST."""
    text = request.args.get("limit", str(USUAL))
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= MOST):
        raise Rejected(Rejection.INVALID, f"limit is a number from 1 to {MOST}.")
    return int(text)


def after() -> str | None:
    """The key of the last item of the page before; None for the first page."""
    return request.args.get("after")


def page_of(name: str, items: Sequence[dict[str, Any]], last: str | None) -> Response:
    """The answer with these items under `name`; `last` is the key to go on after, None on the last page."""
    response = jsonify({name: items})
    if last is not None and request.endpoint:
        address = url_for(request.endpoint, **request.view_args or {}, limit=limit(), after=last)
        response.headers["Link"] = f'<{address}>; rel="next"'
    return with_etag(response)


def with_etag(response: Response) -> Response:
    """The answer, or 304 where the request names it as the one it has."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response
