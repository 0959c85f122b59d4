"""Protection of every request: size limits, content types, HTTPS, CSRF, cookies, client versions, headers, compression.

Authorisation is elsewhere: in `api.authentication` for tokens, in `portal.authentication` for sessions. Rate limits are
declared on the views (`rate_limits`).
"""

import hashlib
import re
from http import HTTPStatus

from apiflask import APIFlask
from flask import Flask, Request, Response, g, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_cors import CORS
from flask_wtf import CSRFProtect  # type: ignore[import-untyped]
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]
from werkzeug.middleware.proxy_fix import ProxyFix

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web import content_types
from pdd_server.web.compression import compress
from pdd_server.web.context import EXTENSION, is_in_api, is_in_portal, is_private, server
from pdd_server.web.problems import Problem, answer
from pdd_shared.rounds.cohort.day.plans import LIMITS
from pdd_shared.rounds.cohort.day.uploads import largest_upload
from pdd_shared.rounds.layout import WIRE

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Headers of every response, unless its view sets them."""
PORTAL_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    # Over HTTPS, Flask-WTF takes a form without a Referer for a forged one.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of the portal's pages, which replace those of HEADERS: the portal has forms and its own scripts."""
_OLD_FORM = "The form is older than your session. Nothing was changed: go back, load the page anew, and send it again."
_PLAIN_HTTP = (
    "Signing in needs HTTPS. Over plain HTTP anybody on the way could read your password, so this server takes it only "
    "on the computer it runs on. Tell who runs it: put a proxy with TLS before it, and set proxies in its settings."
)
_EXTENSIONS = [r"^chrome-extension://.*$", r"^moz-extension://.*$"]
_VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}")


class Cookies(SecureCookieSessionInterface):
    """Session cookies that scripts can't read and that browsers don't send with other sites' forms.

    Over HTTPS the cookie's name starts with __Host-, so browsers accept it from this host only, not from a sibling
    domain (RFC 6265bis).
    """

    digest_method = staticmethod(hashlib.sha256)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session of a request for the portal or a public page; the API has none, and reads no cookie."""
        return None if is_in_api() else super().open_session(app, request)

    def get_cookie_name(self, app: Flask) -> str:
        """Return the cookie's name, which has the prefix over HTTPS."""
        return f"__Host-{super().get_cookie_name(app)}" if request.is_secure else super().get_cookie_name(app)

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002
        """Return whether the cookie is for HTTPS only.

        Over plain HTTP, which the portal serves on loopback alone, browsers would drop such a cookie.
        """
        return request.is_secure


def install(app: APIFlask) -> None:
    """Protect an application's requests according to its settings."""
    found: Deployment = app.extensions[EXTENSION]
    config = found.config
    app.config["MAX_CONTENT_LENGTH"] = max(config.max_entries * WIRE.itemsize, largest_upload(LIMITS.numbers))
    # Werkzeug would answer doubled slashes with a redirect. Here such an address is just not found.
    app.url_map.merge_slashes = False
    if config.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=config.proxies, x_proto=config.proxies)  # type: ignore[method-assign]
    CORS(
        app,
        resources={r"/v1/*": {"origins": _EXTENSIONS}},
        methods=["GET", "POST", "PUT", "DELETE"],
        allow_headers=["Authorization", "Content-Type", "If-None-Match", "Pdd-Client"],
        # With an answer's tag the extension asks for changes only (RFC 9110, section 13.1.2).
        expose_headers=["ETag"],
    )
    app.secret_key = found.portal_keys.cookies
    app.config.update(
        SESSION_COOKIE_NAME="pdd-portal",
        SESSION_COOKIE_SAMESITE="Lax",  # Strict would leave the cookie out when somebody follows a link in a message
        WTF_CSRF_CHECK_DEFAULT=False,  # `_check_request` calls it: the API has no cookies, so it needs no CSRF token
        WTF_CSRF_TIME_LIMIT=None,  # a form is good as long as the session
    )
    app.session_interface = Cookies()
    forms = CSRFProtect(app)
    app.register_error_handler(CSRFError, lambda _: answer(Problem("invalid-message", _OLD_FORM), page_text=_OLD_FORM))
    app.before_request(lambda: _check_request(forms))
    app.after_request(_finish)


def _check_request(forms: CSRFProtect) -> Response | None:
    _check_client()
    if is_in_portal() and not is_private():
        g.signed_in = None  # so that the error page looks up no session
        return answer(Problem("forbidden", _PLAIN_HTTP), page_text=_PLAIN_HTTP)
    if request.endpoint:  # else nothing is at the address, or it does not take the method
        content_types.check()
        if not is_in_api():
            forms.protect()
    return None


def _check_client() -> None:
    version = request.headers.get("Pdd-Client")
    if version is None:
        return
    if not _VERSION.fullmatch(version):
        raise Rejected(Rejection.INVALID, "Pdd-Client is no version such as 0.1.0.")
    if _numbers(version) < _numbers(server().config.oldest_client):
        raise Rejected(Rejection.CLIENT_TOO_OLD, "This version of the program is too old for the server; update it.")


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def _finish(response: Response) -> Response:
    if response.mimetype == "application/json":
        response = compress(response)
    if response.status_code == HTTPStatus.NO_CONTENT:
        response.headers.pop("Content-Type", None)  # of a body that is not there
    if is_in_portal():
        response.headers.update(PORTAL_HEADERS)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    if is_in_api():
        response.headers.setdefault("Cache-Control", "no-store")
        # Should a browser be led to an answer, it keeps it as a file instead of showing it (ASVS V14.4.2).
        response.headers.setdefault("Content-Disposition", 'attachment; filename="api.json"')
    return response
