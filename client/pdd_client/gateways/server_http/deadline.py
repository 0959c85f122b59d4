"""A limit on the total time of a piece of work, whatever it waits for meanwhile."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """Run the work in a thread and return its result.

    A socket's timeout limits each single wait but not their sum, and the system's name look-up has no timeout at all.
    Work that takes too long goes on in its daemon thread, which does not keep the program from exiting.

    Args:
        seconds: how long to wait for the result.
        work: what to run.

    Raises:
        TimeoutError: the work has not ended in time.
        BaseException: whatever the work raises.

    """
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # `outcome.result` raises it in the caller's thread
            outcome.set_exception(error)

    Thread(target=run, daemon=True).start()
    return outcome.result(seconds)
