"""Donors of the extension in a Node process (extension/tests/programs), controlled from here."""

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
    """Raised when the donor was killed at its planned step."""


class Donors:
    """The process: all its donors are on one computer, and each call opens the home again."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, **line: Any) -> Any:
        """Send one line to the process, and return its answer."""
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
        """Call a method of the home's donor, and return the result."""
        return self.ask(home=home, call=method, deadly=deadly, **{"with": given})

    def join(self, home: str, *given: Any) -> Any:
        """Join and send automatically, because most tests are not about review."""
        joined = self.call(home, "campaigns.join", *given)
        self.call(home, "settings.setSending", "by-itself")
        return joined

    def copy(self, home: str, to: str) -> None:
        """Copy a home with its keys."""
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
    """Run a process for donors while it is needed."""
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
