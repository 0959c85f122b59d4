"""Which of many keywords a query matches."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from pdd_shared.counting import tokenizer

if TYPE_CHECKING:
    from pdd_shared.counting.entries import Keyword

_Words = tuple[str, ...]


class Matcher:
    """Finds the keywords of a query in time that grows with the query and the matches, not with the vocabulary.

    Args:
        keywords: for each entry of a vocabulary, the keywords any of which a search must match.
        fold: returns the form in which words are compared.
    """

    def __init__(self, keywords: "Sequence[Sequence[Keyword]]", fold: Callable[[str], str] = str) -> None:
        self._fold = fold
        self._exact: defaultdict[_Words, list[int]] = defaultdict(list)
        """The indices of entries by the words of an exact query."""
        self._rarest: defaultdict[str, list[tuple[_Words, int]]] = defaultdict(list)
        """Terms and the index of their entry, by the rarest term, the one that the fewest keywords have."""
        self._lengths: defaultdict[str, set[int]] = defaultdict(set)
        """By first piece: the numbers of pieces of all terms that begin with it."""
        every = [
            (keyword.kind, tuple(map(fold, keyword.words)), index)
            for index, each in enumerate(keywords)
            for keyword in each
        ]
        uses = Counter(term for kind, words, _ in every if kind == "terms" for term in words)
        for kind, words, index in every:
            if kind == "exact":
                self._exact[words].append(index)
            else:
                self._rarest[min(words, key=uses.__getitem__)].append((words, index))
        for term in uses:
            if pieces := tokenizer.pieces(term):
                self._lengths[pieces[0]].add(len(pieces))

    def matches(self, query: _Words) -> tuple[int, ...]:
        """Return the indices of the entries that these words match, ascending, each once."""
        query = tuple(map(self._fold, query))
        present = {term for word in query for term in self._candidates(word)}
        candidates = (each for term in present for each in self._rarest.get(term, ()))
        found = {index for words, index in candidates if present.issuperset(words)}
        return tuple(sorted(found.union(self._exact.get(query, ()))))

    def _candidates(self, word: str) -> Iterator[str]:
        """Yield all terms that a word contains, and perhaps some parts of the word that are not terms."""
        pieces = tokenizer.pieces(word)
        for start, first in enumerate(pieces):
            for length in self._lengths.get(first, ()):
                yield "".join(pieces[start : start + length])
