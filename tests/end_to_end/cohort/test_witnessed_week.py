"""Real homes, a real server and real witnesses: a week to the last unit, and a week under a fork."""

from collections.abc import Iterator
from contextlib import ExitStack
from os import urandom
from pathlib import Path

import pytest

from pdd_client.donor.server_keys import known_witnesses
from pdd_server.services.operations.signing_keys import read_key
from pdd_server.services.operations.witnessing import log_key
from pdd_server.store.rounds.cohort import cohort_log
from pdd_server.witness.folder import Witness
from pdd_server.witness.rules import Decision
from pdd_shared.protocol.checkpoints import NoteKey
from pdd_shared.protocol.merkle_tree import consistency_proof
from tests.client.cohort_players import Player, expected
from tests.client.fakes import URL
from tests.end_to_end.cohort.real_server import RealServer, homes, layout_of
from tests.server.services.rounds.cohort.simulated_donors import cohort_server
from tests.server.simulated_server import DAY, HandClock, night, published
from tests.server.witness.honest_log import note_of, request_of
from tests.server.witness.served import served

pytestmark = pytest.mark.slow


@pytest.fixture
def witnesses(tmp_path: Path, clock: HandClock) -> Iterator[dict[str, Witness]]:
    with served(tmp_path, clock, 3) as found:
        yield found


@pytest.fixture
def server(tmp_path: Path, clock: HandClock, witnesses: dict[str, Witness]) -> Iterator[RealServer]:
    made = RealServer(clock)  # type: ignore[arg-type]
    settings = {"address": URL, "required": 2, "each": list(witnesses)}
    made.deployment = cohort_server(tmp_path, clock, witnesses=settings)
    yield made
    made.deployment.store.dispose()


def a_day(server: RealServer, clock: HandClock, players: list[Player]) -> None:
    clock.next_day()
    night(server.deployment)
    for _evening in range(2):
        for one in players:
            one.check_in()


def joined(stack: ExitStack, folder: Path, server: RealServer) -> list[Player]:
    players = homes(stack, folder, server, 4)
    for one in players:
        one.check_in()
    return players


def follow(server: RealServer, witnesses: dict[str, Witness]) -> NoteKey:
    """Let the witnesses follow the server's log."""
    key = log_key(server.deployment.folder, URL, urandom, may_make=True)
    for one in witnesses.values():
        one.follow(key)
    return key


def test_a_week_under_two_of_three_witnesses(
    tmp_path: Path,
    server: RealServer,
    clock: HandClock,
    witnesses: dict[str, Witness],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From the second day on one is down. Every published day is exactly the homes' counts and noise."""
    follow(server, witnesses)
    down, answer = next(iter(witnesses.values())), Witness.answer
    with ExitStack() as stack:
        players = joined(stack, tmp_path, server)
        a_day(server, clock, players)
        knows = {known_witnesses(one.donor.installation.store) for one in players}
        monkeypatch.setattr(
            Witness, "answer", lambda self, *given: Decision(503, "down") if self is down else answer(self, *given)
        )
        for _ in range(5):
            a_day(server, clock, players)
        assert [one.refusals() for one in players] == [{}] * 4
        assert [policy and policy.required for policy in knows] == [2]
        days = published(server.deployment)["days"]
        assert len(days) == 3
        layout = layout_of(4, days[0]["noise"]["shares"][0][1])
        told = [days[0]["donors"], days[0]["searches"], *days[0]["totals"].values()]
        assert told == expected([(one, 0) for one in players], DAY, layout)[: len(told)]


def test_a_server_whose_log_the_witnesses_refuse_gets_noise_alone(
    tmp_path: Path, server: RealServer, clock: HandClock, witnesses: dict[str, Witness]
) -> None:
    """They go on with another log of this name. Four days later nobody vouches for the server's any more."""
    origin = follow(server, witnesses).name
    with ExitStack() as stack:
        players = joined(stack, tmp_path, server)
        for _ in range(2):
            a_day(server, clock, players)
        with server.deployment.store.read() as connection:
            lines = cohort_log.lines_from(connection, 0)
        forked = note_of([*lines, "another line"], origin, read_key(server.deployment.folder.log_key))
        request = request_of(len(lines), consistency_proof([*lines, "another line"], len(lines)), forked)
        assert {one.answer(request, lambda: clock().timestamp()).status for one in witnesses.values()} == {200}
        given = []
        for _ in range(9):
            a_day(server, clock, players)
            given.append([len(one.donor.installation.ledger().given) for one in players])
        assert all(set(one.refusals()) == {"unwitnessed"} for one in players)
        assert given[-4:] == [given[-1]] * 4
        assert published(server.deployment)["days"]
