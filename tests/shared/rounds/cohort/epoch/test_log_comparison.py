"""Comparing logs: the numbers that people compare, and checkpoints that somebody else kept."""

from typing import Any

import pytest

from pdd_shared.protocol.messages import SignedCheckpoint
from pdd_shared.rounds.cohort.epoch.log_comparison import compare, open_checkpoint, weeks
from pdd_shared.rounds.refusals import Refused
from tests.support.cohort.example_day import DOCUMENT, SERVER

LOG = DOCUMENT["log"]


@pytest.mark.parametrize("case", LOG["weeks"], ids=lambda case: str(case["known"]))
def test_homes_show_the_number_of_the_epochs_that_they_know(case: dict[str, Any]) -> None:
    """Two homes that have read different numbers of lines show the same number for an epoch that both know."""
    shown = weeks(LOG["lines"][: case["known"]])
    assert [[start.isoformat(), fingerprint] for start, fingerprint in shown] == case["weeks"]


@pytest.mark.parametrize("case", LOG["compared"], ids=lambda case: str(case["why"]))
def test_checkpoints_of_others(case: dict[str, Any]) -> None:
    """A checkpoint that this server signed is the home's own, a newer one or another; others are refused."""
    assert compared(SignedCheckpoint.model_validate(case["shown"]), LOG["lines"][: case["known"]]) == case["result"]


def compared(shown: SignedCheckpoint, known: list[str]) -> str:
    """Return what a home that knows these lines says of a checkpoint."""
    try:
        return compare(known, open_checkpoint(shown, SERVER))
    except Refused as refused:
        return refused.reason
