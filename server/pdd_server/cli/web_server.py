"""Serves a data folder over HTTP, in one process or several, with the process of nightly runs beside them."""

import logging
import os
import signal
import socket
import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import monotonic
from types import FrameType
from typing import Any

from flask import Flask
from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import create_server  # type: ignore[import-untyped]

from pdd_server.services.concurrency_limit import THREADS
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web import metrics
from pdd_server.web.application import create_app

if sys.platform != "win32":
    import resource

LARGEST_REQUEST = 4 << 20
"""The most bytes of a request that reaches the application.

The application's own limits are lower for most requests, and it answers with a problem that says so.
"""
LARGEST_WAITING = 256 << 20
"""The most bytes of a response that wait for a slow reader; from the first megabyte on they wait on disk."""
SWITCH_INTERVAL = 0.001
"""Seconds after which a thread hands Python's interpreter to one that waits.

With Python's usual 5 ms, a donor's request would wait that long, at each of its steps, for each thread that formats a
long answer.
"""
_BACKLOG = 1024
"""How many connections wait until a process takes them."""
_CONNECTIONS = 800
"""The most open connections of a process.

A process takes no new connection beyond them, so a client that finishes no request can keep donors out. With
waitress's own limit, 100, a browser or two would be enough for that.
"""
_FILES = 2 * _CONNECTIONS + 400
"""The most open files of a process.

Each connection may take a temporary file beside its socket, for a long body or answer. The rest is for the database,
logs and threads.
"""
_IN_MEMORY = 128 << 10
"""The most bytes of an unfinished request that wait in memory. An upload fits; a longer body waits on disk."""
_GRACE = 10.0
"""How many seconds requests that have begun may still take once the server is asked to end."""
# Waitress warns at every request that finds all threads busy, so a busy minute would bury the rest of the log.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)


@dataclass(frozen=True)
class Address:
    """Where to listen; port 0 lets the system choose one."""

    host: str
    port: int

    def beside(self, place: int) -> "Address":
        """Return the address of the process with this number, from 0: they have ports one after the other."""
        return Address(self.host, self.port + place)


def run(
    server: Deployment, at: Address, nights: AbstractContextManager[object], metrics_at: Address | None = None
) -> None:
    """Serve in this process until SIGTERM or SIGINT.

    Once it listens, it prints one line with its address. Nightly runs begin only then: a long one, as after the server
    was down, keeps nobody from the server.

    Args:
        server: The opened data folder.
        at: Where to listen.
        nights: Does nightly runs while its block runs.
        metrics_at: Where to serve metrics; None serves none.

    Raises:
        OSError: It can't listen on one of these addresses.
    """
    app = application(server, metrics_at)
    with listen(at) as listening:
        announce(listening)
        with nights:
            serve(app, listening)


def application(server: Deployment, metrics_at: Address | None = None, *, has_state: bool = True) -> Flask:
    """Return the web application, and serve its metrics.

    Args:
        server: The opened data folder.
        metrics_at: Where to serve metrics; None serves none.
        has_state: Whether the metrics tell the state of the server. Of several processes one tells it.

    Raises:
        OSError: It can't listen on this address.
    """
    app: Flask = create_app(server)
    if metrics_at is not None:
        metrics.serve(app, server, metrics_at.host, metrics_at.port, has_state=has_state)
    return app


def listen(at: Address) -> socket.socket:
    """Return a socket that listens; several processes may take connections from it.

    Raises:
        OSError: It can't listen on this address.
    """
    place = f"{at.host}:{at.port}"
    try:
        family, *_, address = socket.getaddrinfo(at.host, at.port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror:
        raise OSError(0, "is no address of this machine; give another --host", place) from None
    try:
        return socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except OSError as error:
        raise OSError(error.errno, os.strerror(error.errno or 0), place) from None


def announce(listening: socket.socket) -> None:
    """Print the address of a listening socket."""
    host, port, *_ = listening.getsockname()
    print(f"listening on http://{f'[{host}]' if ':' in host else host}:{port}", flush=True)


def serve(app: Flask, listening: socket.socket) -> None:
    """Serve an application on a socket until SIGTERM or SIGINT, and then finish the requests that have begun."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    _allow_files()
    channels = dict[int, Any]()
    web = create_server(
        app,
        map=channels,
        sockets=[listening],
        max_request_body_size=LARGEST_REQUEST,
        ident=None,
        threads=THREADS,
        connection_limit=_CONNECTIONS,
        inbuf_overflow=_IN_MEMORY,
        # A long response waits in a temporary file until its reader takes it, so no thread waits for a slow reader.
        outbuf_high_watermark=LARGEST_WAITING,
        # The application trusts as many proxies as the settings say; waitress would drop what they report.
        clear_untrusted_proxy_headers=False,
    )

    def stop(_signal: int, _frame: FrameType | None) -> None:
        web.accepting = False
        web.pull_trigger()

    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, stop)
    while web.accepting:  # with poll, because select fails from the 1024th open file on
        wasyncore.loop(timeout=1, use_poll=True, map=channels, count=1)
    _finish(channels)
    web.task_dispatcher.shutdown()


def _allow_files() -> None:
    """Let this process open `_FILES` files, or as many as the system allows it. Many systems begin with 1,024."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < _FILES:
        wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _finish(channels: dict[int, Any]) -> None:
    """Answer the requests that have begun, and close each connection that has none."""
    deadline = monotonic() + _GRACE
    while (is_in_time := monotonic() < deadline) and _close_idle(channels):
        wasyncore.loop(timeout=0.1, use_poll=True, map=channels, count=1)
    if not is_in_time:
        logging.getLogger(__name__).warning("requests were cut off, because they took longer than %s s", _GRACE)


def _close_idle(channels: dict[int, Any]) -> bool:
    """Close the connections without a request; return whether others are left."""
    open_ones = [one for one in channels.values() if isinstance(one, HTTPChannel)]
    idle = [one for one in open_ones if not (one.request or one.requests or one.total_outbufs_len)]
    for one in idle:
        one.handle_close()
    return len(idle) < len(open_ones)
