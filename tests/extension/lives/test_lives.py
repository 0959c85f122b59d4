"""No life of one person adds more hits to a campaign than its cap, as far as the person's homes can know of each other.

Each plan is counted in Python and in JavaScript, which have to agree to the byte. `PDD_TEST_LIVES=10000` lives so many
lives, from `PDD_TEST_SEED` on; it takes half an hour.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import environ
from pathlib import Path

import pytest

from pdd_client.core.donation import ledger
from pdd_client.extension_bridge import handover
from tests.client.fakes import Clock
from tests.extension.lives.homes import App, browsers
from tests.extension.lives.person import NAMES, Change, Person
from tests.support.reference.donor.inputs import Case
from tests.support.stages import FIRST_SEED

LIVES = int(environ.get("PDD_TEST_LIVES", 12))
STEPS = 16
Live = Callable[[int, Change, Change], Person]


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """Return a function that lives the life of a seed."""
    for unasked in ("find_histories", "days_to_review"):  # they say nothing of hits, and take most of the time
        monkeypatch.setattr(handover, unasked, lambda *_: ())
    monkeypatch.setattr(ledger, "fits", lambda *_: True)  # the budgets are ample
    clock = Clock()
    app = App(tmp_path / "home", clock)
    with browsers(app) as node:

        def lived(seed: int, before: Change = dict, after: Change = dict) -> Person:
            person = Person(seed, app, node, clock, before, after)
            with naming(seed, person):
                person.live(STEPS)
            return person

        yield lived


@contextmanager
def naming(seed: int, person: Person) -> Iterator[None]:
    """Say in which life and after which steps something was wrong."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"life {seed}: {error}\n" + "\n".join(person.steps)) from error


def test_no_life_adds_more_than_the_cap(live: Live) -> None:
    """Lives of searches, pauses, re-joins, repeated weeks, hand-overs, erased homes and homes brought back."""
    used_up = 0
    for seed in range(FIRST_SEED, FIRST_SEED + LIVES):
        life = live(seed, dict, dict)
        used_up += any(life.vectors[name, "hits"] >= life.most for name in NAMES)
    assert used_up > LIVES / 10, "the lives try too little"


def forgetful(case: Case) -> Case:
    """Return a plan's case in which the home has forgotten the hits of weeks that it gave once more."""
    runs = [{**run, "hits": 0} if "repeats" in run else run for run in case["given"]]
    return case | {"given": runs}


def sharing(charge: Case) -> Case:
    """Return a charge by which campaigns with equal noise share one cap."""
    cap = charge["charge"]["cap"] | {"campaign": "any"}
    return charge | {"charge": charge["charge"] | {"cap": cap}}


@pytest.mark.parametrize(
    ("before", "after", "wrong"),
    [(forgetful, dict, "hits to"), (dict, sharing, "paid for less than it gave")],
    ids=["forgets the hits of a repeated week", "shares a cap between campaigns"],
)
def test_a_broken_home_is_seen(live: Live, before: Change, after: Change, wrong: str) -> None:
    """Lives show a home that forgets the hits of a repeated week, and one that shares a cap between campaigns."""
    with pytest.raises(AssertionError, match=wrong):
        for seed in range(200):
            live(seed, before, after)
