"""What a donor keeps out: blocked words, single searches, the times of a pause.

Pauses are read also where nothing is counted: the counting rules are imported by the functions that apply them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from pdd_client.core.errors import Code, DonorError

if TYPE_CHECKING:
    from pdd_client.core.searches import Search
    from pdd_shared.counting.vocabulary import Entry, Vocabulary


class Excluded(StrEnum):
    """Why a search is as if it had never been made."""

    BLOCKED = "blocked"
    SKIPPED = "skipped"
    PAUSED = "paused"


@dataclass(frozen=True)
class Pause:
    """A time in which nothing counts: [start, end), still going on where `end` is None."""

    start: datetime
    end: datetime | None = None

    def goes_on(self, now: datetime) -> bool:
        """Whether it has not ended by now: it has begun, also where the clock was set back since."""
        return self.end is None or now < self.end

    def holds(self, instant: datetime) -> bool:
        """Whether the instant lies in the pause."""
        return self.start <= instant and (self.end is None or instant < self.end)

    def covers(self, start: datetime, end: datetime) -> bool:
        """Whether all of [start, end) lies in the pause."""
        return self.start <= start and (self.end is None or end <= self.end)


@dataclass(frozen=True)
class Skip:
    """A search the donor took out: the keyed digest of its engine and query, the time it was made at, its data day."""

    mark: bytes
    time: datetime
    day: date

    def holds(self, search: "Search") -> bool:
        """Whether this is the search, also after another visit has joined it at either end."""
        from pdd_client.core.searches import SAME_SEARCH

        if (self.mark, self.day) != (search.mark, search.day):
            return False
        return search.time - SAME_SEARCH <= self.time <= search.last + SAME_SEARCH


@dataclass(frozen=True)
class Exclusions:
    """All that a donor keeps out."""

    blocked: "Vocabulary"
    skips: tuple[Skip, ...] = ()
    pauses: tuple[Pause, ...] = ()

    def reason(self, search: "Search") -> Excluded | None:
        """Why the search does not count; None if it does."""
        if self.blocked.matches(search.query):
            return Excluded.BLOCKED
        if any(skip.holds(search) for skip in self.skips):
            return Excluded.SKIPPED
        if any(pause.holds(search.time) for pause in self.pauses):
            return Excluded.PAUSED
        return None

    def paused(self, start: datetime, end: datetime, now: datetime) -> bool:
        """Whether nothing at all is given of the day [start, end): a pause goes on, or held the whole day."""
        return any(pause.goes_on(now) or pause.covers(start, end) for pause in self.pauses)


def blocked_entry(text: str) -> "Entry":
    """What to block: a word, or words that occur together in a search, in any order; DonorError if it has none."""
    from pdd_shared.counting.tokenizer import words
    from pdd_shared.counting.vocabulary import Entry, VocabularyError

    found = words(text)
    if not found:
        raise DonorError(
            "there is no word to block in that: write a word, such as `pdd-donor block asthma`", Code.NO_WORD
        )
    try:
        return Entry("terms", tuple(dict.fromkeys(found)))
    except VocabularyError:
        raise DonorError("that is too long to block: block one word of it", Code.TOO_LONG) from None


def blocked_vocabulary(labels: Iterable[str]) -> "Vocabulary":
    """The blocked words, from the labels of their entries."""
    from pdd_shared.counting.vocabulary import Vocabulary

    return Vocabulary.parse(labels)
