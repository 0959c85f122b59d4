"""A gate before the server on this computer: it records what donors send, and can lose any request or its answer."""

import http.client
import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from time import sleep
from urllib.parse import urlsplit

import trustme

from tests.support.processes.timeouts import PATIENCE

_OF_CONNECTIONS = ("connection", "content-length", "date", "host", "server", "transfer-encoding")


@dataclass
class Gate:
    """`url` leads to the server; `sent` has the bodies by method and path, in order; `asked` has all headers.

    A request with a body has two moments: it is "asked", before the server gets it, and "answered", before the donor
    gets the answer. While the gate watches, it holds each moment once: `held` is the one at which it holds a request,
    which is then lost. Each answer takes `slowness` seconds longer than the server's.
    """

    server: str
    url: str = ""
    sent: dict[str, list[bytes]] = field(default_factory=dict)
    asked: list[tuple[str, Message]] = field(default_factory=list)
    held: str = ""
    slowness: float = 0
    _watching: bool = False
    _seen: set[str] = field(default_factory=set)
    _changed: Condition = field(default_factory=Condition)

    def watch(self) -> None:
        """Hold requests from now on, also at moments that were held before."""
        with self._changed:
            self._watching, self._seen = True, set()

    def lose(self) -> None:
        """Lose the held request."""
        with self._changed:
            self.held = ""
            self._changed.notify_all()

    def is_lost(self, moment: str) -> bool:
        """Return whether the request was held here, which ends it."""
        with self._changed:
            if not self._watching or moment in self._seen:
                return False
            self._seen.add(moment)
            self.held = moment
            return self._changed.wait_for(lambda: not self.held, PATIENCE)


@contextmanager
def gate(server: str, *, tls: bool = False) -> Iterator[Gate]:
    """Open the gate for the block; with `tls` it has a certificate that no browser trusts."""
    made = Gate(server)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            what = f"{self.command} {self.path}"
            made.asked.append((what, self.headers))
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if body:
                made.sent.setdefault(what, []).append(body)
                if made.is_lost(f"{what}: asked"):
                    return
            sleep(made.slowness)
            status, headers, answer = _answer(server, self, body)
            if body and made.is_lost(f"{what}: answered"):
                return
            # Who asked may have been stopped meanwhile.
            with suppress(BrokenPipeError, ConnectionResetError):
                self.send_response_only(status)
                for name, value in [*headers, ("Content-Length", str(len(answer)))]:
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer)

        do_OPTIONS = do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815

        def log_message(self, format: str, *arguments: object) -> None:
            """Write no log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        made.url = f"http://127.0.0.1:{listener.server_address[1]}"
        if tls:
            made.url = f"https://localhost:{listener.server_address[1]}"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            trustme.CA().issue_cert("localhost").configure_cert(context)
            listener.socket = context.wrap_socket(listener.socket, server_side=True)
        Thread(target=listener.serve_forever, daemon=True).start()
        try:
            yield made
        finally:
            made.lose()
            listener.shutdown()


def _answer(server: str, request: BaseHTTPRequestHandler, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
    connection = http.client.HTTPConnection(urlsplit(server).netloc, timeout=PATIENCE)
    connection.request(request.command, request.path, body or None, dict(_kept(request.headers.items())))
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, _kept(answer.getheaders()), content


def _kept(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name.lower() not in _OF_CONNECTIONS]
