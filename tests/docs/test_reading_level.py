"""What donors read is easy to read, and the first page is short."""

import tomllib
from pathlib import Path

import pytest

from tests.docs.reading_level import level, sentences_of, syllables
from tests.support.catalogue import texts_of

ROOT = Path(__file__).parents[2]
MOST = 8
"""The highest grade for texts that donors read."""


def test_donors_guide_is_easy() -> None:
    """The guide for donors needs at most eight years of school."""
    assert level(sentences_of((ROOT / "docs/guides/donor.md").read_text("utf-8"))).grade <= MOST


def test_extensions_texts_are_easy() -> None:
    """The extension's English texts need at most eight years of school, sentence by sentence."""
    texts = [sentence for text in texts_of("extension", "en").values() for sentence in sentences_of(text)]
    assert level(texts).grade <= MOST


def test_texts_of_the_page_to_join_by_are_easy() -> None:
    """The English texts of a study's page need at most eight years of school, and so do those that can be seen first.

    The texts come with names and numbers left out, as the words of a campaign are its researcher's.
    """
    texts = tomllib.loads((ROOT / "server/pdd_server/web/public/join/texts/en.toml").read_text("utf-8"))
    said = [sentence for text in texts.values() if isinstance(text, str) for sentence in sentences_of(text)]
    first = ("counted_day", "leaves_text", "sure_but", "almost_sure", "high", "time_text", "end", "click_icon")
    assert level(said).grade <= MOST
    assert level(sentence for name in first for sentence in sentences_of(texts[name])).grade <= MOST


def test_first_page_is_short() -> None:
    """The README has at most 80 lines."""
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 80


@pytest.mark.parametrize(
    ("word", "count"), [("cat", 1), ("searches", 2), ("counted", 2), ("computer", 3), ("privacy", 3), ("made", 1)]
)
def test_syllables(word: str, count: int) -> None:
    """Silent endings don't count."""
    assert syllables(word) == count


def test_a_hard_text_is_seen() -> None:
    """A sentence of a scientific paper exceeds the bound, and code and tables are not counted."""
    hard = "The heterogeneous composition of private mechanisms necessitates considerable sophistication."
    assert level([hard]).grade > MOST
    assert sentences_of("# Title\n\nOne is. Two are.\n\n| a | b |\n\n```\ncode here\n```\n") == ["One is.", "Two are."]
