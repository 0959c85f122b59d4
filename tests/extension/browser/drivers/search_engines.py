"""Search engines on this computer: pages under the engines' names, for a browser told where the names lead."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import trustme

NAMES = ("www.google.com", "www.google.co.uk", "duckduckgo.com", "www.bing.com", "www.ecosia.org")


class ResultPage(BaseHTTPRequestHandler):
    """Answers any request with a page titled with the query, like a result page."""

    def do_GET(self) -> None:
        query = parse_qs(urlsplit(self.path).query).get("q", ["no search"])[0]
        page = f"<!doctype html><title>{escape(query)} - Search</title><h1>Results</h1>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *arguments: object) -> None:
        """Write no log."""


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler] = ResultPage) -> Iterator[int]:
    """Return the port where the engines answer by TLS, while the block runs."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trustme.CA().issue_cert(*NAMES).configure_cert(context)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
