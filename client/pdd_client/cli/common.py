"""Shared parts of the commands: opening the home that an option names, printing, and errors as one line."""

import argparse
import json
import sqlite3
import sys
from collections.abc import Callable, Iterable
from datetime import date
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pdd_client.core.errors import DonorError
from pdd_client.core.texts.printable import one_line, printable
from pdd_client.gateways.clock import Clock, RehearsalClock, system_clock

if TYPE_CHECKING:
    from pdd_client.donor.days.calendar import Day
    from pdd_client.donor.donor import Donor

Command = Callable[[argparse.Namespace], int]
"""Runs a command with its parsed arguments and returns the exit status."""

WRONG = 2
"""Exit status of a command that failed."""


def run_command(module: str, function: str, chosen: argparse.Namespace) -> int:
    """Import and run a command, and turn the errors that a donor can meet into one line on stderr.

    Args:
        module: full name of the command's module.
        function: name of the command's function in it.
        chosen: the parsed arguments.

    Returns:
        The exit status.

    """
    try:
        command: Command = getattr(import_module(module), function)
        return command(chosen)
    except DonorError as error:
        return wrong(str(error))
    except (OSError, sqlite3.Error) as error:
        return wrong(f"a file can't be used: {error}: nothing was lost, try again")
    except KeyboardInterrupt:
        return wrong("interrupted: nothing was lost, the next check-in goes on")


def with_donor(command: "Callable[[Donor, argparse.Namespace], int]") -> Command:
    """Turn a function that takes a donor into a command, which opens the donor's home and closes it at the end."""

    @wraps(command)
    def run(chosen: argparse.Namespace) -> int:
        from pdd_client.donor.donor import Donor  # imported late: it loads all use cases, which `status` does not need

        with Donor.open(home_of(chosen), clock=clock_of(chosen)) as donor:
            return command(donor, chosen)

    return run


def home_of(chosen: argparse.Namespace) -> Path:
    """Return the home that --home names, by default the usual folder of this system."""
    from platformdirs import user_data_path

    return Path(chosen.home) if chosen.home else user_data_path("private-data-donor")


def clock_of(chosen: argparse.Namespace) -> Clock:
    """Return the clock that --rehearsal-clock names, by default the computer's."""
    return RehearsalClock(Path(chosen.rehearsal_clock)) if chosen.rehearsal_clock else system_clock


def day_to_review(donor: "Donor", day: date) -> "Day | None":
    """Return the state of a day that the donor can still decide about or that was just sent, None for other days."""
    return next((one for one in donor.days.to_review() if one.day == day), None)


def show(chosen: argparse.Namespace, as_json: dict[str, Any], as_text: Iterable[str]) -> int:
    """Print the result as JSON if --json was given, else as lines of text; return the exit status 0."""
    print_lines([json.dumps(as_json, ensure_ascii=True, indent=2)] if chosen.json else as_text)
    return 0


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, which may hold text from the server or a browser, without control characters."""
    for line in lines:
        print(printable(line))


def wrong(line: str) -> int:
    """Print an error as one line on stderr and return the exit status for it."""
    print(f"pdd-donor: {one_line(line)}", file=sys.stderr)
    return WRONG
