"""Validation of a list of keywords: malformed ones, duplicates, and keywords that overlap with others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pdd_shared.counting.vocabulary import Entry, Vocabulary, VocabularyError

Place = Callable[[int], str]
"""Returns where a person finds a keyword, by its index from 0: "position 3" in a file, "line 5" in a form."""


def position(index: int) -> str:
    """Return a keyword's place in the list of a campaign file, which people count from 1."""
    return f"position {index + 1}"


@dataclass(frozen=True)
class Remark:
    """A sentence about the keyword at an index, from 0."""

    index: int
    text: str


@dataclass(frozen=True)
class Keywords:
    """A validated list of keywords.

    Attributes:
        labels: The valid keywords in canonical form, without duplicates.
        problems: Errors; a list with errors can't be used.
        overlaps: Keywords whose every search another keyword counts, too. They are allowed.
    """

    labels: tuple[str, ...]
    problems: tuple[Remark, ...]
    overlaps: tuple[Remark, ...]


def validate_keywords(texts: Sequence[str], place: Place = position) -> Keywords:
    """Validate keywords as a researcher wrote them.

    Args:
        texts: The keywords.
        place: Says where a keyword stands, for the remarks' texts.
    """
    problems: list[Remark] = []
    first: dict[Entry, int] = {}
    for index, text in enumerate(texts):
        try:
            entry = Entry.parse(text)
        except VocabularyError as error:
            problems.append(Remark(index, str(error)))
            continue
        if (earlier := first.setdefault(entry, index)) != index:
            same = f"counts the same searches as {_shown(texts[earlier])} at {place(earlier)}: remove one"
            problems.append(Remark(index, f"Entry {_shown(text)} {same}"))
    return Keywords(tuple(entry.label for entry in first), tuple(problems), tuple(_overlaps(first, place)))


def _overlaps(indices: dict[Entry, int], place: Place) -> Iterator[Remark]:
    """Yield a remark for each keyword whose every search another keyword counts, too.

    The remark names the widest of the others, which is the one with the fewest words.

    A search that matches a keyword has all of the keyword's words. So it also matches every keyword of the kind `terms`
    that matches these words alone. Exact queries are left out: they don't match a search that has more words.

    Args:
        indices: The keywords, each with its index in the list.
        place: Says where a keyword stands.
    """
    vocabulary = Vocabulary(tuple(indices))
    for number, entry in enumerate(vocabulary.entries):
        found = (vocabulary.entries[other] for other in vocabulary.matches(" ".join(entry.words)) if other != number)
        wider = [other for other in found if other.kind == "terms"]
        if wider:
            widest = min(wider, key=lambda other: len(other.words))
            text = f"{_shown(entry.label)}: every search for it counts for {_shown(widest.label)} too"
            yield Remark(indices[entry], f"{text}, at {place(indices[widest])}")


def _shown(text: str) -> str:
    return f"`{text if len(text) <= 60 else text[:59] + '…'}`"
