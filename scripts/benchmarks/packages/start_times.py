"""The time that commands take to start, compared with a Python that does nothing; all have their bytecode.

It is processor time, which other work on the machine changes least, and a start hardly waits for anything.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from scripts.benchmarks.figures import Figure, at_most, medians
from tests.client.fakes import URL, Clock, FakeServer, open_donor

PROGRAMS = Path(sys.executable).parent
ROUNDS = 41


def figures() -> list[Figure]:
    """Measure the help of both programs, and the status of a donor who has joined a campaign."""
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary) / "home"
        with open_donor(home, FakeServer(Clock())) as donor:
            donor.campaigns.join(URL)
        start = partial(_seconds, _with_bytecode(Path(temporary) / "bytecode"))
        nothing, server, donor_help, status = medians(
            ROUNDS,
            partial(start, "python", "-c", "pass"),
            partial(start, "pdd-server", "--help"),
            partial(start, "pdd-donor", "--help"),
            partial(start, "pdd-donor", "--home", str(home), "status"),
        )
    return [
        at_most("starts: pdd-server --help, beside python -c pass", server, nothing, 3),
        at_most("starts: pdd-donor --help, beside python -c pass", donor_help, nothing, 3),
        at_most("starts: pdd-donor status, beside python -c pass", status, nothing, 20),
    ]


def _seconds(environment: Mapping[str, str], program: str, *arguments: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([PROGRAMS / program, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _with_bytecode(folder: Path) -> Mapping[str, str]:
    """Return an environment in which a program's first start writes the bytecode that later starts use."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder), "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
