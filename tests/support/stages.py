"""The two stages of tests: those that every change runs, and those that need real browsers, packages or seconds of CPU.

`scripts/test` runs the first stage, `scripts/test --all` both. Each mark of the second stage is a job of its own:
`scripts/test -m browser`. A test whose cases take more than `DEAR` CPU seconds on average is in the list `DEAR_TESTS`,
which `python -m tests.support.stages` writes anew from what the last run of each stage cost.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from os import environ
from pathlib import Path
from typing import Any

import pytest

SECOND = {
    "browser": "in a real Chromium or Firefox",
    "package": "builds or installs what people install",
    "slow": "takes a core for long: statistics, kills, full sizes",
    "story": "a random story; scripts/test --search tells others",
    "dear": "takes more than .2 CPU s, by a list that is measured",
}
"""The marks of the second stage, and what bears them."""
DEAR, CHEAP = 0.2, 0.15
"""CPU seconds from which a test is listed, and below which a listed one goes back. So a renewed list changes little."""
DEAR_TESTS = Path(__file__).with_name("dear_tests.txt")
"""A line for each file: its path in tests/, and the names of its dear tests."""
FIRST_SEED = int(environ.get("PDD_TEST_SEED", 0))
SEEDS = range(FIRST_SEED, FIRST_SEED + 20)
"""The seeds of random stories: always the same ones, so that a failure is there again; others with PDD_TEST_SEED."""
_FOLDERS = {"extension/browser": "browser", "extension/pages": "browser", "packaging": "package"}
_TESTS = Path(__file__).parents[1]


def mostly_slow(values: Iterable[Any], usual: Callable[[Any], object]) -> list[Any]:
    """Return a test's parameters, with those that are not usual marked for the second stage."""
    return [value if usual(value) else _slow(value) for value in values]


def _slow(value: Any) -> object:
    given = value if isinstance(value, tuple) else (value,)
    return pytest.param(*given, marks=pytest.mark.slow)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that chooses a stage."""
    parser.addoption("--stage", choices=["first", "second"], help="run this stage alone")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave folders that belong to the second stage unread when the first runs: their imports take long."""
    whole = config.getoption("--stage") == "first" and _folder_mark(collection_path / "any")
    return True if whole else None


def pytest_configure(config: pytest.Config) -> None:
    """Make the marks known."""
    for mark, meaning in SECOND.items():
        config.addinivalue_line("markers", f"{mark}: {meaning}; runs with scripts/test --all")
    about = "about SQLite, or about a process that serves `plain`, which needs it; skipped when tests run on PostgreSQL"
    config.addinivalue_line("markers", f"sqlite: {about}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what belongs to a folder of the second stage, what opens pages in a browser, and what is listed as dear.

    Then keep the tests of the stage that was asked for.
    """
    listed = dear_tests()
    for item in items:
        if (mark := _mark(item)) is not None:
            item.add_marker(mark)
        elif _function(item.nodeid) in listed:
            item.add_marker("dear")
    if stage := config.getoption("--stage"):
        kept = [any(map(item.get_closest_marker, SECOND)) == (stage == "second") for item in items]
        config.hook.pytest_deselected(items=[item for item, stays in zip(items, kept, strict=True) if not stays])
        items[:] = [item for item, stays in zip(items, kept, strict=True) if stays]


def _mark(item: pytest.Item) -> str | None:
    if "chromium" in getattr(item, "fixturenames", ()):
        return "browser"
    return _folder_mark(item.path)


def _folder_mark(path: Path) -> str | None:
    return next((mark for folder, mark in _FOLDERS.items() if path.is_relative_to(_TESTS / folder)), None)


def dear_tests() -> set[str]:
    """Return the listed tests, as `tests/FILE::TEST` without parameters."""
    lines = DEAR_TESTS.read_text("utf-8").splitlines() if DEAR_TESTS.exists() else []
    found = (line.partition(": ") for line in lines)
    return {f"tests/{file}::{name}" for file, _, names in found for name in names.split()}


def dear_among(costs: Mapping[str, float], listed: set[str]) -> set[str]:
    """Return the tests whose cases are dear on average.

    Args:
        costs: CPU seconds by test, with its parameters.
        listed: The tests that are listed now. One of them that did not run stays.
    """
    cases: defaultdict[str, list[float]] = defaultdict(list)
    for test, seconds in costs.items():
        cases[_function(test)].append(seconds)
    mean = {test: sum(seconds) / len(seconds) for test, seconds in cases.items()}
    return {test for test, cost in mean.items() if cost > (CHEAP if test in listed else DEAR)} | (listed - mean.keys())


def _function(test: str) -> str:
    return test.partition("[")[0]


def main() -> None:
    """Write the list anew from what scripts/test left in build/costs; a test that bears a mark is not listed."""
    first, second = (json.loads(Path(f"build/costs/{stage}.json").read_text("utf-8")) for stage in ("first", "second"))
    listed = dear_tests()
    moved = {test: cost for test, cost in second.items() if _function(test) in listed}
    files: defaultdict[str, list[str]] = defaultdict(list)
    for test in sorted(dear_among(first | moved, listed)):
        file, _, name = test.removeprefix("tests/").partition("::")
        files[file].append(name)
    DEAR_TESTS.write_text("".join(f"{file}: {' '.join(names)}\n" for file, names in files.items()), "utf-8")


if __name__ == "__main__":
    main()
