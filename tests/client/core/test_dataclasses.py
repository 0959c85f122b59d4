"""Dataclasses of a donor: none changes under its owner, and no repr shows what was searched for."""

import importlib
import pkgutil
from dataclasses import fields, is_dataclass
from types import ModuleType

import pytest

import pdd_client.core
import pdd_client.donor

HIDDEN = {
    "CampaignAccount": {"hits"},
    "Contribution": {"searches", "hits", "top"},
    "Exclusions": {"blocked"},
    "Given": {"labels", "texts", "counts", "searches", "behind", "beyond", "days", "left"},
    "GivenDay": {"hits"},
    "JoinLink": {"invitation"},
    "KeptDay": {"searches", "hits", "seen"},
    "Ledger": {"hits_elsewhere"},
    "LeftOut": {"entries"},
    "MatchedSearch": {"entries"},
    "RemovedSearch": {"mark"},
    "ResultPage": {"query"},
    "ReviewedCampaign": {"searches", "entries", "counted", "left_out", "left"},
    "ReviewedDay": {"searches", "entries"},
    "ReviewedEntry": {"entry", "count", "searches", "text"},
    "Search": {"mark", "query"},
    "Seen": {"searches", "counts"},
    "Visit": {"url"},
}
"""The fields that no error and no log may show, by class: words, counts, addresses, and keyed digests of them."""


WORK = {"Attempts", "CohortContact"}
"""What one contact counts and remembers while it goes on."""


def _all(package: ModuleType) -> list[type]:
    names = {module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")}
    found = {thing for name in names for thing in vars(importlib.import_module(name)).values() if is_dataclass(thing)}
    return [thing for thing in found if isinstance(thing, type) and thing.__module__ in names]


@pytest.mark.parametrize("package", [pdd_client.core, pdd_client.donor])
def test_every_dataclass_is_frozen(package: ModuleType) -> None:
    """No caller can change another's consent, history or ledger."""
    every = _all(package)
    assert len(every) > 20
    frozen = {one.__name__ for one in every if one.__dataclass_params__.frozen}  # type: ignore[attr-defined]
    assert {one.__name__ for one in every} - frozen <= WORK


def test_a_repr_shows_nothing_of_what_a_donor_searched_for() -> None:
    """Each field is filled with its own name, to see which a repr shows."""
    hidden = {}
    for one in (*_all(pdd_client.core), *_all(pdd_client.donor)):
        value = object.__new__(one)
        for field in fields(one):
            object.__setattr__(value, field.name, f"<{field.name}>")
        hidden[one.__name__] = {field.name for field in fields(one) if f"<{field.name}>" not in repr(value)}
    assert {name: left for name, left in hidden.items() if left and name not in WORK} == HIDDEN
