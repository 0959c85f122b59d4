"""Each reason why a server gives no usable answer has its own error code, with real faulty servers."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic

import pytest
import trustme

from pdd_client.cli import main
from pdd_client.core.errors import Code
from pdd_client.gateways.server_http import server_http
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from pdd_client.gateways.server_http.server_http import LONGEST, ServerHttp
from tests.client.gateways.lying_servers import Serve, behind_tls, closed_port, page, saying, serving

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "donor" / "connection_errors.json").read_text(encoding="utf-8")
)
PORTAL = "<html><title>Welcome to the hotel</title>Sign in</html>"
ENDLESS = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


def code_at(address: str, longest: float = 20.0) -> Code | None:
    """Return the error code for this address."""
    with closing(ServerHttp(address, longest=longest)) as server, pytest.raises(ServerUnreachable) as caught:
        server.info()
    assert address in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.host == address.split("/")[2]
    return caught.value.code


@contextmanager
def trusted(authority: trustme.CA, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this computer trust the authority, as it trusts those of public servers."""
    context = server_http._tls.__wrapped__()
    authority.configure_trust(context)
    with monkeypatch.context() as patched:
        patched.setattr(server_http, "_tls", lambda: context)
        yield


def test_the_codes_are_those_of_the_vectors() -> None:
    """The extension has the same codes, and the same limit on a whole request."""
    assert VECTORS["seconds"] == LONGEST
    assert {one["code"] for one in VECTORS["errors"]} < set(Code)


def test_a_name_that_nobody_has() -> None:
    """An unknown host name has its own code; .invalid has no hosts (RFC 2606)."""
    assert code_at("https://pdd.example.invalid") == Code.UNKNOWN_HOST


def test_nobody_listens() -> None:
    """A port on which nobody listens has its own code."""
    assert code_at(f"https://127.0.0.1:{closed_port()}") == Code.NO_CONNECTION


@pytest.mark.parametrize("answer", [page("400 Bad Request", "<html>"), b"SSH-2.0-OpenSSH_9.2\r\n"], ids=["http", "ssh"])
def test_https_on_a_port_without_tls(answer: bytes) -> None:
    """HTTPS on a port without TLS has its own code."""
    with serving(saying(answer), "https") as address:
        assert code_at(address) == Code.NO_TLS


def test_http_on_a_port_with_tls() -> None:
    """HTTP on a port with TLS has its own code; only this computer's own servers can be asked that way."""
    with serving(behind_tls(saying(b""), "127.0.0.1", trustme.CA())) as address:
        assert code_at(address) == Code.BROKEN_ANSWER


def test_a_certificate_that_nobody_trusts() -> None:
    """A certificate that nobody trusts, as from a captive portal or a self-signed server, has its own code."""
    with serving(behind_tls(saying(page("200 OK", PORTAL)), "127.0.0.1", trustme.CA()), "https") as address:
        assert code_at(address) == Code.BAD_CERTIFICATE


def test_a_certificate_of_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A valid certificate for another name has its own code."""
    authority = trustme.CA()
    portal = behind_tls(saying(page("200 OK", PORTAL)), "portal.example.org", authority)
    with trusted(authority, monkeypatch), serving(portal, "https") as address:
        assert code_at(address) == Code.BAD_CERTIFICATE


@pytest.mark.parametrize(
    "answer",
    [
        page("200 OK", PORTAL),
        page("302 Found", "", "Location: https://portal.example.org/"),
        page("404 Not Found", "<html>"),
        page("511 Network Authentication Required", PORTAL),
    ],
    ids=["page", "redirect", "not found", "511"],
)
@pytest.mark.parametrize("encrypted", [False, True], ids=["http", "https"])
def test_another_website_or_a_captive_portal(answer: bytes, encrypted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A web page with any status, or a redirect, which is not followed, has the code of another website."""
    authority = trustme.CA()
    serve: Serve = saying(answer)
    if encrypted:
        serve = behind_tls(serve, "127.0.0.1", authority)
    with trusted(authority, monkeypatch), serving(serve, "https" if encrypted else "http") as address:
        assert code_at(address) == Code.FOREIGN_ANSWER


def test_a_proxy_before_a_server_that_is_down() -> None:
    """A proxy's error page before a server that is down has its own code."""
    with serving(saying(page("502 Bad Gateway", "<html>"))) as address:
        assert code_at(address) == Code.SERVER_ERROR


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", b"SSH-2.0-x\r\n" * 9])
def test_an_answer_that_breaks_off(answer: bytes) -> None:
    """An answer that breaks off, or is no HTTP, has its own code."""
    with serving(saying(answer)) as address:
        assert code_at(address) == Code.BROKEN_ANSWER


@pytest.mark.parametrize(
    ("start", "drip"),
    [
        (b"", b""),
        (b"HTTP/1.1 200 OK\r\nX: ", b"x"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", b"x"),
        (ENDLESS, b"1\r\nx\r\n"),
    ],
    ids=["silence", "headers", "body", "chunks"],
)
def test_an_answer_that_trickles(start: bytes, drip: bytes) -> None:
    """An answer that trickles, or never comes, ends at the limit for the whole request."""

    def serve(connection: socket.socket, over: object) -> None:
        saying(start, drip)(connection, over)  # type: ignore[arg-type]
        over.wait()  # type: ignore[attr-defined]

    with serving(serve) as address:
        begun = monotonic()
        assert code_at(address, longest=0.3) == Code.TOO_SLOW
        assert monotonic() - begun < 10


def test_tls_that_trickles() -> None:
    """The limit also ends a TLS handshake that trickles."""
    with serving(saying(b"\x16\x03\x03\x40\x00", b"x"), "https") as address:
        assert code_at(address, longest=0.3) == Code.TOO_SLOW


def test_an_endless_answer() -> None:
    """An endless answer is cut off at the largest length of any answer."""
    piece = b"%x\r\n" % 2**20 + bytes(2**20) + b"\r\n"
    with serving(saying(ENDLESS, piece, pause=0)) as address:
        assert code_at(address) == Code.ENDLESS_ANSWER


def test_an_answer_of_another_version() -> None:
    """JSON that this version does not understand has its own code."""
    with serving(saying(page("200 OK", '{"name": "x"}'))) as address:
        assert code_at(address) == Code.UNREADABLE_ANSWER


def test_a_portal_has_not_erased_anybody() -> None:
    """A page that answers 200 to everything is not taken for a server that erased the donor."""
    with serving(saying(page("200 OK", PORTAL))) as address, closing(ServerHttp(address)) as server:
        with pytest.raises(ServerUnreachable) as caught:
            server.erase("ab" * 32)
        assert caught.value.code == Code.FOREIGN_ANSWER


def test_the_command_line_says_which(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`join` names the fault and what to do in one line."""
    with serving(saying(page("200 OK", PORTAL))) as address:
        assert main(["--home", str(tmp_path / "home"), "join", address]) == 2
    assert "if your Wi-Fi asks you to sign in, do that first" in capsys.readouterr().err
