"""Serves a data folder: one process with the web server and the scheduler of the nightly runs."""

import logging
import signal
from types import FrameType

from waitress.server import create_server  # type: ignore[import-untyped]

from pdd_server.jobs.schedule import NightlySchedule
from pdd_server.services.concurrency_limit import THREADS
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app

LARGEST_REQUEST = 4 << 20
"""The most bytes of a request that reaches the application.

The application's own limits are lower for most requests, and it answers with a problem that says so.
"""
LARGEST_WAITING = 256 << 20
"""The most bytes of a response that wait for a slow reader; from the first megabyte on they wait on disk."""
# Waitress warns at every request that finds all threads busy, so a busy minute would bury the rest of the log.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def run(server: Deployment, host: str, port: int, seconds: float | None) -> None:
    """Serve until SIGTERM or SIGINT. Before that, do the nightly run if it is due.

    Once it listens, it prints one line with its address.

    Args:
        server: The opened data folder.
        host: The address to listen on.
        port: The port to listen on; 0 lets the system choose one.
        seconds: How often to look whether a nightly run is due; None leaves nightly runs to `pdd-server nightly`.

    Raises:
        OSError: It can't listen on this host and port.
    """
    nights = NightlySchedule(server)
    if seconds is not None:
        nights.run_if_due()
    try:
        web = create_server(
            create_app(server),
            host=host,
            port=port,
            max_request_body_size=LARGEST_REQUEST,
            ident=None,
            threads=THREADS,
            # A long response waits in a temporary file until its reader takes it, so no thread waits for a slow reader.
            outbuf_high_watermark=LARGEST_WAITING,
            # The application trusts as many proxies as the settings say; waitress would drop what they report.
            clear_untrusted_proxy_headers=False,
        )
    except OSError as error:
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from None
    except ValueError:
        raise OSError(0, "is no address of this machine; give another --host", f"{host}:{port}") from None
    signal.signal(signal.SIGTERM, _stop)
    scheduler = nights.start(seconds) if seconds is not None else None
    address = f"[{web.effective_host}]" if ":" in web.effective_host else web.effective_host
    print(f"listening on http://{address}:{web.effective_port}", flush=True)
    try:
        web.run()
    finally:
        if scheduler is not None:
            scheduler.shutdown()


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)
