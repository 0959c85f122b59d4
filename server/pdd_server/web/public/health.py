"""Health checks for load balancers and containers. They need no token, and tell nothing but the state of the server."""

from threading import Lock

from apiflask import APIBlueprint
from cachetools import TTLCache, cached
from flask import Response, jsonify

from pdd_server.services.operations import readiness
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.operations.readiness import Problem
from pdd_server.web.context import server
from pdd_server.web.rate_limits import limit_by_network

blueprint = APIBlueprint("health", __name__, enable_openapi=False)
_KEPT = 5.0
"""Seconds for which the state is kept: the check takes the database's write lock for a moment."""


@blueprint.get("/healthz")
def alive() -> Response:
    """Answer that the process is alive; the database is not asked."""
    return jsonify(status="alive")


@blueprint.get("/readyz")
@limit_by_network("requests")
def ready() -> tuple[Response, int]:
    """Answer whether the server takes requests: 200, or 503. The names of problems are in both."""
    found = _problems(server())
    is_ready = readiness.is_ready(found)
    problems = {"problems": found} if found else {}
    return jsonify(status="ready" if is_ready else "not-ready", **problems), 200 if is_ready else 503


@cached(TTLCache(16, _KEPT), key=lambda deployment: deployment.folder.path, lock=Lock())
def _problems(deployment: Deployment) -> tuple[Problem, ...]:
    return readiness.problems(deployment)
