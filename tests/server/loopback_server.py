"""A real HTTP server on loopback, in a thread of this process."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

from flask import Flask
from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import create_server  # type: ignore[import-untyped]


@contextmanager
def listening(app: Flask) -> Iterator[str]:
    """Serve this application while the block runs, and return its address.

    Its own thread closes the sockets. Closed from outside while that thread waits for them, they end it with an error
    that pytest blames on whichever test is running.
    """
    channels = dict[int, Any]()
    web = create_server(app, map=channels, host="127.0.0.1", port=0, ident=None, clear_untrusted_proxy_headers=False)
    thread = Thread(target=web.run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{web.effective_port}"
    finally:
        # Its thread may have been woken by something else, and closed everything before it is woken here.
        with suppress(OSError):
            web.trigger.pull_trigger(lambda: _close_all(channels))
        thread.join()
        web.task_dispatcher.shutdown()


def _close_all(channels: dict[int, Any]) -> None:
    """Close the listening sockets, and each connection with the files that it has not sent yet.

    A browser that ends may have asked for a picture that it never reads. `close_all` alone would leave its file open.
    """
    for channel in [one for one in channels.values() if isinstance(one, HTTPChannel)]:
        channel.handle_close()
    wasyncore.close_all(channels)
