"""When a campaign begins, runs, is still being sent, and is over, by its signed dates and the server's list."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pdd_client.core.campaign_state import CampaignState, campaign_state

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "donor" / "campaign_states.json").read_text(encoding="utf-8")
)


def day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["why"] for vector in VECTORS])
def test_the_state_is_that_of_the_vectors(vector: dict[str, Any]) -> None:
    """The state is that of the vectors at every boundary, on the day itself and on the next, as in the extension."""
    dates = {name: date.fromisoformat(vector[name]) for name in ("start", "agreed_end", "newest_end", "today")}
    expected = CampaignState(vector["state"], date.fromisoformat(vector["last"]), vector["ending"])
    assert campaign_state(**dates, unlisted=day(vector["unlisted"]), delay=vector["delay"]) == expected
