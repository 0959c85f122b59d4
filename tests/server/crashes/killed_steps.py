"""Work that is killed at each of its steps: SQL statements, commits, and files that are made durable."""

import os
import signal
from collections.abc import Callable
from itertools import count

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


def steps(every: int) -> range:
    """Return the steps at which a test kills a process."""
    return range(1, 2_000, every)
