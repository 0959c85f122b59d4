"""Mutation testing of shared code: how many small changes its tests notice.

    scripts/test --mutants [--count 500] [--seed 20261123] [--workers 2] [--json FILE]

First the tests of `tests/shared` run once and tell which lines each of them runs. Then each mutant runs the tests of
its line, the quickest first, until one fails. A mutant that no test kills is printed with its change: either a test is
missing, or the change makes no difference.
"""

import argparse
import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from scripts.mutation.mutants import ROOT, SOURCES, Mutant, draw

_TESTS = ["tests/shared", "-m", "not (slow or browser or package)", "-p", "no:cacheprovider", "-q"]
_MOST_SECONDS = 90.0
"""The most seconds of tests for one mutant. The slowest tests beyond are left out, so more mutants may survive."""


class Test(NamedTuple):
    """One test: its name, how long it takes, and which lines it runs."""

    name: str
    seconds: float
    lines: dict[str, list[int]]


def main() -> int:
    """Draw mutants, try them, and print those that survive; return exit code 1 if fewer than nine in ten die."""
    options = _options()
    print(f"{options.count} mutants of shared/, seed {options.seed}", flush=True)
    tests = _tests()
    with ThreadPoolExecutor(options.workers) as pool:
        mutants = draw(options.count, options.seed)
        fates = list(pool.map(lambda mutant: _try(mutant, tests), mutants))
    alive = [mutant for mutant, fate in zip(mutants, fates, strict=True) if fate == "survived"]
    for mutant in alive:
        print(f"\nsurvived: {mutant}\n{_change(mutant)}")
    died = len(mutants) - len(alive)
    print(
        f"\n{died} of {len(mutants)} mutants died ({died / len(mutants):.1%}), {fates.count('timeout')} of them by time"
    )
    if options.json:
        rows = [{"mutant": str(mutant), "fate": fate} for mutant, fate in zip(mutants, fates, strict=True)]
        Path(options.json).write_text(json.dumps(rows, indent=1), "utf-8")
    return int(died < 0.9 * len(mutants))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/test --mutants", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="how many mutants (500)")
    parser.add_argument("--seed", type=int, default=20261123, help="draws the same mutants again (20261123)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="mutants tried at a time")
    parser.add_argument("--json", metavar="FILE", help="write each mutant and its fate")
    return parser.parse_args()


def _tests() -> list[Test]:
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "covering.json"
        command = [sys.executable, "-m", "pytest", "-p", "scripts.mutation.covering", *_TESTS]
        subprocess.run(command, cwd=ROOT, check=True, env=_environment(SOURCES.parent, PDD_COVERING=str(written)))
        read = json.loads(written.read_text("utf-8"))
    return sorted((Test(name, **row) for name, row in read.items()), key=lambda test: test.seconds)


def _chosen(mutant: Mutant, tests: list[Test]) -> list[Test]:
    """Return the tests that run the mutant's line, the quickest first.

    Code at a module's top level runs once, on import, and therefore in no test. For such a line it is all tests: those
    that run the file come first, then those that look at all modules, such as the test of frozen messages.
    """
    path = str(mutant.path)
    chosen = [test for test in tests if mutant.line in test.lines.get(path, ())]
    chosen = chosen or sorted(tests, key=lambda test: path not in test.lines)
    total, kept = 0.0, []
    for test in chosen:
        total += test.seconds
        if kept and total > _MOST_SECONDS:
            break
        kept.append(test)
    return kept


def _try(mutant: Mutant, tests: list[Test]) -> str:
    """Run the mutant's tests on a copy of the sources with the change; return "died", "timeout" or "survived"."""
    chosen = _chosen(mutant, tests)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(SOURCES, Path(folder) / SOURCES.name, ignore=shutil.ignore_patterns("__pycache__"))
        changed = Path(folder) / mutant.path.relative_to(SOURCES.parent)
        changed.write_text(mutant.source(), "utf-8")
        names = Path(folder) / "tests.txt"
        names.write_text("\n".join(test.name for test in chosen), "utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{names}"]
        limit = 30 + 10 * sum(test.seconds for test in chosen)
        try:
            done = subprocess.run(
                command,
                cwd=ROOT,
                env=_environment(Path(folder), PYTHONDONTWRITEBYTECODE="1"),
                capture_output=True,
                timeout=limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "timeout"
    return "survived" if done.returncode == 0 else "died"


def _environment(first: Path, **more: str) -> dict[str, str]:
    """Return this process's environment, in which Python finds packages in `first` before all others."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(first), os.environ.get("PYTHONPATH", "")]), **more}


def _change(mutant: Mutant) -> str:
    before, after = mutant.path.read_text("utf-8").splitlines(), mutant.source().splitlines()
    return "\n".join(line for line in difflib.unified_diff(before, after, n=0, lineterm="") if line[:1] in "+-")


if __name__ == "__main__":
    sys.exit(main())
