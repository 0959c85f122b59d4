"""Runs work in processes that may be killed, forked from one that has loaded the modules and has no threads."""

import multiprocessing
from collections.abc import Callable
from functools import cache
from multiprocessing.context import ForkServerContext
from typing import Any

from tests.support.processes.timeouts import PATIENCE


@cache
def _forks(module: str) -> ForkServerContext:
    """Return the context that forks processes. Each test process has one fork server, which loads the first module."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([module])
    return context


def how_it_ended(work: Callable[..., None], *given: Any) -> int:
    """Run `work` in a process of its own; return 0 at its end, 1 after an error, or minus the signal that killed it.

    Its errors are printed among the test run's output.
    """
    process = _forks(work.__module__).Process(target=work, args=given)
    process.start()
    process.join(PATIENCE)
    assert process.exitcode is not None, f"not ended within {PATIENCE} seconds"
    return process.exitcode
