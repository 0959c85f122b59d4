"""The truth behind published numbers, which only the demonstration knows: whose counts are in them, and their noise.

In `plain` the server opens exact sums, and the nightly run that adds their noise happens in this process. In `cohort`
nobody ever holds an exact sum. But the donors' homes run in this process too, so the demonstration remembers the noise
that each of them drew.
"""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.protocol.terms import Noise
from pdd_shared.rounds.cohort.day.layout import Integers, cohort_layout
from pdd_shared.rounds.cohort.day.lists import read_list
from pdd_shared.rounds.cohort.messages import CohortPlan
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.layout import blocks
from scripts.rehearsal.recorded_randomness import RecordedRandomness, UploadRandomness

_LISTS = """
SELECT day, cohort, sub_cohort, plan, listed FROM cohort_days JOIN rounds USING (day) WHERE listed IS NOT NULL
"""


class GroundTruth(Protocol):
    """The sums behind published rows, without noise. A row is a day and stratum of a campaign's results."""

    def know(self, person: int, identity: str) -> None:
        """Record the identity key by which the server knows a person."""

    def look(self) -> None:
        """Record, before a nightly run, whose counts are in the sums that it may open."""

    def add_noise(self, numbers: list[int], noise: Noise) -> list[int]:
        """Add noise to a sum in the server's place, if the server adds it."""

    def counted(self, day: date) -> frozenset[int]:
        """Return whose counts are in a day's sums."""

    def sums(self, row: Mapping[str, Any]) -> list[int]:
        """Return a published row's numbers without their noise."""


def published(row: Mapping[str, Any]) -> list[int]:
    """Return a published row's numbers, in a vector's order."""
    return [row["donors"], row["searches"], *row["totals"].values(), *([row["full"]] if "full" in row else [])]


class PlainGroundTruth:
    """The truth of `plain`: the server's rosters, and the sums before the server's noise."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._people: dict[str, int] = {}
        self._counted: dict[date, frozenset[int]] = {}
        self._before_noise: dict[tuple[int, ...], list[int]] = {}

    def know(self, person: int, identity: str) -> None:
        """Record the identity key by which the server's rosters name a person."""
        self._people[identity] = person

    def look(self) -> None:
        """Record the members of the groups that a nightly run would add up now."""
        new: dict[date, frozenset[int]] = {}
        with closing(sqlite3.connect(self._database)) as database:
            for text, roster in database.execute("SELECT day, roster FROM groups WHERE state = 'summed'"):
                day, members = date.fromisoformat(text), json.loads(roster)["members"]
                people = (self._people[member["identity"]] for member in members)
                new[day] = new.get(day, frozenset()).union(people)
        self._counted.update(new)

    def add_noise(self, numbers: list[int], noise: Noise) -> list[int]:
        """Add the server's noise, and remember the sum."""
        noised = add_noise(numbers, noise)
        self._before_noise[tuple(noised)] = numbers
        return noised

    def counted(self, day: date) -> frozenset[int]:
        """Return the members of a day's groups."""
        return self._counted.get(day, frozenset())

    def sums(self, row: Mapping[str, Any]) -> list[int]:
        """Return a row's numbers before noise."""
        return self._before_noise[tuple(published(row))]


class CohortGroundTruth:
    """The truth of `cohort`: the lists of the days' sums, and the noise that each home drew for each upload."""

    def __init__(self, database: Path, draws: Mapping[int, RecordedRandomness]) -> None:
        self._database, self._draws = database, draws
        self._lists: dict[date, dict[tuple[int, int], tuple[CohortPlan, frozenset[bytes]]]] = {}
        self._owners: dict[bytes, tuple[int, UploadRandomness]] = {}

    def know(self, person: int, identity: str) -> None:
        """Do nothing: uploads are assigned to people by their nonces."""

    def add_noise(self, numbers: list[int], noise: Noise) -> list[int]:
        """Raise AssertionError: donors add the noise, so the server must not ask for any."""
        raise AssertionError(f"{noise.law} noise asked for {len(numbers)} numbers: the donors have added theirs")

    def look(self) -> None:
        """Record the lists that committee members were shown."""
        with closing(sqlite3.connect(self._database)) as database:
            for text, cohort, sub_cohort, plan, listed in database.execute(_LISTS):
                checked = CohortPlan.model_validate_json(plan)
                self.add_list(date.fromisoformat(text), (cohort, sub_cohort), checked, listed)

    def add_list(self, day: date, part: tuple[int, int], plan: CohortPlan, listed: bytes) -> None:
        """Record the list of a (sub-)cohort's day that members were shown, under the day's plan."""
        nonces = frozenset(nonce for _, nonce in read_list(listed).pairs)
        self._lists.setdefault(day, {})[part] = (plan, nonces)

    def counted(self, day: date) -> frozenset[int]:
        """Return the donors on a day's lists."""
        return frozenset(self._owner(nonce)[0] for _, nonces in self._lists.get(day, {}).values() for nonce in nonces)

    def sums(self, row: Mapping[str, Any]) -> list[int]:
        """Return a row's numbers without the noise that the homes on its lists drew."""
        noise = [self._noise(row, *of) for of in self._lists[date.fromisoformat(row["day"])].items()]
        sums: list[int] = (np.array(published(row)) - np.sum(noise, axis=0)).tolist()
        return sums

    def _noise(
        self, row: Mapping[str, Any], part: tuple[int, int], listed: tuple[CohortPlan, frozenset[bytes]]
    ) -> Integers:
        plan, nonces = listed
        layout = cohort_layout(plan.layout, TreeSize(plan.size), plan.cohorts[part[0]])
        block = next(block for block in blocks(plan.layout) if block.stratum == row["stratum"])
        total: Integers = np.sum([self._owner(nonce)[1].shares(layout)[block.place] for nonce in nonces], axis=0)
        return total

    def _owner(self, nonce: bytes) -> tuple[int, UploadRandomness]:
        if nonce not in self._owners:
            for person, draws in self._draws.items():
                self._owners.update({drawn_for: (person, drawn[0]) for drawn_for, drawn in draws.uploads.items()})
        return self._owners[nonce]
