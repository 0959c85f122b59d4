"""An entry of a campaign's vocabulary, which has one count: a keyword, or an index of several keywords.

A keyword is an exact query or words that occur together (PDD, WWW '19, section 6.1). It is written `flu` (searches with
this word), `fever + child` (searches with both words, anywhere) or `"flu symptoms"` (this query and no other). An index
counts several keywords as one, and is written `flu index: any of flu, influenza, fever + child`.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import regex  # type: ignore[import-untyped]

from pdd_shared.counting import tokenizer
from pdd_shared.counting.entry_texts import index_text
from pdd_shared.protocol.limits import MAX_CHARACTERS, MAX_INDEX, MAX_NAME, MAX_PARTS, MAX_TERMS

_QUOTES = '"“”„«»＂'
_QUOTED = re.compile(rf"[{_QUOTES}][^{_QUOTES}]*[{_QUOTES}]")
_PLUS = re.compile(r"[+＋]")
# Unicode's property, because Python's strip() and JavaScript's trim() remove different characters.
_AROUND = regex.compile(r"^\p{White_Space}+|\p{White_Space}+\Z")
_SPACES = regex.compile(r"\p{White_Space}+")
_INDEX = regex.compile(
    rf"([^:：{_QUOTES}]*)[:：]\p{{White_Space}}*any\p{{White_Space}}+of(?![\p{{L}}\p{{M}}\p{{N}}])(.*)",
    regex.IGNORECASE | regex.DOTALL,
)
"""An index as it is written: its name, and its keywords. No keyword is written so: the colon would be in quotes."""
_COMMA = re.compile(r"[,，、،]")
# No colon, comma, quote or plus: the text of an index can be read in one way only, and its name never as a keyword.
_NAME = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N} ().'’/&-]*")


class VocabularyError(ValueError):
    """An entry can't be counted as written, or can't stand beside another one."""


@dataclass(frozen=True, eq=False)
class Keyword:
    """A keyword: an exact query, or words that must all occur.

    Keywords are equal if they count the same searches by construction: the order of terms does not matter.

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
            raise VocabularyError(f"Entry {shown(self.label)} has {len(self.words)} terms, at most {MAX_TERMS}")

    @classmethod
    def parse(cls, text: str) -> "Keyword":
        """Read a keyword as a researcher writes it; a VocabularyError says what is wrong and what to write instead."""
        if len(text) > MAX_CHARACTERS:
            raise _too_long(text)
        written = _AROUND.sub("", tokenizer.visible(text))
        if not written:
            raise VocabularyError('An entry is empty: write a word, words joined by "+", or a query in double quotes')
        if not (found := tokenizer.words(written)):
            raise VocabularyError(f"Entry {shown(text)} can never match a search: it has no letter and no number")
        if _QUOTED.fullmatch(written):
            return cls("exact", found)
        if any(quote in written for quote in _QUOTES):
            raise VocabularyError(f'Entry {shown(text)} has a stray quote: quote all of it, as in "flu symptoms"')
        return cls("terms", _terms(written))

    @property
    def label(self) -> str:
        """Return the keyword in its canonical form, which `parse` reads back."""
        return " + ".join(self.words) if self.kind == "terms" else '"' + " ".join(self.words) + '"'

    @property
    def text(self) -> str:
        """Return the canonical form: a keyword has no other name."""
        return self.label

    @property
    def keywords(self) -> "tuple[Keyword, ...]":
        """Return the keywords any of which a search must match: this one."""
        return (self,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyword) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[str, tuple[str, ...] | frozenset[str]]:
        return self.kind, frozenset(self.words) if self.kind == "terms" else self.words


def _terms(written: str) -> tuple[str, ...]:
    """Return the distinct terms of a keyword that is written with "+"; VocabularyError unless each is one word."""
    terms = [tokenizer.words(part) for part in _PLUS.split(written)]
    if () in terms:
        raise VocabularyError(f'Entry {shown(written)} has a "+" without a word on each side')
    if any(len(term) > 1 for term in terms):
        found = tokenizer.words(written)
        exact, together = '"' + " ".join(found) + '"', " + ".join(found)
        raise VocabularyError(
            f"Entry {shown(written)} has a term of several words: write {shown(exact)} for the exact "
            f"query, or {shown(together)} for searches with all of the words"
        )
    return tuple(dict.fromkeys(word for (word,) in terms))


def _too_long(text: str) -> VocabularyError:
    return VocabularyError(f"Entry {shown(text)} has {len(text)} characters, at most {MAX_CHARACTERS}")


def shown(text: str) -> str:
    """Return an entry as an error message names it."""
    return f"`{text if len(text) <= 60 else text[:59] + '…'}`"


@dataclass(frozen=True, eq=False)
class KeywordIndex:
    """Several keywords with one count: a search counts once if it matches any of them.

    So rare keywords that would each drown in noise can be counted together. Indexes are equal if they have the same
    keywords in any order, whatever their names.

    Attributes:
        name: What people call it. It is the label of the count.
        keywords: Its distinct keywords, in the order given.

    Raises:
        VocabularyError: The name is not canonical or reads like a keyword, or there are too few or too many keywords,
            or one of them twice.
    """

    name: str
    keywords: tuple[Keyword, ...]

    def __post_init__(self) -> None:
        _check_name(self.name)
        _check_number(self.name, len(self.keywords))
        for clash in clashes(self.keywords):
            first, second = (shown(self.keywords[index].label) for index in (clash.earlier, clash.later))
            raise VocabularyError(f"Index {shown(self.name)}: {second} {clash.relation} {first}: {clash.repair}")
        if len(self.text) > MAX_INDEX:
            raise VocabularyError(f"Index {shown(self.name)} has {len(self.text)} characters, at most {MAX_INDEX}")

    @classmethod
    def of(cls, name: str, parts: Sequence[str]) -> "KeywordIndex":
        """Read the name and the keywords of an index as a researcher writes them."""
        canonical = _canonical_name(name)
        _check_name(canonical)
        _check_number(canonical, len(parts))
        return cls(canonical, tuple(_part_at(canonical, place, part) for place, part in enumerate(parts, start=1)))

    @property
    def label(self) -> str:
        """Return the name."""
        return self.name

    @property
    def text(self) -> str:
        """Return the index in its canonical form, which `parse_entry` reads back."""
        return index_text(self.name, (keyword.label for keyword in self.keywords))

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words of the name."""
        return tokenizer.words(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeywordIndex) and frozenset(self.keywords) == frozenset(other.keywords)

    def __hash__(self) -> int:
        return hash(frozenset(self.keywords))


Entry = Keyword | KeywordIndex
"""What has one count of a campaign."""


def parse_entry(text: str) -> Entry:
    """Read an entry as a researcher writes it; a VocabularyError says what is wrong and what to write instead."""
    found = _INDEX.fullmatch(_AROUND.sub("", tokenizer.visible(text)))
    return KeywordIndex.of(found[1], _parts(found[2])) if found else Keyword.parse(text)


def _parts(written: str) -> list[str]:
    """Return the keywords of an index as written, cut at the commas that no quotes enclose."""
    if not _AROUND.sub("", written):
        return []
    return _COMMA.split(_QUOTED.sub(lambda quoted: _COMMA.sub(" ", quoted[0]), written))


def _part_at(name: str, place: int, part: str) -> Keyword:
    try:
        if _INDEX.fullmatch(_AROUND.sub("", tokenizer.visible(part))):
            raise VocabularyError("an index can't be a part of an index: write its keywords")
        return Keyword.parse(part)
    except VocabularyError as error:
        raise VocabularyError(f"Index {shown(name)}, keyword {place}: {error}") from None


def _canonical_name(written: str) -> str:
    name: str = _SPACES.sub(" ", unicodedata.normalize("NFC", tokenizer.visible(written))).strip(" ")
    return name


def _check_name(name: str) -> None:
    """Raise VocabularyError for a name that an index can't have.

    A name must not read like a keyword, for which a reader of the results would take it. So it has two words or more,
    and neither quotes nor a plus.
    """
    if not name:
        raise VocabularyError("An index has no name: write it first, as in `flu index: any of flu, influenza`")
    if len(name) > MAX_NAME:
        raise VocabularyError(f"The index name {shown(name)} has {len(name)} characters, at most {MAX_NAME}")
    if not _NAME.fullmatch(name) or _canonical_name(name) != name:
        raise VocabularyError(f"The index name {shown(name)} may have letters, numbers, spaces and ( ) . ' / & - only")
    if len(tokenizer.words(name)) < 2:
        raise VocabularyError(
            f"The index name {shown(name)} reads like a keyword: write two words or more, such as "
            f"{shown(name + ' index')}"
        )


def _check_number(name: str, number: int) -> None:
    if not 2 <= number <= MAX_PARTS:
        raise VocabularyError(f"Index {shown(name)}: write 2 to {MAX_PARTS} keywords, not {number}")


class Clash(NamedTuple):
    """Two entries that can't stand in one list, by their indices from 0.

    `relation` says how the later entry clashes with the earlier one, and `repair` what to do.
    """

    later: int
    earlier: int
    relation: str
    repair: str


def clashes(entries: Sequence[Entry]) -> Iterator[Clash]:
    """Yield each entry that counts the same searches as an earlier one, or has the same name.

    An index must not have the words of a keyword beside it: in the results nobody could tell the two apart.
    """
    first: dict[Entry, int] = {}
    words: dict[tuple[str, ...], int] = {}
    names: dict[tuple[str, ...], int] = {}
    for index, entry in enumerate(entries):
        own, is_index = entry.words, isinstance(entry, KeywordIndex)
        if (earlier := first.setdefault(entry, index)) != index:
            yield Clash(index, earlier, "counts the same searches as", "remove one")
        elif (named := (words if is_index else names).get(own)) is not None:
            yield Clash(index, named, "has the same words as", "rename the index")
        words.setdefault(own, index)
        if is_index:
            names.setdefault(own, index)
