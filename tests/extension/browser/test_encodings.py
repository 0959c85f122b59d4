"""Text in URLs is decoded alike by Python and real browsers: every byte pair, broken bytes, random URLs."""

from collections.abc import Iterator
from itertools import product
from random import Random  # noqa: TID251 - made-up URLs are no secret
from urllib.parse import quote_from_bytes

import pytest

from pdd_shared.counting.legacy_encodings import CODECS, LEADS, decode
from scripts.generate.legacy_encodings import sequences
from tests.extension.browser.drivers.protocol import DECODE, SEARCHES, Ask, in_chromium, in_firefox
from tests.extension.counting.random_urls import CHARSETS, random_url, searched

# Firefox's driver leaves a socket of its own to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
ENCODINGS = sorted(CODECS)
LONGEST = 2


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def ask(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Return one browser for all tests of this module, then the other."""
    if request.param == "chromium":
        with in_chromium() as asked:
            yield asked
        return
    with in_firefox(tmp_path_factory.mktemp("firefox") / "profile") as asked:
        yield asked


def differences(ask: Ask, encoding: str, data: list[bytes]) -> list[tuple[str, str, str]]:
    """Return the bytes that browser and Python decode differently, with both results."""
    found = ask(DECODE, [encoding, [each.hex() for each in data]])
    ours = [decode(each, encoding) for each in data]
    return [(each.hex(), *texts) for each, *texts in zip(data, found, ours, strict=True) if texts[0] != texts[1]]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_byte_and_pair_of_bytes_is_read_alike(ask: Ask, encoding: str) -> None:
    """All single bytes, and all pairs that begin with a non-ASCII byte, even undefined ones, are decoded alike."""
    data = [bytes([byte]) for byte in range(256)]
    data += map(bytes, product(range(0x80, 0x100), range(0x100)))
    assert differences(ask, encoding, data) == []


@pytest.mark.parametrize("encoding", ["euc-jp", "gb18030"])
def test_longer_sequences_are_read_alike(ask: Ask, encoding: str) -> None:
    """All of JIS X 0212, and the four-byte sequences of the first planes and every 97th of the others, are decoded
    alike.
    """
    longer = [each for each in sequences(encoding) if len(each) > LONGEST]
    data = [each for at, each in enumerate(longer) if encoding == "euc-jp" or each[0] < 0x85 or at % 97 == 0]
    assert len(data) > 8000
    assert differences(ask, encoding, data) == []


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_broken_bytes_are_read_alike(ask: Ask, encoding: str) -> None:
    """Random bytes, mostly those that begin, continue and break sequences, are decoded alike."""
    random = Random(encoding)
    kinds = [*b"\x30\x39\x41\x7e\x80\x81\x8e\x8f\xa0\xa1\xe0\xfc\xfd\xfe\xff", *LEADS.get(encoding, ())]
    data = [bytes(random.choices(kinds, k=random.randint(1, 9))) for _ in range(5000)]
    assert differences(ask, encoding, data) == []


def test_random_urls_are_read_alike(ask: Ask) -> None:
    """URLs of all engines with random, broken and oddly written parts, with or without a charset, are read alike."""
    random = Random(9)
    urls = [random_url(random, CHARSETS, [quote_from_bytes(random.randbytes(3)), "%B8%D0"]) for _ in range(6000)]
    found = ask(SEARCHES, urls)
    assert [each for each in zip(urls, found, map(searched, urls), strict=True) if each[1] != each[2]] == []
    assert sum(each is not None for each in found) > len(urls) // 10
