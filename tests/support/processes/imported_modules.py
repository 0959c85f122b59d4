"""The modules that a command imports."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def loaded_by(package: str, arguments: Sequence[str | Path]) -> tuple[set[str], str]:
    """Run the command of a package in a process of its own; return the libraries it has imported, and its output."""
    program = f"import sys; from {package}.cli import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return {name.split(".")[0] for name in done.stderr.splitlines()[-1].split()}, done.stdout
