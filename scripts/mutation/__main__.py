"""Mutation testing: how many small changes of code its tests notice.

    scripts/test --mutants [--of FOLDER] [--count 500] [--seed 20261123] [--workers 2] [--json FILE]

FOLDER is `shared/pdd_shared`, or lies in one of the packages that `mutants.TESTS` names.

First the package's tests run once and tell which lines each of them runs. Then each mutant runs the tests of
its line, the quickest first, until one fails. A mutant that no test kills is printed with its change: either a test is
missing, or the change makes no difference.

With `--json`, each fate is written to FILE as soon as it is known, one line each. A run with the same file goes on
where the last one stopped. It tries those that survived again, because a test may have been added since.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from scripts.mutation.mutants import ROOT, TESTS, Mutant, draw
from scripts.mutation.trials import OPTIONS, Fate, Test, run_on, try_out


def main() -> int:
    """Draw mutants, try them, and print those that survive; return exit code 1 if fewer than nine in ten die."""
    options = _options()
    print(f"{options.count} mutants of {options.of}, seed {options.seed}", flush=True)
    mutants = draw(options.of, options.count, options.seed)
    fates = _known(options.json)
    left = [mutant for mutant in mutants if fates.get(_key(mutant), "survived") == "survived"]
    print(f"{len(mutants) - len(left)} of them died in an earlier run", flush=True)
    tests = _tests(mutants[0].package)
    unchanged = mutants[0]
    if run_on(unchanged, unchanged.path.read_text("utf-8"), tests[:1000]) != "survived":
        raise SystemExit("mutation: tests fail without any change, so they can't tell mutants")
    with ThreadPoolExecutor(options.workers) as pool:
        running = {pool.submit(try_out, mutant, tests): mutant for mutant in left}
        for done in as_completed(running):
            fates[_key(running[done])] = done.result()
            _report(running[done], done.result(), options.json)
    counted = Counter(fates[_key(mutant)] for mutant in mutants)
    died = len(mutants) - counted["survived"]
    print(f"\n{died} of {len(mutants)} mutants died ({died / len(mutants):.1%}), {counted['timeout']} of them by time")
    return int(died < 0.9 * len(mutants))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/test --mutants", description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "--of", default="shared/pdd_shared", metavar="FOLDER", help="what is changed (shared/pdd_shared)"
    )
    parser.add_argument("--count", type=int, default=500, help="how many mutants (500)")
    parser.add_argument("--seed", type=int, default=20261123, help="draws the same mutants again (20261123)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="mutants tried at a time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep each mutant's fate, and go on from those kept")
    return parser.parse_args()


def _key(mutant: Mutant) -> str:
    """Return what names a mutant in the file of fates: the change itself, so a fate is not taken for another change."""
    return f"{mutant}\n{mutant.change()}"


def _known(kept: Path | None) -> dict[str, Fate]:
    if kept is None or not kept.exists():
        return {}
    rows = map(json.loads, kept.read_text("utf-8").splitlines())
    return {f"{row['mutant']}\n{row['change']}": row["fate"] for row in rows}


def _report(mutant: Mutant, fate: Fate, kept: Path | None) -> None:
    if fate == "survived":
        print(f"\nsurvived: {mutant}\n{mutant.change()}", flush=True)
    if kept is not None:
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"mutant": str(mutant), "change": mutant.change(), "fate": fate}) + "\n")


def _tests(package: str) -> list[Test]:
    """Run all tests of a package once; return them with the lines that they run, the quickest first."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "covering.json"
        path = os.pathsep.join([str((ROOT / package).parent), os.environ.get("PYTHONPATH", "")])
        environment = {
            **os.environ,
            "PYTHONPATH": path,
            "PDD_COVERED": str(ROOT / package),
            "PDD_COVERING": str(written),
        }
        command = [sys.executable, "-m", "pytest", "-p", "scripts.mutation.covering", *OPTIONS, *TESTS[package]]
        subprocess.run(command, cwd=ROOT, check=True, env=environment)
        read = json.loads(written.read_text("utf-8"))
    return sorted((Test(name, **row) for name, row in read.items()), key=lambda test: test.seconds)


if __name__ == "__main__":
    sys.exit(main())
