"""A `cohort` home killed at any step of a contact ends the next one as it would have, and signs nothing twice."""

import shutil
import signal
from copy import deepcopy
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_client.donor.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from pdd_shared.rounds.cohort.day.server import Collecting, Opening
from scripts.rehearsal.history_writer import write_chrome
from tests.client import killed_donor
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import crowd, everybody
from tests.client.fakes import NOON, Clock, by_itself, visits
from tests.client.loopback import listening
from tests.support.processes.forked import how_it_ended

DATA_DAY = NOON.date()
ONE = timedelta(days=1)
MUTABLE = ("tickets", "made", "receipts", "epochs", "days", "donors", "signed_places", "sent")


@pytest.mark.slow
def test_killed_at_every_step(tmp_path: Path, history: Path) -> None:
    """Killed at any step of a contact with ticket, upload, certificate and answer, each message is sent as one text.

    In the end all messages arrived, each day is charged once with the counts that it was made with, and no upload is
    kept.
    """
    time, clock, home, other = Clock(), tmp_path / "clock", tmp_path / "home", tmp_path / "Other"
    write_chrome(history, visits(("flu cough", NOON + ONE), ("flu", NOON + 2 * ONE)))
    write_chrome(other, visits(("flu", NOON + ONE)))
    server = CohortServer(time)
    with listening(server) as url, crowd(tmp_path, server, 3) as players:
        with by_itself(Donor.open(home, clock=time, keychain=FileKeychain(home), find=list)) as donor:
            donor.campaigns.join(url)
            donor.check_in([history])
        for _ in range(3):
            server.to_next_day()
            everybody(players)
        assert isinstance(server.days[DATA_DAY].state, Opening)
        clock.write_text(time.now.isoformat())
        server.sent.clear()
        before = {name: getattr(server, name) for name in MUTABLE}
        for step in range(1, 120):
            for name in MUTABLE:
                setattr(server, name, deepcopy(before[name]))
            copied = tmp_path / f"copy-{step}"
            shutil.copytree(home, copied)
            ended = how_it_ended(killed_donor.check_in, copied, clock, history, step)
            assert ended in (0, -signal.SIGKILL)
            with Donor.open(copied, clock=time, keychain=FileKeychain(copied), find=list) as donor:
                donor.check_in([other])
                _said_once(donor, server)
            shutil.rmtree(copied)
            if ended == 0:
                break
    assert ended == 0
    assert step > 30


def _said_once(donor: Donor, server: CohortServer) -> None:
    """Assert that everything was sent, and each message in one form only."""
    credentials = donor.installation.credentials()
    assert credentials is not None
    own = {path: bodies for (token, path), bodies in server.sent.items() if token == credentials.token}
    assert {path.split("/")[-2 if "uploads" in path else 4 if "rounds" in path else 2] for path in own} == {
        "tickets",
        "uploads",
        "signatures",
        "answers",
    }
    assert len(own) == 5
    assert {len(set(bodies)) for bodies in own.values()} == {1}
    assert [line.reason for line in donor.log() if line.what in ("refusal", "registered-anew")] == []
    assert donor.installation.store.journal.unconfirmed() == []
    assert {ticket.receipt is not None for ticket in donor.installation.store.epochs.tickets().values()} == {True}
    index = server.epochs[0].holders[credentials.token]
    for day in (DATA_DAY + ONE, DATA_DAY + 2 * ONE):
        state = server.days[day].state
        assert isinstance(state, Collecting)
        receipt = donor.installation.store.journal.of_day(day).receipt(day)
        assert receipt == (index, state.entries[index])
    given = [(line.round, line.given) for line in donor.log() if line.what == "vector" and line.given]
    assert [day for day, _ in given] == [DATA_DAY + ONE, DATA_DAY + 2 * ONE]
    assert [one.day for one in donor.installation.ledger().given] == [DATA_DAY + ONE, DATA_DAY + 2 * ONE]
