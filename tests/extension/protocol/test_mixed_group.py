"""One group of donors in both languages with its server in Python: the sum is exact, whoever is which."""

import json
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from pdd_shared.rounds.layout import Vector
from pdd_shared.rounds.plain import server
from tests.extension.javascript import node, run
from tests.support.plain_group import DAY, SERVER_KEY, MemoryGroup, donor

SIZE, NUMBERS = 7, 9
IN_JAVASCRIPT = [{0, 2, 5, 6}, {1, 3, 4}, set(range(SIZE)), {0}]


def in_javascript(members: Iterable[dict[str, Any]]) -> list[bytes]:
    """Return the vectors of these JavaScript members."""
    done = run([node(), "tests/programs/plain_members.js"], json.dumps(list(members)))
    assert done.returncode == 0, done.stderr
    return [bytes.fromhex(data) for data in json.loads(done.stdout)]


def told(group: MemoryGroup, place: int) -> dict[str, Any]:
    """Return what the member at this place is told, with its secrets and vector."""
    secrets = group.donors[place]
    return {
        "secrets": [secrets.identity_seed.hex(), secrets.exchange_secret.hex()],
        "server_key": SERVER_KEY.hex(),
        "plan": group.plan.model_dump(),
        "roster": group.roster.model_dump(),
        "today": (DAY + timedelta(days=1)).isoformat(),
        "vector": vectors()[place].tolist(),
    }


def vectors() -> list[Vector]:
    """Draw numbers over all 32 bits, whose sums wrap around like masked ones."""
    numbers = np.arange(1, SIZE * NUMBERS + 1, dtype=np.uint32).reshape(SIZE, NUMBERS)
    return list(numbers * np.uint32(2_654_435_761))


@pytest.mark.parametrize("others", IN_JAVASCRIPT, ids=str)
def test_a_plain_group_of_both_languages_has_the_exact_sum(others: set[int]) -> None:
    """In a group of seven, some in JavaScript, the masks cancel and the sum is that of the vectors."""
    group, given = MemoryGroup.of([donor(place) for place in range(SIZE)], entries=NUMBERS - 2), vectors()
    places = sorted(others)
    sent = dict(zip(places, in_javascript(told(group, place) for place in places), strict=True))
    state: server.Group = server.open_group(SIZE, NUMBERS)
    for place in range(SIZE):
        blinded = group.blinded(place, given[place])
        # The same vector under the same context gives the same bytes in both.
        assert sent.get(place, blinded) == blinded
        state = server.receive(state, place, sent.get(place, blinded))
    assert isinstance(state, server.Summed)
    assert state.total.tolist() == [sum(int(vector[at]) for vector in given) % 2**32 for at in range(NUMBERS)]
