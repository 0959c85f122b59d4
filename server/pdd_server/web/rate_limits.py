"""Rate limits, declared on the views.

A view says which of the settings' limits ([limits]) holds for it and by whom its requests are counted: by network, by
token, or by account. Counts are kept in memory only, so they leave no record of who asked for what.
"""

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Literal, ParamSpec, TypeVar

from flask import Blueprint, Response, request
from flask_limiter import Limiter

from pdd_server.config import RateLimits
from pdd_server.web.context import bearer_hash, server

_P = ParamSpec("_P")
_R = TypeVar("_R")
View = Callable[_P, _R]
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


limiter = Limiter(network_key, storage_uri="memory://", headers_enabled=True)
"""Counts the requests of the application that was initialised last; a process serves one."""


def limit_by_network(rate: Rate) -> Callable[[View[_P, _R]], View[_P, _R]]:
    """Return a decorator that limits a view's requests from one network."""
    return limiter.limit(_setting(rate), key_func=network_key)


def limit_by_token(rate: Rate) -> Callable[[View[_P, _R]], View[_P, _R]]:
    """Return a decorator that limits a view's requests with one bearer token."""
    return limiter.limit(_setting(rate), key_func=token_key)


def limit_failures(*keys: Key) -> Callable[[View[_P, _R]], View[_P, _R]]:
    """Return a decorator that limits a view's failed requests, counted apart under each key.

    Successful requests are not counted, so nobody is locked out of their account by the failures of others.
    """

    def decorate(view: View[_P, _R]) -> View[_P, _R]:
        for key in keys:
            # The limit on all requests of the view's blueprint stays in force beside this one.
            view = limiter.limit(_setting("sign_ins"), key_func=key, deduct_when=_has_failed, override_defaults=False)(
                view
            )
        return view

    return decorate


def limit_together(blueprint: Blueprint, *keys: Key) -> None:
    """Limit all requests to the views of a blueprint and of the blueprints in it, counted together under each key."""
    for key in keys:
        limiter.shared_limit(_setting("requests"), scope=blueprint.name, key_func=key)(blueprint)


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
