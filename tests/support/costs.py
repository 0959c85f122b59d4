"""What tests cost: CPU seconds of the process that runs them, and of the processes that they started and ended.

A clock on the wall says more of the machine's other work than of a test, so costs are CPU seconds. A fixture that tests
share counts for the first of them. `pytest --slowest` names the dearest files and tests; `--costs FILE` writes all.
"""

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.support.stages import SECOND

_SHOWN = 30
_DEAR = 0.5
"""CPU seconds over which the report names a test that bears no mark of the second stage."""


def cpu_seconds() -> float:
    """Return the CPU seconds that this process and its ended children have used."""
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


class Costs:
    """The costs of the tests that ran, by test, and the memory in MB that each worker ended with."""

    def __init__(self) -> None:
        self.tests: defaultdict[str, float] = defaultdict(float)
        self.cheap_by_mark: set[str] = set()
        self.megabytes: list[int] = []
        self._since = cpu_seconds()

    def pytest_runtest_logstart(self) -> None:
        """Begin to count: what happened between two tests is the cost of neither."""
        self._since = cpu_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note on the report of a setup, call or teardown what it cost; xdist brings it to the controller."""
        report = yield
        now = cpu_seconds()
        report.cpu, self._since = now - self._since, now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what a setup, call or teardown cost."""
        self.tests[report.nodeid] += report.cpu
        if not report.keywords.keys() & SECOND.keys():
            self.cheap_by_mark.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell the controller of this worker's memory."""
        memory = psutil.Process().memory_info().rss // 1_000_000
        if (output := getattr(session.config, "workeroutput", None)) is not None:
            output["megabytes"] = memory

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Keep the memory that a worker ended with; a worker that crashed says none."""
        self.megabytes += [node.workeroutput["megabytes"]] if hasattr(node, "workeroutput") else []

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        """Print the sum and the dear tests of the first stage, and what else the options ask for."""
        if hasattr(config, "workerinput") or not self.tests:
            return
        line = terminalreporter.write_line
        workers = f"; workers of {self.megabytes} MB" if self.megabytes else ""
        line(f"{sum(self.tests.values()):.0f} CPU s in {len(self.tests)} tests{workers}")
        dear = {test: self.tests[test] for test in self.cheap_by_mark if self.tests[test] > _DEAR}
        for text in _lines(dear):
            line(f"first stage, over {_DEAR} CPU s: {text}")
        if config.getoption("--slowest"):
            for what, found in (("files", by_file(self.tests)), ("tests", self.tests)):
                terminalreporter.section(f"dearest {what}")
                for text in _lines(found):
                    line(text)
        if file := config.getoption("--costs"):
            rounded = {test: round(cost, 3) for test, cost in sorted(self.tests.items())}
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            Path(file).write_text(json.dumps(rounded, indent=0, ensure_ascii=False) + "\n", "utf-8")


def by_file(tests: Mapping[str, float]) -> dict[str, float]:
    """Return the CPU seconds of each file's tests."""
    files: defaultdict[str, float] = defaultdict(float)
    for test, seconds in tests.items():
        files[test.partition("::")[0]] += seconds
    return dict(files)


def _lines(seconds: Mapping[str, float]) -> list[str]:
    dearest = sorted(seconds.items(), key=lambda item: -item[1])[:_SHOWN]
    return [f"{spent:7.1f} s  {name}" for name, spent in dearest]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    parser.addoption("--slowest", action="store_true", help="say at the end which files and tests cost most CPU")
    parser.addoption("--costs", metavar="FILE", help="write the CPU seconds of each test to FILE, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    """Count the costs of every run."""
    config.pluginmanager.register(Costs(), "costs")
