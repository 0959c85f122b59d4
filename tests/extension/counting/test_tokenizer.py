"""The words of texts and of queries in JavaScript compared with Python's on random text."""

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.counting.query_words import fold, searched
from pdd_shared.counting.tokenizer import pieces, words
from tests.extension.javascript import node, run

# Null for texts with code points that this Node's Unicode version does not assign: only common ground is compared.
SPLIT = """
import { readFileSync } from "node:fs";
import { fold, searched } from "./src/counting/query_words.js";
import { pieces, words } from "./src/counting/tokenizer.js";
const all = (text) => [words(searched(text)), words(text).map((word) => [word, fold(word), pieces(word)])];
const split = (text) => (/\\P{Assigned}/u.test(text) ? null : all(text));
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(split)));
"""

# Any text of code points that this Python's Unicode version assigns (14.0 in Python 3.11), and text dense in
# letters that compose, change case, join, or are written without spaces.
assigned = st.characters(exclude_categories=["Cn", "Cs"])
dense = st.characters(categories=["L", "M", "N", "Cf", "Zs"])
delicate = st.sampled_from(
    "Σσς\u0130I\u0307\u0301\u0323\u00df\u1e9eA1\u0661流ーカ\uff9e\u0e44\u0e49\u200d\u034f\u3164\ufdfa.'"
)
queries = st.lists(
    st.sampled_from(["-", '"', ":", " ", "\u3000", "\x1c", "\x85", "\n", "\u200b", "site", "SITE", "ſite", "intitle"])
    | st.sampled_from(["OR", "AND", "or", "flu", "9", "(", "ριγος", "ρίγος", "أ", "\u0301", "ـ", "ı"]),
    max_size=9,
).map("".join)
texts = st.lists(st.one_of(st.text(assigned), st.text(dense), st.text(delicate), queries), min_size=60, max_size=120)


@pytest.fixture(scope="module", name="node")
def found_node() -> str:
    """Return the path of Node.js, or skip these tests."""
    return node()


def in_javascript(node: str, given_texts: list[str]) -> list[Any]:
    done = run([node, "--input-type=module", "--eval", SPLIT], json.dumps(given_texts))
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def in_python(text: str) -> list[Any]:
    return [list(words(searched(text))), [[word, fold(word), list(pieces(word))] for word in words(text)]]


def differences(node: str, given_texts: list[str]) -> list[tuple[str, Any, Any]]:
    pairs = zip(given_texts, in_javascript(node, given_texts), strict=True)
    return [(text, found, in_python(text)) for text, found in pairs if found not in (None, in_python(text))]


@given(texts)
@settings(max_examples=15)
def test_both_languages_split_alike(node: str, given_texts: list[str]) -> None:
    """Random texts have the same words and pieces in JavaScript and in Python."""
    assert differences(node, given_texts) == []


@pytest.mark.slow
@pytest.mark.parametrize("around", ["{}", "aΣ{}b.流{}\u0301Σ"])
def test_both_languages_know_every_character_alike(node: str, around: str) -> None:
    """Every code point that both languages assign is split alike, alone and among letters that compose and change
    case.
    """
    known = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs")]
    assert differences(node, [around.replace("{}", character) for character in known]) == []


def test_lone_surrogates_are_split_alike(node: str) -> None:
    """Half a surrogate pair separates words in both languages, with or without an invisible neighbour."""
    assert differences(node, ["flu\ud83dfever", "\udc00flu", "\ud835\u200d\udc05", "Σ\ud800\u0301Σ"]) == []
