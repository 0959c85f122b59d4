"""The use cases of days: list a day's searches, review it, decide about it, and see what became of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pdd_client.core.donation.exclusions import Excluded
from pdd_client.core.published_totals import WEEK
from pdd_client.core.searches import Search
from pdd_client.core.visits import UnreadHistory
from pdd_client.donor.campaigns.join import Offer
from pdd_client.donor.days.calendar import Day, SentDay, days_to_review, sent_days
from pdd_client.donor.days.decide import approve, reconsider, withhold
from pdd_client.donor.days.keep_days import days_to_read, read_and_keep
from pdd_client.donor.days.last_week import OwnWeek, own_week
from pdd_client.donor.days.read_searches import Found, SearchReader
from pdd_client.donor.days.review import Review, review
from pdd_client.donor.days.send_times import with_moments
from pdd_client.donor.error_translation import translates_errors
from pdd_client.donor.installation import Installation
from pdd_shared.protocol.days import day_of


@dataclass(frozen=True)
class LocalSearches:
    """The searches found on this computer.

    Attributes:
        searches: each search with the donor's reason for excluding it; None if it is not excluded.
        unread: the history files that could not be read.
        of_week: where a week was read for a day's review, the searches of its other days.

    """

    searches: tuple[tuple[Search, Excluded | None], ...]
    unread: tuple[UnreadHistory, ...]
    of_week: tuple[tuple[Search, Excluded | None], ...] = ()


class Days:
    """The use cases of a donor's days. Remembers the last review of each day, for `approve`."""

    def __init__(self, installation: Installation, reader: SearchReader) -> None:
        """Take an opened installation and the reader of its searches."""
        self.installation = installation
        self._reader = reader
        self._reviews: dict[date, Review] = {}

    @property
    def _today(self) -> date:
        return day_of(self.installation.clock(), self.installation.zone)

    @translates_errors
    def searches_and_review(
        self, day: date, histories: Sequence[Path] | None = None
    ) -> tuple[LocalSearches, Review | None]:
        """Return a day's searches and its review, from one reading of the histories.

        Args:
            day: the data day.
            histories: the history files to read; by default those of every browser that is not switched off.

        Returns:
            The searches, and the review; None in its place while nothing is joined.

        """
        found = self._read(days_to_read(self.installation, day), histories)
        joined = bool(self.installation.store.consents.agreed())
        return self._of_day(found, day), self._review(day, lambda _first, _last: found) if joined else None

    @translates_errors
    def searches(
        self, day: date | None = None, histories: Sequence[Path] | None = None, *, everything: bool = False
    ) -> LocalSearches:
        """Return the searches of a day (today by default), or with `everything` those of all time."""
        chosen = day or self._today
        return self._local(self._reader.read(None if everything else (chosen, chosen), histories))

    @translates_errors
    def review(self, day: date | None = None, histories: Sequence[Path] | None = None) -> Review:
        """Return what would be sent of a day (today by default), or what was if its counts are locked already."""
        return self._review(day or self._today, lambda first, last: self._read((first, last), histories))

    @translates_errors
    def approve(self, day: date, seen: Review | None = None, histories: Sequence[Path] | None = None) -> Review:
        """Approve a day: what a review shows is sent later, and nothing more.

        Searches made after the review don't count. Exclusions made after it hold too.

        Args:
            day: the data day.
            seen: the review that the donor has seen; by default the last of this day, or one that is made now.
            histories: the history files for a review that is made now.

        Returns:
            The review that was approved.

        Raises:
            DonorError: the day is locked, still to come, or too long ago.

        """
        approved = seen or self._reviews.get(day) or self.review(day, histories)
        approve(self.installation, approved, self._today)
        return approved

    @translates_errors
    def withhold(self, day: date) -> None:
        """Withhold a day: zeros are sent for it, whichever way of sending is chosen; DonorError as for `approve`."""
        withhold(self.installation, day, self._today)
        self._reviews.pop(day, None)

    @translates_errors
    def reconsider(self, day: date) -> None:
        """Take back the decision about the day, so that a review shows all of it again; DonorError as for `approve`."""
        reconsider(self.installation, day, self._today)
        self._reviews.pop(day, None)

    @translates_errors
    def to_review(self) -> tuple[Day, ...]:
        """Return the days that can still be decided on, and those just locked; the newest first."""
        return with_moments(self.installation, days_to_review(self.installation, self._today))

    @translates_errors
    def sent(self) -> tuple[SentDay, ...]:
        """Return what became of each day since joining, the oldest first."""
        return with_moments(self.installation, sent_days(self.installation, self._today))

    @translates_errors
    def last_week(self, offer: Offer) -> OwnWeek | None:
        """Return what the campaigns of an offer would count of the last week; None if no history can be read."""
        return own_week(self.installation, offer, self._reader.read_recent(WEEK, None))

    def _local(self, found: Found) -> LocalSearches:
        exclusions = self.installation.store.exclusions.all(self.installation.zone)
        return LocalSearches(tuple((search, exclusions.reason(search)) for search in found.searches), found.unread)

    def _of_day(self, found: Found, day: date) -> LocalSearches:
        local = self._local(found)
        own, others = ([one for one in local.searches if (one[0].day == day) is wanted] for wanted in (True, False))
        return LocalSearches(tuple(own), local.unread, tuple(others))

    def _read(self, days: tuple[date, date], histories: Sequence[Path] | None) -> Found:
        return read_and_keep(self.installation, lambda: self._reader.read(days, histories), days)

    def _review(self, day: date, read: Callable[[date, date], Found]) -> Review:
        made = review(self.installation, day, read)
        self._reviews[day] = made
        return made
