"""Paging of long lists: the query `?limit=&after=`, a Link header to the next page (RFC 8288), ETags (RFC 9110)."""

from collections.abc import Sequence
from typing import Any

from flask import Response, jsonify, request, url_for

from pdd_server.errors import Rejected, Rejection

USUAL = 100
"""Items on a page if the request has no `limit`."""
MOST = 1_000
"""The largest `limit`."""

PAGED = "x-paged"
"""The key of `doc(extensions=)` by which a view says that its description needs PARAMETERS; it is removed there."""
PARAMETERS = tuple(
    {"name": name, "in": "query", "schema": schema}
    for name, schema in (
        ("limit", {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL}),
        ("after", {"type": "string", "pattern": "^[0-9a-zA-Z._@-]{1,254}$"}),
    )
)


def limit() -> int:
    """Return how many items the request asks for.

    Raises:
        Rejected: INVALID if `limit` is not a number from 1 to MOST.
    """
    text = request.args.get("limit", str(USUAL))
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= MOST):
        raise Rejected(Rejection.INVALID, f"limit is a number from 1 to {MOST}.")
    return int(text)


def after() -> str | None:
    """Return the key of the last item of the previous page; None for the first page."""
    return request.args.get("after")


def page_of(name: str, items: Sequence[dict[str, Any]], last: str | None) -> Response:
    """Return the response with a page of items.

    Args:
        name: The key under which the items are.
        items: The items.
        last: The key after which the next page begins; None on the last page.
    """
    response = jsonify({name: items})
    if last is not None and request.endpoint:
        address = url_for(request.endpoint, **request.view_args or {}, limit=limit(), after=last)
        response.headers["Link"] = f'<{address}>; rel="next"'
    return with_etag(response)


def with_etag(response: Response) -> Response:
    """Add an ETag to a response and return it, as 304 if the request has this version already (If-None-Match)."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response
