"""A donor: everything one installation can do, for the command line and for other programs."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from pdd_client.core.searches import Search
from pdd_client.core.visits import UnreadHistory
from pdd_client.donor.campaigns.campaigns import Campaigns
from pdd_client.donor.campaigns.leave import Farewell, erase
from pdd_client.donor.check_in.check_in import check_in
from pdd_client.donor.cohort.erasure import erase_by_calendar
from pdd_client.donor.cohort.log_comparison import Compared, compare_log, weeks
from pdd_client.donor.contact.report import CheckInReport
from pdd_client.donor.days.days import Days
from pdd_client.donor.days.exclusions import ExclusionChoices
from pdd_client.donor.days.keep_days import read_and_keep
from pdd_client.donor.days.read_searches import FindHistories, SearchReader
from pdd_client.donor.error_translation import translates_errors
from pdd_client.donor.export import export
from pdd_client.donor.installation import Installation, open_installation
from pdd_client.donor.privacy_account import PrivacyAccount
from pdd_client.donor.reminders import Reminders
from pdd_client.donor.schedule import next_check_in, planning
from pdd_client.donor.server_keys import known_witnesses
from pdd_client.donor.settings.extensions import Extensions
from pdd_client.donor.settings.settings import Settings
from pdd_client.donor.status import Status, status
from pdd_client.gateways.browser_history.discover_histories import discover_histories
from pdd_client.gateways.browser_history.find_histories import find_histories
from pdd_client.gateways.clock import Clock, system_clock
from pdd_client.gateways.hold import Hold
from pdd_client.gateways.home_store.log_store import Logged
from pdd_client.gateways.keychain import Keychain
from pdd_client.gateways.server_http.server_http import Connect, ServerHttp
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.protocol.messages import WitnessPolicy


class Donor:
    """One home, and what can be done in it. Every error that a person can meet is a DonorError.

    Attributes:
        installation: the home's store, keys and clock, and the way to the server.
        home: the home's folder.
        campaigns: joining and leaving campaigns, and their results.
        days: reviewing days and deciding about them.
        exclusions: keeping searches, words and browsers out, and pausing.
        settings: how days are sent, and how the app looks.
        account: the privacy account and its ceiling.
        extensions: the browsers' extensions that may talk to this home.
        reminders: what the person is reminded of.

    """

    def __init__(self, installation: Installation, home: Path, find: FindHistories, discover: FindHistories) -> None:
        """Compose a donor of an opened installation; the arguments are those of `open`."""
        self.installation = installation
        self.home = home
        self._reader = SearchReader(installation, find, discover)
        self.campaigns = Campaigns(installation)
        self.days = Days(installation, self._reader)
        self.exclusions = ExclusionChoices(installation, self._reader)
        self.settings = Settings(installation)
        self.account = PrivacyAccount(installation)
        self.extensions = Extensions(installation, home)
        self.reminders = Reminders(installation)

    @classmethod
    def open(
        cls,
        home: Path,
        *,
        clock: Clock = system_clock,
        keychain: Keychain | None = None,
        connect: Connect = ServerHttp,
        random_bytes: RandomBytes = secrets.token_bytes,
        find: FindHistories = find_histories,
        discover: FindHistories = discover_histories,
        hold: Hold | None = None,
    ) -> "Donor":
        """Open the donor of this home, creating the home if it is missing. Close the donor after use.

        Args:
            home: the home's folder.
            clock: returns the time (aware, UTC).
            keychain: where the donor's keys are kept; by default the system's keychain.
            connect: returns the connection to the server at a URL.
            random_bytes: returns that many random bytes.
            find: finds the history files that are where their browsers usually keep them.
            discover: finds other history files, for the donor to choose from.
            hold: how long making an upload takes; by default 3 seconds, and no time under a clock that is not the
                system's, by which weeks pass in minutes.

        Raises:
            SetAside: the home was damaged, and was moved aside. The next call creates a new home, with new keys.

        """
        return cls(open_installation(home, clock, keychain, connect, random_bytes, hold), home, find, discover)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the home."""
        self.installation.store.close()

    @property
    def today(self) -> date:
        """The data day now, by this computer's clock."""
        return day_of(self.installation.clock(), self.installation.zone)

    @translates_errors
    def check_in(self, histories: Sequence[Path] | None = None) -> CheckInReport:
        """Contact the server, answer its tasks, and plan the next check-in.

        Args:
            histories: the history files to count; by default those of every browser that is not switched off.

        Raises:
            DonorError: the server can't be reached, or another check-in of this home is under way.

        """
        unread: list[UnreadHistory] = []

        def read(first: date, last: date) -> Sequence[Search] | None:
            days = (first, last)
            found = read_and_keep(self.installation, lambda: self._reader.read(days, histories), days)
            unread.extend(found.unread)
            return found.searches if found.readable else None

        with planning(self.installation) as refused:
            report = check_in(self.installation, read)
            refused.update(part.reason for part in report.refused)
        return replace(report, unread=tuple(unread))

    @translates_errors
    def next_check_in(self, *, started: bool = False) -> datetime:
        """Return the time of the next check-in (aware, UTC). If it is past, check in at once.

        The time is kept across restarts, but a program that has just `started` waits first. Callers should ask again
        each minute, because the clock may be changed.
        """
        if started:  # a check-in erases what is due, and waits now
            erase_by_calendar(self.installation.store, self.today)
        return next_check_in(self.installation, started=started)

    @translates_errors
    def status(self) -> Status:
        """Return the donor's campaigns, last and next check-in, pause and problems; nothing is sent."""
        return status(self.installation)

    @translates_errors
    def log(self) -> list[Logged]:
        """Return the log: every message that was sent to the server, and every refusal, the oldest first."""
        return self.installation.store.log.lines()

    @translates_errors
    def log_weeks(self) -> list[tuple[date, str]]:
        """Return the numbers by which people compare what the server shows them: see `log_comparison.weeks`."""
        return weeks(self.installation.store)

    @translates_errors
    def witnesses(self) -> WitnessPolicy | None:
        """Return the witnesses of the server that this home knows; None if there are none."""
        return known_witnesses(self.installation.store)

    @translates_errors
    def compare_log(self, file: Path) -> Compared:
        """Compare the server's public log, as this home reads it, with the checkpoint in a file of results.

        Raises:
            DonorError: the file can't be read, or has no checkpoint that this server signed with its key of now. Or
                no server is joined.

        """
        return compare_log(self.installation, file)

    @translates_errors
    def export(self, file: Path) -> None:
        """Write everything that is kept here about the donor to a JSON file, without keys.

        Raises:
            DonorError: the file can't be written.

        """
        export(self.installation, file)

    @translates_errors
    def erase_me(self, *, tell_server: bool = True) -> Farewell:
        """Have the server erase this donor, then erase the home and disconnect the browsers' extensions.

        Args:
            tell_server: False erases the home alone, where the server will never be reached again.

        Returns:
            What the server knows of the donor now.

        Raises:
            DonorError: the server can't be reached. Nothing is erased: the keys are needed to ask it again.

        """
        farewell = erase(self.installation, tell_server=tell_server)
        self.extensions.disconnect_all()
        return farewell
