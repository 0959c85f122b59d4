"""A real SMTP server on loopback with TLS and passwords, which keeps what it is sent."""

import asyncio
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from threading import Event, Thread
from typing import Any

import trustme
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword

PASSWORD = "mail password"


@dataclass
class MailServer:
    """A mail server, and what it has got.

    Attributes:
        settings: The section [mail] of a server's settings that uses it.
        refusal: What it answers to each recipient instead of taking mail; empty if it takes mail.
        refused: What it answers to some recipients, by the command, RCPT or DATA, and the address.
        got: The mails that it took.
    """

    settings: dict[str, Any]
    refusal: str = ""
    refused: dict[tuple[str, str], str] = field(default_factory=dict)
    got: list[EmailMessage] = field(default_factory=list)

    # aiosmtpd looks its hooks up by these names.
    async def handle_RCPT(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Envelope, address: str, _options: Any
    ) -> str:
        """Take a recipient, or refuse it."""
        if refusal := self.refused.get(("RCPT", address), self.refusal):
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:  # noqa: N802
        """Keep a mail."""
        if refusal := self.refused.get(("DATA", envelope.rcpt_tos[0])):
            return refusal
        content = envelope.content
        assert isinstance(content, bytes)
        message = message_from_bytes(content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        assert envelope.rcpt_tos == [str(message["To"])]
        self.got.append(message)
        return "250 OK"


@contextmanager
def mail_server(folder: Path, security: str = "starttls") -> Iterator[MailServer]:
    """Serve mail on a free port while the block runs, to clients that encrypt and know the password.

    Args:
        folder: Where the password and the certificate are written.
        security: `starttls`, `tls`, or `none` for a server that offers no encryption.
    """
    authority = trustme.CA()
    (folder / "password").write_text(PASSWORD + "\n")
    authority.cert_pem.write_to_path(folder / "ca.pem")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)
    files = {"password_file": str(folder / "password"), "ca_file": str(folder / "ca.pem")}
    known = {"host": "localhost", "security": security, "user": "pdd", "sender": "pdd@example.org", **files}
    found = MailServer(known)

    def session() -> SMTP:
        is_late = security == "starttls"  # with `tls` the connection is encrypted before the session begins
        starting = {"tls_context": context, "require_starttls": True} if is_late else {}
        return SMTP(found, auth_required=is_late, auth_require_tls=is_late, authenticator=_knows, **starting)

    ready, ports, stop = Event(), list[int](), Stop()
    at_once = context if security == "tls" else None
    thread = Thread(target=lambda: asyncio.run(_serve(session, at_once, ports, ready, stop)))
    thread.start()
    ready.wait()
    known["port"] = ports[0]
    try:
        yield found
    finally:
        stop.set()
        thread.join()


class Stop:
    """Ends the mail server's loop, from another thread."""

    def __init__(self) -> None:
        """Begin without a loop."""
        self.event = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    def set(self) -> None:
        """End it."""
        assert self.loop
        self.loop.call_soon_threadsafe(self.event.set)


async def _serve(
    session: Callable[[], SMTP], at_once: ssl.SSLContext | None, ports: list[int], ready: Event, stop: Stop
) -> None:
    stop.loop = asyncio.get_running_loop()
    web = await stop.loop.create_server(session, "127.0.0.1", 0, ssl=at_once)
    ports.append(web.sockets[0].getsockname()[1])
    ready.set()
    await stop.event.wait()
    web.close()


def _knows(_server: Any, _session: Any, _envelope: Any, _mechanism: str, given: Any) -> AuthResult:
    right = isinstance(given, LoginPassword) and given == LoginPassword(b"pdd", PASSWORD.encode())
    return AuthResult(success=right, handled=False)
