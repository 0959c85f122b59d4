"""Generated modules say what their schema says: nobody edited them, and nobody forgot to generate them."""

import pytest

from scripts.generate.__main__ import modules
from scripts.generate.output import Module


@pytest.mark.parametrize("module", tuple(modules()), ids=lambda module: module.path)
def test_each_module_is_what_its_schema_gives(module: Module) -> None:
    """`python -m scripts.generate` would change nothing."""
    assert module.is_fresh, f"{module.path} is out of date: run python -m scripts.generate"
