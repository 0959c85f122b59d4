"""Native messaging: messages as browsers frame them."""

import json
import struct
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_client.gateways.native_messaging.message_format import (
    MAX_BYTES,
    Ended,
    NotJson,
    TooLarge,
    framed,
    read_message,
)

JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=4))


class Dripping(BytesIO):
    """A stream that gives one byte at a time."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(min(size or 0, 1))


@given(st.lists(st.dictionaries(st.text(), JSON), max_size=4))
def test_messages_come_as_they_were_sent(messages: list[dict[str, object]]) -> None:
    """Messages arrive as they were framed, in order, in whatever pieces; then the stream ends."""
    stream = Dripping(b"".join(map(framed, messages)))
    assert [read_message(stream.read) for _ in messages] == messages
    with pytest.raises(Ended):
        read_message(stream.read)


@pytest.mark.parametrize("data", [b"{", b"[]", b"1", b'"text"', b"\xff", b"[" * 100_000, b"nothing"])
def test_a_message_that_is_no_object_is_reported(data: bytes) -> None:
    """A message that is no JSON object is reported as that, and the next one is read."""
    stream = BytesIO(struct.pack("=I", len(data)) + data + framed({"next": 1}))
    with pytest.raises(NotJson):
        read_message(stream.read)
    assert read_message(stream.read) == {"next": 1}


def test_the_largest_message_is_bounded() -> None:
    """The largest message is read; one byte more is refused before reading, and is not written either."""
    text = "x" * (MAX_BYTES - len(json.dumps({"a": ""}, separators=(",", ":"))))
    assert read_message(BytesIO(framed({"a": text})).read) == {"a": text}
    with pytest.raises(ValueError, match="too large"):
        framed({"a": text + "x"})
    with pytest.raises(TooLarge):
        read_message(BytesIO(struct.pack("=I", MAX_BYTES + 1)).read)


@pytest.mark.parametrize("cut", [1, 3, 4, 6])
def test_a_line_that_ends_within_a_message_has_ended(cut: int) -> None:
    """A stream that ends within a length or a message ends without a message."""
    with pytest.raises(Ended):
        read_message(BytesIO(framed({"a": 1})[:cut]).read)
