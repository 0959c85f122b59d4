"""A home's journal: the statements that it made once and never contradicts.

The privacy of the protocol rests on it. A server that gets two plans, two uploads or two certified lists of one day out
of a home can subtract two sums and read single donors. One journal therefore serves both roles of a home, donor and
committee member, for ever.

A home writes an entry down durably before it sends the message that the entry is about. So a home that crashes between
the two repeats the same message, and a home that was not restored from a backup never makes two statements.
`donor.submit`, `member.certify` and `donor.open_receipt` return the new entries to be written.

A home may handle two messages at once, and read the same journal for both. So it inserts all new entries of a message
in one transaction, under a unique key. If the insertion fails, it sends nothing. If it succeeds, the home reads the
journal again, and only that journal releases the message (`Withheld`).

| an entry of this kind | fixes | kept |
| --- | --- | --- |
| PLAN, CONTEXT, SENT, RECEIPT | the plan, and the home's own upload, of a data day | for ever |
| COMMITTEE | the committee and number of sub-cohorts of a day and cohort | for ever |
| LIST | the list that the home certified, of a day, cohort and sub-cohort | for ever |
| UPLOAD | the bytes of the upload | until its receipt has come or its window is over |
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from pdd_shared.rounds.refusals import Reason, Refused

_LEAF = 4
"""Bytes of a leaf's index in a RECEIPT entry."""


class Kind(StrEnum):
    """The subject of a journal entry."""

    PLAN = "plan"
    """The plan's digest and the tree's root, of a data day: 64 bytes."""
    CONTEXT = "context"
    """The context of this home's own upload of a data day: 32 bytes."""
    UPLOAD = "upload"
    """The bytes of a data day's upload, so that a resend sends the same ones. The only kind that is ever erased."""
    SENT = "sent"
    """The nonce and the digest of the upload of a data day: 48 bytes."""
    COMMITTEE = "committee"
    """The committee's digest and the number of sub-cohorts, of a day and cohort: 36 bytes."""
    RECEIPT = "receipt"
    """The leaf and the nonce of the receipt for this home's own upload of a data day: 20 bytes."""
    LIST = "list"
    """The digest of the list that this member certified, of a day, cohort and sub-cohort: 32 bytes."""


class Key(NamedTuple):
    """The key of a journal entry, under which a home has one value for ever.

    Args:
        kind: The subject.
        day: The data day.
        cohort: The cohort of a COMMITTEE or LIST entry, otherwise 0.
        sub_cohort: The sub-cohort of a LIST entry, otherwise 0.
    """

    kind: Kind
    day: date
    cohort: int = 0
    sub_cohort: int = 0


class Entry(NamedTuple):
    """One entry of the journal."""

    key: Key
    value: bytes

    def __repr__(self) -> str:
        """Return the key alone. The value may be an upload, which must not get into a log."""
        return f"Entry({self.key})"


def receipt_entry(day: date, leaf: int, nonce: bytes) -> Entry:
    """Return the journal entry for the receipt of a home's own upload: leaf index and nonce of a data day."""
    return Entry(Key(Kind.RECEIPT, day), leaf.to_bytes(_LEAF, "little") + nonce)


class NotWritten(Exception):
    """The caller tried to send a message before its entries were in the journal."""


@dataclass(frozen=True)
class Journal:
    """All entries that a home has written for one server."""

    entries: Mapping[Key, bytes] = field(default_factory=dict, repr=False)

    def get(self, key: Key) -> bytes | None:
        """Return the value that the home wrote under this key; None if it wrote none."""
        return self.entries.get(key)

    def new(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """Return the entries that the journal does not have yet.

        Raises:
            Refused: The journal has another value under one of the keys: TOLD_BEFORE for a COMMITTEE or LIST entry,
                DAY_SIGNED_BEFORE for all others.
        """
        wanted = tuple(entries)
        for key, value in wanted:
            if self.entries.get(key, value) != value:
                raise _refusal(key)
        return tuple(entry for entry in wanted if entry.key not in self.entries)

    def receipt(self, day: date) -> tuple[int, bytes] | None:
        """Return leaf index and nonce of the receipt for the home's upload of a day, None before the receipt."""
        value = self.entries.get(Key(Kind.RECEIPT, day))
        return None if value is None else (int.from_bytes(value[:_LEAF], "little"), value[_LEAF:])

    @property
    def signed_until(self) -> date | None:
        """Return the day after the latest data day that has an entry, None for an empty journal.

        The home accepts only an epoch that begins after this day (`accept_epoch`). Otherwise two trees could serve one
        data day.
        """
        return max(key.day for key in self.entries) + timedelta(days=1) if self.entries else None

    def with_entries(self, entries: Iterable[Entry]) -> "Journal":
        """Return the journal with these entries added; Refused as in `new` if one contradicts an older entry."""
        return Journal({**self.entries, **dict(self.new(entries))})

    def without_upload(self, day: date) -> "Journal":
        """Return the journal without the bytes of a day's upload, once its receipt has come or its window is over.

        Whoever gets the upload, together with the ticket's secrets, can compute the counts in it. So it is kept only as
        long as it may have to be sent again.
        """
        return Journal({key: value for key, value in self.entries.items() if key != Key(Kind.UPLOAD, day)})


@dataclass(frozen=True)
class Withheld:
    """A message that may be sent once all its entries are in the journal.

    Attributes:
        lines: All entries that the message needs in the journal.
        entries: Those of `lines` that were not in the journal when the message was made: the caller writes these.
    """

    _message: bytes = field(repr=False)
    lines: tuple[Entry, ...]
    entries: tuple[Entry, ...]

    def release(self, journal: Journal) -> bytes:
        """Return the message if the journal allows it to be sent.

        Args:
            journal: The journal as it was read again after the entries were written.

        Raises:
            NotWritten: An entry is missing.
            Refused: DAY_SIGNED_BEFORE or TOLD_BEFORE if the home has made another statement since.
        """
        if journal.new(self.lines):
            raise NotWritten("the message's lines are not all in the journal")
        return self._message


def _refusal(key: Key) -> Refused:
    if key.kind in (Kind.COMMITTEE, Kind.LIST):
        return Refused(Reason.TOLD_BEFORE, f"another {key.kind} of {key.day} was certified before")
    return Refused(Reason.DAY_SIGNED_BEFORE, f"another {key.kind} of {key.day} was signed before")
