"""The keywords of a campaign: exact queries, and words that occur together (PDD, WWW '19, section 6.1).

In code a keyword is an entry and the keyword set a vocabulary. An entry is written `flu` (searches with this word),
`fever + child` (searches with both words, anywhere) or `"flu symptoms"` (this query and no other). The vectors in
tests/vectors/counting/vocabulary.json fix the syntax, the matches and the digests.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import regex  # type: ignore[import-untyped]

from pdd_shared.counting import tokenizer
from pdd_shared.protocol.encoding import digest
from pdd_shared.protocol.limits import MAX_CHARACTERS, MAX_TERMS

_QUOTES = '"“”„«»＂'
_EXACT = re.compile(rf"[{_QUOTES}][^{_QUOTES}]*[{_QUOTES}]")
_PLUS = re.compile(r"[+＋]")
# Unicode's property, because Python's strip() and JavaScript's trim() remove different characters.
_AROUND = regex.compile(r"^\p{White_Space}+|\p{White_Space}+\Z")


class VocabularyError(ValueError):
    """An entry can't be counted as written, or two entries count the same searches."""


@dataclass(frozen=True, eq=False)
class Entry:
    """A keyword, for which a campaign has one count.

    Entries are equal if they count the same searches by construction: the order of terms does not matter.

    Attributes:
        kind: "exact" for an exact query, "terms" for words that must all occur.
        words: The words of the exact query in order, or the distinct terms.

    Raises:
        VocabularyError: The words are not as the tokenizer gives them, or too many or too long.
    """

    kind: Literal["exact", "terms"]
    words: tuple[str, ...]

    def __post_init__(self) -> None:
        distinct = self.kind == "exact" or len(set(self.words)) == len(self.words)
        if not self.words or not distinct or tokenizer.words(" ".join(self.words)) != self.words:
            raise VocabularyError(f"An entry's words must be as the tokenizer gives them, not {self.words}")
        if len(self.label) > MAX_CHARACTERS:
            raise _too_long(self.label)
        if self.kind == "terms" and len(self.words) > MAX_TERMS:
            raise VocabularyError(f"Entry {_shown(self.label)} has {len(self.words)} terms, at most {MAX_TERMS}")

    @classmethod
    def parse(cls, text: str) -> "Entry":
        """Read an entry as a researcher writes it; a VocabularyError says what is wrong and what to write instead."""
        if len(text) > MAX_CHARACTERS:
            raise _too_long(text)
        written = _AROUND.sub("", tokenizer.visible(text))
        if not written:
            raise VocabularyError('An entry is empty: write a word, words joined by "+", or a query in double quotes')
        if not (found := tokenizer.words(written)):
            raise VocabularyError(f"Entry {_shown(text)} can never match a search: it has no letter and no number")
        if _EXACT.fullmatch(written):
            return cls("exact", found)
        if any(quote in written for quote in _QUOTES):
            raise VocabularyError(f'Entry {_shown(text)} has a stray quote: quote all of it, as in "flu symptoms"')
        return cls("terms", _terms(written))

    @property
    def label(self) -> str:
        """Return the entry in its canonical form, which `parse` reads back."""
        return " + ".join(self.words) if self.kind == "terms" else '"' + " ".join(self.words) + '"'

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[str, tuple[str, ...] | frozenset[str]]:
        return self.kind, frozenset(self.words) if self.kind == "terms" else self.words


def _terms(written: str) -> tuple[str, ...]:
    """Return the distinct terms of an entry that is written with "+"; VocabularyError unless each is one word."""
    terms = [tokenizer.words(part) for part in _PLUS.split(written)]
    if () in terms:
        raise VocabularyError(f'Entry {_shown(written)} has a "+" without a word on each side')
    if any(len(term) > 1 for term in terms):
        found = tokenizer.words(written)
        exact, together = '"' + " ".join(found) + '"', " + ".join(found)
        raise VocabularyError(
            f"Entry {_shown(written)} has a term of several words: write {_shown(exact)} for the exact "
            f"query, or {_shown(together)} for searches with all of the words"
        )
    return tuple(dict.fromkeys(word for (word,) in terms))


def _too_long(text: str) -> VocabularyError:
    return VocabularyError(f"Entry {_shown(text)} has {len(text)} characters, at most {MAX_CHARACTERS}")


def _shown(text: str) -> str:
    """Return an entry as an error message names it."""
    return f"`{text if len(text) <= 60 else text[:59] + '…'}`"


@dataclass(frozen=True)
class Vocabulary:
    """The keyword set of a campaign. The entries' order is that of the counts in the campaign's blocks.

    Raises:
        VocabularyError: Two entries count the same searches.
    """

    entries: tuple[Entry, ...]

    def __post_init__(self) -> None:
        first: dict[Entry, int] = {}
        for position, entry in enumerate(self.entries, start=1):
            if (earlier := first.setdefault(entry, position)) != position:
                raise VocabularyError(
                    f"Position {position}: entry {_shown(entry.label)} counts the same searches as "
                    f"{_shown(self.entries[earlier - 1].label)} at position {earlier}: remove one"
                )

    @classmethod
    def parse(cls, texts: Iterable[str]) -> "Vocabulary":
        """Read entries as a researcher writes them; a VocabularyError names the position, from 1, and the entry."""
        return cls(tuple(_parse_at(position, text) for position, text in enumerate(texts, start=1)))

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the entries in their canonical form."""
        return tuple(entry.label for entry in self.entries)

    def matches(self, query: str) -> tuple[int, ...]:
        """Return the indices, ascending, of the entries for which a search with this query counts."""
        return self._index.matches(tokenizer.words(query))

    def digest(self, count: int | None = None) -> bytes:
        """Return the digest of the first entries, 32 bytes: the end of a hash chain over their labels.

        h_0 = H(), h_n = H(h_{n-1}, label n in UTF-8), where H is `encoding.digest` in the domain "vocabulary". A donor
        that keeps the digest and the number of the entries it accepted can check that a longer vocabulary only appends.

        Args:
            count: How many entries; all by default.

        Raises:
            ValueError: `count` is negative, or the vocabulary has fewer entries.
        """
        count = len(self) if count is None else count
        if not 0 <= count <= len(self):
            raise ValueError(f"a vocabulary of {len(self)} entries has no first {count}")
        return self._links[count]

    def extends(self, older: "Vocabulary") -> bool:
        """Return whether the older vocabulary's entries come first in this one, unchanged and in the same order."""
        return len(older) <= len(self) and self.digest(len(older)) == older.digest()

    @cached_property
    def _links(self) -> tuple[bytes, ...]:
        """Return the hash chain of `digest`, from no entry to all of them."""
        links = [digest("vocabulary")]
        for label in self.labels:
            links.append(digest("vocabulary", links[-1], label.encode()))
        return tuple(links)

    @cached_property
    def _index(self) -> "_Index":
        return _Index(self.entries)


def _parse_at(position: int, text: str) -> Entry:
    try:
        return Entry.parse(text)
    except VocabularyError as error:
        raise VocabularyError(f"Position {position}: {error}") from None


class _Index:
    """Finds the entries of a query in time that grows with the query and the matches, not with the vocabulary."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self._entries = entries
        self._exact: dict[tuple[str, ...], int] = {}
        self._rarest: defaultdict[str, list[int]] = defaultdict(list)
        """The indices of entries by their rarest term, the one that the fewest entries have."""
        self._lengths: defaultdict[str, set[int]] = defaultdict(set)
        """By first piece: the numbers of pieces of all terms that begin with it."""
        uses = Counter(term for entry in entries if entry.kind == "terms" for term in entry.words)
        for index, entry in enumerate(entries):
            if entry.kind == "exact":
                self._exact[entry.words] = index
            else:
                self._rarest[min(entry.words, key=uses.__getitem__)].append(index)
        for term in uses:
            pieces = tokenizer.pieces(term)
            self._lengths[pieces[0]].add(len(pieces))

    def matches(self, query: tuple[str, ...]) -> tuple[int, ...]:
        """Return the indices of the entries that these words match, ascending."""
        present = {term for word in query for term in self._candidates(word)}
        candidates = (index for term in present for index in self._rarest.get(term, ()))
        found = [index for index in candidates if present.issuperset(self._entries[index].words)]
        if query in self._exact:
            found.append(self._exact[query])
        return tuple(sorted(found))

    def _candidates(self, word: str) -> Iterator[str]:
        """Yield all terms that a word contains, and perhaps some parts of the word that are not terms."""
        pieces = tokenizer.pieces(word)
        for start, first in enumerate(pieces):
            for length in self._lengths.get(first, ()):
                yield "".join(pieces[start : start + length])
