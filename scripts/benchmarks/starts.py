"""How long commands take to start, beside a Python that does nothing, all with bytecode."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from scripts.benchmarks.figures import Figure, alternate, at_most
from tests.client.fakes import URL, Clock, FakeServer, open_donor

PROGRAMS = Path(sys.executable).parent
ROUNDS = 21


def figures() -> list[Figure]:
    """The help of both programs, and the status of a donor who has joined a campaign."""
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary) / "home"
        with open_donor(home, FakeServer(Clock())) as donor:
            donor.join(URL)
        environment = _with_bytecode(Path(temporary) / "bytecode")

        def start(*command: str) -> Callable[[], object]:
            line = [str(PROGRAMS / command[0]), *command[1:]]
            return lambda: subprocess.run(line, env=environment, check=True, stdout=subprocess.DEVNULL)

        nothing, server, donor_help, status = alternate(
            ROUNDS,
            start("python", "-c", "pass"),
            start("pdd-server", "--help"),
            start("pdd-donor", "--help"),
            start("pdd-donor", "--home", str(home), "status"),
        )
    return [
        at_most("starts: pdd-server --help, beside python -c pass", server, nothing, 3),
        at_most("starts: pdd-donor --help, beside python -c pass", donor_help, nothing, 3),
        at_most("starts: pdd-donor status, beside python -c pass", status, nothing, 20),
    ]


def _with_bytecode(folder: Path) -> Mapping[str, str]:
    """The environment of a program that finds the bytecode of all that it imports, after its first start."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    keyring = "keyring.backends.fail.Keyring"
    return kept | {"PYTHONPYCACHEPREFIX": str(folder), "PYTHON_KEYRING_BACKEND": keyring}
