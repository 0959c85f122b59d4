"""A day that the extension gave, or is bound to, goes out as zeros from the app, and log and review say why."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pdd_client.extension_bridge.handover import HandOver, take_over
from pdd_client.gateways.home_store.extension_store import Connected
from tests.client.fakes import DAY, Clock
from tests.client.rounds_to_send import PROTOCOLS, ROUND, DueRound, due_round


@pytest.fixture(params=PROTOCOLS)
def due(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock, history: Path) -> Iterator[DueRound]:
    """Return a joined donor, active on the day, under either protocol."""
    with due_round(request.param, tmp_path, clock, history) as due:
        yield due


@pytest.mark.parametrize(("days", "sent"), [((ROUND,), [0, 0, 0, 0, 0]), ((ROUND - DAY,), [1, 4, 2, 1, 1]), ((), None)])
def test_a_day_of_the_extension_goes_out_as_zeros(
    due: DueRound, days: tuple[object, ...], sent: list[int] | None
) -> None:
    """A day of the extension goes out as zeros, costs nothing, and the log says why; other days don't."""
    message = HandOver.model_validate({"type": "hand-over", "bound": [str(day) for day in days]})
    take_over(due.donor.installation, message, Connected("/nowhere", "chromium"))
    elsewhere = days == (ROUND,)
    (reviewed,) = due.donor.days.review(ROUND, [due.history]).campaigns
    assert reviewed.why == ("given-elsewhere" if elsewhere else None)
    due.next_day()
    due.check_in()
    assert due.sent()
    assert due.total() == (sent or [1, 4, 2, 1, 1])
    refused = [line.reason for line in due.donor.log() if line.what == "refusal"]
    assert refused == (["given-elsewhere"] if elsewhere else [])
    assert due.donor.account.ledger().days == (0 if elsewhere else 1)
