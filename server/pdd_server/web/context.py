"""The context of a web request: the opened data folder, the time, the bearer token, and where the request belongs."""

from datetime import date, datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, current_app, request

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.token_hash import token_hash
from pdd_shared.protocol.days import day_of

EXTENSION = "pdd_server"
"""The key of the `Deployment` in the application's `extensions`."""


def server() -> Deployment:
    """Return the data folder that the application of the current request serves."""
    return server_of(current_app)


def server_of(app: Flask) -> Deployment:
    """Return the data folder that an application serves."""
    found: Deployment = app.extensions[EXTENSION]
    return found


def now_and_today() -> tuple[datetime, date]:
    """Return the server's time and the present data day."""
    now = server().clock()
    return now, day_of(now, server().config.time_zone)


def is_in_api() -> bool:
    """Return whether the request's address belongs to the HTTP API."""
    return request.path.startswith("/v1/")


def is_in_portal() -> bool:
    """Return whether the request's address belongs to the researchers' portal."""
    return request.path == "/portal" or request.path.startswith("/portal/")


def bearer_hash() -> bytes:
    """Return the hash of the request's bearer token; without one the hash of the empty text, which no token has."""
    credentials = request.authorization
    token = credentials.token if credentials and credentials.type == "bearer" else None
    return token_hash(token or "")


def is_private() -> bool:
    """Return whether nobody on the way could read the request: it came over HTTPS or from this computer.

    The Host has to be this computer, too. Behind a reverse proxy on this computer that the settings don't count, every
    request comes from a loopback address.
    """
    return request.is_secure or (_is_loopback(request.remote_addr) and _is_loopback(request.host))


def _is_loopback(place: str | None) -> bool:
    """Return whether an IP address, or a host with or without a port, means this computer."""
    # A bare IPv6 address such as ::1 is not parsed: without brackets its colons would be taken for a port's.
    host = urlsplit(f"//{place}").hostname if place and not place.startswith("::") else place
    try:
        return host == "localhost" or ip_address(host or "").is_loopback
    except ValueError:
        return False
