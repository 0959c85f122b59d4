"""Donors of the extension in a Node process (extension/tests/programs), told what to do from here."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from urllib.parse import quote_plus

from tests.extension.javascript import EXTENSION, node
from tests.support.processes.timeouts import PATIENCE

Searched = tuple[str, datetime]


class Failed(Exception):
    """A DonorError of a donor in JavaScript."""

    def __init__(self, code: str, line: str) -> None:
        super().__init__(line)
        self.code = code


class Killed(Exception):
    """The donor was killed at the step it was to be killed at."""


class Donors:
    """The process: all its donors are on one computer, and each call opens the home anew."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, **line: Any) -> Any:
        """One line to the process, and its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline() or '{"gone": true}')
        if "killed" in answer:
            raise Killed
        if "error" in answer:
            raise Failed(**answer["error"])
        return answer["done"]

    def call(self, home: str, method: str, *given: Any, deadly: int = 0) -> Any:
        """What a method of the home's Donor gives."""
        return self.ask(home=home, call=method, deadly=deadly, **{"with": given})

    def join(self, home: str, *given: Any) -> Any:
        """Join, and send by itself: most tests are not about looking days through."""
        joined = self.call(home, "campaigns.join", *given)
        self.call(home, "settings.setSending", "by-itself")
        return joined

    def copy(self, home: str, to: str) -> None:
        """Copy a home, its keys included."""
        self.ask(copy=home, to=to)

    def at(self, now: datetime) -> None:
        """Set the computer's clock."""
        self.ask(set={"now": now.timestamp() * 1000})

    def history(self, *searches: Searched) -> None:
        """Make these result pages of Google the browser's whole history."""
        visits = [
            {"url": f"https://www.google.com/search?q={quote_plus(query)}", "time": time.timestamp() * 1000}
            for query, time in searches
        ]
        self.ask(set={"visits": visits})


@contextmanager
def donors_in_javascript() -> Iterator[Donors]:
    """A process for donors, as long as they are needed."""
    command = [node(), "tests/programs/donors.js"]
    with subprocess.Popen(
        command, cwd=EXTENSION, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            yield Donors(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(timeout=PATIENCE)
