"""The keyword set of a campaign: what each search counts for, and the digest that tells one keyword set from another.

The vectors in tests/vectors/counting/vocabulary.json fix the entries' syntax, the matches and the digests.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from pdd_shared.counting import query_words, tokenizer
from pdd_shared.counting.entries import Entry, VocabularyError, clashes, parse_entry, shown
from pdd_shared.counting.matcher import Matcher
from pdd_shared.protocol.encoding import digest
from pdd_shared.protocol.limits import COUNTING_RULES


@dataclass(frozen=True)
class Vocabulary:
    """The keyword set of a campaign. The entries' order is that of the counts in the campaign's blocks.

    Attributes:
        entries: The entries.
        counting_rules: The version of the rules by which queries match them.

    Raises:
        VocabularyError: Two entries count the same searches, or have the same name.
    """

    entries: tuple[Entry, ...]
    counting_rules: int = COUNTING_RULES

    def __post_init__(self) -> None:
        for later, earlier, relation, repair in clashes(self.entries):
            one, other = (shown(self.entries[place].label) for place in (later, earlier))
            raise VocabularyError(
                f"Position {later + 1}: entry {one} {relation} {other} at position {earlier + 1}: {repair}"
            )

    @classmethod
    def parse(cls, texts: Iterable[str], counting_rules: int = COUNTING_RULES) -> "Vocabulary":
        """Read entries as a researcher writes them; a VocabularyError names the position, from 1, and the entry."""
        return cls(tuple(_parse_at(position, text) for position, text in enumerate(texts, start=1)), counting_rules)

    @classmethod
    def of_campaign(cls, texts: Sequence[str], counting_rules: int | None = None) -> "Vocabulary":
        """Read the entries of a signed campaign, which must be in canonical form.

        A donor reads the texts as they were signed, so that nothing else may be counted by them. A campaign that names
        no version of the rules keeps those of version 2, which were there when it was signed.
        """
        found = cls.parse(texts, counting_rules or 2)
        for position, (text, canonical) in enumerate(zip(texts, found.texts, strict=True), start=1):
            if text != canonical:
                raise VocabularyError(f"Position {position}: entry {shown(text)} must be written {shown(canonical)}")
        return found

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def labels(self) -> tuple[str, ...]:
        """Return what the counts are called, in results and on pages: keywords, and the names of indexes."""
        return tuple(entry.label for entry in self.entries)

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the entries in their canonical form, as in a signed campaign."""
        return tuple(entry.text for entry in self.entries)

    def matches(self, query: str) -> tuple[int, ...]:
        """Return the indices, ascending, of the entries for which a search with this query counts."""
        return self.found_in(query_words.searched(query) if self.counting_rules >= 3 else query)

    def found_in(self, text: str) -> tuple[int, ...]:
        """Return the indices, ascending, of the entries that all words of a text match, excluded ones as well."""
        return self._matcher.matches(tokenizer.words(text))

    def digest(self, count: int | None = None) -> bytes:
        """Return the digest of the first entries, 32 bytes: the end of a hash chain over their texts.

        h_0 = H(), h_n = H(h_{n-1}, text n in UTF-8), where H is `encoding.digest` in the domain "vocabulary". A donor
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
        for text in self.texts:
            links.append(digest("vocabulary", links[-1], text.encode()))
        return tuple(links)

    @cached_property
    def _matcher(self) -> Matcher:
        fold = query_words.fold if self.counting_rules >= 3 else str
        return Matcher([entry.keywords for entry in self.entries], fold)


class Fingerprint(NamedTuple):
    """What a plan states of a campaign's keyword set: how many entries it has, and its digest, 32 bytes."""

    entries: int
    digest: bytes


@lru_cache(maxsize=64)
def fingerprint(texts: tuple[str, ...]) -> Fingerprint:
    """Return the fingerprint of the keyword set of a signed campaign, from memory if it was asked for before.

    To read 10,000 entries takes a tenth of a second, and a server plans days of the same campaigns every night.

    Raises:
        VocabularyError: As `Vocabulary.of_campaign`.
    """
    found = Vocabulary.of_campaign(texts)
    return Fingerprint(len(found), found.digest())


def _parse_at(position: int, text: str) -> Entry:
    try:
        return parse_entry(text)
    except VocabularyError as error:
        raise VocabularyError(f"Position {position}: {error}") from None
