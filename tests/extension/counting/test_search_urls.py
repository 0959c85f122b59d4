"""Random URLs in JavaScript compared with Python; test_encodings.py does it for legacy charsets in browsers."""

from random import Random  # noqa: TID251 - made-up URLs are no secret

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extension.counting.random_urls import random_url, searched
from tests.extension.javascript import answers

# Node.js decodes legacy charsets in ways of its own.
CHARSETS = ("utf-8", "utf8", "utf-16", "unknown", "\u212aOI8-R", "")
# Half a surrogate pair cannot be sent to a browser, but to Node.js.
HALVES = ("\ud83d", "\udc00")


@given(st.integers(0, 2**32).map(Random))
@settings(max_examples=5)
def test_both_languages_read_the_same_off_random_urls(random: Random) -> None:
    """URLs of all engines with random, broken and oddly written parts give the same search, or none, in both
    languages.
    """
    urls = [whole(random_url(random, CHARSETS, HALVES)) for _ in range(3000)]
    found = [answer["done"] for answer in answers(*(("counting/search_urls", "parseSearchUrl", url) for url in urls))]
    assert [each for each in zip(urls, found, map(searched, urls), strict=True) if each[1] != each[2]] == []
    assert sum(each is not None for each in found) > len(urls) // 10


def whole(text: str) -> str:
    """Return the text with adjacent surrogate halves combined, as JSON and JavaScript do."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
