"""What guards every request: size and rate limits, the client's version, who may call from a browser, headers."""

import re
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any

from apiflask import APIFlask
from flask import Response, request
from flask_cors import CORS
from flask_limiter import Limiter
from werkzeug.middleware.proxy_fix import ProxyFix

from pdd_server.config import Config
from pdd_server.errors import Rejected, Rejection
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.context import EXTENSION, bearer_hash, server
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
_WEEKLY = ("place", "committee", "cohort_leaves")
"""What homes fetch once a week: up to 2 MB."""
_MEMBERS = ("included_list", "certificate", "send_signature", "send_answer")
"""What members fetch and send for a day."""
_EXTENSIONS = [r"^chrome-extension://.*$", r"^moz-extension://.*$"]
_VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}")


def install(app: APIFlask) -> None:
    """Guard an application's requests as its settings say."""
    found: Deployment = app.extensions[EXTENSION]
    config = found.config
    app.config["MAX_CONTENT_LENGTH"] = max(config.max_entries * WIRE.itemsize, largest_upload(LIMITS.numbers))
    # Merging doubled slashes would answer with a redirect; an address that is not ours is simply not found.
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
    app.before_request(_check_client)
    app.after_request(_add_headers)
    _limit_rates(app, config)


def limiter_of(app: APIFlask) -> Limiter:
    """What counts an application's requests: in memory alone, and never written anywhere."""
    (found,) = app.extensions["limiter"]
    limiter: Limiter = found
    return limiter


def _limit_rates(app: APIFlask, config: Config) -> None:
    """Count who asked how often, by address or by token."""
    limiter = Limiter(network_key, app=app, storage_uri="memory://", headers_enabled=True)
    rates: tuple[tuple[str, str, Callable[[], str]], ...] = (
        ("donors.register", config.limits.registrations, network_key),
        ("check_in.check_in", config.limits.check_ins, _token_key),
        ("completions.tell", config.limits.check_ins, _token_key),
        ("rounds.send_vector", config.limits.vectors, _token_key),
        ("cohort.send_ticket", config.limits.vectors, _token_key),
        ("cohort.send_upload", config.limits.vectors, _token_key),
        *((f"cohort.{name}", config.limits.vectors, _token_key) for name in _WEEKLY),
        ("cohort.epoch", config.limits.requests, network_key),
        # A member of several committees that was away for days has a request or four for each of their days.
        *((f"cohort.{name}", config.limits.requests, _token_key) for name in _MEMBERS),
    )
    for endpoint, rate, key in rates:
        limited: Any = limiter.limit(rate, key_func=key)(app.view_functions[endpoint])
        app.view_functions[endpoint] = limited
    limit_together(app, "/v1/portal/", _token_key, network_key)
    limit_together(app, "/v1/campaigns/", network_key)


def limit_together(app: APIFlask, under: str, *keys: Callable[[], str]) -> None:
    """Count all that is asked for at addresses that begin so as one, by each of the keys."""
    found: Deployment = app.extensions[EXTENSION]
    for endpoint in {rule.endpoint for rule in app.url_map.iter_rules() if rule.rule.startswith(under)}:
        view: Any = app.view_functions[endpoint]
        for key in keys:
            view = limiter_of(app).shared_limit(found.config.limits.requests, scope=under, key_func=key)(view)
        app.view_functions[endpoint] = view


def network_key() -> str:
    """Return the rate-limit key of the caller's network: its IPv4 address, or the /64 of its IPv6 address.

    A single subscriber gets a whole /64 (RFC 6177), so counting single addresses would limit nobody.
    """
    remote = request.remote_addr or ""
    try:
        address = ip_address(remote)
    except ValueError:
        return remote  # whatever the operator's proxy wrote
    if isinstance(address, IPv4Address):
        return str(address)
    # A socket that takes both kinds writes IPv4 addresses as ::ffff:a.b.c.d: all of them are in one /64.
    mapped = address.ipv4_mapped
    return str(mapped or IPv6Network((int(address), 64), strict=False))


def _token_key() -> str:
    return bearer_hash().hex()


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


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.status_code not in (429, 503):
        # The limiter says with every answer when its window ends; only a refused client has to wait for that.
        response.headers.pop("Retry-After", None)
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    if request.path.startswith("/v1/"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response
