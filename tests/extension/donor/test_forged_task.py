"""A task that the server did not sign is refused, and nothing needed for the honest one is erased."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from pdd_shared.protocol.messages import SubmitTask
from tests.client.fakes import DAY, NOON, Clock, FakeServer
from tests.client.loopback import listening
from tests.client.rounds_to_send import ROUND
from tests.extension.donors import Donors, donors_in_javascript


class Interrupted:
    """A JavaScript donor whose vector of one day is made and stored, and has not reached the server."""

    def __init__(self, donors: Donors, server: FakeServer, url: str) -> None:
        self.donors, self.server = donors, server
        donors.at(NOON)
        donors.history(("flu", NOON - timedelta(hours=1)))
        donors.join("forged", url)
        server.offer(server.plan(ROUND))
        server.clock.now = NOON + DAY
        donors.at(server.clock.now)
        server.problems["PUT rounds"] = "rate-limited"
        assert self.refusals() == ["rate-limited"]
        del server.problems["PUT rounds"]
        self.honest = server.offered[ROUND]
        self.kept = self.journal()["data"]

    def refusals(self) -> list[str]:
        """Check in, and return the reasons of refusals."""
        return [part["reason"] for part in self.donors.call("forged", "checkIn")["refused"]]

    def journal(self) -> dict[str, Any]:
        """Return the home's row of the day: its context, its bytes, and whether the server has confirmed them."""
        (row,) = self.donors.ask(kept="forged", table="journal")
        return dict(row)

    def offer(self, task: SubmitTask) -> None:
        """Let the server ask for the day by this task."""
        self.server.offered[ROUND] = task


@pytest.fixture
def interrupted() -> Iterator[Interrupted]:
    server = FakeServer(Clock())
    with donors_in_javascript() as donors, listening(server) as url:
        yield Interrupted(donors, server, url)


def test_a_forged_task_erases_nothing(interrupted: Interrupted) -> None:
    """While a task can't be read the day's bytes are kept, and they are sent when they are asked for."""
    assert interrupted.kept
    forged = interrupted.honest.plan.model_copy(update={"signature": "00" * 64})
    interrupted.offer(interrupted.honest.model_copy(update={"plan": forged}))
    assert interrupted.refusals() == ["bad-signature"]
    assert interrupted.journal()["data"] == interrupted.kept
    assert interrupted.server.vectors == {}
    # Another history: were the day counted again, other bytes would leave.
    interrupted.donors.history()
    interrupted.offer(interrupted.honest)
    assert interrupted.refusals() == []
    ((sent,),) = interrupted.server.vectors.values()
    assert list(sent) == list(interrupted.kept.values())
    assert list(interrupted.server.unblinded(ROUND)) == [1, 1, 1, 0, 0]


def test_a_day_that_is_not_asked_for_any_more_is_erased(interrupted: Interrupted) -> None:
    """An answer that asks for no day, without forged tasks, erases the day's bytes, and the day is not made again."""
    del interrupted.server.offered[ROUND]
    assert interrupted.refusals() == []
    row = interrupted.journal()
    assert (row["data"], row["sent"]) == (None, False)
    interrupted.offer(interrupted.honest)
    assert interrupted.refusals() == ["day-signed-before"]
    assert interrupted.server.vectors == {}
