"""Legacy encodings: malformed bytes are decoded by the standard's rules.

Tests in browsers check the tables themselves.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.counting.legacy_encoding_table import DIFFERENCES
from pdd_shared.counting.legacy_encodings import CODECS, decode
from pdd_shared.counting.search_engine_table import CHARSETS
from scripts.generate import legacy_encodings


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
        ("euc-kr", b"\xb5\xb6\xc9a\xb5", "독\ufffda\ufffd"),
        ("windows-1255", b"\xf9\xca\xd9\x81", "ש\u05ba\ufffd\x81"),
    ],
)
def test_malformed_bytes_become_one_mark_and_spare_ascii(encoding: str, data: bytes, text: str) -> None:
    """Undefined bytes and broken sequences become one replacement character each, and the ASCII after them is kept."""
    assert decode(data, encoding) == text


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
