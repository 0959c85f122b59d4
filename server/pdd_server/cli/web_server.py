"""Serving a data folder: one process with the web server and the scheduler of the nights."""

import logging
import signal
from types import FrameType

from waitress.server import create_server  # type: ignore[import-untyped]

from pdd_server.jobs.schedule import NightlySchedule
from pdd_server.services.concurrency_limit import THREADS
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app

LARGEST_REQUEST = 4 << 20
"""Bytes a request may have before it reaches the application, which refuses most of that as a problem."""
LARGEST_WAITING = 256 << 20
"""Bytes of an answer that may wait for its reader, on disk from the first megabyte on."""
# Waitress warns at every request that finds all threads busy, so a busy minute would bury the rest of the log.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def run(server: Deployment, host: str, port: int, seconds: float | None) -> None:
    """Serve until SIGTERM or SIGINT; the night that is due runs first, and then is looked for every so many seconds.

    With `seconds` None nights are left to others. Prints one line with the address, the port the system chose where
    `port` is 0.
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
            # A long answer goes into a temporary file until its reader takes it: no thread waits for a slow one.
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
