"""The texts for stores: there in all languages, as long as stores allow, and easy to read."""

import re
from pathlib import Path

import pytest

from tests.docs.reading_level import level, sentences_of
from tests.support.catalogue import LANGUAGES, texts_of

EXTENSION = Path(__file__).parents[2] / "extension"
SHORT = 132
"""Characters of a short description: Chrome's limit."""
LONG = 10_000
"""Characters of a long description: Edge's limit, the smallest of the stores'."""
GRADE = 8


def text(kind: str, language: str) -> str:
    """Return a text for the stores."""
    return (EXTENSION / "store" / kind / f"{language}.md").read_text("utf-8")


@pytest.mark.parametrize("kind", ["listing", "privacy-policy"])
def test_each_language_of_the_extension_has_each_text(kind: str) -> None:
    """No text is in some languages only, and the same headings and points are in each."""
    assert sorted(path.stem for path in (EXTENSION / "store" / kind).iterdir()) == LANGUAGES
    shapes = {tuple(re.findall(r"^(#+|-) ", text(kind, language), re.MULTILINE)) for language in LANGUAGES}
    assert len(shapes) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_listing_says_what_the_extension_says(language: str) -> None:
    """A listing has the extension's name, the short description of its manifest and its first title, word for word."""
    own, listing = texts_of("extension", language), text("listing", language)
    assert len(own["extension_description"]) <= SHORT
    assert len(listing) <= LONG
    said = ["extension_name", "extension_description"]
    said += ["intro_title", "intro", "keywords_private"]
    assert [name for name in said if own[name] not in listing] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_policy_says_what_a_server_that_cheats_could_do(language: str) -> None:
    """The privacy policy has the limit of the promise in the words that are read before a campaign is joined."""
    own, policy = texts_of("extension", language), text("privacy-policy", language)
    assert [name for name in ("terms_cohort_honest", "terms_cohort_cheats") if own[name] not in policy] == []


@pytest.mark.parametrize("kind", ["listing", "privacy-policy"])
def test_store_texts_are_easy(kind: str) -> None:
    """Donors read these texts before they install, so they need at most eight years of school."""
    assert level(sentences_of(text(kind, "en"))).grade <= GRADE
