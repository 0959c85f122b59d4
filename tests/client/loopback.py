"""Serves the tests' server in memory over HTTP, for other processes."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx

from tests.client.fakes import FakeServer


@contextmanager
def listening(server: FakeServer) -> Iterator[str]:
    """Return the server's address on loopback while it listens."""

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = list(self.headers.items())
            request = httpx.Request(self.command, f"http://x{self.path}", headers=headers, content=body)
            try:
                answer = server.handle(request)
            except httpx.TransportError:
                return  # the server is down, or its answer is lost
            try:
                self.send_response(answer.status_code)
                self.send_header("Content-Length", str(len(answer.content)))
                if tag := answer.headers.get("ETag"):
                    self.send_header("ETag", tag)
                self.end_headers()
                self.wfile.write(answer.content)
            except (BrokenPipeError, ConnectionResetError):
                pass  # the other side was killed

        do_GET = do_POST = do_PUT = do_DELETE = _answer  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        thread = Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.server_address[1]}"
        finally:
            listener.shutdown()
            thread.join()
