"""Sends a mail through the mail server that the settings name (RFC 5321), over TLS unless it is on this computer."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from pathlib import Path

from pdd_server.config import Mail

_PATIENCE = 10.0
"""The most seconds to wait for each answer of the mail server."""
_LASTING = 500
"""From this code on, a mail server's refusal is for good (RFC 5321, section 4.2.1)."""
_CLOSES = 421
"""The code of a mail server that is about to stop, whatever it was asked (RFC 5321, section 3.8)."""


class Unsent(Exception):
    """A mail that was not sent.

    The text says why in one line, without an address or anything of the mail.

    Attributes:
        lasting: Whether trying again would not help, because the mail server does not take this mail.
        only_this: Whether the mail server may take mails for others, because it refused the recipient or the text.
    """

    def __init__(self, reason: str, *, lasting: bool = False, only_this: bool = False) -> None:
        """Keep why."""
        super().__init__(reason)
        self.lasting, self.only_this = lasting, only_this


def send(settings: Mail, message: EmailMessage) -> None:
    """Hand a mail over to the mail server.

    Raises:
        Unsent: It can't be reached, or doesn't take the mail.
    """
    place = f"{settings.host}:{settings.port}"
    try:
        with _connected(settings) as smtp:
            smtp.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        (code, _), *_rest = error.recipients.values()
        raise _refused(f"{place} refused the recipient ({code})", code) from None
    except smtplib.SMTPDataError as error:
        raise _refused(f"{place} refused the text ({error.smtp_code})", error.smtp_code) from None
    except smtplib.SMTPNotSupportedError:
        raise Unsent(f"{place} lacks what this mail needs", lasting=True) from None
    except smtplib.SMTPResponseException as error:
        raise Unsent(f"{place} answered {error.smtp_code}") from None
    except (OSError, smtplib.SMTPException) as error:
        raise Unsent(f"{place} can't be used: {type(error).__name__}") from None


def _refused(reason: str, code: int) -> Unsent:
    """Return the error for an answer to a recipient or to the text of a mail."""
    return Unsent(reason, lasting=code >= _LASTING, only_this=code != _CLOSES)


@contextmanager
def _connected(settings: Mail) -> Iterator[smtplib.SMTP]:
    """Connect, encrypt and sign in as the settings say."""
    password, context = _password(settings), _context(settings)
    if settings.security == "tls":
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(settings.host, settings.port, timeout=_PATIENCE, context=context)
    else:
        smtp = smtplib.SMTP(settings.host, settings.port, timeout=_PATIENCE)
    try:
        try:
            if settings.security == "starttls":
                smtp.starttls(context=context)
            if settings.user:
                smtp.login(settings.user, password)
        except smtplib.SMTPNotSupportedError:
            # Somebody on the way may have taken the offer out, or the settings may be wrong. Neither is for good.
            raise Unsent(f"{settings.host}:{settings.port} lacks the encryption or sign-in of [mail]") from None
        yield smtp
    finally:
        # A mail that was taken is sent, however the farewell goes: trying it again would send it twice.
        with suppress(OSError, smtplib.SMTPException):
            smtp.quit()
        smtp.close()


def _password(settings: Mail) -> str:
    if settings.password_file is None:
        return ""
    try:
        return Path(settings.password_file).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise Unsent(f"password_file {settings.password_file} can't be read: {type(error).__name__}") from None


def _context(settings: Mail) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=settings.ca_file)
    except OSError as error:
        raise Unsent(f"ca_file {settings.ca_file} can't be used: {type(error).__name__}") from None
