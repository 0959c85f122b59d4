"""A server asks real witnesses over HTTP to cosign its public log, and shows donors what they answered."""

import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from os import urandom
from pathlib import Path

import pytest
from flask import Flask, Response, request
from nacl.signing import SigningKey
from sqlalchemy import delete

from pdd_server.config import log_address, read_config
from pdd_server.errors import SetupError
from pdd_server.services.operations import status, witnessing
from pdd_server.services.operations.data_folder import Deployment, Folder
from pdd_server.services.operations.gauges import gauges
from pdd_server.services.operations.recovery.backup import back_up
from pdd_server.services.operations.recovery.reset import reset
from pdd_server.services.operations.recovery.restore import restore
from pdd_server.services.operations.witnessing import ask_witnesses, log_key
from pdd_server.services.rounds.cohort.epochs import cosigning
from pdd_server.store.rounds.cohort import cohort_log, cohort_tables
from pdd_server.witness.folder import Witness
from pdd_shared.protocol.checkpoints import COSIGNER, CheckpointNote, NoteKey, origin_of
from pdd_shared.protocol.messages import CheckInAnswer, LogPart, Witnessed
from pdd_shared.rounds.cohort.epoch.witnesses import vouched
from tests.server.loopback_server import listening
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
)
from tests.server.services.rounds.cohort.test_resets import copied, restored
from tests.server.simulated_server import HandClock, client_of, night
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
    key = log_key(made.folder, ADDRESS, urandom, may_make=True)
    for one in witnesses.values():
        one.follow(key)
    yield made
    made.store.dispose()


def vouched_for(server: Deployment, part: LogPart) -> int:
    """Return for how many lines the witnesses vouch to a donor that is shown the whole log."""
    assert part.witnessed is not None
    assert server.config.witnesses is not None
    policy, cosignatures = server.config.witnesses.policy, part.witnessed.cosignatures
    return vouched(part.lines, cosignatures, policy, origin_of(ADDRESS), server.clock())


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
    assert "from witness-0.example.org, witness-1.example.org; 2 of 2" in warnings(server)
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
    public = log_key(server.folder, ADDRESS, urandom, may_make=True)
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
    other.follow(log_key(server.folder, ADDRESS, urandom, may_make=True))
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
        with pytest.raises(SetupError, match=r"the public log lacks lines that were signed for witnesses"):
            reset(again)
        with again.store.read() as connection:
            assert len(cohort_log.lines_from(connection, 0)) == 1
    again.store.dispose()
    shutil.rmtree(backup, ignore_errors=True)


def in_a_year(text: str, key: SigningKey) -> str:
    note = CheckpointNote.parse(text.partition("\n\n")[2])
    return note.cosigned("bad.example.org", key, 10**14) + "\n"


BAD = SigningKey(bytes([9]) * 32)
ANSWERS: dict[str, Callable[[str], tuple[int, dict[str, str], str]]] = {
    "in a year": lambda text: (200, {}, in_a_year(text, BAD)),
    "a size of 5,000 digits": lambda _: (409, {}, "9" * 5000 + "\n"),
    "somewhere else": lambda _: (302, {"Location": "http://127.0.0.1:9/internal"}, ""),
    "nonsense": lambda _: (200, {}, "\x00 — bad.example.org !!!\n"),
    "too much": lambda _: (200, {}, "x" * (1 << 20)),
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_one_bad_witness_costs_its_own_cosignature_alone(
    tmp_path: Path, clock: HandClock, witnesses: dict[str, Witness], answer: str
) -> None:
    """Whatever it answers, the others are asked, the night is run, and the operator is told."""
    app = Flask("bad")
    app.add_url_rule(
        "/add-checkpoint", "add", lambda: _made(ANSWERS[answer](request.get_data(as_text=True))), methods=["POST"]
    )
    with listening(app) as address:
        bad = f"{NoteKey('bad.example.org', COSIGNER, BAD.verify_key.encode())} {address}"
        settings = {"address": ADDRESS, "required": 2, "each": [bad, *witnesses]}
        server = cohort_server(tmp_path, clock, witnesses=settings)
        key = log_key(server.folder, ADDRESS, urandom, may_make=True)
        for one in witnesses.values():
            one.follow(key)
        cohort_players(server, 4)
        everybody(cohort_players(server, 4, first=11))
        said = begin_day(server, clock).warnings
        assert [one.partition(" ")[0] for one in said] == ["bad.example.org:"]
        assert vouched_for(server, shown(server)) == 1
        assert missing(server) == 0
        assert "bad.example.org: never cosigned" in warnings(server)
        assert "witnesses" not in client_of(server).get("/v1/server").json
        assert begin_day(server, clock).opened is not None
    server.store.dispose()


def _made(answer: tuple[int, dict[str, str], str]) -> Response:
    status, headers, text = answer
    return Response(text, status, headers)


def test_a_witness_that_answers_byte_by_byte_is_not_waited_for(server: Deployment, clock: HandClock) -> None:
    """All are asked at once, and nobody is waited for longer than `patience`."""
    a_tree(server, clock)
    with socket.create_server(("127.0.0.1", 0)) as slow:
        address = f"http://127.0.0.1:{slow.getsockname()[1]}"
        witness = cosigning.Witness(NoteKey("slow.example.org", COSIGNER, bytes(32)), address)
        log = cosigning.SignedLog("pdd.example.org/log", ["a line"], BAD)
        (said,) = cosigning.ask_all(server.store, log, [witness], clock(), patience=0.2)
    assert "slow.example.org: gave no answer" in str(said)
    assert "(too slow)" in str(said)


@pytest.mark.parametrize(
    "address",
    [
        "https://PDD.example.org",
        "https://pdd.example.org:443",
        "https://pdd.example.org/",
        "http://pdd.example.org",
        "https://pdd.example.org?x",
        "pdd.example.org",
        "https://u@pdd.example.org",
    ],
)
def test_an_address_that_donors_programs_write_otherwise_is_refused(address: str) -> None:
    """The log's name comes from it."""
    with pytest.raises(ValueError, match=r"is not written|is without TLS"):
        log_address(address)
    assert log_address("https://pdd.example.org:8443/a/b") == "https://pdd.example.org:8443/a/b"


def test_what_was_signed_binds_the_database(server: Deployment, clock: HandClock) -> None:
    """A database that lost a signed line is neither signed nor run, also if published/ is lost with it."""
    a_tree(server, clock)
    with server.store.write() as connection:
        connection.execute(delete(cohort_tables.cohort_log))
    shutil.rmtree(server.folder.published / "epochs")
    for act in (lambda: night(server), lambda: ask_witnesses(server)):
        with pytest.raises(SetupError, match="the public log lacks lines that were signed for witnesses"):
            act()


@pytest.mark.slow
def test_a_trial_restore_shows_no_witness_its_log(
    tmp_path: Path, server: Deployment, clock: HandClock, witnesses: dict[str, Witness]
) -> None:
    """Without its published lines a restore stops at the witnesses. A trial leaves them out, and they hear nothing."""
    begin_day(server, clock)
    back_up(server, tmp_path / "backup", with_keys=True)
    a_tree(server, clock)
    before = [one.records() for one in witnesses.values()]
    with pytest.raises(SetupError, match=r"witness-0.example.org: says that it cosigned 1 lines .* this server has 0"):
        restore(tmp_path / "backup", Folder(tmp_path / "new"), clock)
    restore(tmp_path / "backup", Folder(tmp_path / "trial"), clock, without_witnesses=True)
    assert read_config(tmp_path / "trial" / "config.toml").witnesses is None
    assert [one.records() for one in witnesses.values()] == before


@pytest.mark.parametrize("step", ["ask_all", "_together", "_checked"])
def test_a_server_that_is_killed_while_it_asks_goes_on(
    server: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Before it asks, before a witness hears of it, or after all have cosigned and before it is kept."""
    crowd = cohort_players(server, 4)
    everybody(crowd)
    with monkeypatch.context() as killed:
        killed.setattr(witnessing if step == "ask_all" else cosigning, step, _end)
        with suppress(_Killed):
            begin_day(server, clock)
    assert shown(server).witnessed == Witnessed(cosignatures=())
    assert ask_witnesses(server) == ()
    assert vouched_for(server, shown(server)) == 1


class _Killed(BaseException):
    """Ends a process at this point."""


def _end(*_args: object, **_more: object) -> None:
    raise _Killed
