"""Rate limits, declared on the views.

A view says which of the settings' limits ([limits]) holds for it and by whom its requests are counted: by network, by
token, or by account. The decorators only note that on the view. `install` makes the counts of one application, so two
applications in one process count apart. Counts are kept in memory only, so they leave no record of who asked for what.
With the setting `redis` several processes count together (`shared_windows`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Network, ip_address
from math import ceil
from time import monotonic
from typing import Literal, TypeVar

from flask import Blueprint, Flask, Response, g, request
from werkzeug.exceptions import TooManyRequests

from pdd_server.config import RateLimits
from pdd_server.services.fixed_windows import Quota
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.shared_windows import SharedCounts, SharedQuota
from pdd_server.web.context import bearer_hash, server_of
from pdd_shared.protocol.encoding import digest

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
        together: The name under which several views share one count; empty if the view has a count of its own.
    """

    rate: Rate
    key: Key
    only_failures: bool = False
    together: str = ""

    def name_in(self, scope: str) -> str:
        """Return a name of its counts in a scope that is the same in every process."""
        return f"{scope} {self.rate} {self.key.__qualname__} {self.only_failures}"


@dataclass(frozen=True)
class _Count:
    """A limit, and the counts that it is enforced with."""

    limit: _Limit
    quota: Quota | SharedQuota


_ON_VIEW = "_pdd_rate_limits"
"""The attribute of a view that holds its limits."""
_ATTEMPTS = "pdd_attempts"
"""The attribute of `flask.g` with the counts that the request adds to if it fails."""
_FAILED = (400, 403, 404)
"""The statuses of responses to requests that failed."""
_TOGETHER: dict[Blueprint, tuple[Key, ...]] = {}
"""The blueprints whose views are counted together, each with its keys."""


def limit_by_network(rate: Rate) -> Callable[[_View], _View]:
    """Return a decorator that limits a view's requests from one network."""
    return _declare(_Limit(rate, network_key))


def limit_by_token(rate: Rate) -> Callable[[_View], _View]:
    """Return a decorator that limits a view's requests with one bearer token."""
    return _declare(_Limit(rate, token_key))


def limit_failures(*keys: Key, together: str = "") -> Callable[[_View], _View]:
    """Return a decorator that limits a view's failed requests, counted apart under each key.

    Successful requests are not counted, so nobody is locked out of their account by the failures of others.

    Args:
        keys: Under what a request is counted.
        together: A name that several views give if the same secret can be guessed at each of them: they share a count.
    """
    return _declare(*(_Limit("sign_ins", key, only_failures=True, together=together) for key in keys))


def limit_together(blueprint: Blueprint, *keys: Key) -> None:
    """Limit all requests to the views of a blueprint and of the blueprints in it, counted together under each key."""
    _TOGETHER[blueprint] = keys


_RATES: dict[Rate, Callable[[RateLimits], str]] = {
    "registrations": lambda limits: limits.registrations,
    "check_ins": lambda limits: limits.check_ins,
    "vectors": lambda limits: limits.vectors,
    "sign_ins": lambda limits: limits.sign_ins,
    "requests": lambda limits: limits.requests,
}


def install(app: Flask) -> None:
    """Count the requests of an application, all of whose views are registered, and refuse those over a limit."""
    quotas, make = dict[str, Quota | SharedQuota](), _quotas(server_of(app))
    counted = {endpoint: tuple(_counts(app, endpoint, quotas, make)) for endpoint in app.view_functions}

    def check() -> None:
        # So that no network address is kept longer than until the next request, of whatever kind, after its window.
        for quota in quotas.values():
            quota.forget()
        for count in counted.get(request.endpoint or "", ()):
            key = count.limit.key()
            if wait := (count.quota.wait if count.limit.only_failures else count.quota.take)(key):
                raise TooManyRequests(retry_after=ceil(wait))
            if count.limit.only_failures:
                g.setdefault(_ATTEMPTS, []).append((count.quota, key))

    def count_failure(response: Response) -> Response:
        if response.status_code in _FAILED:
            for quota, key in g.get(_ATTEMPTS, ()):
                quota.take(key)
        return response

    app.before_request(check)
    app.after_request(count_failure)


def _quotas(server: Deployment) -> Callable[[str, Rate], Quota | SharedQuota]:
    """Return a function that makes the quota of a name at a rate: shared if the settings name a Redis."""
    config = server.config

    def own(_name: str, rate: Rate) -> Quota:
        return Quota(_RATES[rate](config.limits), monotonic)

    if config.redis is None:
        return own
    # A secret that only this server's processes have, so that nobody can try addresses against what Redis holds.
    shared = SharedCounts(config.redis, digest("rate-limits", bytes(server.online_key)), monotonic)
    return lambda name, rate: SharedQuota(name, _RATES[rate](config.limits), shared, own(name, rate))


def _counts(
    app: Flask,
    endpoint: str,
    quotas: dict[str, Quota | SharedQuota],
    make: Callable[[str, Rate], Quota | SharedQuota],
) -> Iterator[_Count]:
    """Yield the counts that a view's requests are in. The views of a blueprint that is limited together share one."""
    own: tuple[_Limit, ...] = getattr(app.view_functions[endpoint], _ON_VIEW, ())
    scoped = [(limit.together or endpoint, limit) for limit in own]
    # A limit of its own replaces that of its blueprint; beside a limit on failures, the blueprint's stays in force.
    if all(limit.only_failures for limit in own):
        scoped += [(name, _Limit("requests", key)) for name, keys in _together(app, endpoint) for key in keys]
    for scope, limit in scoped:
        name = limit.name_in(scope)
        if name not in quotas:
            quotas[name] = make(name, limit.rate)
        yield _Count(limit, quotas[name])


def _together(app: Flask, endpoint: str) -> Iterator[tuple[str, tuple[Key, ...]]]:
    """Yield the blueprints around a view that are limited together, each with its name and its keys."""
    parts = endpoint.split(".")[:-1]
    for name in (".".join(parts[:length]) for length in range(1, len(parts) + 1)):
        if (blueprint := app.blueprints.get(name)) in _TOGETHER:
            yield name, _TOGETHER[blueprint]


def _declare(*limits: _Limit) -> Callable[[_View], _View]:
    def decorate(view: _View) -> _View:
        setattr(view, _ON_VIEW, limits)
        return view

    return decorate
