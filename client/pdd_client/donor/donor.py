"""A donor: everything one installation can do, for the command line and for other programs."""

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from types import TracebackType
from typing import Self

from pdd_client.core.donation.exclusions import Excluded, Skip
from pdd_client.core.donation.ledger import Account
from pdd_client.core.errors import Code, DonorError
from pdd_client.core.searches import Search
from pdd_client.core.visits import HistoryFile, Skipped, Visit
from pdd_client.donor import privacy_account
from pdd_client.donor.campaigns.join import Joined, Offer, accept, look
from pdd_client.donor.campaigns.leave import Farewell, erase, leave
from pdd_client.donor.check_in.check_in import check_in
from pdd_client.donor.contact.report import CheckInReport
from pdd_client.donor.days.decide import approve, check_unlocked, reconsider, withhold
from pdd_client.donor.days.read_searches import Found, read_searches, recent_days
from pdd_client.donor.days.review import Review, review
from pdd_client.donor.error_translation import speaks_plainly
from pdd_client.donor.installation import Installation, open_installation
from pdd_client.donor.records import Records
from pdd_client.donor.results import fetch_results
from pdd_client.donor.schedule import planning
from pdd_client.donor.settings.browsers import Browser, browsers, switch, switched_off, switched_on
from pdd_client.donor.settings.choices import Choices
from pdd_client.donor.settings.extensions import Extensions
from pdd_client.gateways.browser_history.find_histories import find_histories
from pdd_client.gateways.clock import Clock, system_clock
from pdd_client.gateways.keychain import Keychain
from pdd_client.gateways.native_messaging.extension_searches import handed_over
from pdd_client.gateways.server_http.server_http import Connect, ServerHttp
from pdd_shared.protocol.keys import RandomBytes

SKIPPABLE_DAYS = 32
"""How far back a skip looks for its search; a round may wait longer: a server counts the nights it lives through."""


@dataclass(frozen=True)
class LocalSearches:
    """What was found locally, each search with why it does not count (None if it does)."""

    searches: tuple[tuple[Search, Excluded | None], ...]
    skipped: tuple[Skipped, ...]


@speaks_plainly
class Donor(Choices, Records, Extensions):
    """One home and what can be done in it. Errors are DonorError: one line for the person."""

    def __init__(self, installation: Installation, home: Path, find: Callable[[], Sequence[HistoryFile]]) -> None:
        self.installation = installation
        self.home = home
        self._find = find
        self._shown: dict[date, Review] = {}

    @classmethod
    def open(
        cls,
        home: Path,
        *,
        clock: Clock = system_clock,
        keychain: Keychain | None = None,
        connect: Connect = ServerHttp,
        random_bytes: RandomBytes = secrets.token_bytes,
        find: Callable[[], Sequence[HistoryFile]] = find_histories,
    ) -> "Donor":
        """The donor of this home, made if it is not there. Close it after use.

        SetAside if the home was damaged: opened again, it is as new, and another donor.
        """
        return cls(open_installation(home, clock, keychain, connect, random_bytes), home, find)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the home."""
        self.installation.store.close()

    # --- taking part

    def look(self, url: str, campaigns: Sequence[str] | None = None) -> Offer:
        """What the server offers, before anything is agreed to."""
        return look(self.installation, url, campaigns)

    def join(
        self,
        url: str,
        campaigns: Sequence[str] | None = None,
        stratum: str | None = None,
        invitation: str | None = None,
        language: str = "en",
    ) -> Joined:
        """Agree to the campaigns named, or to the only one there is; DonorError says what keeps the donor from it."""
        offer = self.look(url, campaigns)
        if campaigns is None and len(offer.campaigns) > 1:
            raise DonorError(f"the server has several campaigns: name those to join of {', '.join(offer.campaigns)}")
        return self.accept(offer, stratum, invitation, language)

    def accept(
        self, offer: Offer, stratum: str | None = None, invitation: str | None = None, language: str = "en"
    ) -> Joined:
        """Agree to an offer that was looked at."""
        return accept(self.installation, offer, stratum, invitation, language)

    def check_in(self, histories: Sequence[Path] | None = None) -> CheckInReport:
        """Contact the server and answer its tasks from these history files, by default from every browser's."""
        skipped: list[Skipped] = []

        def read(first: date, last: date) -> Sequence[Search] | None:
            found = self._read((first, last), histories)
            skipped.extend(found.skipped)
            return found.searches if found.readable else None

        with planning(self.installation) as refused:
            report = check_in(self.installation, read)
            refused.update(part.reason for part in report.refused)
        return replace(report, skipped=tuple(skipped))

    def fetch_results(self) -> None:
        """Fetch what all campaigns of the server publish, as anybody can: without token, joined or not."""
        fetch_results(self.installation)

    def leave(self, campaign: str) -> None:
        """Give a campaign nothing from now on; the server is not told, as it never knew."""
        leave(self.installation, campaign)

    def erase_me(self, *, tell_server: bool = True) -> Farewell:
        """Have the server forget this donor, then erase the home; returns what the server knows after it.

        DonorError, and nothing erased, if the server can't be reached: the keys are needed to ask it again. Where it
        will never be reached again, `tell_server` False erases the home alone.
        """
        farewell = erase(self.installation, tell_server=tell_server)
        self.disconnect_extensions()
        return farewell

    # --- looking

    def look_through(self, day: date, histories: Sequence[Path] | None = None) -> tuple[LocalSearches, Review | None]:
        """A day's searches and its review, from one look at the histories; no review while nothing is joined."""
        found = self._read((day, day), histories)
        joined = bool(self.installation.store.agreed())
        return self._local(found), self._review(day, lambda _: found) if joined else None

    def searches(
        self, day: date | None = None, histories: Sequence[Path] | None = None, *, everything: bool = False
    ) -> LocalSearches:
        """The searches of a day (today by default), or of all time."""
        chosen = day or self.today
        found = self._read(None if everything else (chosen, chosen), histories)
        return self._local(found)

    def review(self, day: date | None = None, histories: Sequence[Path] | None = None) -> Review:
        """What would be sent of a day, today by default; what was, where its counts are locked already."""
        return self._review(day or self.today, lambda day: self._read((day, day), histories))

    # --- the privacy account

    def ledger(self) -> Account:
        """What all days given have cost together, and how long the ceiling lasts; composing them can take seconds."""
        return privacy_account.look_up(self.installation)

    def ceiling(self) -> Decimal | None:
        """The epsilon that all days given may not pass together; None if there is no such limit."""
        return self.installation.ceiling()

    def set_ceiling(self, ceiling: Decimal | None) -> None:
        """Set that limit (None: take it away); days that would pass it get zeros. DonorError if it is not above 0."""
        privacy_account.set_ceiling(self.installation, ceiling)

    # --- keeping out

    def skip(self, search_id: str, histories: Sequence[Path] | None = None) -> Search:
        """Keep one search out; without `histories` it is looked for in the files named last and in all browsers'."""
        search = self._recent(search_id, histories)
        with self.installation.store.transaction():
            self.installation.store.skip(Skip(search.mark, search.time, search.day))
        return search

    def unskip(self, search_id: str, histories: Sequence[Path] | None = None) -> Search:
        """Let a search that was taken out count again; DonorError if its day is locked. It is looked for as in `skip`.

        Of a day that was approved without it, it still does not count: nothing is sent that was not seen.
        """
        search, store = self._recent(search_id, histories), self.installation.store
        with store.transaction():
            check_unlocked(self.installation, search.day)
            for skip in store.exclusions(self.installation.zone).skips:
                if skip.holds(search):
                    store.unskip(skip)
        return search

    def browsers(self) -> tuple[Browser, ...]:
        """The browsers of this computer, and whether their histories are read."""
        return browsers(self.installation, self._find())

    def switch_browser(self, name: str, on: bool) -> None:
        """Read this browser's histories or not: off, its searches count for no day that is not locked yet."""
        switch(self.installation, self._find(), name, on)

    # --- deciding

    def approve(self, day: date, seen: Review | None = None, histories: Sequence[Path] | None = None) -> Review:
        """Send of this day what a review shows: `seen`, else the last this Donor made, else one made now; returns it.

        Nothing more will be sent: searches made after the review don't count, what is kept out after it stays out.
        DonorError if the day is locked, to come, or too long ago.
        """
        shown = seen or self._shown.get(day) or self.review(day, histories)
        approve(self.installation, shown, self.today)
        return shown

    def withhold(self, day: date) -> None:
        """Send zeros for this day, in either mode; DonorError as for `approve`."""
        withhold(self.installation, day, self.today)
        self._shown.pop(day, None)

    def reconsider(self, day: date) -> None:
        """Take back what was decided about the day, so that a review shows all of it again; DonorError as above."""
        reconsider(self.installation, day, self.today)
        self._shown.pop(day, None)

    def _local(self, found: Found) -> LocalSearches:
        exclusions = self.installation.store.exclusions(self.installation.zone)
        return LocalSearches(tuple((search, exclusions.reason(search)) for search in found.searches), found.skipped)

    def _review(self, day: date, read: Callable[[date], Found]) -> Review:
        shown = review(self.installation, day, read)
        self._shown[day] = shown
        return shown

    def _recent(self, search_id: str, histories: Sequence[Path] | None) -> Search:
        remembered = None if histories else self._remembered()
        found = self._read(recent_days(self.today, SKIPPABLE_DAYS), histories, remembered)
        search = next((search for search in found.searches if search.id == search_id), None)
        if search is None:
            raise DonorError(
                f"there is no search {search_id[:20]!r} in the last {SKIPPABLE_DAYS} days: "
                "`pdd-donor searches` lists their ids; name the --history file if you did there",
                Code.NO_SUCH_SEARCH,
            )
        return search

    def _read(
        self,
        days: tuple[date, date] | None,
        histories: Sequence[Path] | None,
        files: Sequence[HistoryFile] | None = None,
    ) -> Found:
        """From the files named and nothing else; where none is, from every browser's and from the extensions."""
        secret = bytes.fromhex(self.installation.store.fact("secret") or "")

        def hand_over(since: datetime | None, until: datetime | None) -> Sequence[Visit] | None:
            off = switched_off(self.installation)
            return None if histories else handed_over(self.installation.store, off, since, until)

        return read_searches(files or self._files(histories), hand_over, days, self.installation.zone, secret)

    def _files(self, histories: Sequence[Path] | None) -> Sequence[HistoryFile]:
        """The files named, which are remembered so that a search in them can be skipped; else every browser's."""
        if not histories:
            return switched_on(self.installation, self._find())
        named = json.dumps([str(path.absolute()) for path in histories])
        if named != self.installation.store.fact("histories"):
            with self.installation.store.transaction():
                self.installation.store.set_fact("histories", named)
        return [HistoryFile(path) for path in histories]

    def _remembered(self) -> Sequence[HistoryFile]:
        named = json.loads(self.installation.store.fact("histories") or "[]")
        return [HistoryFile(Path(path)) for path in named] + switched_on(self.installation, self._find())
