"""The ledger: lines that can only be added, whatever kills their writer, and that nobody can change unseen."""

import os
from datetime import date
from pathlib import Path

import pytest

from pdd_server.errors import SetupError
from pdd_server.services.ledger.entries import Charged, Launched, Ledger, Listed, Published, Server, WasReset
from pdd_server.services.ledger.ledger_file import LedgerFile

DAY = date(2026, 11, 20)
IDENTITY = bytes(32)
ENTRIES = (
    Server(identity=IDENTITY.hex()),
    Launched(campaign="flu", text="{}", closed=None),
    Charged(campaign="flu", day=DAY, charge="{}"),
    Listed(day=DAY, cohort=0, sub_cohort=0, digest="ab" * 32),
    Published(campaign="flu", day=DAY, state=(1, 1, 0), digest="cd" * 32),
    WasReset(number=7, day=DAY),
)


@pytest.fixture
def file(tmp_path: Path) -> LedgerFile:
    """Return a ledger with an entry of each kind."""
    made = LedgerFile(tmp_path / "ledger.jsonl", IDENTITY)
    made.add(ENTRIES)
    return made


def again(file: LedgerFile) -> LedgerFile:
    """Return the same file as another process would read it."""
    return LedgerFile(file.path, IDENTITY)


def test_what_is_added_is_read_by_another_process(file: LedgerFile) -> None:
    """Entries are read back as they were written. A second process adds to them, and the first one reads that."""
    assert again(file).read() == file.read()
    again(file).add([Charged(campaign="flu", day=date(2026, 11, 21), charge="{}")])
    assert {day for _, day in file.read().charges} == {DAY, date(2026, 11, 21)}
    assert file.read() == again(file).read()


def test_nothing_is_said_twice(file: LedgerFile) -> None:
    """Entries that are in the ledger already are not added; a campaign that returns to an earlier text is."""
    before = file.path.read_bytes()
    file.add(ENTRIES[:4])
    assert file.path.read_bytes() == before
    for closed in (DAY, None):
        file.add([Launched(campaign="flu", text="{}", closed=closed)])
    assert len(file.path.read_bytes().splitlines()) == len(ENTRIES) + 2
    assert file.read().campaigns["flu"].closed is None


def test_a_reset_ends_what_was_published_and_keeps_what_was_charged(file: LedgerFile) -> None:
    """After a reset, published numbers need not be there any more. Charges stay for ever."""
    ledger = file.read()
    assert (ledger.standing, list(ledger.charges)) == (frozenset(), [("flu", DAY)])
    assert list(ledger.published.values()) == [ENTRIES[4]]


def test_numbers_are_published_anew_after_a_reset(file: LedgerFile) -> None:
    """The numbers that a database has after a reset are in the ledger after it, also those that were there before."""
    published = ENTRIES[4]
    file.add([published])
    file.add([WasReset(number=8, day=DAY), published, published])
    assert file.read().standing == {("flu", DAY)}
    assert len(file.path.read_bytes().splitlines()) == len(ENTRIES) + 3


def test_a_line_that_was_cut_off_while_it_was_written_does_not_count(file: LedgerFile) -> None:
    """Wherever a crash cuts the file, its whole lines are read, and the next entries follow them."""
    whole = file.path.read_bytes()
    ends = [number for number, byte in enumerate(whole, start=1) if byte == ord("\n")]
    for size in range(len(whole)):
        file.path.write_bytes(whole[:size])
        kept = sum(end <= size for end in ends)
        file.read()
        again(file).add(ENTRIES[kept:])
        assert file.path.read_bytes() == whole


def test_a_ledger_that_was_changed_is_refused(file: LedgerFile) -> None:
    """A changed byte, a line left out, two lines swapped, and a line of another ledger are told by their line."""
    lines = file.path.read_bytes().splitlines(keepends=True)
    forged = [
        (2, [lines[0], lines[1].replace(b'"flu"', b'"flo"'), *lines[2:]]),
        (1, [lines[0], *lines[2:]]),
        (1, [lines[0], lines[2], lines[1], *lines[3:]]),
        (2, [*lines[:2], b"no entry\n", *lines[3:]]),
        (0, lines[1:]),
    ]
    for place, changed in forged:
        file.path.write_bytes(b"".join(changed))
        with pytest.raises(SetupError, match=rf"line {place + 1} .*so the file was changed; restore its newest copy"):
            again(file).read()
        with pytest.raises(SetupError, match="so the file was changed"):
            again(file).add([WasReset(number=8, day=DAY)])
        assert file.path.read_bytes() == b"".join(changed)


def test_a_fork_of_the_ledger_is_refused_each_time_by_a_server_that_wrote_another(tmp_path: Path) -> None:
    """A new process knows where its server's ledger ended, and refuses one that went on otherwise, however often."""
    noted, path = tmp_path / "ledger-end.json", tmp_path / "ledger.jsonl"
    LedgerFile(path, IDENTITY, noted).add(ENTRIES[:3])
    path.unlink()
    LedgerFile(path, IDENTITY).add([ENTRIES[0], *ENTRIES[3:], WasReset(number=8, day=DAY)])
    started = LedgerFile(path, IDENTITY, noted)
    for _try in range(3):
        with pytest.raises(SetupError, match="lacks lines that this server wrote"):
            started.read()


def test_a_fork_of_the_ledger_is_refused_by_who_knows_the_other(file: LedgerFile) -> None:
    """A process that has read one ledger refuses another one that was put in its place and has grown since."""
    known = again(file)
    first = file.path.read_bytes().splitlines(keepends=True)[0]
    known.read()
    file.path.write_bytes(first)
    fork = again(file)
    fork.add([Charged(campaign="another", day=DAY, charge="x" * 4000)])
    with pytest.raises(SetupError, match="so the file was changed"):
        known.read()


def test_a_ledger_that_was_cut_is_read_anew(file: LedgerFile) -> None:
    """A ledger cut at the end of a line says what is left, also to a process that knew the rest; so does no file."""
    lines = file.path.read_bytes().splitlines(keepends=True)
    file.path.write_bytes(b"".join(lines[:2]))
    assert file.read() == again(file).read()
    assert file.read().charges == {}
    file.path.unlink()
    assert file.read() == Ledger()
    file.add(ENTRIES[:1])
    assert file.read().identity == IDENTITY.hex()


def test_a_full_disk_changes_nothing(file: LedgerFile, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries that could not be made durable are not believed, and are added once there is room."""

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    entry = WasReset(number=8, day=DAY)
    with monkeypatch.context() as patched, pytest.raises(OSError, match="No space"):
        patched.setattr(os, "fsync", full)
        file.add([entry])
    file.add([entry])
    assert file.read().last_reset == entry == again(file).read().last_reset
    assert len(file.path.read_bytes().splitlines()) == len(ENTRIES) + 1
