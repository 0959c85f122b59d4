"""Faulty servers on loopback: real sockets, each with a function that handles a client."""

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

import trustme

Serve = Callable[[socket.socket, Event], None]
"""Does what the server does with one connection, until the event says that the test is over."""


@contextmanager
def serving(serve: Serve, scheme: str = "http") -> Iterator[str]:
    """Serve each connection with this function, and return the address."""
    over = Event()

    def accept(listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                if over.is_set():
                    return connection.close()
                with connection, suppress(OSError):
                    serve(connection, over)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        thread = Thread(target=accept, args=(listener,))
        thread.start()
        try:
            yield f"{scheme}://127.0.0.1:{port}"
        finally:
            over.set()
            socket.create_connection(("127.0.0.1", port)).close()  # wakes who still accepts
            thread.join()


def saying(answer: bytes, drip: bytes = b"", pause: float = 0.02) -> Serve:
    """Return a handler that answers this, and then repeats a few bytes for ever if any are given."""

    def serve(connection: socket.socket, over: Event) -> None:
        connection.recv(65536)
        connection.sendall(answer)
        while drip and not over.wait(pause):
            connection.sendall(drip)

    return serve


def page(status: str, body: str, *headers: str) -> bytes:
    """Return a whole answer that is a web page."""
    lines = [f"HTTP/1.1 {status}", "Content-Type: text/html", f"Content-Length: {len(body)}", "Connection: close"]
    return "\r\n".join([*lines, *headers, "", body]).encode()


def behind_tls(serve: Serve, name: str, authority: trustme.CA) -> Serve:
    """Return the same server behind TLS, with a certificate for this name."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)

    def encrypted(connection: socket.socket, over: Event) -> None:
        with context.wrap_socket(connection, server_side=True) as wrapped:
            serve(wrapped, over)

    return encrypted


def closed_port() -> int:
    """Return a port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
