"""Nothing that shared code returns can be changed by its receiver."""

import importlib
import pkgutil
from dataclasses import is_dataclass

import pdd_shared


def test_every_dataclass_is_frozen() -> None:
    """Every dataclass is frozen, so no caller can change another's message or state."""
    names = [module.name for module in pkgutil.walk_packages(pdd_shared.__path__, "pdd_shared.")]
    modules = [importlib.import_module(name) for name in names]
    things = {thing for module in modules for thing in vars(module).values() if _is_ours(thing)}
    assert len(things) > 10
    assert [thing.__name__ for thing in things if not thing.__dataclass_params__.frozen] == []


def _is_ours(thing: object) -> bool:
    return isinstance(thing, type) and is_dataclass(thing) and thing.__module__.startswith("pdd_shared.")
