"""What a draft's keywords find in queries that a researcher tries, and the spellings that an index could list besides.

Counting knows no dictionary: `grippe` is not in `grippesymptome`, and `müde` is not `muede`. So a researcher lists what
people write. The rules here are a plain list for a few languages. They only suggest.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, islice, product

from pdd_shared.counting.entries import Entry, Keyword, KeywordIndex, VocabularyError
from pdd_shared.counting.query_words import fold, searched
from pdd_shared.counting.tokenizer import words
from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.protocol.limits import MAX_CHARACTERS, MAX_NAME, MAX_PARTS

MOST_QUERIES = 500
"""The most queries of one trial, and the most keywords for which it suggests spellings."""
_MOST_FORMS = 20
"""The most further spellings of one keyword."""
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe"})
_SPELT = {
    "da": str.maketrans({"æ": "ae", "ø": "oe", "å": "aa"}),
    "de": str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}),
    "fi": str.maketrans({"å": "aa"}),
    "nb": str.maketrans({"æ": "ae", "ø": "oe", "å": "aa"}),
    "sv": str.maketrans({"å": "aa"}),
}
"""By language: how its letters are written on keyboards that lack them."""
_FINAL = 28
"""A syllable of Hangul ends in a consonant if its number is no multiple of this (Unicode, section 3.12)."""


@dataclass(frozen=True)
class Tried:
    """One query.

    Attributes:
        query: The query.
        labels: What it counts for.
        near: If it counts for nothing: its words that have a keyword's word inside, or spelt in another way.
    """

    query: str
    labels: tuple[str, ...]
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trial:
    """The queries in the order given, and index lines that can take the place of keywords in the draft."""

    queries: tuple[Tried, ...]
    indexes: tuple[str, ...]

    @property
    def found(self) -> int:
        """How many of the queries count for anything."""
        return sum(bool(one.labels) for one in self.queries)


def try_queries(texts: Sequence[str], queries: Iterable[str], languages: Iterable[str]) -> Trial:
    """Match queries, and suggest spellings.

    Args:
        texts: The draft's valid entries.
        queries: The queries; those beyond MOST_QUERIES are left out, and so are empty ones.
        languages: Tags of the languages in which people search, such as "de-AT".
    """
    vocabulary = Vocabulary.parse(texts)
    spoken = tuple(dict.fromkeys(tag.lower().partition("-")[0] for tag in languages))
    inside = _search_inside(vocabulary)
    asked = islice(filter(None, (query.strip()[:MAX_CHARACTERS] for query in queries)), MOST_QUERIES)
    keywords = accumulate(len(entry.keywords) for entry in vocabulary.entries)
    few = (entry for entry, number in zip(vocabulary.entries, keywords, strict=True) if number <= MOST_QUERIES)
    lines = (_index_of(entry, spoken) for entry in few)
    return Trial(tuple(_tried(vocabulary, query, inside) for query in asked), tuple(filter(None, lines)))


def _tried(vocabulary: Vocabulary, query: str, inside: Callable[[str], bool]) -> Tried:
    labels = tuple(vocabulary.labels[index] for index in vocabulary.matches(query))
    near = () if labels else tuple(dict.fromkeys(filter(inside, words(searched(query)))))
    return Tried(query, labels, near)


def _search_inside(vocabulary: Vocabulary) -> Callable[[str], bool]:
    """Return a function that tells whether a word has a keyword's word in it, in any of its spellings."""
    terms = {term for entry in vocabulary.entries for keyword in entry.keywords for term in keyword.words}
    sought = {form for term in terms for form in (_plain(term), term, *_forms(term, (*_SPELT,)))}
    # Of two letters of the Latin alphabet nearly every word has some inside.
    sought = {form for form in sought if len(form) >= 3 or (len(form) == 2 and not form.isascii())}
    lengths = {len(form) for form in sought}

    def inside(word: str) -> bool:
        parts = (word[at : at + length] for length in lengths for at in range(len(word) - length + 1))
        return not sought.isdisjoint(parts)

    return lambda word: inside(word) or inside(_plain(word))


def _plain(word: str) -> str:
    """Return a word without accents, whatever the language."""
    letters = (letter for letter in unicodedata.normalize("NFD", word) if unicodedata.category(letter)[0] != "M")
    return fold(unicodedata.normalize("NFC", "".join(letters).translate(_LETTERS))) or word


def _forms(word: str, languages: Sequence[str]) -> Iterator[str]:
    """Yield further spellings of a word, and its plural or particles where a language has simple ones."""
    spelt = (word.translate(_SPELT[language]) for language in languages if language in _SPELT)
    ended = (word + ending for language in languages for ending in _endings(word, language))
    yield from (form for form in (*spelt, _plain(word), *ended) if words(form) == (form,))


def _endings(word: str, language: str) -> Sequence[str]:
    last = word[-1]
    if language == "ko" and "가" <= last <= "힣":
        return "은이을의도" if (ord(last) - ord("가")) % _FINAL else "는가를의도"
    if len(word) < 4 or last in "sxz" or not unicodedata.name(last, "").startswith("LATIN"):
        return ()
    if language in ("en", "fr", "nl", "pt"):
        return ("s",)
    return (("s",) if last in "aeiouáéíóú" else ("es",)) if language == "es" else ()


def _index_of(entry: Entry, languages: Sequence[str]) -> str | None:
    """Return an index line of an entry with its further spellings; None if there are none that it lacks."""
    counted = Vocabulary((entry,))
    added = [
        form.label
        for keyword in entry.keywords
        for form in _spellings(keyword, languages)
        if not counted.matches(" ".join(form.words))
    ]
    name = entry.name if isinstance(entry, KeywordIndex) else f"{' '.join(entry.words)[: MAX_NAME - 12]} (spellings)"
    keywords = tuple(dict.fromkeys((*(one.label for one in entry.keywords), *added)))[:MAX_PARTS]
    line = f"{name}: any of {', '.join(keywords)}"
    return line if added and _is_sound(line) else None


def _spellings(keyword: Keyword, languages: Sequence[str]) -> Iterator[Keyword]:
    choices = [dict.fromkeys((word, *_forms(word, languages))) for word in keyword.words]
    for found in islice(product(*choices), 1, 1 + _MOST_FORMS):
        with suppress(VocabularyError):  # too long
            yield Keyword(keyword.kind, found if keyword.kind == "exact" else tuple(dict.fromkeys(found)))


def _is_sound(line: str) -> bool:
    """Return whether an index is not too long for a campaign."""
    try:
        return bool(Vocabulary.parse((line,)).entries)
    except VocabularyError:
        return False
