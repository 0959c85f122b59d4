"""Validation of a list of keywords and indexes: malformed ones, duplicates, and keywords that overlap with others."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pdd_shared.counting.entries import Entry, Keyword, VocabularyError, clashes, parse_entry, shown
from pdd_shared.counting.vocabulary import Vocabulary

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
        entries: The valid keywords and indexes, without those that clash with earlier ones.
        problems: Errors; a list with errors can't be used.
        overlaps: Keywords whose every search another keyword or an index counts, too. They are allowed.
    """

    entries: tuple[Entry, ...]
    problems: tuple[Remark, ...]
    overlaps: tuple[Remark, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The entries in canonical form."""
        return tuple(entry.text for entry in self.entries)

    @property
    def as_launched(self) -> tuple[str, ...]:
        """The entries in canonical form, indexes first: hits are taken in this order until the caps are reached.

        Most searches that an index counts are also hits of its keywords. Behind these an index would lose most of them.
        """
        return tuple(entry.text for entry in sorted(self.entries, key=lambda entry: isinstance(entry, Keyword)))


def validate_keywords(texts: Sequence[str], place: Place = position) -> Keywords:
    """Validate keywords as a researcher wrote them.

    Args:
        texts: The keywords.
        place: Says where a keyword stands, for the remarks' texts.
    """
    parsed: dict[int, Entry] = {}
    problems: list[Remark] = []
    for index, text in enumerate(texts):
        try:
            parsed[index] = parse_entry(text)
        except VocabularyError as error:
            problems.append(Remark(index, str(error)))
    clashing = tuple(_clashing(parsed, texts, place))
    bad = {remark.index for remark in clashing}
    sound = {entry: index for index, entry in parsed.items() if index not in bad}
    problems = sorted((*problems, *clashing), key=lambda problem: problem.index)
    return Keywords(tuple(sound), tuple(problems), tuple(_overlaps(sound, place)))


def _clashing(parsed: Mapping[int, Entry], texts: Sequence[str], place: Place) -> Iterator[Remark]:
    """Yield an error for each entry that can't stand beside an earlier one, in ascending order."""
    written = tuple(parsed)
    for clash in clashes(tuple(parsed.values())):
        later, earlier = written[clash.later], written[clash.earlier]
        other = f"{shown(texts[earlier])} at {place(earlier)}"
        yield Remark(later, f"Entry {shown(texts[later])} {clash.relation} {other}: {clash.repair}")


def _overlaps(indices: dict[Entry, int], place: Place) -> Iterator[Remark]:
    """Yield a remark for each keyword whose every search another keyword or an index counts, too.

    The remark names the widest of the others: an index, else the keyword with the fewest words.

    Args:
        indices: The entries, each with its index in the list.
        place: Says where an entry stands.
    """
    vocabulary = Vocabulary(tuple(indices))
    for number, entry in enumerate(vocabulary.entries):
        if not isinstance(entry, Keyword):
            continue
        found = (vocabulary.entries[other] for other in vocabulary.matches(" ".join(entry.words)) if other != number)
        wider = [other for other in found if _counts_all_of(other, entry)]
        if wider:
            widest = min(wider, key=lambda other: len(other.words) if isinstance(other, Keyword) else 0)
            text = f"{shown(entry.label)}: every search for it counts for {shown(widest.label)} too"
            yield Remark(indices[entry], f"{text}, at {place(indices[widest])}")


def _counts_all_of(wider: Entry, keyword: Keyword) -> bool:
    """Return whether an entry that matches the keyword's words matches every search for the keyword.

    A search that matches a keyword has all of its words. So it also matches every keyword of the kind `terms` that
    matches these words alone. An exact query only matches these words alone, which is all that an exact query asks for.
    """
    if keyword.kind == "exact":
        return True
    if isinstance(wider, Keyword):
        return wider.kind == "terms"
    terms = Vocabulary(tuple(one for one in wider.keywords if one.kind == "terms"))
    return bool(terms.matches(" ".join(keyword.words)))
