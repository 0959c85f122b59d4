"""Progress bars of commands that take longer than a moment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


@contextmanager
def progress_bar(label: str, total: float) -> Iterator[Callable[[float], None]]:
    """Show a bar on standard error until the block ends, and yield the function that sets how much is done.

    If standard error is no terminal, nothing is shown: a log file or a pipe gets no control characters.

    Args:
        label: what is being done, a present participle such as "simulating".
        total: how much there is to do, in the unit of the function's argument.
    """
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def step_bar(label: str, steps: int) -> Iterator[Callable[[], None]]:
    """Show a bar as `progress_bar` does, and yield the function to call after each of the steps."""
    done = 0
    with progress_bar(label, steps) as set_done:

        def next_step() -> None:
            nonlocal done
            set_done(done := done + 1)

        yield next_step
