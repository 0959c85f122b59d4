"""Dataclasses of shared code: no state changes under its owner, and no secret gets into a log."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import Field, fields, is_dataclass
from typing import Any, get_args, get_origin

import numpy as np
import pytest

import pdd_shared
from pdd_shared.rounds.cohort.epoch.tree import Leaf

SHOWN_BYTES = {
    *("committee_digest", "context", "digest", "exchange", "identity", "nonce", "online_key", "root", "server"),
    *("signature", "signing"),
}
"""Fields whose bytes anybody may see: public keys, digests, nonces and signatures."""
SHOWN_SETS = {"wrong"}
"""Fields with few numbers: places in a committee. Other sets of numbers are of donors."""
COUNTS_OF_A_DONOR = {"Search.query", "Counts.searches", "Counts.entries", "Counts.is_full"}
"""Fields that say what a donor searched for, or how often, and are no bytes."""


def _is_ours(thing: object) -> bool:
    return isinstance(thing, type) and is_dataclass(thing) and thing.__module__.startswith("pdd_shared.")


def _all() -> list[type]:
    names = [module.name for module in pkgutil.walk_packages(pdd_shared.__path__, "pdd_shared.")]
    modules = [importlib.import_module(name) for name in names]
    things = {thing for module in modules for thing in vars(module).values() if _is_ours(thing)}
    return sorted(things, key=lambda thing: (thing.__module__, thing.__name__))


ALL = _all()
each_class = pytest.mark.parametrize("thing", ALL, ids=lambda thing: f"{thing.__module__}.{thing.__name__}")


def _inside(kind: Any) -> Iterator[Any]:
    """Return the types inside a container's type: a tuple's elements, a mapping's keys and values."""
    for inner in (each for each in get_args(kind) if not isinstance(each, list)):  # a callable has a list of types
        yield get_origin(inner) or inner
        yield from _inside(inner)


def _holds_array(kind: Any) -> bool:
    return np.ndarray in (get_origin(kind), *_inside(kind))


def _is_hidden(owner: type, field: Field[Any]) -> bool:
    """Return whether a log must not have this field: a secret, or more than a few lines."""
    if field.type is bytes:
        return field.name not in SHOWN_BYTES
    if field.type == frozenset[int]:
        return field.name not in SHOWN_SETS
    grows = bool({bytes, Leaf, frozenset} & set(_inside(field.type)))
    return grows or _holds_array(field.type) or f"{owner.__name__}.{field.name}" in COUNTS_OF_A_DONOR


def test_every_dataclass_is_frozen() -> None:
    """Every dataclass is frozen, so no caller can change another's message or state."""
    assert len(ALL) > 10
    assert [thing.__name__ for thing in ALL if not thing.__dataclass_params__.frozen] == []  # type: ignore[attr-defined]


@each_class
def test_a_repr_shows_no_secret_and_no_day(thing: type) -> None:
    """No repr, which could reach errors and logs, shows a secret or a day's data.

    Each field is filled with its own name, to see which are shown. Bytes of a new field count as secret until their
    name is among `SHOWN_BYTES`.
    """
    value = object.__new__(thing)
    for field in fields(thing):
        object.__setattr__(value, field.name, f"<{field.name}>")
    shown = {field.name for field in fields(thing) if f"<{field.name}>" in repr(value)}
    assert shown == {field.name for field in fields(thing) if not _is_hidden(thing, field)}


@each_class
def test_secrets_and_arrays_have_no_equality(thing: type) -> None:
    """Secrets and arrays have no equality: its duration would reveal how many bytes of a secret are right.

    And comparing two arrays does not give a truth value.
    """
    secret = any(field.name.endswith(("_secret", "seed")) for field in fields(thing))
    if secret or any(_holds_array(field.type) for field in fields(thing)):
        assert thing.__eq__ is object.__eq__
        assert thing.__hash__ is object.__hash__
