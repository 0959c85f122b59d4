"""A bound on how long something may take as a whole, whatever it waits for meanwhile."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """What the work gives, or its error; TimeoutError after so many seconds.

    It is done in a thread, for a socket bounds each of its waits but not all of them, and the system's look-up of a
    name none. What takes too long is left behind: it ends by itself, and keeps no program from ending.
    """
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # it belongs to whoever waits
            outcome.set_exception(error)

    Thread(target=run, daemon=True).start()
    return outcome.result(seconds)
