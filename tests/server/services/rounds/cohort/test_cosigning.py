"""A server asks real witnesses over HTTP to cosign its public log, and shows donors what they answered."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from os import urandom
from pathlib import Path

import pytest

from pdd_server.errors import SetupError
from pdd_server.services.operations import status
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.operations.gauges import gauges
from pdd_server.services.operations.recovery.reset import reset
from pdd_server.services.operations.witnessing import ask_witnesses, log_key
from pdd_server.store.rounds.cohort import cohort_log
from pdd_server.witness.folder import Witness
from pdd_shared.protocol.checkpoints import origin_of
from pdd_shared.protocol.messages import CheckInAnswer, LogPart
from pdd_shared.rounds.cohort.epoch.witnesses import vouched
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
)
from tests.server.services.rounds.cohort.test_resets import copied, restored
from tests.server.simulated_server import HandClock, client_of
from tests.server.witness.served import served

ADDRESS = "https://pdd.example.org"
HOUR = timedelta(hours=1)


@pytest.fixture
def witnesses(tmp_path: Path, clock: HandClock) -> Iterator[dict[str, Witness]]:
    with served(tmp_path, clock, 2) as found:
        yield found


@pytest.fixture
def server(tmp_path: Path, clock: HandClock, witnesses: dict[str, Witness]) -> Iterator[Deployment]:
    settings = {"address": ADDRESS, "required": 2, "each": list(witnesses)}
    made = cohort_server(tmp_path, clock, witnesses=settings)
    key = log_key(made.folder, ADDRESS, urandom)
    for one in witnesses.values():
        one.follow(key)
    yield made
    made.store.dispose()


def vouched_for(server: Deployment, part: LogPart) -> int:
    """Return for how many lines the witnesses vouch to a donor that is shown the whole log."""
    assert part.witnessed is not None
    return vouched(part.lines, part.witnessed.cosignatures, part.witnessed.policy, origin_of(ADDRESS), server.clock())


def shown(server: Deployment) -> LogPart:
    return LogPart.model_validate_json(client_of(server).get("/v1/log").data)


def a_tree(server: Deployment, clock: HandClock) -> list[CohortPlayer]:
    crowd = cohort_players(server, 4)
    everybody(crowd)
    begin_day(server, clock)
    return crowd


def missing(server: Deployment) -> float:
    (found,) = (each.value for each in gauges(server) if each.name == "witnesses_missing")
    return found


def warnings(server: Deployment) -> str:
    with server.store.read() as connection:
        return "\n".join(status.warnings(connection, server, server.clock().date()))


def test_donors_are_shown_what_the_witnesses_cosigned(server: Deployment, clock: HandClock) -> None:
    """From the night of a tree on they vouch for all lines, in the whole log and in a check-in's answer."""
    crowd = a_tree(server, clock)
    assert vouched_for(server, shown(server)) == len(shown(server).lines) == 1
    answer = CheckInAnswer.model_validate_json(crowd[0].check_in().data)
    assert answer.log is not None
    assert answer.log.witnessed == shown(server).witnessed
    policy = client_of(server).get("/v1/server").json["witnesses"]
    assert policy == shown(server).witnessed.policy.model_dump(mode="json")  # type: ignore[union-attr]
    assert (missing(server), "witness" in warnings(server)) == (0, False)


def test_a_cosignature_is_renewed_each_night_and_missed_after_three_days(
    server: Deployment, clock: HandClock, witnesses: dict[str, Witness]
) -> None:
    """A night later it is younger; without nights the operator hears of it."""
    a_tree(server, clock)
    begin_day(server, clock)
    assert [one.records()[0].seconds for one in witnesses.values()] == [int(clock().timestamp())] * 2
    clock.now += timedelta(days=3)
    assert missing(server) == 2
    assert "witness-0.example.org, witness-1.example.org: not vouched" in warnings(server)
    assert vouched_for(server, shown(server)) == 1
    clock.now += timedelta(days=1, seconds=1)
    assert vouched_for(server, shown(server)) == 0


def test_a_witness_that_does_not_know_the_log_stops_no_night(
    tmp_path: Path, clock: HandClock, witnesses: dict[str, Witness]
) -> None:
    """The night names it. Once it follows the log, the next asking is enough."""
    gone = "http://127.0.0.1:9"  # nobody listens there
    key = next(iter(witnesses)).partition(" ")[0]
    other, unknown = list(witnesses)[1], list(witnesses.values())[1]
    server = cohort_server(
        tmp_path, clock, witnesses={"address": ADDRESS, "required": 2, "each": [f"{key} {gone}", other]}
    )
    public = log_key(server.folder, ADDRESS, urandom)
    cohort_players(server, 4)
    everybody(cohort_players(server, 4, first=11))
    clock.next_day()
    said = ask_witnesses(server)
    assert said == ()  # there is no line yet
    said = begin_day(server, clock, 0).warnings
    assert any("witness-0.example.org: gave no answer" in one for one in said)
    assert any("witness-1.example.org: refused the log with HTTP status 404" in one for one in said)
    unknown.follow(public)
    assert len(ask_witnesses(server)) == 1
    assert missing(server) == 1
    server.store.dispose()


def test_an_answer_under_another_key_is_none(tmp_path: Path, clock: HandClock, witnesses: dict[str, Witness]) -> None:
    """Settings with the address of another witness get no cosignature."""
    (key, _), (_, address) = (one.split(" ") for one in witnesses)
    mixed, other = f"{key} {address}", list(witnesses.values())[1]
    server = cohort_server(tmp_path, clock, witnesses={"address": ADDRESS, "required": 1, "each": [mixed]})
    other.follow(log_key(server.folder, ADDRESS, urandom))
    a_tree(server, clock)
    (said,) = ask_witnesses(server)
    assert "witness-0.example.org: its answer has no signature by witness-0.example.org" in str(said)
    server.store.dispose()


@pytest.mark.slow
@pytest.mark.parametrize("is_published", [True, False])
def test_a_restored_server_never_shows_witnesses_another_log(
    tmp_path: Path, server: Deployment, clock: HandClock, *, is_published: bool
) -> None:
    """With its published lines it goes on, and the witnesses cosign the reset. Without them it refuses to go on."""
    crowd = cohort_players(server, 4)
    everybody(crowd)
    begin_day(server, clock)
    backup = copied(server, tmp_path / "backup")
    for _ in range(8):
        a_day(server, clock, crowd)
    again = restored(server, backup, clock, crowd)
    if is_published:
        reset(again)
        assert ask_witnesses(again) == ()
        assert shown(again).lines[-1].startswith("reset ")
        assert vouched_for(again, shown(again)) == len(shown(again).lines) == 3
    else:
        (again.folder.published / "log.json").unlink()
        with pytest.raises(
            SetupError, match=r"witness-0.example.org: has cosigned 2 lines of the log, and this server has 1"
        ):
            reset(again)
        with again.store.read() as connection:
            assert len(cohort_log.lines_from(connection, 0)) == 1
    again.store.dispose()
    shutil.rmtree(backup, ignore_errors=True)
