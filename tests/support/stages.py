"""The two stages of tests: those that every change runs, and those that need real browsers, packages or minutes.

`scripts/test` runs the first stage, `scripts/test --all` both. Each mark of the second stage is a job of its own:
`scripts/test -m browser`.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

SECOND = {
    "browser": "in a real Chromium or Firefox",
    "package": "builds or installs what people install",
    "slow": "takes a core for more than a second or two: statistics, stories, kills, full sizes",
}
"""The marks of the second stage, and what bears them."""
_FOLDERS = {"extension/browser": "browser", "extension/pages": "browser", "packaging": "package"}
_TESTS = Path(__file__).parents[1]


def mostly_slow(values: Iterable[Any], usual: Callable[[Any], object]) -> list[Any]:
    """Return a test's parameters, with those that are not usual marked for the second stage."""
    return [value if usual(value) else _slow(value) for value in values]


def _slow(value: Any) -> object:
    given = value if isinstance(value, tuple) else (value,)
    return pytest.param(*given, marks=pytest.mark.slow)


def pytest_configure(config: pytest.Config) -> None:
    """Make the marks known."""
    for mark, meaning in SECOND.items():
        config.addinivalue_line("markers", f"{mark}: {meaning}; runs with scripts/test --all")
    about = "about SQLite, or about a process that serves `plain`, which needs it; skipped when tests run on PostgreSQL"
    config.addinivalue_line("markers", f"sqlite: {about}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what belongs to a folder of the second stage, and what opens pages in a browser."""
    for item in items:
        if (mark := _mark(item)) is not None:
            item.add_marker(mark)


def _mark(item: pytest.Item) -> str | None:
    if "chromium" in getattr(item, "fixturenames", ()):
        return "browser"
    folder = item.path.relative_to(_TESTS).as_posix()
    return next((mark for start, mark in _FOLDERS.items() if folder.startswith(f"{start}/")), None)
