"""Error pages for browsers. Programs, and all callers of the API, get the problem as JSON."""

from flask import Response, g, render_template, request

from pdd_server.web.context import is_in_api, is_in_portal, server

_PROBLEM = "application/problem+json"
_PUBLIC = {
    404: ("There is no such page", "The address is wrong, or the campaign has been taken away."),
    429: ("Too many requests", "Too much was asked for from your network. Wait a minute, then load the page again."),
    500: ("The server failed", "Load the page again. If it happens again, tell whoever runs this server."),
    503: ("The server is busy", "Others are asking for long results. Wait a few seconds, then load the page again."),
}
_PUBLIC_OTHER = ("This page can't be shown", "The server does not understand this address or form.")
_PORTAL = {
    400: ("This form can't be taken", "It was sent in a way the server does not know. Nothing was changed."),
    403: ("This is not yours to do", "Your account may not do this. An administrator of this server can change that."),
    404: ("There is nothing here", "The address is wrong, or what it named is gone, or it is not yours to see."),
    405: ("There is nothing here", "The address takes no request of this kind. Nothing was changed."),
    413: ("This is too large", "The server takes less than this. Nothing was changed; send a smaller file or text."),
    429: ("Too many tries", "Wait a few minutes, then try again. Nothing was changed."),
    500: ("The server failed", "Nothing was changed. Try again; if it happens again, tell who runs this server."),
    503: ("The server is busy", "Others are asking for long results. Wait a few seconds, then load the page again."),
}
"""The title and text of the portal's error page, by HTTP status."""


def for_browsers(problem: Response, text: str | None = None) -> Response:
    """Turn a problem into a page if the request came from a browser.

    Args:
        problem: the answer as application/problem+json (RFC 9457).
        text: what the portal's page says, where it says more than its status does.

    Returns:
        The same response, with a page as its body for the portal and for readers of the public pages.
    """
    if is_in_api():
        return problem
    status = problem.status_code
    if is_in_portal():
        if status == 500:
            g.signed_in = None  # the look-up of the session may be what failed
        title, usual = _PORTAL.get(status, _PORTAL[400])
        return _with_page(problem, "portal/error.html", title, text or usual)
    problem.vary.add("Accept")
    if request.accept_mimetypes.best_match([_PROBLEM, "text/html"]) != "text/html":
        return problem
    return _with_page(problem, "public/error.html", *_PUBLIC.get(status, _PUBLIC_OTHER))


def _with_page(response: Response, template: str, title: str, words: str) -> Response:
    response.set_data(render_template(template, server=server().config, title=title, words=words))
    response.content_type = "text/html; charset=utf-8"
    return response
