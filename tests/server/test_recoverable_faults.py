"""`recoverable` rounds with donors that are erased, or lie: the round ends once, exact or lost."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from pdd_server.folder import Deployment
from pdd_server.store.tables import donors as donor_table
from pdd_shared.messages import PrepareTask
from pdd_shared.rounds.recoverable.dealing import RoundSecrets, commit, from_message, to_message
from pdd_shared.rounds.recoverable.signatures import prepared_statement
from tests.server.playing import DAY, HandClock, dump, night, published
from tests.server.recoverable_playing import (
    EVERYTHING,
    Message,
    Part,
    Player,
    begin,
    held,
    players,
    prepared,
    recoverable_server,
    revealing,
    state_of,
)
from tests.server.test_registration import problem


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """A server of `recoverable`: groups of 4, never fewer than 3, one day of delay, two of reveals."""
    made = recoverable_server(tmp_path, clock, reveal_days=2)
    yield made
    made.store.dispose()


def erase(player: Player) -> None:
    assert player.send("/v1/donor", method="DELETE", headers=player.headers).status_code == 204


# --- erased in the middle


@pytest.mark.parametrize(("step", "counted"), [("prepare", 4), ("submit", 4), ("reveal", 5)])
def test_erased_in_the_middle_of_a_round(server: Deployment, clock: HandClock, step: str, counted: int) -> None:
    """Who is erased before it sent costs its own counts; what is in the sum stays; the others end the round."""
    crowd = players(server, 5)
    gone = crowd[0]
    night(server)
    for kind in EVERYTHING:
        if kind == step:
            erase(gone)
            assert problem(gone.check_in()) == "not-registered"
            assert gone.token not in "\n".join(dump(server))
        for player in crowd:
            if player is not gone or EVERYTHING.index(kind) < EVERYTHING.index(step):
                player.work(kind)
        begin(server, clock)
    (day,) = published(server)["days"]
    assert day["donors"] == counted
    assert day["confidence"] == (1.0 if step != "submit" else 4 / 5)
    assert held(server, DAY) == 0


def test_erased_after_preparing_leaves_no_account(server: Deployment, clock: HandClock) -> None:
    """Keys and days go at once; what it sealed for others goes with the round, whose places have no name for it."""
    crowd = prepared(server, clock, 5)
    erase(crowd[0])
    with server.store.read() as connection:
        assert len(connection.execute(select(donor_table.c.id)).all()) == 4
    for player in crowd[1:]:
        player.work("submit")
    begin(server, clock)
    # Nobody waits for a vector that cannot come.
    assert state_of(server, DAY) == "revealing"


# --- lies


def garbage(player: Player) -> Message:
    """In place of its shares, as many bytes of none."""
    (task,) = (task for task in player.tasks() if task.kind == "reveal")
    address, data = player.message(task)
    return address, bytes(len(data))


def test_false_shares_are_dropped(server: Deployment, clock: HandClock) -> None:
    """With enough true shares beside them, false ones change nothing."""
    crowd = revealing(server, clock)
    assert crowd[0].put(*garbage(crowd[0])).status_code == 200
    for player in crowd[1:]:
        player.work("reveal")
    assert DAY in begin(server, clock).published
    assert published(server)["days"][0]["totals"] == {"flu": 4, "child + fever": 0}


def test_a_round_waits_on_where_false_shares_leave_too_few(server: Deployment, clock: HandClock) -> None:
    """Three reveals of which one is false: the round is not published, takes the fourth, and is published then."""
    crowd = revealing(server, clock)
    crowd[0].put(*garbage(crowd[0]))
    for player in crowd[1:3]:
        player.work("reveal")
    assert DAY not in begin(server, clock).published
    assert state_of(server, DAY) == "revealing"
    crowd[3].work("reveal")
    assert DAY in begin(server, clock).published
    assert published(server)["days"][0]["donors"] == 4


class FalseDealer(Player):
    """Deals shares of another self-mask than the one it commits to."""

    def prepare(self, task: PrepareTask) -> Message:
        address, message = super().prepare(task)
        part: Part = self.parts[self.today]
        tentative, secrets = part.tentative, RoundSecrets(part.secrets.ephemeral, os.urandom(32))
        _, dealing = from_message(message, tentative.place, tentative.size)
        commitment = commit(secrets.self_mask, tentative.digest, tentative.place)
        said = prepared_statement(
            tentative.digest, tentative.place, secrets.ephemeral_public, commitment, dealing.digest
        )
        signature = self.secrets.identity.sign(said).signature.hex()
        part.prepared = part.prepared.model_copy(update={"commitment": commitment.hex(), "signature": signature})
        part.secrets = secrets
        return address, to_message(part.prepared, dealing)


def test_a_false_dealer_is_left_out_until_it_registers_anew(server: Deployment, clock: HandClock) -> None:
    """Its group is lost, the other group's sum is exact; the next plans are made without it, and with its new self."""
    crowd = players(server, 7)
    liar = FalseDealer(crowd[0].send, crowd[0].identity, crowd[0].server_key)
    liar.register()
    night(server)
    everybody = [*crowd, liar]
    for kind in EVERYTHING:
        for player in everybody:
            player.work(kind)
        begin(server, clock)
    (day,) = published(server)["days"]
    assert (day["donors"], day["confidence"]) == (4, 0.5)
    # The plan of this day was made before the lie was found.
    begin(server, clock)
    assert [task.kind for task in liar.tasks() if task.kind == "prepare"] == []
    assert all("prepare" in player.work() for player in crowd)
    anew = players(server, 1)
    begin(server, clock)
    assert anew[0].work() == ["prepare"]
