"""A donor's exclusions: blocked words, removed searches, pauses, sites and hours of the day.

Many commands read pauses without counting anything. So the counting rules are imported only by the functions that
apply them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from enum import StrEnum
from re import fullmatch
from typing import TYPE_CHECKING

from pdd_client.core.errors import Code, DonorError

if TYPE_CHECKING:
    from pdd_client.core.searches import Search
    from pdd_shared.counting.entries import Keyword
    from pdd_shared.counting.vocabulary import Vocabulary


class Excluded(StrEnum):
    """The donor's reason for keeping a search out of every count."""

    BLOCKED = "blocked"
    REMOVED = "removed"
    PAUSED = "paused"
    SITE = "site"
    HOURS = "hours"


@dataclass(frozen=True)
class Pause:
    """A time in which no search counts: [start, end). `end` is None until the donor resumes or sets an end."""

    start: datetime
    end: datetime | None = None

    def goes_on(self, now: datetime) -> bool:
        """Return whether the pause has not ended by `now`.

        `start` is not compared: a pause begins when it is stored, so `now` is earlier only if the clock was set back.
        """
        return self.end is None or now < self.end

    def holds(self, instant: datetime) -> bool:
        """Return whether the instant lies in the pause."""
        return self.start <= instant and (self.end is None or instant < self.end)

    def covers(self, start: datetime, end: datetime) -> bool:
        """Return whether all of [start, end) lies in the pause."""
        return self.start <= start and (self.end is None or end <= self.end)


@dataclass(frozen=True)
class RemovedSearch:
    """A removed search: the keyed digest of its engine and query (`Search.mark`), its first visit's time, its day."""

    mark: bytes = field(repr=False)
    time: datetime
    day: date

    def holds(self, search: "Search") -> bool:
        """Return whether this is the removed search.

        Further visits may have extended the search at either end since it was removed, by up to 30 minutes each.
        """
        from pdd_client.core.searches import SAME_SEARCH

        if (self.mark, self.day) != (search.mark, search.day):
            return False
        return search.time - SAME_SEARCH <= self.time <= search.last + SAME_SEARCH


@dataclass(frozen=True)
class Hours:
    """The hours of each day in which no search counts: [start, end), past midnight if the end is earlier.

    Attributes:
        start: the first minute of the day that is left out, from 0.
        end: the minute from which searches count again, from 0; never `start`, which would be a day without an end.
        zone: the zone whose clock is meant; None for this computer's.

    """

    start: int
    end: int
    zone: tzinfo | None = None

    @classmethod
    def parse(cls, text: str) -> "Hours":
        """Parse a text such as "22:00-06:00".

        Raises:
            DonorError: the text has another form, or names no time of day, or start and end are the same.

        """
        one = "([01][0-9]|2[0-3]):([0-5][0-9])"
        match = fullmatch(f"{one}-{one}", text)
        if match is None:
            raise DonorError(f"{text[:20]!r} names no hours such as 22:00-06:00: nothing was changed")
        hour, minute, end_hour, end_minute = map(int, match.groups())
        start, end = 60 * hour + minute, 60 * end_hour + end_minute
        if start == end:
            raise DonorError("the hours begin and end at the same time: nothing was changed")
        return cls(start, end)

    def __str__(self) -> str:
        """Return the text from which `parse` makes these hours."""
        return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in (self.start, self.end))

    def holds(self, instant: datetime) -> bool:
        """Return whether the clock shows one of these hours at an instant."""
        local = instant.astimezone(self.zone)
        minute = 60 * local.hour + local.minute
        if self.start < self.end:
            return self.start <= minute < self.end
        return self.start <= minute or minute < self.end


@dataclass(frozen=True)
class Exclusions:
    """All exclusions of a donor: blocked words, removed searches, pauses, sites and hours of the day.

    `sites` are the names of search engines. `hours` is None if searches count at all hours.
    """

    blocked: "Vocabulary" = field(repr=False)
    removed: tuple[RemovedSearch, ...] = ()
    pauses: tuple[Pause, ...] = ()
    sites: frozenset[str] = frozenset()
    hours: Hours | None = None

    def reason(self, search: "Search") -> Excluded | None:
        """Return why the search does not count, or None if it does."""
        if self.blocked.found_in(search.query):
            return Excluded.BLOCKED
        if any(one.holds(search) for one in self.removed):
            return Excluded.REMOVED
        if any(pause.holds(search.time) for pause in self.pauses):
            return Excluded.PAUSED
        if search.engine in self.sites:
            return Excluded.SITE
        return Excluded.HOURS if self.hours and self.hours.holds(search.time) else None

    def paused(self, start: datetime, end: datetime, now: datetime) -> bool:
        """Return whether nothing is given of the day [start, end): a pause is on now, or covers the whole day."""
        return any(pause.goes_on(now) or pause.covers(start, end) for pause in self.pauses)


def blocked_entry(text: str) -> "Keyword":
    """Return the entry that blocks searches with all words of the text, in any order.

    Raises:
        DonorError: the text has no word, or is too long.

    """
    from pdd_shared.counting.entries import Keyword, VocabularyError
    from pdd_shared.counting.tokenizer import words

    found = words(text)
    if not found:
        raise DonorError(
            "there is no word to block in that: write a word, such as `pdd-donor block asthma`", Code.NO_WORD
        )
    try:
        return Keyword("terms", tuple(dict.fromkeys(found)))
    except VocabularyError:
        raise DonorError("that is too long to block: block one word of it", Code.TOO_LONG) from None


def blocked_vocabulary(labels: Iterable[str]) -> "Vocabulary":
    """Return the vocabulary of blocked words, parsed from their entries' labels."""
    from pdd_shared.counting.vocabulary import Vocabulary

    return Vocabulary.parse(labels)


def site_named(text: str) -> str:
    """Return the name of the search engine that a text names: by its name, or by an address such as "bing.com".

    Raises:
        DonorError: no known search engine has that name.

    """
    from pdd_shared.counting.search_engines import ENGINES

    host = text.strip().lower().split("://")[-1].split("/")[0]
    found = next((part for part in host.split(".") if part in ENGINES), None)
    if found is None:
        raise DonorError(f"{text[:40]!r} is no search engine that this program counts, so nothing of it is sent")
    return found
