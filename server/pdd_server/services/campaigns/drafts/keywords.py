"""A list of keywords, looked through: entries that can't be counted, that are there twice, that are part of others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pdd_shared.counting.vocabulary import Entry, Vocabulary, VocabularyError

Place = Callable[[int], str]
"""How a person finds an entry by its index: "position 3" of a file's list, "line 5" of what was typed."""


def position(index: int) -> str:
    """As a file's list counts."""
    return f"position {index + 1}"


@dataclass(frozen=True)
class Remark:
    """Something to say of the entry at an index."""

    index: int
    text: str


@dataclass(frozen=True)
class Keywords:
    """What was found: `problems` keep the list from being used, `overlaps` are only worth knowing."""

    labels: tuple[str, ...]
    problems: tuple[Remark, ...]
    overlaps: tuple[Remark, ...]


def examine(texts: Sequence[str], place: Place = position) -> Keywords:
    """Look entries through, as a researcher wrote them; `labels` are those that count, in canonical form."""
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
    """The entries whose every search another one counts too: each with the widest of those, the first if several are.

    What matches an entry has all its words; so what its words alone match, matches whenever it does. The exception is
    another exact query, which matches nothing with more words in it.
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
