"""Donors' homes in a rehearsal, with histories of which the truth is known."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from pdd_client.donor.donor import Donor
from pdd_client.gateways.clock import RehearsalClock
from pdd_client.gateways.keychain import FileKeychain
from pdd_shared.rounds.layout import Counts
from scripts.rehearsal.history_writer import write_chrome
from scripts.rehearsal.recorded_randomness import RecordedRandomness

STRATA = ("england", "scotland")
_WORDS = ("flu", "fever child", "cough", "tea")
"""What homes search for: the three keywords of the usual campaign, and one word that is none."""


def open_donor(home: Path, clock: Path, **more: Any) -> Donor:
    """Return the donor of a home, with the time of a file and no browser but those that are named to it.

    Args:
        home: Where the home is, or is made.
        clock: The file with the donor's time.
        more: Other arguments of `Donor.open`.
    """
    return Donor.open(home, clock=RehearsalClock(clock), keychain=FileKeychain(home), find=list, **more)


def join(donor: Donor, url: str, *campaigns: str, stratum: str | None = None) -> None:
    """Let a donor join and send by itself: nobody is there to review the days."""
    donor.campaigns.join(url, campaigns or None, stratum=stratum)
    donor.settings.set_sending("by-itself")


@dataclass(eq=False)
class Home:
    """A home whose donor searches each word as often as its number says, the same every day.

    Attributes:
        number: Its number.
        stratum: The region that it says.
        draws: The random bytes that it drew.
        donor: Its donor.
        history: Its browser's history.
    """

    number: int
    stratum: str
    draws: RecordedRandomness = field(repr=False)
    donor: Donor = field(repr=False)
    history: Path

    @property
    def searches(self) -> list[int]:
        """How often it searches each word of a day: no two of the first sixteen homes alike."""
        return [1 + self.number // 4 % 5, self.number % 4, self.number % 3, 1]

    @property
    def counts(self) -> Counts:
        """Its counts of a day."""
        return Counts(sum(self.searches), tuple(self.searches[:3]))

    @property
    def truth(self) -> list[int]:
        """The numbers that it gives of a day: joined, searches, and the three keywords."""
        return [1, self.counts.searches, *self.counts.entries]

    def search(self, first: date, days: int) -> None:
        """Write its history: its searches of so many days, from an hour after midnight on, ten minutes apart."""
        words = [f"{word} {nth}" for word, times in zip(_WORDS, self.searches, strict=True) for nth in range(times)]
        mornings = [datetime.combine(first + timedelta(days=ahead), time(1), UTC) for ahead in range(days)]
        write_chrome(
            self.history,
            [
                (f"https://www.google.com/search?q={word.replace(' ', '+')}", morning + timedelta(minutes=at), word)
                for morning in mornings
                for at, word in zip(range(0, 1000, 10), words, strict=False)
            ],
        )


def allow_files(more: int) -> None:
    """Raise this process's limit on open files by so many: homes stay open."""
    import resource  # Windows has none, and none of these limits

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = soft + more if hard == resource.RLIM_INFINITY else min(soft + more, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
