"""Rate limits, declared on the views.

A view says which of the settings' limits ([limits]) holds for it and by whom its requests are counted: by network, by
token, or by account. The decorators only note that on the view. `install` makes the counts of one application, so two
applications in one process count apart. Counts are kept in memory only, so they leave no record of who asked for what.
"""

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any, Literal, TypeVar

from flask import Blueprint, Flask, Response, request
from flask_limiter import Limiter

from pdd_server.config import RateLimits
from pdd_server.web.context import bearer_hash, server

_View = TypeVar("_View", bound=Callable[..., object])
Key = Callable[[], str]
"""Returns the rate-limit key of the current request: the text under which it is counted."""
Rate = Literal["registrations", "check_ins", "vectors", "sign_ins", "requests"]
"""The name of a setting in [limits]."""


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


def token_key() -> str:
    """Return the rate-limit key of the request's bearer token: its hash."""
    return bearer_hash().hex()


@dataclass(frozen=True)
class _Limit:
    """A limit on the requests of a view.

    Attributes:
        rate: The setting.
        key: Under what a request is counted.
        only_failures: Whether requests that succeed are not counted.
    """

    rate: Rate
    key: Key
    only_failures: bool = False


_ON_VIEW = "_pdd_rate_limits"
"""The attribute of a view that holds its limits."""
_TOGETHER: dict[Blueprint, tuple[Key, ...]] = {}
"""The blueprints whose views are counted together, each with its keys."""


def limit_by_network(rate: Rate) -> Callable[[_View], _View]:
    """Return a decorator that limits a view's requests from one network."""
    return _declare(_Limit(rate, network_key))


def limit_by_token(rate: Rate) -> Callable[[_View], _View]:
    """Return a decorator that limits a view's requests with one bearer token."""
    return _declare(_Limit(rate, token_key))


def limit_failures(*keys: Key) -> Callable[[_View], _View]:
    """Return a decorator that limits a view's failed requests, counted apart under each key.

    Successful requests are not counted, so nobody is locked out of their account by the failures of others.
    """
    return _declare(*(_Limit("sign_ins", key, only_failures=True) for key in keys))


def limit_together(blueprint: Blueprint, *keys: Key) -> None:
    """Limit all requests to the views of a blueprint and of the blueprints in it, counted together under each key."""
    _TOGETHER[blueprint] = keys


def install(app: Flask) -> None:
    """Count the requests of an application, all of whose views are registered, and refuse those over a limit."""
    limiter = Limiter(network_key, storage_uri="memory://", headers_enabled=True)
    for blueprint in set(_TOGETHER).intersection(app.blueprints.values()):
        for key in _TOGETHER[blueprint]:
            limiter.shared_limit(_setting("requests"), scope=blueprint.name, key_func=key)(blueprint)
    for endpoint, view in app.view_functions.items():
        for limit in getattr(view, _ON_VIEW, ()):
            app.view_functions[endpoint] = _limited(limiter, limit, app.view_functions[endpoint])
    limiter.init_app(app)


def _declare(*limits: _Limit) -> Callable[[_View], _View]:
    def decorate(view: _View) -> _View:
        setattr(view, _ON_VIEW, limits)
        return view

    return decorate


def _limited(limiter: Limiter, limit: _Limit, view: Callable[..., Any]) -> Callable[..., Any]:
    return limiter.limit(
        _setting(limit.rate),
        key_func=limit.key,
        deduct_when=_has_failed if limit.only_failures else None,
        # Beside a limit on failures, the limit on all requests of the view's blueprint stays in force.
        override_defaults=not limit.only_failures,
    )(view)


_RATES: dict[Rate, Callable[[RateLimits], str]] = {
    "registrations": lambda limits: limits.registrations,
    "check_ins": lambda limits: limits.check_ins,
    "vectors": lambda limits: limits.vectors,
    "sign_ins": lambda limits: limits.sign_ins,
    "requests": lambda limits: limits.requests,
}


def _setting(rate: Rate) -> Callable[[], str]:
    return lambda: _RATES[rate](server().config.limits)


def _has_failed(response: Response) -> bool:
    return response.status_code in (400, 403, 404)
