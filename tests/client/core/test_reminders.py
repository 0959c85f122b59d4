"""Which reminder is due: the most pressing one, and at most one a day."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from pdd_client.core.reminders import Situation, Told, due

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "donor" / "reminders.json").read_text(encoding="utf-8"))


def day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def situation(vector: Mapping[str, Any]) -> Situation:
    return Situation(
        now=datetime.fromisoformat(vector["now"]),
        today=date.fromisoformat(vector["today"]),
        waiting={date.fromisoformat(one): date.fromisoformat(by) for one, by in vector["waiting"].items()},
        ends={name: date.fromisoformat(last) for name, last in vector["ends"].items()},
        results=frozenset(vector["results"]),
        last_given=day(vector["last_given"]),
    )


def told(vector: Mapping[str, Any]) -> Told:
    return Told(
        at=datetime.fromisoformat(vector["at"]) if vector["at"] else None,
        day=day(vector["day"]),
        waiting=day(vector["waiting"]),
        quiet=day(vector["quiet"]),
        ends=frozenset(vector["ends"]),
        results=frozenset(vector["results"]),
    )


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["why"] for vector in VECTORS])
def test_the_reminder_is_that_of_the_vectors(vector: dict[str, Any]) -> None:
    """The reminder, and what is remembered of it, are those of the vectors, as in the extension."""
    found, expected = due(situation(vector["situation"]), told(vector["told"])), vector["expected"]
    if expected is None:
        assert found is None
        return
    assert found is not None
    reminder, remembered = found
    assert asdict(reminder) == expected["reminder"] | {"by": day(expected["reminder"]["by"])}
    assert remembered == told(expected["told"])
