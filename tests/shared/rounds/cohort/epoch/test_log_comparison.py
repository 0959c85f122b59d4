"""Comparing logs: the numbers that people compare, and checkpoints that somebody else kept."""

from typing import Any

import pytest

from pdd_shared.rounds.cohort.epoch.log_comparison import compare, weeks
from pdd_shared.rounds.cohort.messages import Checkpoint
from tests.support.cohort.example_day import DOCUMENT, SERVER

LOG = DOCUMENT["log"]


@pytest.mark.parametrize("case", LOG["weeks"], ids=lambda case: str(case["known"]))
def test_homes_show_the_number_of_the_epochs_that_they_know(case: dict[str, Any]) -> None:
    """Two homes that have read different numbers of lines show the same number for an epoch that both know."""
    shown = weeks(LOG["lines"][: case["known"]])
    assert [[start.isoformat(), fingerprint] for start, fingerprint in shown] == case["weeks"]


@pytest.mark.parametrize("case", LOG["compared"], ids=lambda case: str(case["why"]))
def test_checkpoints_of_others(case: dict[str, Any]) -> None:
    """A checkpoint is one of the home's log, a newer one, or one of another log, which a reset may explain."""
    checkpoint = Checkpoint(server=SERVER.hex(), size=case["size"], root=case["root"])
    assert compare(LOG["lines"][: case["known"]], checkpoint) == case["result"]
