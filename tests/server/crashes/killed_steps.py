"""Work that is killed at each of its steps: SQL statements, commits, and files that are made durable."""

import os
import signal
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from shutil import copytree, rmtree

from sqlalchemy import Engine, event

from pdd_server.services.ledger.ledger_file import LedgerFile
from tests.server.crashes.crash_points import ended, forked


def killed_at(step: int, work: Callable[[], object]) -> int:
    """Return how a process ended that did some work and was killed (SIGKILL) at a step: 0 if it had fewer steps.

    A step is an SQL statement, a commit, or a file, or a line of the ledger, that is made durable.
    """

    def run() -> None:
        steps, flush, write = count(1), os.fsync, LedgerFile._write

        def burn(*_: object, **__: object) -> None:
            if next(steps) == step:
                os.kill(os.getpid(), signal.SIGKILL)

        def flushed(descriptor: int) -> None:
            burn()
            flush(descriptor)
            burn()

        def line_by_line(ledger: LedgerFile, text: bytes) -> None:
            lines = text.splitlines(keepends=True)
            for whole in range(1, len(lines) + 1):
                write(ledger, b"".join(lines[:whole]))

        event.listen(Engine, "before_cursor_execute", burn)
        event.listen(Engine, "commit", burn)
        os.fsync = flushed
        LedgerFile._write = line_by_line  # type: ignore[method-assign]
        work()

    return ended(forked(run))


def kept_copy(folder: Path, copy: Path) -> Callable[[], None]:
    """Copy a folder, and return a function that puts the copy in its place."""
    copytree(folder, copy)

    def put_back() -> None:
        rmtree(folder)
        copytree(copy, folder)

    return put_back


def kills(
    work: Callable[[], object], prepare: Callable[[], object] | None = None, *, every: int = 1, least: int
) -> Iterator[None]:
    """Yield each time after some work was killed at another step; last, after it has ended by itself.

    Args:
        work: What is killed.
        prepare: Makes everything as it was before the work.
        every: How many steps lie between two kills.
        least: How many steps the work has at least. With fewer, the test would not reach what it is about.
    """
    for step in range(1, 2_000, every):
        if prepare:
            prepare()
        end = killed_at(step, work)
        assert end in (0, -signal.SIGKILL)
        yield
        if end == 0:
            assert step > least
            return
    raise AssertionError("the work does not end")
