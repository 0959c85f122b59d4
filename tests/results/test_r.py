"""The R package: R's own check, the vectors that Python reads, and the document for researchers."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.results.documents import ROOT, ready, slopes, write_illness
from tests.support.processes.timeouts import PATIENCE
from tests.support.reference.results import FOLDER

pytestmark = [
    pytest.mark.package,
    pytest.mark.skipif(shutil.which("R") is None, reason="R is not installed: scripts/install/test-programs"),
]


def run(*command: object, folder: Path, **variables: object) -> str:
    """Return what a program prints; fail with it if the program fails."""
    environment = {
        **os.environ,
        "R_LIBS": str(folder / "library"),
        **{name: str(one) for name, one in variables.items()},
    }
    done = subprocess.run(
        [str(one) for one in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the source package, and a library with the package installed from it."""
    folder = tmp_path_factory.mktemp("r")
    (folder / "library").mkdir()
    shutil.copytree(ROOT / "research/r/pddresults", folder / "pddresults")
    run("R", "CMD", "build", "pddresults", folder=folder)
    run("R", "CMD", "INSTALL", "--no-docs", "--library=library", next(folder.glob("*.tar.gz")), folder=folder)
    return folder


def test_r_checks_the_package(installed: Path) -> None:
    """`R CMD check` has no errors, warnings or notes; it runs the package's tests on the vectors and on bad input."""
    checked = ("R", "CMD", "check", "--no-manual", next(installed.glob("*.tar.gz")))
    quiet = {"_R_CHECK_SYSTEM_CLOCK_": 0, "_R_CHECK_FORCE_SUGGESTS_": 0}
    printed = run(*checked, folder=installed, PDD_VECTORS=FOLDER, **quiet)
    assert re.search(r"^Status: OK$", printed, re.MULTILINE), printed
    results = (installed / "pddresults.Rcheck/tests/vectors.Rout").read_text()
    assert re.search(r"^\d+ series are the server's$", results, re.MULTILINE), results


def test_the_document_runs(installed: Path, page: str, tmp_path: Path) -> None:
    """The R script reads the served campaign, and finds the slopes that the Python document finds."""
    write_illness(tmp_path / "illness.csv")
    documents = {sys.executable: "research/results/examples/winter.py", "Rscript": "research/r/examples/winter.R"}
    found = {}
    for program, document in documents.items():
        script = tmp_path / Path(document).name
        script.write_text(ready(ROOT / document, page, tmp_path))
        found[program] = slopes(run(program, script, folder=installed))
        (tmp_path / "fever.svg").unlink()
    assert found[sys.executable] == pytest.approx(found["Rscript"], abs=2e-6)
