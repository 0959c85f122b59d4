"""Dataclasses of the donor's core: none changes under its owner, and no repr shows what a donor searched for."""

import importlib
import pkgutil
from dataclasses import fields, is_dataclass

import pdd_client.core

HIDDEN = {
    "Exclusions": {"blocked"},
    "Given": {"labels", "texts", "counts", "searches", "behind", "beyond", "days"},
    "JoinLink": {"invitation"},
    "KeptDay": {"searches", "hits", "seen"},
    "MatchedSearch": {"entries"},
    "RemovedSearch": {"mark"},
    "ResultPage": {"query"},
    "Search": {"mark", "query"},
    "Seen": {"searches", "counts"},
    "Visit": {"url"},
}
"""The fields that no error and no log may show, by class: words, counts, addresses, and keyed digests of them."""


def _all() -> list[type]:
    names = [module.name for module in pkgutil.walk_packages(pdd_client.core.__path__, "pdd_client.core.")]
    found = [thing for name in names for thing in vars(importlib.import_module(name)).values()]
    return [one for one in set(filter(is_dataclass, found)) if isinstance(one, type) and one.__module__ in names]


def test_every_dataclass_is_frozen() -> None:
    """No caller can change another's consent, history or ledger."""
    assert len(_all()) > 20
    assert [one.__name__ for one in _all() if not one.__dataclass_params__.frozen] == []  # type: ignore[attr-defined]


def test_a_repr_shows_nothing_of_what_a_donor_searched_for() -> None:
    """Each field is filled with its own name, to see which a repr shows."""
    hidden = {}
    for one in _all():
        value = object.__new__(one)
        for field in fields(one):
            object.__setattr__(value, field.name, f"<{field.name}>")
        hidden[one.__name__] = {field.name for field in fields(one) if f"<{field.name}>" not in repr(value)}
    assert {name: left for name, left in hidden.items() if left} == HIDDEN
