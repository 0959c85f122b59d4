"""Messages as browsers exchange them with native programs: JSON in UTF-8 after its length, four bytes of this machine.

developer.chrome.com/docs/extensions/develop/concepts/native-messaging, and MDN "Native messaging".
"""

import json
import struct
from collections.abc import Callable
from typing import Any

MAX_BYTES = 1_000_000
"""Of one message: browsers take a little more than that from a program, and a program need not take more."""

_LENGTH = struct.Struct("=I")

Read = Callable[[int], bytes]
"""As `read` of a blocking stream: fewer bytes than asked for, or none, at its end."""


class Ended(Exception):
    """The other side is gone, maybe in the middle of a message."""


class TooLarge(Exception):
    """What comes next is larger than MAX_BYTES: nothing after it can be read."""


class NotJson(Exception):
    """A whole message that is no JSON object; the next one can be read."""


def read_message(read: Read) -> dict[str, Any]:
    """The next message. Raises Ended, TooLarge, NotJson."""
    (length,) = _LENGTH.unpack(_exactly(read, _LENGTH.size))
    if length > MAX_BYTES:
        raise TooLarge
    try:
        message = json.loads(_exactly(read, length))
    except (ValueError, RecursionError):
        raise NotJson from None
    if not isinstance(message, dict):
        raise NotJson
    return message


def framed(message: dict[str, Any]) -> bytes:
    """The message as it travels; ValueError if it is too large."""
    data = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
    if len(data) > MAX_BYTES:
        raise ValueError("a message is too large")
    return _LENGTH.pack(len(data)) + data


def _exactly(read: Read, size: int) -> bytes:
    data = b""
    while len(data) < size:
        if not (more := read(size - len(data))):
            raise Ended
        data += more
    return data
