"""What a donor gave to a campaign that is over, and what was published of it."""

import json
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pdd_client.core.contribution import contribution

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "pages" / "contributions.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["why"] for vector in VECTORS])
def test_the_numbers_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    """What was given and published is what the vectors say, as in the extension."""
    given = [(date.fromisoformat(day), one) for day, one in vector["given"]]
    published = [(date.fromisoformat(day), donors, half) for day, donors, half in vector["published"]]
    found = asdict(contribution(given, published))
    assert found | {"top": [list(one) for one in found["top"]]} == vector["expected"]
