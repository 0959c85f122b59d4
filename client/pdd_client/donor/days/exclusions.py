"""The use cases of exclusions: blocked words, removed searches, sites, hours, browsers and profiles, pauses."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from pdd_client.core.donation.exclusions import Hours, Pause, RemovedSearch, blocked_entry, site_named
from pdd_client.core.errors import Code, DonorError
from pdd_client.core.searches import Search
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.days.decide import check_unlocked
from pdd_client.donor.days.keep_days import keep_anew
from pdd_client.donor.days.read_searches import SearchReader
from pdd_client.donor.error_translation import translates_errors
from pdd_client.donor.installation import Installation
from pdd_client.donor.settings.browsers import Browser, add_history, browsers, choice, switch, switch_profile

REMOVABLE_DAYS = 32
"""For how many last days a search can be removed, today included.

A round can wait even longer, because the server counts only nights on which it was up.
"""


class ExclusionChoices:
    """The use cases of a donor's exclusions."""

    def __init__(self, installation: Installation, reader: SearchReader) -> None:
        """Take an opened installation and the reader of its searches."""
        self.installation = installation
        self._reader = reader

    @translates_errors
    def block(self, text: str) -> str:
        """Block a word, or words that occur together in a search, and return the label of the kept entry.

        It holds for every day whose counts are not locked yet.

        Raises:
            DonorError: there is no word in the text, or it is too long.

        """
        label = blocked_entry(text).label
        with self.installation.store.transaction():
            self.installation.store.exclusions.block(label)
            self.installation.store.kept.forget_all()
        keep_anew(self.installation, self._reader)
        return label

    @translates_errors
    def unblock(self, text: str) -> str:
        """Unblock a word, and return the label under which it was kept.

        Raises:
            DonorError: the word is not blocked, or there is no word in the text.

        """
        label = blocked_entry(text).label
        if label not in self.blocked():
            raise DonorError("that is not blocked: `pdd-donor blocked` lists what is")
        with self.installation.store.transaction():
            self.installation.store.exclusions.unblock(label)
        return label

    @translates_errors
    def blocked(self) -> list[str]:
        """Return the blocked words."""
        return self.installation.store.exclusions.blocked()

    @translates_errors
    def remove_search(self, search_id: str, histories: Sequence[Path] | None = None) -> Search:
        """Remove one search from every count, and return it.

        Args:
            search_id: the search's id, from `Days.searches`.
            histories: the history files to find it in; by default those named last, and those of all browsers.

        Raises:
            DonorError: there is no such search in the last days.

        """
        search = self._recent(search_id, histories)
        with self.installation.store.transaction():
            self.installation.store.exclusions.remove(RemovedSearch(search.mark, search.time, search.day))
            self.installation.store.kept.forget_all()
        keep_anew(self.installation, self._reader)
        return search

    @translates_errors
    def restore_search(self, search_id: str, histories: Sequence[Path] | None = None) -> Search:
        """Let a removed search count again, and return it; the arguments are those of `remove_search`.

        It does not count if its day was approved without it, because nothing is sent that the donor has not seen.

        Raises:
            DonorError: as in `remove_search`, or the search's day is locked.

        """
        search, store = self._recent(search_id, histories), self.installation.store
        with store.transaction():
            check_unlocked(self.installation, search.day)
            for removed in store.exclusions.all(self.installation.zone).removed:
                if removed.holds(search):
                    store.exclusions.restore(removed)
        return search

    @translates_errors
    def sites(self) -> list[str]:
        """Return the names of the search engines that are left out, sorted."""
        return sorted(self.installation.store.exclusions.sites())

    @translates_errors
    def switch_site(self, text: str, on: bool) -> str:
        """Count the searches on one search engine, or leave them out, for all days that are not locked yet.

        Args:
            text: the engine's name, or an address of it such as "bing.com".
            on: whether its searches count.

        Returns:
            The engine's name.

        Raises:
            DonorError: this program knows no such search engine.

        """
        name, store = site_named(text), self.installation.store
        with store.transaction():
            store.exclusions.set_sites(store.exclusions.sites() - {name} if on else store.exclusions.sites() | {name})
            if not on:
                store.kept.forget_all()
        if not on:
            keep_anew(self.installation, self._reader)
        return name

    @translates_errors
    def hours(self) -> Hours | None:
        """Return the hours of the day in which no search counts; None if there are none."""
        return self.installation.store.exclusions.hours()

    @translates_errors
    def set_hours(self, text: str | None) -> None:
        """Leave out some hours of each day by this computer's clock, for all days that are not locked yet.

        Args:
            text: the hours, such as "22:00-06:00", in place of those left out so far; None to count all hours.

        Raises:
            DonorError: the text names no hours.

        """
        hours, store = None if text is None else Hours.parse(text), self.installation.store
        with store.transaction():
            store.exclusions.set_hours(hours)
            if hours is not None:
                store.kept.forget_all()
        if hours is not None:
            keep_anew(self.installation, self._reader)

    @translates_errors
    def browsers(self) -> tuple[Browser, ...]:
        """Return the browsers of this computer, with the state of their histories."""
        return browsers(self.installation, self._reader.find_everywhere(again=True))

    @translates_errors
    def unread_histories(self) -> list[HistoryFile]:
        """Return the histories that were found on this computer and are not read."""
        found = self._reader.find_everywhere(again=True)
        chosen = choice(self.installation, found)
        return [file for file in found if not chosen.reads(file)]

    @translates_errors
    def switch_browser(self, name: str, on: bool) -> None:
        """Switch the reading of a browser's histories on or off, for all days that are not locked yet.

        Raises:
            DonorError: there is no browser of that name.

        """
        switch(self.installation, self._reader.find_everywhere(), name, on)
        keep_anew(self.installation, self._reader)

    @translates_errors
    def switch_profile(self, path: str, on: bool) -> None:
        """Switch the reading of one profile's history on or off, for all days that are not locked yet.

        While a profile is off, the extensions in this browser are not asked either: they don't tell their profile.

        Args:
            path: the path of the profile's history, as `browsers` returns it.
            on: whether its searches count.

        Raises:
            DonorError: there is no such profile.

        """
        switch_profile(self.installation, self._reader.find_everywhere(), path, on)
        keep_anew(self.installation, self._reader)

    @translates_errors
    def add_history(self, path: Path) -> str | None:
        """Count a history that was not found, for all days that are not locked yet.

        Args:
            path: the history's path.

        Returns:
            Why it can't be read, as in `history_copy`; then nothing was changed. None if it counts now.

        """
        problem = add_history(self.installation, self._reader.find_everywhere(), path)
        if problem is None:
            keep_anew(self.installation, self._reader)
        return problem

    @translates_errors
    def pause(self, until: datetime | None = None) -> None:
        """Pause: give nothing to any campaign until a moment, or until resumed. Searches made meanwhile never count.

        If a pause is on already, it gets the new end.

        Args:
            until: the end (aware); None for a pause without an end.

        Raises:
            DonorError: the end is in the past.

        """
        now, end = self.installation.clock(), until and until.astimezone(UTC)
        if end is not None and end <= now:
            raise DonorError("a pause can't end in the past: nothing was changed; name a later moment")
        with self.installation.store.transaction():
            for pause in self._running_pauses(now) or [Pause(now)]:
                self.installation.store.exclusions.pause(pause.start, end)

    @translates_errors
    def resume(self) -> None:
        """End the pause now; does nothing without one."""
        now = self.installation.clock()
        with self.installation.store.transaction():
            for pause in self._running_pauses(now):
                self.installation.store.exclusions.pause(pause.start, now)

    def _running_pauses(self, now: datetime) -> list[Pause]:
        pauses = self.installation.store.exclusions.all(self.installation.zone).pauses
        return [pause for pause in pauses if pause.goes_on(now)]

    def _recent(self, search_id: str, histories: Sequence[Path] | None) -> Search:
        found = self._reader.read_recent(REMOVABLE_DAYS, histories)
        search = next((search for search in found.searches if search.id == search_id), None)
        if search is None:
            raise DonorError(
                f"there is no search {search_id[:20]!r} in the last {REMOVABLE_DAYS} days: "
                "`pdd-donor searches` lists their ids; name the --history file if you did there",
                Code.NO_SUCH_SEARCH,
            )
        return search
