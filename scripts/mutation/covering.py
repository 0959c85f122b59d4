"""A pytest plugin that writes which lines of a package each test runs, and how much processor time it takes.

`PDD_COVERED` is the package's folder. `PDD_COVERING` names the file, which is JSON:
`{test: {"seconds": s, "lines": {path: [line, ...]}}}`.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import coverage
import pytest

_seconds: dict[str, float] = {}
_measured = coverage.Coverage(data_file=None, source=[os.environ["PDD_COVERED"]])
_measured.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Assign the lines that run from here on to this test, its fixtures included, and time it."""
    _measured.switch_context(item.nodeid)
    begun = process_time()
    result = yield
    _seconds[item.nodeid] = process_time() - begun
    return result


def pytest_sessionfinish() -> None:
    """Write each test's seconds and lines."""
    _measured.stop()
    data = _measured.get_data()
    tests = {name: {"seconds": seconds, "lines": {}} for name, seconds in _seconds.items()}
    for path in data.measured_files():
        for line, contexts in data.contexts_by_lineno(path).items():
            for context in contexts:
                if context in tests:
                    tests[context]["lines"].setdefault(path, []).append(line)  # type: ignore[attr-defined]
    Path(os.environ["PDD_COVERING"]).write_text(json.dumps(tests), "utf-8")
