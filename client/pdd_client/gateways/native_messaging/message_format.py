"""The format in which browsers exchange messages with native programs.

A message is its length in four bytes, in this machine's byte order, and then JSON in UTF-8.

Source: developer.chrome.com/docs/extensions/develop/concepts/native-messaging, and MDN "Native messaging".
"""

import json
import struct
from collections.abc import Callable
from typing import Any

BRIDGE_VERSION = 4
"""The version of the messages between app and extension.

It grows when one side could no longer read the other's searches. The extension has the same number in
`src/extension_bridge/app_connection.js`.
"""
MAX_BYTES = 1_000_000
"""Limit of one message's JSON. Browsers accept at most 1 MiB from a program, which is a little more."""

_LENGTH = struct.Struct("=I")

Read = Callable[[int], bytes]
"""Reads up to so many bytes, like `read` of a blocking stream; at the stream's end it returns none."""


class Ended(Exception):
    """The other side has closed the stream, perhaps in the middle of a message."""


class TooLarge(Exception):
    """The next message is longer than MAX_BYTES. It is not read, so nothing after it can be read either."""


class NotJson(Exception):
    """A complete message is not a JSON object; the next message can still be read."""


def read_message(read: Read) -> dict[str, Any]:
    """Read and return the next message.

    Raises:
        Ended: the stream has ended.
        TooLarge: the message is longer than MAX_BYTES.
        NotJson: the message is not a JSON object.

    """
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
    """Return a message with its length, as bytes to send.

    Raises:
        ValueError: the message is longer than MAX_BYTES, or holds NaN or infinity.

    """
    data = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
    if len(data) > MAX_BYTES:
        raise ValueError("a message is too large")
    return _LENGTH.pack(len(data)) + data


def _exactly(read: Read, size: int) -> bytes:
    """Read exactly so many bytes; raise Ended if the stream ends before."""
    data = b""
    while len(data) < size:
        if not (more := read(size - len(data))):
            raise Ended
        data += more
    return data
