"""A home of the extension killed at any step of a full contact signs nothing twice differently."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from pdd_shared.protocol.messages import OpenTask
from pdd_shared.rounds.cohort.day import server as days
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import Player, player
from tests.client.fakes import NOON, Clock
from tests.client.loopback import listening
from tests.extension.cohort.homes import ONE, JavaScriptHome, restorer, to_next_day
from tests.extension.donors import Donors, Killed, donors_in_javascript

MOST_STEPS = 250


@pytest.fixture(scope="module")
def donors() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


def homes(stack: ExitStack, server: CohortServer, url: str, folder: Path) -> list[Player]:
    """Return three Python homes that joined."""
    found = []
    for number in range(3):
        one = player(folder / f"home-{number}", server, folder / "no-history")
        stack.callback(one.donor.close)
        one.donor.campaigns.join(url)
        one.check_in()
        found.append(one)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("nights", "expected"),
    [
        (3, ["upload", "certify", "open"]),
        # The first day of the second epoch, which is asked for without token in the next contact alone.
        (7, ["ticket", "certify", "open"]),
    ],
)
def test_killed_at_every_step_of_a_contact(donors: Donors, tmp_path: Path, nights: int, expected: list[str]) -> None:
    """Killed at any step of contacts that send a ticket or upload, a signature and an answer, each arrives as one
    text.
    """
    server = CohortServer(Clock())
    donors.at(NOON)
    donors.history(("flu", NOON + (nights - 1) * ONE))
    with ExitStack() as stack:
        url = stack.enter_context(listening(server))
        others = homes(stack, server, url, tmp_path)
        home = JavaScriptHome(donors, f"whole-{nights}")
        home.join(url)

        def contact() -> None:
            for one in (*others, home):
                one.check_in()

        to_next_day(server, donors, contact, days=nights)
        # The others certify without this home: so it does all in one contact.
        server.to_next_day()
        donors.at(server.clock.now)
        for _ in range(2):
            for one in others:
                one.check_in()
        server.sent.clear()
        restore = restorer(server)
        asked = [task for task in server.tasks(home.rows("keys")[0]["token"]) if not isinstance(task, OpenTask)]
        for step in range(1, MOST_STEPS):
            copy = JavaScriptHome(donors, f"killed-{nights}-{step}")
            donors.copy(home.name, copy.name)
            done = _killed(copy, step, server, asked)
            _said_once(server, copy)
            restore()
            if done is not None:
                break
            donors.history(("flu", NOON + (nights - 1) * ONE))
        assert step > 40
        assert done is not None
        assert [one["kind"] for one in done["sent"]] == expected


def _killed(home: JavaScriptHome, step: int, server: CohortServer, asked: Any) -> Any:
    """Return what a complete contact sends, or None if it was killed, after two more contacts with another history.

    The server asks for everything again, as if it had received nothing.
    """
    try:
        return home.check_in(deadly=step)
    except Killed:
        home.donors.history()
        server.extra = list(asked)
        # Twice: an epoch that was placed just now is asked for first in the next contact.
        home.check_in()
        home.check_in()
        server.extra = []
        return None


def _said_once(server: CohortServer, home: JavaScriptHome) -> None:
    assert server.sent
    for (_, path), bodies in server.sent.items():
        assert len(set(bodies)) == 1, path
    assert {path.split("/")[4] for _, path in server.sent if "rounds" in path} >= {"signatures", "answers"}
    # Vectors are logged as they were locked, whatever the history said later.
    given = {line["round"]: line["given"] for line in home.call("log") if line["what"] == "vector" and line["given"]}
    for row in home.rows("charges"):
        assert row["day"] in given
    # Of an upload that was confirmed already.
    assert set(home.refusals()) <= {"day-signed-before"}
    sent = {path.split("/")[3] for _, path in server.sent if "tickets" in path}
    assert sent <= {str(row["wanted"]) for row in home.rows("tickets") if row["receipt"] is not None}
    certified = [day for day in server.days.values() if isinstance(day.state, days.Opening)]
    assert len(certified) == 1
    assert len(certified[0].state.answers) == 4
