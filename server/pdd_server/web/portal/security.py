"""What guards every page of the researchers': cookies, forged forms, plain HTTP, headers, errors in words."""

from collections.abc import Callable
from typing import Any

from apiflask import APIFlask
from flask import Response, g, render_template, request
from flask_wtf import CSRFProtect  # type: ignore[import-untyped]
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.context import EXTENSION, is_private, server
from pdd_server.web.portal import sessions
from pdd_server.web.portal.accounts import sign_in
from pdd_server.web.problems import MIME, Problem, answer
from pdd_server.web.security import limit_together, limiter_of, network_key
from pdd_shared.protocol.encoding import digest

PORTAL = "/portal"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
_WORDS = {
    400: ("This form can't be taken", "It was sent in a way the server does not know. Nothing was changed."),
    403: ("This is not yours to do", "Your account may not do this. An administrator of this server can change that."),
    404: ("There is nothing here", "The address is wrong, or what it named is gone, or it is not yours to see."),
    405: ("There is nothing here", "The address takes no request of this kind. Nothing was changed."),
    413: (
        "This is too large",
        "The server takes less than this. Nothing was changed; send a smaller file or text.",
    ),
    429: ("Too many tries", "Wait a few minutes, then try again. Nothing was changed."),
    503: ("The server is busy", "Others are asking for long results. Wait a few seconds, then load the page again."),
    500: ("The server failed", "Nothing was changed. Try again; if it happens again, tell who runs this server."),
}
_OLD_FORM = "The form is older than your session. Nothing was changed: go back, load the page anew, and send it again."
_PLAIN = (
    "Signing in needs HTTPS. Over plain HTTP anybody on the way could read your password, so this server takes it only "
    "on the computer it runs on. Tell who runs it: put a proxy with TLS before it, and set proxies in its settings."
)


def install(app: APIFlask) -> None:
    """Guard an application's researchers' pages."""
    found: Deployment = app.extensions[EXTENSION]
    app.secret_key = digest("sign-in-cookies", bytes(found.key))
    app.config.update(
        SESSION_COOKIE_NAME="pdd-portal",
        SESSION_COOKIE_SAMESITE="Lax",  # a link from a colleague's message still finds who is signed in
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_TIME_LIMIT=None,  # a form is good as long as the session
    )
    app.session_interface = sessions.Cookies()
    forms = CSRFProtect(app)
    app.register_error_handler(CSRFError, lambda _: _said(_OLD_FORM))
    app.before_request(_needs_https)
    app.before_request(lambda: _check_form(forms))
    app.after_request(_finish)
    app.context_processor(lambda: {"account": sessions.account()} if _here() else {})


def limit_tries(app: APIFlask) -> None:
    """Count what was wrong at signing in, by account and by address; who gets in is not held up by others' tries."""
    found: Deployment = app.extensions[EXTENSION]
    limiter = limiter_of(app)
    keys: dict[str, Callable[[], str]] = {
        "portal_sign_in.take_password": sign_in.address_key,
        "portal_sign_in.take_code": sign_in.half_way_key,
        "portal_invitations.take_password": network_key,
        "portal_invitations.confirm": network_key,
        "portal_own_account.change_password": sign_in.own_key,
    }
    for endpoint, key in keys.items():
        view: Any = app.view_functions[endpoint]
        for one in dict.fromkeys((key, network_key)):
            view = limiter.limit(found.config.limits.sign_ins, key_func=one, deduct_when=_was_wrong)(view)
        app.view_functions[endpoint] = view


def limit_requests(app: APIFlask) -> None:
    """Count all that is asked for of these pages, by account and by address, whether it is answered or refused."""
    limit_together(app, PORTAL, _account_key, network_key)


def _account_key() -> str:
    """The account signed in, else the address, apart from what is counted for it: nobody uses up another's share."""
    account = sessions.account()
    return account.id if account else f"signed out at {network_key()}"


def _was_wrong(response: Response) -> bool:
    return response.status_code in (400, 403, 404)


def _here() -> bool:
    return request.path == PORTAL or request.path.startswith(f"{PORTAL}/")


def _needs_https() -> Response | None:
    if not _here() or is_private():
        return None
    g.signed_in = None
    return _said(_PLAIN, "forbidden")


def _check_form(forms: CSRFProtect) -> None:
    if request.endpoint and not request.path.startswith("/v1/"):
        forms.protect()


def _said(words: str, name: str = "invalid-message") -> Response:
    """A problem whose page says more than its status does."""
    g.words = words
    return answer(Problem(name, words))


def _finish(response: Response) -> Response:
    """Errors in words, and the headers of pages that may hold a form and a script of ours."""
    if not _here():
        return response
    if response.mimetype == MIME:
        response = _in_words(response)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "same-origin"  # over HTTPS, a form without it is taken for a forged one
    response.headers["Cache-Control"] = "no-store"
    return response


def _in_words(response: Response) -> Response:
    if response.status_code == 500:
        g.signed_in = None  # whatever failed may be what says who is there
    title, words = _WORDS.get(response.status_code, _WORDS[400])
    response.set_data(
        render_template("portal/error.html", server=server().config, title=title, words=g.get("words", words))
    )
    response.content_type = "text/html; charset=utf-8"
    return response
