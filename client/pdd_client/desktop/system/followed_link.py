"""The link that the app was started with, hidden from other users of the computer.

On Linux every user can read the arguments of a program while it runs (/proc/PID/cmdline). The app may run for weeks,
and the link names a study and may hold an invitation code. So the app starts itself anew in the same process. There the
link is in no argument: it comes through a pipe.
"""

import os
import sys
from collections.abc import Sequence

OPTION = "--link-from"
"""The option whose value is the number of the pipe's end to read from."""
_SCHEME = "pdd:"
_LONGEST = 4_000
"""The most bytes of a link that are passed on: they fit in a pipe that nobody reads yet."""


def hide_followed() -> None:
    """Hide the link that a browser gave this program. Called before Qt is loaded, which may take seconds."""
    if link := next((argument for argument in sys.argv[1:] if argument.startswith(_SCHEME)), ""):
        hide(link)


def hide(link: str) -> None:
    """Start this process anew with its arguments but the link. Do nothing where other users can't read arguments.

    If it can't be started anew, the link stays an argument.
    """
    if sys.platform != "linux":
        return
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(os.fsencode(link)[:_LONGEST])
    os.set_inheritable(reading, True)
    before, given = _arguments()
    # The option comes first: after an argument "--" it would be taken for a link.
    arguments = [*before, OPTION, str(reading), *(argument for argument in given if argument != link)]
    try:
        os.execv(sys.executable, arguments)  # noqa: S606 - itself
    except OSError:
        os.close(reading)


def read(pipe: int) -> str:
    """Return the link that comes through a pipe; an empty text if none does."""
    try:
        with os.fdopen(pipe, "rb") as file:
            return file.read(_LONGEST).decode(errors="replace")
    except OSError:
        return ""


def _arguments() -> tuple[Sequence[str], Sequence[str]]:
    """Return the arguments that start this program, and those that were given to it.

    A package's program has no interpreter before it.
    """
    given = sys.argv[1:]
    if getattr(sys, "frozen", False):
        return sys.argv[:1], given
    return sys.orig_argv[: len(sys.orig_argv) - len(given)], given
