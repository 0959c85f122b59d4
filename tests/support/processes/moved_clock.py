"""Another time of day for running programs, such as a Firefox: its history, its alarms and the extension all use it."""

import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

COMPILER = shutil.which("cc")
_SOURCE = Path(__file__).with_suffix(".c")
_SECONDS = 8
"""Bytes of the number of seconds."""


class MovedClock:
    """A clock that goes on from wherever it is set, also while programs run, as after a computer's sleep."""

    def __init__(self, folder: Path) -> None:
        """Compile the library to start programs with, in `folder`; the clock is the computer's until it is set."""
        self._library, self._file = folder / "moved_clock.so", folder / "moved_clock"
        subprocess.run([str(COMPILER), "-O2", "-shared", "-fPIC", "-o", str(self._library), str(_SOURCE)], check=True)
        self._file.write_bytes(bytes(_SECONDS))

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of a program with this clock."""
        return {"LD_PRELOAD": str(self._library), "MOVED_CLOCK": str(self._file)}

    def set(self, now: datetime) -> None:
        """Set the time to `now` for all programs with this clock."""
        ahead = round((now - datetime.now(UTC)).total_seconds())
        # In place: the programs have this file mapped.
        with self._file.open("r+b") as file:
            file.write(ahead.to_bytes(_SECONDS, "little", signed=True))
