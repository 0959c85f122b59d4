"""Entries of vocabularies and blocked words in JavaScript compared with Python on random text."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.counting.entries import Entry, KeywordIndex, VocabularyError, parse_entry
from tests.extension.javascript import answers

# What the languages call a space or a letter differs: separators of files, the next line, marks of byte order.
PIECES = [
    *("flu", "Fever", "流感", "ﬂu", "İ", "Σ", "1", "²", "\u0301", "\U0001f912", "x" * 60, "a b c d e f g h i"),
    *("flu index: any of ", ": any of ", "：", "Any", "of", ",", ", ", "，", "、", "(", "é", "/"),
    *("+", " + ", "＋", '"', '"', '"', "“", "”", "„", "«", "»", "＂", "'"),
    *(" ", "\t", "\n", "\r", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\xa0", "\x00", "\x7f"),
    *("\u1680", "\u180e", "\u2003", "\u2028", "\u2029", "\u200b", "\u202f", "\u205f", "\u2060", "\u3000", "\ufeff"),
]
texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=7).map("".join)


def in_python(text: str) -> dict[str, Any]:
    try:
        entry = parse_entry(text)
    except VocabularyError:
        return {"error": "VocabularyError"}
    return {"done": described(entry)}


def described(entry: Entry) -> dict[str, Any]:
    """Return an entry as the extension represents it."""
    common = {"words": list(entry.words), "label": entry.label, "text": entry.text}
    if isinstance(entry, KeywordIndex):
        return {"kind": "index", "keywords": [described(keyword) for keyword in entry.keywords], **common}
    return {"kind": entry.kind, **common}


@given(st.lists(texts, min_size=300, max_size=300))
@settings(max_examples=8)
def test_both_languages_read_the_same_entries(written: list[str]) -> None:
    """Random text gives the same entry, or is refused, in both languages."""
    written += [
        f"{edge}{text}{edge}" for edge in PIECES for text in ('"flu"', "flu + fever", "flu index: any of flu, fever")
    ]
    found = answers(*(("counting/entries", "parseEntry", text) for text in written))
    assert [each for each in zip(written, found, map(in_python, written), strict=True) if each[1] != each[2]] == []
