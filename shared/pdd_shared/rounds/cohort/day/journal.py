"""A home's journal: what it said once, and never says differently.

One journal serves both roles of a home, donor and committee member, for ever. A home writes an entry down durably
before it sends what the entry is about. So a crash between the two costs nothing, and a home that was not restored
from a backup never tells two stories. `submit`, `certify` and `donor.open_receipt` return the new entries to be
written.

A home may be asked twice at once, and both times read the same journal. So it inserts all new entries of a message in
one transaction, under a unique key. If the insertion fails, it sends nothing. Then it reads the journal again, and only
that journal releases the message (`Withheld`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from pdd_shared.rounds.refusals import Reason, Refused

_LEAF = 4


class Kind(StrEnum):
    """What an entry of the journal fixes."""

    PLAN = "plan"
    """The plan's digest and the tree's root, of a data day: 64 bytes."""
    CONTEXT = "context"
    """The context of this home's own upload of a data day: 32 bytes."""
    UPLOAD = "upload"
    """The upload of a data day as it is sent, so that a resend sends the same bytes; the only kind that is erased."""
    SENT = "sent"
    """The nonce and the digest of the upload of a data day: 48 bytes."""
    COMMITTEE = "committee"
    """The committee's digest and the number of sub-cohorts, of a day and cohort: 36 bytes."""
    RECEIPT = "receipt"
    """The leaf and the nonce of the receipt for this home's own upload of a data day: 20 bytes."""
    LIST = "list"
    """The digest of the list that this member certified, of a day, cohort and sub-cohort: 32 bytes."""


class Key(NamedTuple):
    """What a home says one thing about. Cohort and sub-cohort are 0 where the kind has none."""

    kind: Kind
    day: date
    cohort: int = 0
    sub_cohort: int = 0


class Entry(NamedTuple):
    """One line of the journal."""

    key: Key
    value: bytes

    def __repr__(self) -> str:
        """Return the key alone: the value may be an upload."""
        return f"Entry({self.key})"


def receipt_entry(day: date, leaf: int, nonce: bytes) -> Entry:
    """Return the line for the receipt of the home's upload of a data day."""
    return Entry(Key(Kind.RECEIPT, day), leaf.to_bytes(_LEAF, "little") + nonce)


class NotWritten(Exception):
    """A message was to be sent before its entries were in the journal."""


@dataclass(frozen=True)
class Journal:
    """All entries that a home has written for one server."""

    entries: Mapping[Key, bytes] = field(default_factory=dict, repr=False)

    def get(self, key: Key) -> bytes | None:
        """Return what the home wrote under this key, None if nothing."""
        return self.entries.get(key)

    def new(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """Return those of the entries that are not written yet.

        Refused DAY_SIGNED_BEFORE or TOLD_BEFORE where another value is written under the same key.
        """
        wanted = tuple(entries)
        for key, value in wanted:
            if self.entries.get(key, value) != value:
                raise _refusal(key)
        return tuple(entry for entry in wanted if entry.key not in self.entries)

    def receipt(self, day: date) -> tuple[int, bytes] | None:
        """Return leaf and nonce of the receipt for the home's upload of a data day, None if it has none."""
        value = self.entries.get(Key(Kind.RECEIPT, day))
        return None if value is None else (int.from_bytes(value[:_LEAF], "little"), value[_LEAF:])

    @property
    def signed_until(self) -> date | None:
        """Return the latest D + 1 of a data day D for which the home signed anything, None before the first.

        The home accepts no epoch that begins earlier than the day after (`accept_epoch`).
        """
        return max(key.day for key in self.entries) + timedelta(days=1) if self.entries else None

    def with_entries(self, entries: Iterable[Entry]) -> "Journal":
        """Return the journal with these entries, none of which may contradict an older one."""
        return Journal({**self.entries, **dict(self.new(entries))})

    def without_upload(self, day: date) -> "Journal":
        """Return the journal once the receipt of a day's upload has come, or its window is over.

        The upload and the ticket's secrets give the counts back, so it is not kept longer than a resend may need it.
        """
        return Journal({key: value for key, value in self.entries.items() if key != Key(Kind.UPLOAD, day)})


@dataclass(frozen=True)
class Withheld:
    """A message that may be sent once its lines are in the journal.

    `lines` are all of them, `entries` those that were not in the journal when the message was made.
    """

    _message: bytes = field(repr=False)
    lines: tuple[Entry, ...] = field(repr=False)
    entries: tuple[Entry, ...] = field(repr=False)

    def release(self, journal: Journal) -> bytes:
        """Return the message, by the journal as it was read after the entries were written.

        NotWritten if a line is missing. Refused DAY_SIGNED_BEFORE or TOLD_BEFORE if the home said something else since.
        """
        if journal.new(self.lines):
            raise NotWritten("the message's lines are not all in the journal")
        return self._message


def _refusal(key: Key) -> Refused:
    if key.kind in (Kind.COMMITTEE, Kind.LIST):
        return Refused(Reason.TOLD_BEFORE, f"another {key.kind} of {key.day} was certified before")
    return Refused(Reason.DAY_SIGNED_BEFORE, f"another {key.kind} of {key.day} was signed before")
