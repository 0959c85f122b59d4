"""Metrics in the format of Prometheus, on a port of their own.

A scrape sees how often each part of the server was asked, and how it answered. Where few donors are, the exact count
would tell when one of them was there. So the requests of donors that succeed are counted in hundreds.
"""

from collections import Counter
from collections.abc import Iterator
from threading import Lock
from time import perf_counter

from flask import Flask, Response, g, request
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.operations.gauges import gauges
from pdd_server.web.context import is_in_api, is_in_portal

STEP = 100
"""Donors' requests are counted in steps of so many, except for failures."""
_REGISTERED = ("POST", "/v1/donors", 201)
"""Method, path and status of a request that registered a donor."""
_SLOW = 1.0
"""From so many seconds on, a request counts as slow."""
_EXACT = ("busy", "failed", "slow")
"""Outcomes that are counted one by one, for all requests: they tell of the server, not of who asked."""


class RequestCounts(Collector):
    """How many requests each part of the server had, by outcome.

    The parts are `donors`, `portal` (with its API) and `public`. The outcomes are `answered`, `refused` (4xx), `busy`
    (503) and `failed` (other 5xx); requests of at least a second count once more as `slow`. Registrations of donors are
    counted once more, so that a surge of them is seen.
    """

    def __init__(self) -> None:
        """Begin with no requests."""
        self._counts = Counter[tuple[str, str]]()
        self._registrations = 0
        self._changing = Lock()

    def install(self, app: Flask) -> None:
        """Count the requests of an application."""
        app.before_request(_start)
        app.after_request(self._note)

    def collect(self) -> Iterator[Metric]:
        """Yield the counts, as a scrape asks for them."""
        with self._changing:
            counts, registrations = dict(self._counts), self._registrations
        family = CounterMetricFamily("pdd_requests", "Requests by part and outcome", labels=("part", "outcome"))
        for (part, outcome), number in sorted(counts.items()):
            rounded = part == "donors" and outcome not in _EXACT
            family.add_metric((part, outcome), number // STEP * STEP if rounded else number)
        yield family
        text = f"Registrations of donors, in steps of {STEP}"
        yield CounterMetricFamily("pdd_registrations", text, value=registrations // STEP * STEP)

    def _note(self, response: Response) -> Response:
        part, outcomes = _part(), [_outcome(response.status_code)]
        if perf_counter() - g.get("begun", perf_counter()) >= _SLOW:
            outcomes.append("slow")
        with self._changing:
            self._counts.update((part, outcome) for outcome in outcomes)
            self._registrations += (request.method, request.path, response.status_code) == _REGISTERED
        return response


class ServerState(Collector):
    """The server's gauges, computed at each scrape."""

    def __init__(self, server: Deployment) -> None:
        """Keep the opened data folder."""
        self._server = server

    def collect(self) -> Iterator[Metric]:
        """Yield the gauges, as a scrape asks for them."""
        families = dict[str, GaugeMetricFamily]()
        for gauge in gauges(self._server):
            family = GaugeMetricFamily(f"pdd_{gauge.name}", gauge.text, labels=tuple(gauge.labels))
            families.setdefault(gauge.name, family).add_metric(tuple(gauge.labels.values()), gauge.value)
        yield from families.values()


def serve(app: Flask, server: Deployment, host: str, port: int, *, has_state: bool = True) -> None:
    """Count an application's requests, and serve the metrics on this port, in a thread that ends with the process.

    Args:
        app: The application.
        server: The opened data folder.
        host: Where to listen.
        port: The port.
        has_state: Whether the metrics tell the server's state beside the requests of this process.

    Raises:
        OSError: It can't listen on this host and port.
    """
    registry, counts = CollectorRegistry(), RequestCounts()
    counts.install(app)
    registry.register(counts)
    if has_state:
        registry.register(ServerState(server))
    try:
        start_http_server(port, host, registry)
    except OSError as error:
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from None


def _start() -> None:
    g.begun = perf_counter()


def _part() -> str:
    if is_in_portal() or request.path.startswith("/v1/portal/"):
        return "portal"
    return "donors" if is_in_api() else "public"


def _outcome(status: int) -> str:
    if status == 503:
        return "busy"
    return "failed" if status >= 500 else "refused" if status >= 400 else "answered"
