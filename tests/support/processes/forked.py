"""Work in processes that may be killed: forked from one that has loaded what they need, and has no threads."""

import multiprocessing
from collections.abc import Callable
from functools import cache
from multiprocessing.context import ForkServerContext
from typing import Any

from tests.support.processes.timeouts import PATIENCE


@cache
def _forks(module: str) -> ForkServerContext:
    """Of a test process there is one such process, which loads the module it is first asked for."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    return context


def how_it_ended(work: Callable[..., None], *given: Any) -> int:
    """Do this in a process of its own: 0 at its end, 1 after an error, or minus the signal that killed it.

    What it prints of an error is with what the test run prints.
    """
    process = _forks(work.__module__).Process(target=work, args=given)
    process.start()
    process.join(PATIENCE)
    assert process.exitcode is not None, f"not ended within {PATIENCE} seconds"
    return process.exitcode
