"""A home's journal holds one value for each key, for ever."""

from datetime import date, timedelta

import pytest

from pdd_shared.rounds.cohort.day.journal import Entry, Journal, Key, Kind, receipt_entry
from pdd_shared.rounds.refusals import Reason, Refused

DAY = date(2026, 11, 20)


def test_only_new_entries_are_to_be_written() -> None:
    """An entry that the journal already has is accepted, and not written again."""
    first, second = Entry(Key(Kind.PLAN, DAY), b"p"), Entry(Key(Kind.CONTEXT, DAY), b"c")
    journal = Journal().with_entries([first])
    assert journal.new([first, second]) == (second,)
    assert journal.with_entries([first, second]).new([first, second]) == ()


@pytest.mark.parametrize("kind", Kind)
def test_a_second_value_is_refused(kind: Kind) -> None:
    """A second value for a key is refused under the name of the contradiction, and nothing is written."""
    key = Key(kind, DAY, 1, 2)
    journal = Journal().with_entries([Entry(key, b"one")])
    with pytest.raises(Refused) as refused:
        journal.with_entries([Entry(Key(Kind.PLAN, date(2026, 11, 21)), b"new"), Entry(key, b"two")])
    told = kind in (Kind.COMMITTEE, Kind.LIST)
    assert refused.value.reason == (Reason.TOLD_BEFORE if told else Reason.DAY_SIGNED_BEFORE)
    assert journal.get(key) == b"one"


def test_other_days_cohorts_and_sub_cohorts_are_apart() -> None:
    """Entries of other days, cohorts and sub-cohorts do not conflict, so a member may certify a list of each."""
    keys = [Key(Kind.LIST, DAY, 0, 0), Key(Kind.LIST, DAY, 0, 1), Key(Kind.LIST, DAY, 1, 0)]
    entries = [Entry(key, bytes([number])) for number, key in enumerate([*keys, keys[0]._replace(day=date.min)])]
    assert len(Journal().with_entries(entries).entries) == 4


def test_only_the_upload_is_erased() -> None:
    """A receipt erases the upload alone; its nonce and digest stay."""
    upload, sent = Entry(Key(Kind.UPLOAD, DAY), b"upload"), Entry(Key(Kind.SENT, DAY), b"digest")
    journal = Journal().with_entries([upload, sent]).without_upload(DAY)
    assert dict(journal.entries) == dict([sent])


def test_secrets_are_not_shown() -> None:
    """The repr shows no upload: with the ticket's secrets it would reveal the counts."""
    assert "secret" not in repr(Journal().with_entries([Entry(Key(Kind.UPLOAD, DAY), b"secret")]))


def test_an_entrys_value_is_not_shown() -> None:
    """The repr of an entry does not show its value."""
    assert "secret" not in repr((Entry(Key(Kind.UPLOAD, DAY), b"secret"),))


def test_a_receipt_is_read_back() -> None:
    """A day's receipt is read back with its leaf and nonce."""
    journal = Journal().with_entries([receipt_entry(DAY, 2**31 + 5, b"n" * 16)])
    assert journal.receipt(DAY) == (2**31 + 5, b"n" * 16)
    assert journal.receipt(date(2026, 11, 21)) is None


@pytest.mark.parametrize("kind", Kind)
def test_the_journal_tells_until_when_the_home_signed(kind: Kind) -> None:
    """The last day signed for is the day after the latest data day of any entry, including a member's lists."""
    assert Journal().signed_until is None
    days = [DAY, DAY + timedelta(days=3), DAY + timedelta(days=1)]
    journal = Journal().with_entries(Entry(Key(kind, day, 1), b"x") for day in days)
    assert journal.signed_until == DAY + timedelta(days=4)
