"""Errors of the public pages as pages, for browsers. Programs, and callers of the API, get the problem itself."""

from apiflask import APIFlask
from flask import Response, render_template, request

from pdd_server.web.context import server

_PROBLEM = "application/problem+json"

_WORDS = {
    404: ("There is no such page", "The address is wrong, or the campaign has been taken away."),
    429: ("Too many requests", "Too much was asked for from your network. Wait a minute, then load the page again."),
    500: ("The server failed", "Load the page again. If it happens again, tell whoever runs this server."),
    503: ("The server is busy", "Others are asking for long results. Wait a few seconds, then load the page again."),
}
_OTHERWISE = ("This page can't be shown", "The server does not understand this address or form.")


def install(app: APIFlask) -> None:
    """Answer a browser with a page instead of a problem."""
    app.after_request(_as_page)


def _as_page(response: Response) -> Response:
    if response.mimetype != _PROBLEM or request.path.startswith("/v1/"):
        return response
    response.vary.add("Accept")
    if request.accept_mimetypes.best_match([_PROBLEM, "text/html"]) != "text/html":
        return response
    title, words = _WORDS.get(response.status_code, _OTHERWISE)
    response.set_data(render_template("public/error.html", server=server().config, title=title, words=words))
    response.content_type = "text/html; charset=utf-8"
    return response
