"""What a web request works on: the opened data folder, its clock, and the token it carries."""

from datetime import date, datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import current_app, request

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.token_hash import token_hash
from pdd_shared.protocol.days import day_of

EXTENSION = "pdd_server"


def server() -> Deployment:
    """The data folder this application serves."""
    found: Deployment = current_app.extensions[EXTENSION]
    return found


def now_and_today() -> tuple[datetime, date]:
    """The server's time, and the data day it falls on."""
    now = server().clock()
    return now, day_of(now, server().config.time_zone)


def is_in_api() -> bool:
    """Return whether the request's address belongs to the HTTP API."""
    return request.path.startswith("/v1/")


def is_in_portal() -> bool:
    """Return whether the request's address belongs to the researchers' portal."""
    return request.path == "/portal" or request.path.startswith("/portal/")


def bearer_hash() -> bytes:
    """The hash of the request's bearer token; that of nothing, which nobody has, where there is none."""
    credentials = request.authorization
    token = credentials.token if credentials and credentials.type == "bearer" else None
    return token_hash(token or "")


def is_private() -> bool:
    """Whether nobody on the way could read the request: it came over HTTPS, or from this very computer."""
    return request.is_secure or (_is_loopback(request.remote_addr) and _is_loopback(request.host))


def _is_loopback(place: str | None) -> bool:
    """Whether an address, or a host with its port, is this computer by name or number."""
    host = urlsplit(f"//{place}").hostname if place and not place.startswith("::") else place
    try:
        return host == "localhost" or ip_address(host or "").is_loopback
    except ValueError:
        return False
