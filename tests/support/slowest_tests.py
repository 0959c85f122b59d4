"""Reports the slowest tests and files: `pytest --slowest`, which scripts/test --slowest calls."""

from collections import defaultdict
from collections.abc import Mapping

import pytest

_SHOWN = 30


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--slowest", action="store_true", help="say at the end where the time went")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the seconds of each file and test with its fixtures. A fixture that tests share counts for the first."""
    if not config.getoption("--slowest"):
        return
    tests: defaultdict[str, float] = defaultdict(float)
    for report in (report for reports in terminalreporter.stats.values() for report in reports):
        if isinstance(report, pytest.TestReport):
            tests[report.nodeid] += report.duration
    files: defaultdict[str, float] = defaultdict(float)
    for test, seconds in tests.items():
        files[test.partition("::")[0]] += seconds
    terminalreporter.write_line(f"{sum(tests.values()):.0f} seconds of processes, in {len(tests)} tests")
    for what, found in (("files", files), ("tests", tests)):
        terminalreporter.section(f"dearest {what}")
        for line in _lines(found):
            terminalreporter.write_line(line)


def _lines(seconds: Mapping[str, float]) -> list[str]:
    dearest = sorted(seconds.items(), key=lambda item: -item[1])[:_SHOWN]
    return [f"{spent:7.1f} s  {name}" for name, spent in dearest]
