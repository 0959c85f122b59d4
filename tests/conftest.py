"""Settings of all tests; pytest-qt where Qt can start, else only the window's tests are left out."""

import importlib
import os

import pytest
from hypothesis import HealthCheck, Phase, settings

WINDOW = ["client/desktop", "packaging"]

# Before Qt is loaded: no test needs a screen but those that make one of their own.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
# Before keyring is loaded: no test asks the keychain of the person who runs it.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

# How long an example takes says something of the machine's other work, and nothing of the example. Of one commit every
# run tries the same ones; scripts/test --all looks for others.
settings.register_profile("searching", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("repeating", settings.get_profile("searching"), derandomize=True)
# A mutant is dead by its first failing example. Shrinking it would take longer than all other tests.
mutating = settings(settings.get_profile("repeating"), phases=[Phase.explicit, Phase.generate])
settings.register_profile("mutating", mutating)
settings.load_profile("repeating")

pytest_plugins = ["tests.support.stages", "tests.support.costs"]
missing = ""
try:
    for module in ("PySide6.QtWidgets", "PySide6.QtSvg"):
        importlib.import_module(module)
    pytest_plugins += ["pytestqt.plugin"]
except ImportError as error:
    missing = str(error)
    collect_ignore = WINDOW


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the tests that were left out, so that nobody takes them for passed."""
    if missing:
        terminalreporter.write_line(f"left out: tests/{', tests/'.join(WINDOW)}: {missing} (see scripts/setup)")
