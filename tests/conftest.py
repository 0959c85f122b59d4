"""Loads pytest-qt where Qt can start; where its system libraries are missing, the window's tests alone are left out."""

import importlib
import os

import pytest

WINDOW = ["client/desktop", "packaging"]

# Before Qt is loaded: no test needs a screen but those that make one of their own.
os.environ["QT_QPA_PLATFORM"] = "offscreen"

missing = ""
try:
    for module in ("PySide6.QtWidgets", "PySide6.QtSvg"):
        importlib.import_module(module)
    pytest_plugins = ["pytestqt.plugin"]
except ImportError as error:
    missing = str(error)
    collect_ignore = WINDOW


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Nobody shall take tests that were left out for tests that passed."""
    if missing:
        terminalreporter.write_line(f"left out: tests/{', tests/'.join(WINDOW)}: {missing} (see scripts/setup)")
