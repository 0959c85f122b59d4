"""A generated module: its path and text, and the remark at its top."""

import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Module:
    """A generated module: its path from the repository's root, and its whole text."""

    path: str
    text: str

    @property
    def is_fresh(self) -> bool:
        """Whether the file holds this text."""
        file = ROOT / self.path
        return file.exists() and file.read_text("utf-8") == self.text

    def write(self) -> None:
        """Write the file."""
        (ROOT / self.path).write_text(self.text, "utf-8")


def python(path: str, text: str) -> Module:
    """Return a module of Python, formatted as the rest of the project is."""
    command = [sys.executable, "-m", "ruff", "format", "--quiet", "--stdin-filename", str(ROOT / path), "-"]
    run = subprocess.run(command, input=text, capture_output=True, check=True, text=True, encoding="utf-8")
    return Module(path, run.stdout)


def heading(source: str) -> str:
    """Return what the first comment of a generated module says, for a module generated from `source`."""
    return f"Generated from {source} by `python -m scripts.generate`: change it there."


def remark(said: str) -> str:
    """Return a comment of JavaScript, in as many lines as it needs."""
    return "".join(f"// {line}\n" for line in textwrap.wrap(said, 117, break_on_hyphens=False))
