"""The size of each role on disk, installed alone from its lock and the wheels, compared with its limit."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from scripts.benchmarks.figures import Figure, at_most
from scripts.packaging import wheels


def figures() -> Iterator[Figure]:
    """Install each role in an environment of its own, and measure it."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        wheels.build(folder / "wheels")
        for role, most in wheels.MOST.items():
            wheels.install(role, folder / "wheels", folder / role)
            yield at_most(f"roles: {role}, installed, MB", wheels.megabytes(folder / role), most, 1)
