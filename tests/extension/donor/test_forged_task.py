"""A task that the server has not signed is refused, and costs the donor nothing that is kept for the honest one."""

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
    """A donor in JavaScript whose vector of one day is made and kept, and did not reach the server yet."""

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
        """Check in, and return the reasons of what was refused."""
        return [part["reason"] for part in self.donors.call("forged", "checkIn")["refused"]]

    def journal(self) -> dict[str, Any]:
        """Return the home's row of the day: its context, its bytes, whether the server has confirmed them."""
        (row,) = self.donors.ask(kept="forged", table="journal")
        return dict(row)

    def offer(self, task: SubmitTask) -> None:
        """Have the server ask for the day by this task."""
        self.server.offered[ROUND] = task


@pytest.fixture
def interrupted() -> Iterator[Interrupted]:
    server = FakeServer(Clock())
    with donors_in_javascript() as donors, listening(server) as url:
        yield Interrupted(donors, server, url)


def test_a_forged_task_erases_nothing(interrupted: Interrupted) -> None:
    """While a task can't be read it is unknown what is asked for: the bytes stay, and leave when they are asked for."""
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
    """An answer without forged tasks that asks for no day has the day's bytes erased, and the day is not made again."""
    del interrupted.server.offered[ROUND]
    assert interrupted.refusals() == []
    row = interrupted.journal()
    assert (row["data"], row["sent"]) == (None, False)
    interrupted.offer(interrupted.honest)
    assert interrupted.refusals() == ["day-signed-before"]
    assert interrupted.server.vectors == {}
