"""Generated modules say what their schema says: nobody edited them, and nobody forgot to generate them."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from pdd_shared.protocol import limits
from pdd_shared.rounds.cohort import parameters
from scripts.generate.__main__ import modules
from scripts.generate.constants import constants
from scripts.generate.output import ROOT, Module


@pytest.mark.parametrize("module", tuple(modules()), ids=lambda module: module.path)
def test_each_module_is_what_its_schema_gives(module: Module) -> None:
    """`python -m scripts.generate` would change nothing."""
    assert module.is_fresh, f"{module.path} is out of date: run python -m scripts.generate"


@pytest.mark.parametrize("source", [limits, parameters], ids=lambda source: source.__name__)
def test_nothing_else_defines_a_shared_constant(source: ModuleType) -> None:
    """One module in each language defines a limit: a second definition could drift from it."""
    for name, _ in constants(source):
        python = [path for path in ROOT.glob("*/pdd_*/**/*.py") if _defines(path, rf"^{name}\b[^=\n]* = ")]
        javascript = [path for path in ROOT.glob("extension/src/**/*.js") if _defines(path, rf"\b(const|let) {name}\b")]
        assert len(python) == 1, python
        assert len(javascript) == 1, javascript


def _defines(path: Path, pattern: str) -> bool:
    return re.search(pattern, path.read_text("utf-8"), re.MULTILINE) is not None
