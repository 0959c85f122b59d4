"""Runs the commands of the guides that install with pip, on a bare Debian: its own pip asks the package index itself.

No wheelhouse and no cache is between them, so what pip would look for beyond the locks shows.
"""

from pathlib import Path

from scripts.deploy import guide, machine
from scripts.packaging import wheels
from scripts.packaging.building import ROOT

GUIDES = ROOT / "docs" / "guides"
STARTED = {
    "donor": "donor/bin/pdd-donor --help",
    "operator": "/opt/pdd/bin/pdd-server --help",
    "readers": "results/bin/python -c 'import pdd_results'",
    "workbench": "workbench/bin/pdd-research --help",
}
"""What starts once the commands of a guide's page were run."""


def try_pages(folder: Path) -> None:
    """Install each role as its page says, in a Debian that is made in a folder, and start its program.

    Raises:
        CalledProcessError: A command failed.
    """
    root = folder / "debian"
    machine.make(root, ("ca-certificates", "python3", "python3-venv"))
    wheels.build(root / "root" / "dist")
    for page, started in STARTED.items():
        commands = guide.installs(GUIDES / f"{page}.md")
        machine.run_in(root, f"cd\n{commands}{started} >/dev/null")
        print(f"installed as {page}.md says", flush=True)
