"""Entries, what they match, and digests that only appending preserves: vectors, a naive reference and properties."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.counting import tokenizer
from pdd_shared.counting.vocabulary import Entry, Vocabulary, VocabularyError

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "counting" / "vocabulary.json").read_text(encoding="utf-8")
)

# Few words that share beginnings, so that random queries often match.
some_words = st.sampled_from(["flu", "fever", "child", "20", "流", "流感", "感冒", "年", "20年", "flu流", "ไข้", "ไ"])
entries = st.one_of(
    st.builds(Entry, st.just("terms"), st.lists(some_words, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(Entry, st.just("exact"), st.lists(some_words, min_size=1, max_size=3).map(tuple)),
)
vocabularies = st.lists(entries, max_size=12, unique=True).map(lambda each: Vocabulary(tuple(each)))
queries = st.lists(st.tuples(some_words, st.sampled_from(["", " ", "!"])).map("".join), max_size=6).map("".join)


def occurs(term: str, word: str) -> bool:
    """Return whether a term occurs in a word without cutting one of its pieces, by trying every cut."""
    parts = tokenizer.pieces(word)
    return any(term == "".join(parts[i:j]) for i in range(len(parts)) for j in range(i, len(parts) + 1))


def matches_by_definition(vocabulary: Vocabulary, query: str) -> tuple[int, ...]:
    words = tokenizer.words(query)
    return tuple(
        index
        for index, entry in enumerate(vocabulary.entries)
        if (entry.kind == "exact" and entry.words == words)
        or (entry.kind == "terms" and all(any(occurs(term, word) for word in words) for term in entry.words))
    )


def chain(labels: list[str]) -> list[bytes]:
    """Return the digests after 0, 1, ... entries, computed with hashlib alone."""

    def link(*items: bytes) -> bytes:
        data = b"".join(len(item).to_bytes(4, "little") + item for item in (b"pdd/1/vocabulary", *items))
        return hashlib.blake2b(data, digest_size=32).digest()

    digests = [link()]
    for label in labels:
        digests.append(link(digests[-1], label.encode()))
    return digests


@pytest.mark.parametrize("vector", VECTORS["good"], ids=lambda vector: vector["why"])
def test_good_vectors(vector: dict[str, Any]) -> None:
    """Labels, matches and digests equal the shared vectors; the digests also equal a computation with hashlib alone."""
    vocabulary = Vocabulary.parse(vector["entries"])
    assert vocabulary.labels == tuple(vector["labels"])
    assert len(vocabulary) == len(vector["labels"])
    for case in vector["queries"]:
        assert vocabulary.matches(case["query"]) == tuple(case["matches"]), case["query"]
    assert [vocabulary.digest(count) for count in range(len(vocabulary) + 1)] == chain(vector["labels"])
    assert vocabulary.digest().hex() == vector["digest_hex"]


@pytest.mark.parametrize("vector", VECTORS["bad"], ids=lambda vector: vector["why"])
def test_bad_vectors(vector: dict[str, Any]) -> None:
    """Each bad list of entries is refused with the vectors' error message."""
    with pytest.raises(VocabularyError) as refusal:
        Vocabulary.parse(vector["entries"])
    assert vector["error"] in str(refusal.value)


@given(vocabularies, queries)
@settings(max_examples=500)
def test_the_index_finds_what_the_definition_says(vocabulary: Vocabulary, query: str) -> None:
    """Matching through the index equals trying every entry at every place."""
    assert vocabulary.matches(query) == matches_by_definition(vocabulary, query)


@given(entries)
def test_labels_read_back(entry: Entry) -> None:
    """A label is read as the entry that it names."""
    read = Entry.parse(entry.label)
    assert (read.kind, read.words, read.label) == (entry.kind, entry.words, entry.label)


@given(st.text(max_size=40))
def test_any_text_is_an_entry_or_refused(text: str) -> None:
    """Any text that a researcher writes gives an entry whose label reads back and matches itself, or a
    VocabularyError.
    """
    try:
        entry = Entry.parse(text)
    except VocabularyError:
        return
    assert Entry.parse(entry.label).words == entry.words
    assert Vocabulary((entry,)).matches(" ".join(entry.words)) == (0,)


@given(vocabularies, vocabularies)
def test_extends_is_appending(older: Vocabulary, newer: Vocabulary) -> None:
    """One vocabulary extends another exactly if the other's labels are the first of its own."""
    assert newer.extends(older) == (newer.labels[: len(older)] == older.labels)


@given(vocabularies, st.data())
def test_a_digest_is_enough_to_see_appending(vocabulary: Vocabulary, data: st.DataObject) -> None:
    """The count and digest of a vocabulary's first entries are enough to recognise them in a longer vocabulary."""
    count = data.draw(st.integers(0, len(vocabulary)))
    older = Vocabulary(vocabulary.entries[:count])
    assert vocabulary.extends(older)
    assert vocabulary.digest(count) == older.digest()


def test_a_reworded_entry_does_not_extend() -> None:
    """A reworded entry does not extend a vocabulary, even if it counts the same searches: donors accepted another
    text.
    """
    older, newer = Vocabulary.parse(["fever + child"]), Vocabulary.parse(["child + fever", "flu"])
    assert older.entries[0] == newer.entries[0]
    assert not newer.extends(older)


@pytest.mark.parametrize("count", [-1, 2])
def test_a_digest_of_entries_that_are_not_there(count: int) -> None:
    """The digest of more entries than there are, or of a negative number, is an error that names both numbers."""
    with pytest.raises(ValueError, match=f"of 1 entries has no first {count}"):
        Vocabulary.parse(["flu"]).digest(count)


def test_equal_entries() -> None:
    """Terms are equal in any order, exact queries only in the same order, and an exact word never equals a term."""
    assert Entry.parse("fever + child") == Entry.parse("CHILD + fever")
    assert len({Entry.parse("fever + child"), Entry.parse("child + fever")}) == 1
    assert Entry.parse('"fever child"') != Entry.parse('"child fever"')
    assert Entry.parse('"flu"') != Entry.parse("flu")
    assert Entry.parse("flu") != "flu"


@pytest.mark.parametrize("words", [(), ("Flu",), ("flu symptoms",), ("flu", "flu"), ("",)])
def test_no_entry_that_could_never_match(words: tuple[str, ...]) -> None:
    """An entry whose terms the tokenizer would not give, or that repeats a term, is refused."""
    with pytest.raises(VocabularyError, match="as the tokenizer gives them"):
        Entry("terms", words)


def test_a_long_entry_is_named_by_its_beginning() -> None:
    """An error message about a long entry stays short."""
    with pytest.raises(VocabularyError, match=r"^Entry `a{59}…` has 100000 characters, at most 200$"):
        Entry.parse("a" * 100_000)
