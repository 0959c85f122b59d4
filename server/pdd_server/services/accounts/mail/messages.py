"""The texts of mails. They are plain text, name the server that sends them and why, and load nothing."""

from dataclasses import dataclass
from datetime import datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid


@dataclass(frozen=True)
class Sender:
    """The server as the sender of a mail.

    Attributes:
        name: The server's name.
        address: Its mail address.
    """

    name: str
    address: str


_FAREWELL = """\
This mail was sent by {name}, because {why}. It is sent by a program, which reads no answers. \
If you have questions, ask an administrator of that server.
"""


def invitation(sender: Sender, recipient: str, link: str, sent: datetime) -> EmailMessage:
    """Return the mail with an invitation's link.

    Args:
        sender: The server.
        recipient: The e-mail address that was invited.
        link: The link, with its secret.
        sent: The server's time.

    Raises:
        ValueError: No mail can be sent to this address.
    """
    text = (
        f"You are invited to {sender.name}, or your account there is to be set up anew.\n\n"
        "Open this link within seven days. It works once. Whoever has it can use it, so forward it to nobody.\n\n"
        f"{link}\n"
    )
    subject = f"Your invitation to {sender.name}"
    return _message(sender, recipient, subject, text, "an administrator of it invited you", sent)


def notice(sender: Sender, recipient: str, subject: str, sentence: str, at: datetime, sent: datetime) -> EmailMessage:
    """Return the mail that tells somebody of a change of their account.

    Args:
        sender: The server.
        recipient: The account's e-mail address.
        subject: What happened, in a few words.
        sentence: The same in a sentence.
        at: When it happened, aware.
        sent: The server's time.

    Raises:
        ValueError: No mail can be sent to this address.
    """
    text = (
        f"{at:%Y-%m-%d %H:%M} UTC, {sender.name}\n\n{sentence}\n\n"
        "If this was you, or you know of it, there is nothing to do. Otherwise change your password now, "
        "end your other sessions, and tell an administrator of that server.\n"
    )
    return _message(sender, recipient, subject, text, "you have an account there", sent)


def _message(sender: Sender, recipient: str, subject: str, text: str, why: str, sent: datetime) -> EmailMessage:
    # `Address` refuses whatever is not exactly one address, so a strange one can't add recipients or headers.
    try:
        source, target = Address(sender.name, addr_spec=sender.address), Address(addr_spec=recipient)
    except (MessageError, ValueError):
        raise ValueError("this is not one mail address") from None
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = source, target, subject
    message["Date"] = format_datetime(sent)
    message["Message-ID"] = make_msgid(domain=source.domain)  # without a domain it would tell this machine's name
    message["Auto-Submitted"] = "auto-generated"  # so that nobody's absence is answered (RFC 3834)
    message.set_content(f"{text}\n{_FAREWELL.format(name=sender.name, why=why)}")
    return message
