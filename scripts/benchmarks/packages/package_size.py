"""The size of the app's Debian package, packed and installed, compared with what is promised."""

import tempfile
from pathlib import Path

from scripts.benchmarks.figures import Figure, at_most
from scripts.packaging import building, debian

PACKED, INSTALLED = 60.0, 200.0
"""The promised sizes in MB of a million bytes."""


def figures() -> list[Figure]:
    """Build the package as donors get it, which takes some minutes, and measure it."""
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        made = debian.package(building.build(work), work, building.VERSION, building.moment())
        packed, installed = made.stat().st_size / 1e6, debian.installed_size(made) / 1e6
    return [
        at_most("package: the Debian package, packed, MB", packed, PACKED, 1),
        at_most("package: the Debian package, installed, MB", installed, INSTALLED, 1),
    ]
