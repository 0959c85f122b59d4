"""Entries, what they match, and digests that only appending preserves: vectors, a naive reference and properties."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.counting import tokenizer
from pdd_shared.counting.entries import Entry, Keyword, KeywordIndex, VocabularyError, parse_entry
from pdd_shared.counting.entry_texts import label_of, parts_of
from pdd_shared.counting.vocabulary import Vocabulary, fingerprint

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "counting" / "vocabulary.json").read_text(encoding="utf-8")
)

# Few words that share beginnings, so that random queries often match.
some_words = st.sampled_from(["flu", "fever", "child", "20", "流", "流感", "感冒", "年", "20年", "flu流", "ไข้", "ไ"])
keywords = st.one_of(
    st.builds(Keyword, st.just("terms"), st.lists(some_words, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(Keyword, st.just("exact"), st.lists(some_words, min_size=1, max_size=3).map(tuple)),
)
indexes = st.builds(
    KeywordIndex,
    st.integers(0, 10**6).map("index {}".format),
    st.lists(keywords, min_size=2, max_size=4, unique=True).map(tuple),
)
entries = st.one_of(keywords, indexes)
vocabularies = st.lists(entries, max_size=12, unique_by=(lambda each: each, lambda each: each.label)).map(
    lambda each: Vocabulary(tuple(each))
)
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
        if any(
            (keyword.kind == "exact" and keyword.words == words)
            or (keyword.kind == "terms" and all(any(occurs(term, word) for word in words) for term in keyword.words))
            for keyword in entry.keywords
        )
    )


def chain(texts: list[str]) -> list[bytes]:
    """Return the digests after 0, 1, ... entries, computed with hashlib alone."""

    def link(*items: bytes) -> bytes:
        data = b"".join(len(item).to_bytes(4, "little") + item for item in (b"pdd/1/vocabulary", *items))
        return hashlib.blake2b(data, digest_size=32).digest()

    digests = [link()]
    for text in texts:
        digests.append(link(digests[-1], text.encode()))
    return digests


@pytest.mark.parametrize("vector", VECTORS["good"], ids=lambda vector: vector["why"])
def test_good_vectors(vector: dict[str, Any]) -> None:
    """Labels, matches and digests equal the shared vectors; the digests also equal a computation with hashlib alone."""
    vocabulary = Vocabulary.parse(vector["entries"], vector.get("counting_rules", 2))
    texts = vector.get("texts", vector["labels"])
    assert vocabulary.labels == tuple(vector["labels"]) == tuple(map(label_of, texts))
    assert vocabulary.texts == Vocabulary.of_campaign(texts).texts == tuple(texts)
    assert len(vocabulary) == len(vector["labels"])
    for case in vector["queries"]:
        assert vocabulary.matches(case["query"]) == tuple(case["matches"]), case["query"]
    assert [vocabulary.digest(count) for count in range(len(vocabulary) + 1)] == chain(texts)
    assert vocabulary.digest().hex() == vector["digest_hex"]


@pytest.mark.parametrize("vector", VECTORS["bad"], ids=lambda vector: vector["why"])
def test_bad_vectors(vector: dict[str, Any]) -> None:
    """Each bad list of entries is refused with the vectors' error message."""
    with pytest.raises(VocabularyError) as refusal:
        Vocabulary.parse(vector["entries"])
    assert vector["error"] in str(refusal.value)


@pytest.mark.parametrize("vector", VECTORS["bad_in_a_campaign"], ids=lambda vector: vector["why"])
def test_a_signed_campaign_has_entries_in_canonical_form(vector: dict[str, Any]) -> None:
    """Entries that are not in canonical form are refused in a signed campaign, where donors read them unchanged."""
    Vocabulary.parse(vector["entries"])
    with pytest.raises(VocabularyError) as refusal:
        Vocabulary.of_campaign(vector["entries"])
    assert vector["error"] in str(refusal.value)


@given(vocabularies, queries)
@settings(max_examples=500)
def test_the_index_finds_what_the_definition_says(vocabulary: Vocabulary, query: str) -> None:
    """Matching through the index equals trying every entry at every place."""
    assert vocabulary.matches(query) == matches_by_definition(vocabulary, query)


@given(entries)
def test_texts_read_back(entry: Entry) -> None:
    """An entry's text is read as that entry, an index with its keywords in their order."""
    read = parse_entry(entry.text)
    assert (type(read), read.words, read.label, read.text) == (type(entry), entry.words, entry.label, entry.text)
    assert [(each.kind, each.words) for each in read.keywords] == [(each.kind, each.words) for each in entry.keywords]


@given(entries)
def test_the_text_tells_what_is_counted(entry: Entry) -> None:
    """The label and keywords that a page reads from an entry's text are those that are counted."""
    parts = tuple(keyword.label for keyword in entry.keywords) if isinstance(entry, KeywordIndex) else ()
    assert (label_of(entry.text), parts_of(entry.text)) == (entry.label, parts)


# Pieces of an index, well and badly put together.
pieces = st.sampled_from(
    [
        "flu",
        "flu index",
        "any of",
        " any of ",
        ":",
        ": ",
        ", ",
        ",",
        "，",
        "+",
        '"',
        '"flu, fever"',
        "fever",
        "\n",
        "\ufeff",
    ]
)


@given(st.one_of(st.text(max_size=40), st.lists(pieces, max_size=12).map("".join)))
@settings(max_examples=300)
def test_any_text_is_an_entry_or_refused(text: str) -> None:
    """Any text that a researcher writes gives an entry whose text reads back and matches its keywords, or a
    VocabularyError.
    """
    try:
        entry = parse_entry(text)
    except VocabularyError:
        return
    assert parse_entry(entry.text).text == entry.text
    for keyword in entry.keywords:
        assert Vocabulary((entry,)).matches(" ".join(keyword.words)) == (0,)


@given(st.text(max_size=30))
def test_no_name_of_an_index_is_a_keyword(name: str) -> None:
    """A text that reads as a keyword can't be the name of an index."""
    try:
        index = KeywordIndex.of(name, ["flu", "fever"])
    except VocabularyError:
        return
    with pytest.raises(VocabularyError):
        Keyword.parse(index.name)


@given(indexes, indexes)
def test_each_index_has_a_text_of_its_own(one: KeywordIndex, other: KeywordIndex) -> None:
    """Two indexes have the same text only if name and keywords are the same, so no digest stands for two."""
    same = one.name == other.name and [each.label for each in one.keywords] == [each.label for each in other.keywords]
    assert (one.text == other.text) == same


def test_a_search_counts_once_for_an_index() -> None:
    """A search that matches several keywords of an index counts once for it, and uses up one match."""
    vocabulary = Vocabulary.parse(["flu index: any of flu, influenza, fever", "fever"])
    assert vocabulary.matches("influenza or flu with fever") == (0, 1)


@pytest.mark.parametrize(
    "changed",
    [
        "flu index: any of flu, influenza, fever",
        "flu index: any of influenza, flu",
        "flu signs: any of flu, influenza",
    ],
)
def test_an_index_can_not_change(changed: str) -> None:
    """A vocabulary whose index has other keywords, another order or another name extends no earlier one."""
    older = Vocabulary.parse(["cold", "flu index: any of flu, influenza"])
    assert not Vocabulary.parse(["cold", changed, "cough"]).extends(older)


def test_an_index_reads_its_own_parts() -> None:
    """An index is made from its name and its keywords, commas included, as a list has them."""
    assert KeywordIndex.of(" Flu  index", ['"flu, now"', "FLU"]).text == 'Flu index: any of "flu now", flu'
    with pytest.raises(VocabularyError, match="keyword 1: Entry `flu, cold` has a term of several words"):
        KeywordIndex.of("flu index", ["flu, cold", "cough"])


@pytest.mark.parametrize("name", ["flu  index", " flu index", "flu\u200b index", "e\u0301te\u0301 index"])
def test_no_index_with_a_name_that_is_not_canonical(name: str) -> None:
    """A name that would be read back differently makes no index."""
    with pytest.raises(VocabularyError, match="may have letters"):
        KeywordIndex(name, (Keyword.parse("flu"), Keyword.parse("fever")))


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
    assert Keyword.parse("fever + child") == Keyword.parse("CHILD + fever")
    assert len({Keyword.parse("fever + child"), Keyword.parse("child + fever")}) == 1
    assert Keyword.parse('"fever child"') != Keyword.parse('"child fever"')
    assert Keyword.parse('"flu"') != Keyword.parse("flu")
    assert Keyword.parse("flu") != "flu"


@pytest.mark.parametrize("words", [(), ("Flu",), ("flu symptoms",), ("flu", "flu"), ("",)])
def test_no_entry_that_could_never_match(words: tuple[str, ...]) -> None:
    """An entry whose terms the tokenizer would not give, or that repeats a term, is refused."""
    with pytest.raises(VocabularyError, match="as the tokenizer gives them"):
        Keyword("terms", words)


def test_a_long_entry_is_named_by_its_beginning() -> None:
    """An error message about a long entry stays short."""
    with pytest.raises(VocabularyError, match=r"^Entry `a{59}…` has 100000 characters, at most 200$"):
        Keyword.parse("a" * 100_000)


def test_the_fingerprint_of_a_keyword_set_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fingerprint has the entries' number and digest; asked for again, the entries are not read again."""
    texts = ("influenza", "child + fever", "a + fingerprint + of + its + own")
    expected = (3, chain(texts)[-1])
    assert fingerprint(texts) == expected
    monkeypatch.delattr(Vocabulary, "of_campaign")
    assert fingerprint(tuple(iter(texts))) == expected
    with pytest.raises(AttributeError):
        fingerprint(texts[:2])
