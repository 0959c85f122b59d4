"""The words of a search: vectors derived from the Unicode standard, and properties that hold for any text."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.counting.tokenizer import pieces, visible, words

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "counting" / "tokenizer.json").read_text(encoding="utf-8")
)

# Letters whose case, composition or spacing is special, beside any text at all.
delicate = st.text(
    st.sampled_from("Σσς\u0130iI\u0307\u0301\u0323\u00df\u1e9eAé1\u0661流ーカ\u0e44\u0e49\u200d\u034f\u3164\ufdfa .'+")
)
texts = st.one_of(st.text(), delicate)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["why"])
def test_vectors(vector: dict[str, Any]) -> None:
    """The tokenizer gives the words that the shared vectors state, which were derived by hand."""
    assert words(vector["text"]) == tuple(vector["words"])


@given(texts)
def test_stable(text: str) -> None:
    """Tokenizing a word gives the same word, so a label that is read back is the same label."""
    assert words(" ".join(words(text))) == words(text)


@given(texts, texts)
def test_a_space_separates(before: str, after: str) -> None:
    """A space separates: the words on one side do not depend on the text on the other."""
    assert words(f"{before} {after}") == words(before) + words(after)


@given(texts)
def test_invisible_characters_change_no_word(text: str) -> None:
    """A joiner, which is not displayed, changes no word, between any two characters."""
    shown = visible(text)
    assert words("\u200d".join(shown)) == words(shown) == words(text)


@given(texts)
def test_pieces_make_up_the_word(text: str) -> None:
    """The pieces of a word make up the whole word, and any run of pieces is split into the same pieces again."""
    for word in words(text):
        parts = pieces(word)
        assert "".join(parts) == word
        assert all(pieces("".join(parts[start:])) == parts[start:] for start in range(len(parts)))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("flu", ("flu",)),
        ("h1n1", ("h1n1",)),
        ("流感flu2023", ("流", "感", "flu2023")),
        ("2023年1月", ("2023", "年", "1", "月")),
        ("インフルエンザー", ("イ", "ン", "フ", "ル", "エ", "ン", "ザ", "ー")),
        ("〆切ーーa", ("〆", "切", "ー", "ー", "a")),
        ("ไข้", ("ไ", "ข้")),
        ("၂၀၁၉", ("၂၀၁၉",)),
        ("か\u3099b\u0301", ("か\u3099", "b\u0301")),
        ("독감은", ("독감은",)),
    ],
)
def test_pieces(word: str, expected: tuple[str, ...]) -> None:
    """In scripts without spaces each letter with its marks is a piece; other letters and all digits stay together."""
    assert pieces(word) == expected
