"""Legacy encodings: malformed bytes are decoded by the standard's rules.

Tests in browsers check the tables themselves.
"""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.counting.legacy_encoding_table import DIFFERENCES
from pdd_shared.counting.legacy_encodings import CODECS, decode
from pdd_shared.counting.search_engines import CHARSETS
from scripts.generate import legacy_encodings

DIFFERENT = {
    encoding: {
        (int(first, 16) + more).to_bytes(len(first) // 2)
        for first, points in DIFFERENCES.get(encoding, {}).items()
        for more in range(len(points.split()))
    }
    for encoding in CODECS
}
"""The sequences of each encoding that Python reads in another way than browsers."""


def test_every_charset_that_urls_name_is_supported() -> None:
    """The search engines' rules name only encodings that we can decode, and each of these encodings is used."""
    assert set(CHARSETS.values()) == set(CODECS)


@pytest.mark.parametrize(
    ("encoding", "data", "text"),
    [
        ("big5", b"\xb7P\xab_", "感冒"),
        ("big5", b"\x88\x62\x87\x7a", "\u00ca\u0304\u3875"),
        ("shift_jis", b"\xb6\xff\x95\x97\x95", "\uff76\ufffd風\ufffd"),
        ("euc-jp", b"\xad\xa1\x8f\xb0\xa1\x8f\xa2", "①丂\ufffd"),
        ("euc-jp", b"\x8f\xa1a\x8fa\x8f\x80a", "\ufffda\ufffda\ufffda"),
        ("gb18030", b"\x80\xfe\x59\x81\x30\x81\x30", "€龴\u0080"),
        ("gb18030", b"\x81\x30a\x81\x30\x81a\x81\x30\x81", "\ufffd0a\ufffd0乤\ufffd"),
        ("gb18030", b"\xfe\x39\xfe\x39a\x81\xff", "\ufffda\ufffd"),
        ("gb18030", b"\x81\x2f\x81\x30\x81\x3a\x81\x30", "\ufffd/\ufffd0\ufffd:\ufffd"),
        ("gb18030", b"\x81\x30\x80\x30\x81\x30\xff\x30", "\ufffd0€0\ufffd0\ufffd0"),
        ("gb18030", b"\x81\x30\x81\x2f\x81\x30\x81\x3a", "\ufffd0\ufffd/\ufffd0\ufffd:"),
        ("euc-jp", b"\x8f\xa0\xa1 \x8f\xff\xa1", "\ufffd\ufffd \ufffd\ufffd"),
        ("euc-jp", b"\xb0\xa1\x8f", "亜\ufffd"),
        ("euc-kr", b"\xb5\xb6\xc9a\xb5", "독\ufffda\ufffd"),
        ("windows-1255", b"\xf9\xca\xd9\x81", "ש\u05ba\ufffd\x81"),
    ],
)
def test_malformed_bytes_become_one_mark_and_spare_ascii(encoding: str, data: bytes, text: str) -> None:
    """Undefined bytes and broken sequences become one replacement character each, and the ASCII after them is kept."""
    assert decode(data, encoding) == text


LEADS = {
    "gb18030": {*range(0x81, 0xFF)},
    "big5": {*range(0x81, 0xFF)},
    "euc-kr": {*range(0x81, 0xFF)},
    "euc-jp": {0x8E, 0x8F, *range(0xA1, 0xFF)},
    "shift_jis": {*range(0x81, 0xA0), *range(0xE0, 0xFD)},
}
"""The bytes that begin a longer sequence, as the standard's decoders have them."""
WIDE_IN_BROWSERS = set("〜‖−¢£¬")
"""Characters whose bytes browsers read as Windows does: the full-width forms of the same signs."""


@pytest.mark.parametrize("encoding", sorted(CODECS))
def test_what_python_writes_is_read_as_python_reads_it(encoding: str) -> None:
    """All of Unicode is read as Python writes it, except the sequences that the table says browsers read
    differently.
    """
    wrong = set()
    for letter in map(chr, [*range(0xD800), *range(0xE000, 0x30000)]):
        with suppress(UnicodeEncodeError):
            data = letter.encode(CODECS[encoding])
            as_python = data.decode(CODECS[encoding])  # for some characters it writes the bytes of similar ones
            if decode(data, encoding) != as_python and data not in DIFFERENT[encoding]:
                wrong.add(letter)
    assert wrong == (WIDE_IN_BROWSERS if encoding == "euc-jp" else set())


@pytest.mark.parametrize("encoding", sorted(LEADS))
def test_only_leads_take_the_byte_after_them(encoding: str) -> None:
    """The byte 0xFF ends no sequence: after a lead byte it belongs to the malformed sequence, else it is one of its
    own.
    """
    taking = {byte for byte in range(0x80, 0x100) if len(decode(bytes([byte, 0xFF]), encoding)) == 1}
    assert taking == LEADS[encoding]


@given(st.sampled_from(sorted(CODECS)), st.binary(max_size=12))
def test_any_bytes_have_a_text(encoding: str, data: bytes) -> None:
    """Any bytes decode without an error, and no result contains half of a surrogate pair."""
    decode(data, encoding).encode()


@given(st.sampled_from(sorted(CODECS)), st.text(st.characters(max_codepoint=0x7F)), st.binary(max_size=8))
def test_ascii_before_other_bytes_stays(encoding: str, text: str, data: bytes) -> None:
    """ASCII decodes to itself, and does not change how the bytes after it are decoded."""
    assert decode(text.encode() + data, encoding) == text + decode(data, encoding)


def test_the_table_is_as_the_generator_writes_it() -> None:
    """The generated table equals what the generator writes. tests/extension/browser compares it with Chromium."""
    assert legacy_encodings.module(DIFFERENCES).is_fresh
