"""A database that is older than the ledger refuses to run. A reset brings it up to what was charged and published."""

import json
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from pdd_server.errors import SetupError
from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.services.ledger.reconciliation import record
from pdd_server.services.operations.data_folder import Deployment, open_folder
from pdd_server.services.operations.recovery.checks import findings
from pdd_server.services.operations.recovery.reset import reset
from pdd_shared.protocol.messages import CertifyTask
from pdd_shared.rounds.layout import Counts
from tests.server.services.operations.recovery.restored_servers import copied, move, replaced
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
    plan_of,
)
from tests.server.services.rounds.cohort.synthetic_days import capped_campaign
from tests.server.simulated_server import (
    DAY,
    Donor,
    HandClock,
    client_of,
    morning_after,
    new_server,
    night,
    published,
    status_of,
)

pytestmark = pytest.mark.sqlite
ONE = timedelta(days=1)


def spent(server: Deployment) -> Any:
    """Return the days that the campaign was charged for, and what they cost together."""
    return published(server)["privacy"]["spent"]


def numbers(server: Deployment) -> dict[str, Any]:
    """Return the published numbers of each day."""
    days = published(server)["days"]
    return {day["day"]: (day["donors"], day["searches"], day.get("full"), day["totals"]) for day in days}


def missing(server: Deployment) -> set[str]:
    return {day["day"] for day in published(server)["missing"]}


def problems(server: Deployment) -> list[str]:
    """Return what `pdd-server check` finds wrong."""
    return [one.problem for one in findings(server.folder, server.clock) if one.problem is not None]


@pytest.fixture
def week(tmp_path: Path, clock: HandClock) -> tuple[Deployment, list[CohortPlayer], Path]:
    """Return a `cohort` server with a copy of its second day that has published three days since."""
    server = cohort_server(tmp_path, clock, capped_campaign())
    crowd = cohort_players(server, 4)
    crowd[0].given["flu", None] = Counts(3, (5, 1), is_full=True)
    everybody(crowd)
    for _ in range(2):
        a_day(server, clock, crowd)
    copy = copied(server, tmp_path / "copy")
    for _ in range(4):
        a_day(server, clock, crowd)
    assert len(numbers(server)) == 3
    return server, crowd, copy


def test_an_older_database_does_not_run(
    week: tuple[Deployment, list[CohortPlayer], Path], clock: HandClock, tmp_path: Path
) -> None:
    """With a database older than the ledger neither the server's start nor a nightly run does anything; both say what
    to do. After a reset every published day is there, exact; all others are missing by name; nothing is uncharged.
    """
    server, crowd, copy = week
    before, cost = numbers(server), spent(server)
    again = replaced(server, copy, clock)
    ledger = server.folder.ledger.read_bytes()
    for refused in (lambda: record(again.store, again.ledger), lambda: night(again)):
        with pytest.raises(SetupError, match=r"flu was charged for 2026-11-2\d.*stop the server and run pdd-server"):
            refused()
    assert (server.folder.ledger.read_bytes(), numbers(again)) == (ledger, {})
    today = clock().date()
    assert reset(again)[1] == today
    assert numbers(again) == before
    all_days = {(DAY + ahead * ONE).isoformat() for ahead in range((today - DAY).days)}
    assert before.keys() | missing(again) == all_days
    assert before.keys() & missing(again) == set()
    assert spent(again)["days"] == len(all_days) >= cost["days"]
    assert spent(again)["epsilon"] >= cost["epsilon"]
    assert server.folder.ledger.read_bytes().startswith(ledger)
    record(again.store, again.ledger)
    move(cast(list[Donor], crowd), again)
    everybody(crowd, "ticket")
    for _ in range(5):
        a_day(again, clock, crowd)
    assert problems(again) == []
    counted = numbers(again)[today.isoformat()][-1]
    assert tuple(counted.values()) == tuple(expected(crowd, today)[2:4].tolist())
    assert before.items() <= numbers(again).items()
    again.store.dispose()


def test_a_lost_database_is_made_anew_from_what_was_published(
    week: tuple[Deployment, list[CohortPlayer], Path], clock: HandClock
) -> None:
    """Without the database, a reset gets campaigns, charges and numbers back from the public files. All other days are
    missing by name, free of charge. Donors register anew, and days are counted again.
    """
    server, crowd, _ = week
    before, cost, listed = numbers(server), spent(server), published(server)["campaign"]
    again = replaced(server, None, clock)
    with pytest.raises(SetupError, match=r"the campaign flu was launched.*run pdd-server reset"):
        record(again.store, again.ledger)
    reset(again)
    assert (numbers(again), spent(again), published(again)["campaign"]) == (before, cost, listed)
    all_days = {(DAY + ahead * ONE).isoformat() for ahead in range((clock().date() - DAY).days)}
    assert before.keys() | missing(again) == all_days
    assert before.keys() & missing(again) == set()
    move(cast(list[Donor], crowd), again)
    assert {player.check_in().json["type"].rpartition(":")[2] for player in crowd} == {"not-registered"}
    anew = [_registered_anew(player, again) for player in crowd]
    today = clock().date()
    everybody(anew, "ticket")
    for _ in range(5):
        a_day(again, clock, anew)
    assert before.items() <= numbers(again).items()
    assert (today + ONE).isoformat() in numbers(again)
    assert problems(again) == []
    again.store.dispose()


def _registered_anew(player: CohortPlayer, server: Deployment) -> CohortPlayer:
    """Return a player with new keys, as homes register that the server does not know any more."""
    (anew,) = cohort_players(server, 1, client_of(server).open, first=player.seed + 100)
    anew.reset, anew.given = player.reset, player.given
    return anew


@pytest.mark.parametrize("name", ["searches", "full"])
def test_a_changed_public_file_is_not_believed(
    week: tuple[Deployment, list[CohortPlayer], Path], clock: HandClock, name: str
) -> None:
    """Numbers in a public file that differ from the ledger's digest are not published again: the day is missing."""
    server, _, copy = week
    before = numbers(server)
    changed = min(before)
    file = server.folder.published / "flu" / "totals.json"
    told = json.loads(file.read_text())
    for day in told["days"]:
        if day["day"] == changed:
            day[name] += 1
    file.write_text(json.dumps(told))
    assert [changed in problem for problem in problems(server)] == [True]
    again = replaced(server, copy, clock)
    reset(again)
    assert numbers(again) == {day: found for day, found in before.items() if day != changed}
    assert changed in missing(again)
    again.store.dispose()


@pytest.mark.parametrize("lost", [False, True])
def test_plain_publishes_no_day_twice(tmp_path: Path, clock: HandClock, *, lost: bool) -> None:
    """A database of `plain` from before a publication, or an empty one, has the day's numbers after a reset. What was
    open in it is charged and missing.
    """
    server = new_server(tmp_path, clock, delay=0)
    crowd = morning_after(server, clock)
    copy = copied(server, tmp_path / "copy")
    for donor in crowd:
        donor.work([1, 2, 3])
    clock.next_day()
    night(server)
    before, cost = numbers(server), spent(server)
    assert before == {DAY.isoformat(): (6, 12, None, {"flu": 18, "child + fever": 0})}
    again = replaced(server, None if lost else copy, clock)
    with pytest.raises(SetupError, match="run pdd-server reset"):
        night(again)
    reset(again)
    assert numbers(again) == before
    assert spent(again)["days"] == cost["days"] + (0 if lost else 1)
    assert missing(again) == (set() if lost else {(DAY + ONE).isoformat()})
    night(again)
    assert (numbers(again), problems(again)) == (before, [])
    again.store.dispose()


def test_plain_gives_up_a_round_that_may_have_been_published(tmp_path: Path, clock: HandClock) -> None:
    """Without a ledger, a reset charges the rounds that are open, because they may have been published since."""
    server = new_server(tmp_path, clock, delay=0)
    crowd = morning_after(server, clock)
    server.folder.ledger.unlink()
    again = replaced(server, copied(server, tmp_path / "copy"), clock)
    reset(again)
    assert (missing(again), spent(again)["days"]) == ({DAY.isoformat()}, 1)
    move(crowd, again)
    assert [donor.check_in().json["tasks"] for donor in crowd] == [[]] * len(crowd)
    clock.next_day()
    night(again)
    assert [one["state"] for one in status_of(again)["rounds"]] == ["published", "open"]
    again.store.dispose()


def test_a_reset_that_was_killed_is_run_again(
    week: tuple[Deployment, list[CohortPlayer], Path], clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reset that ends between the database and the ledger leaves a server that goes on, or is reset once more."""
    server, _, copy = week
    before = numbers(server)
    again = replaced(server, copy, clock)

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(LedgerFile, "add", dies)
        reset(again)
    record(again.store, again.ledger)
    once = numbers(again), spent(again)
    reset(again)
    assert once == (numbers(again), spent(again)) == (before, once[1])
    again.store.dispose()


def test_a_ledger_of_another_server_is_refused(tmp_path: Path, clock: HandClock) -> None:
    """The ledger names the server it belongs to; with that of another one neither a start nor a reset does anything."""
    server, other = (new_server(tmp_path / name, clock) for name in ("one", "other"))
    for each in (server, other):
        record(each.store, each.ledger)
    server.folder.ledger.write_bytes(other.folder.ledger.read_bytes())
    again = open_folder(server.folder, clock)
    for refused in (lambda: record(again.store, again.ledger), lambda: reset(again)):
        with pytest.raises(SetupError, match="belongs to another server"):
            refused()
    for each in (server, other, again):
        each.store.dispose()


def test_a_list_is_not_shown_before_it_is_in_the_ledger(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the ledger can't be written, members are answered 503 and see no list. Later they do, and the ledger has
    its charge and its digest.
    """
    server = cohort_server(tmp_path, clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    for _ in range(3):
        begin_day(server, clock)
        everybody(crowd, "ticket", "upload")
    days = _certified(crowd)
    (address,) = {f"/v1/rounds/{day}/lists/0/0" for day in days}
    with monkeypatch.context() as patched:
        patched.setattr(LedgerFile, "_write", _full)
        answers = [player.send(address, headers=player.headers) for player in crowd]
        assert [(answer.status_code, answer.json["type"].rpartition(":")[2]) for answer in answers] == [
            (503, "busy")
        ] * len(crowd)
    assert server.ledger.read().lists == frozenset()
    shown = crowd[0].get(address)
    (listed,) = server.ledger.read().lists
    assert (listed.day, {day for _, day in server.ledger.read().charges}) == (days[0], {days[0]})
    assert len(shown) > 0
    server.store.dispose()


def test_plain_publishes_nothing_before_its_charge_is_in_the_ledger(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the ledger can't be written, a nightly run publishes no day. The next one does, and charges it once."""
    server = new_server(tmp_path, clock, delay=0)
    crowd = morning_after(server, clock)
    for donor in crowd:
        donor.work([1, 2, 3])
    clock.next_day()
    with monkeypatch.context() as patched, pytest.raises(OSError, match="No space"):
        patched.setattr(LedgerFile, "_write", _full)
        night(server)
    assert (numbers(server), server.ledger.read().charges) == ({}, {})
    night(server)
    assert (list(numbers(server)), spent(server)["days"]) == ([DAY.isoformat()], 1)
    assert [day for _, day in server.ledger.read().charges] == [DAY]
    server.store.dispose()


def _certified(crowd: Sequence[CohortPlayer]) -> list[date]:
    """Return the days whose lists the first player is asked to certify."""
    tasks = (task for task in crowd[0].tasks() if isinstance(task, CertifyTask))
    return sorted({plan_of(task).day for task in tasks})


def _full(*_: object) -> None:
    raise OSError(28, "No space left on device")
