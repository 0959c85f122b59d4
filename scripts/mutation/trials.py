"""Trials of mutants: each runs the tests of its line in a process of its own, on a copy of the sources.

The processes are forked from one that has loaded the libraries, because loading them takes longer than most tests. It
has loaded nothing of the package, so each process imports the mutant.
"""

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

from scripts.mutation.mutants import ROOT, TESTS, Mutant

Fate = Literal["died", "timeout", "survived"]

OPTIONS = ["-q", "-p", "no:cacheprovider", "--hypothesis-profile=mutating", "-m", "not (slow or browser or package)"]
"""Options of pytest, with and without a mutant."""
_MOST_SECONDS = 15.0
"""The most processor time of tests for one mutant. Slower tests are left out, so more mutants may survive."""
_QUICKEST = 100
"""How many tests run first, by themselves. Most mutants die of them, before thousands of tests were collected."""
_PATIENCE = 10
"""Seconds of processor time that any test may take."""
_PRELOADED = [
    "cryptography",
    "hypothesis",
    "nacl.bindings",
    "numpy",
    "pandas",
    "pytest",
    "schemathesis.pytest.plugin",
    "scipy.stats",
    "sqlalchemy",
]


class Test(NamedTuple):
    """One test: its name, how much processor time it takes, and which lines it runs."""

    name: str
    seconds: float
    lines: dict[str, list[int]]


def try_out(mutant: Mutant, tests: Sequence[Test]) -> Fate:
    """Return what became of a mutant when its tests ran, the quickest first, until one failed."""
    chosen = _chosen(mutant, tests)
    fate = run_on(mutant, mutant.source(), chosen[:_QUICKEST])
    if fate == "survived" and len(chosen) > _QUICKEST:
        fate = run_on(mutant, mutant.source(), chosen[_QUICKEST:])
    return fate


def run_on(mutant: Mutant, source: str, tests: Sequence[Test]) -> Fate:
    """Return whether tests notice that the mutant's file has this text instead of its own."""
    package = ROOT / mutant.package
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(package, Path(folder) / package.name)
        changed = Path(folder) / mutant.path.relative_to(package.parent)
        changed.write_text(source, "utf-8")
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(_PRELOADED)
        process = context.Process(target=_run, args=(folder, {test.name: test.seconds for test in tests}))
        process.start()
        process.join()
    if process.exitcode == -signal.SIGPROF:
        return "timeout"
    return "died" if process.exitcode else "survived"


def _chosen(mutant: Mutant, tests: Sequence[Test]) -> list[Test]:
    """Return the tests that run the mutant's line, the quickest first.

    Code at a module's top level runs once, on import, and therefore in no test. For such a line it is all tests: first
    those that lie beside the folders of tests and look at all modules, then those that run the file, those that run a
    file that imports it or are in one, and the others.
    """
    path, users = str(mutant.path), _users(mutant)
    general = tuple(f"{folder}/test_" for folder in TESTS[mutant.package])

    def distance(test: Test) -> int:
        if test.name.startswith(general):
            return 0
        file = str(ROOT / test.name.partition("::")[0])
        return 1 if path in test.lines else 2 if users & {file, *test.lines} else 3

    chosen = [test for test in tests if mutant.line in test.lines.get(path, ())]
    chosen = chosen or sorted(tests, key=distance)
    total, kept = 0.0, []
    for test in chosen:
        total += test.seconds
        if kept and total > _MOST_SECONDS:
            break
        kept.append(test)
    return kept


def _users(mutant: Mutant) -> set[str]:
    """Return the paths of the files, those of tests among them, that import from the mutant's file."""
    package = ROOT / mutant.package
    name = ".".join(mutant.path.relative_to(package.parent).with_suffix("").parts)
    places = [ROOT / place for place in (mutant.package, *TESTS[mutant.package])]
    files = (file for place in places for file in ([place] if place.is_file() else place.rglob("*.py")))
    return {str(file) for file in files if f"from {name} import" in file.read_text("utf-8")}


def _run(folder: str, seconds: dict[str, float]) -> None:
    """Run these tests in this process, on the sources in `folder`; exit with pytest's code."""
    sys.path.insert(0, folder)
    if not (Path(folder) / "pdd_client").exists():
        sys.modules["PySide6"] = None  # type: ignore[assignment] # Qt slows imports, and these tests have no window
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    preloaded = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # hypothesis was loaded before pytest began
    sys.exit(pytest.main(["-x", *preloaded, *OPTIONS, *seconds], [_Alarm(seconds)]))


class _Alarm:
    """A pytest plugin that ends the process by SIGPROF when a test takes much longer than without the mutant.

    It counts processor time, because a busy machine is no reason to call a mutant dead.
    """

    def __init__(self, seconds: dict[str, float]) -> None:
        self._seconds = seconds
        signal.setitimer(signal.ITIMER_PROF, _PATIENCE)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Allow the next test ten times what it takes without the mutant, and some seconds."""
        signal.setitimer(signal.ITIMER_PROF, _PATIENCE + 10 * self._seconds[item.nodeid])
