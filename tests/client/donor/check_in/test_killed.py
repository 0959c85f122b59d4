"""A donor killed at any step of a check-in ends the next one as it would have, with the same bytes."""

import shutil
import signal
from pathlib import Path

import pytest

from pdd_client.donor.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from pdd_shared.protocol.messages import Plan
from scripts.rehearsal.history_writer import write_chrome
from tests.client import killed_donor
from tests.client.fakes import DAY, NOON, Clock, FakeServer, by_itself, visits
from tests.client.loopback import listening
from tests.support.processes.forked import how_it_ended

ROUND = NOON.date()


def run(home: Path, clock: Path, history: Path, deadly: int) -> bool:
    """Run a check-in in a process of its own; return False if it was killed at that step."""
    ended = how_it_ended(killed_donor.check_in, home, clock, history, deadly)
    assert ended in (0, -signal.SIGKILL)
    return ended == 0


@pytest.mark.parametrize(
    "lost_keys", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["check-in", "registering-anew"]
)
def test_killed_at_every_step(tmp_path: Path, history: Path, lost_keys: bool) -> None:
    """Killed at any step, the server gets the same bytes for the day, with the first run's counts."""
    time = Clock()
    server = FakeServer(time)
    clock = tmp_path / "clock"
    other = tmp_path / "Other"
    write_chrome(other, visits(("flu", NOON)))
    with listening(server) as url:
        home = tmp_path / "home"
        with by_itself(Donor.open(home, clock=time, keychain=FileKeychain(home), find=list)) as donor:
            donor.campaigns.join(url)
        time.now = NOON + DAY
        clock.write_text(time.now.isoformat())
        if lost_keys:
            (home / "keys.json").unlink()
        else:
            server.offer(server.plan(ROUND))
        start = {token: list(entry) for token, entry in server.donors.items()}
        for step in range(1, 60):
            server.donors = {token: list(entry) for token, entry in start.items()}
            server.vectors.clear()
            copied = tmp_path / f"home-{step}"
            shutil.copytree(home, copied)
            ended = run(copied, clock, history, step)
            # The second run reads another history: what was blinded before must not change with it.
            with Donor.open(copied, clock=time, keychain=FileKeychain(copied), find=list) as donor:
                donor.check_in([other])
            if lost_keys:
                _registered_anew(copied, server)
            else:
                _sent_once(copied, server)
            if ended:
                break
    assert ended
    assert step > 10


def _sent_once(home: Path, server: FakeServer) -> None:
    """Assert that one vector reached the server, is charged once, and has the counts that were blinded."""
    (sent,) = server.vectors.values()
    assert len(set(sent)) == 1
    blinded_first = list(server.unblinded(ROUND)) == [1, 4, 2, 1, 1]
    assert blinded_first or list(server.unblinded(ROUND)) == [1, 1, 1, 0, 0]
    with Donor.open(home, clock=server.clock, keychain=FileKeychain(home), find=list) as donor:
        lines = donor.log()
        assert "registered-anew" not in [line.what for line in lines]
        (given, *_again) = [line.given for line in lines if line.what == "vector"]
        assert given is not None
        assert given[0]["searches"] == server.unblinded(ROUND)[1]
        kept = donor.installation.store.days.blinded(ROUND)
        assert kept is not None
        assert kept.data in (None, sent[0])
        assert [(one.day, one.campaign) for one in donor.installation.ledger().given] == [(ROUND, "flu")]
    assert Plan.model_validate_json(server.offered[ROUND].plan.payload).day == ROUND


def _registered_anew(home: Path, server: FakeServer) -> None:
    """Assert that the home is registered under keys that the server knows, with its consents and log kept."""
    with Donor.open(home, clock=server.clock, keychain=FileKeychain(home), find=list) as donor:
        credentials = donor.installation.credentials()
        assert credentials is not None
        assert credentials.token in server.donors
        assert list(donor.installation.store.consents.newest()) == ["flu"]
        assert donor.log()[0].what == "registration"
