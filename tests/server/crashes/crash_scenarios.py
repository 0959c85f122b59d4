"""Servers' folders at a noon at which a donor is about to send a message, for the tests that kill servers."""

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path

from pdd_shared.protocol.messages import Campaign, CertifyTask, OpenTask, TicketTask, UploadTask
from pdd_shared.protocol.terms import Budget
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
)
from tests.server.simulated_server import DAY, Donor, HandClock, campaign, donors, new_server, night
from tests.support.terms import terms


@dataclass(frozen=True)
class Noon:
    """A server's folder at some noon, the message that a donor is about to send, and the next nightly run."""

    folder: Path
    last: Donor
    address: str
    data: bytes
    next_night: datetime

    def at(self, copy: Path) -> None:
        """Copy the folder over what was there."""
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.folder, copy)


def aches(days: int) -> Campaign:
    """Return a campaign whose budget lasts until the next nightly run, which leaves it out."""
    return campaign(id="aches", terms=terms(budget=Budget(epsilon=Decimal(days), delta=Decimal(0))))


def plain_noon(path: Path) -> Noon:
    """Return the second day's noon with two groups of three: one lacks its last vector, the other lacks two."""
    clock = HandClock()
    server = new_server(path, clock, campaign(strata=("north", "south")), aches(days=1), delay=0)
    crowd = donors(server, 6)
    for donor in crowd:
        donor.check_in()
    clock.next_day()
    night(server)
    tasks = [donor.check_in().json["tasks"][0] for donor in crowd]
    own = [(task["roster"]["payload"], donor, task) for donor, task in zip(crowd, tasks, strict=True)]
    first = own[0][0]
    full = [(donor, task) for roster, donor, task in own if roster == first]
    broken = [(donor, task) for roster, donor, task in own if roster != first][:1]
    vectors = [(donor, *donor.blind(task, DAY + timedelta(days=1), [1, 2, 3])) for donor, task in full + broken]
    last = vectors.pop(2)
    for donor, address, data in vectors:
        assert donor.put(address, data).status_code == 200
    server.store.dispose()
    (path / "now").write_text(clock.now.isoformat())
    return Noon(path, *last, clock.now + timedelta(days=1))


def cohort_noon(path: Path, kind: str = "answer") -> Noon:
    """Return a noon after which a nightly run opens a sum, closes a window, makes a tree and plans a day.

    `kind` names the message that is still to come: a joiner's `ticket`, or from one of four homes its `upload`, its
    request for a `list`, the `signature` that completes a certificate, or its `answer`. `all` means that all have come.
    """
    clock = HandClock()
    server = cohort_server(path, clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    for there in (crowd, crowd, crowd[1:]):
        begin_day(server, clock)
        everybody(there, "ticket", "upload")
    (joiner,) = cohort_players(server, 1, first=5)
    last = joiner if kind == "ticket" else crowd[0]
    # The first request for a list charges the day, so nobody has asked before.
    others = {"signature": crowd[1:3], "list": []}.get(kind, crowd[1:])
    if kind not in ("ticket", "upload"):
        last.work("ticket", "upload")
        joiner.work()
    if kind in ("all", "answer", "ticket"):
        everybody(crowd[:1], "upload", "certify")
    everybody(others, "certify")
    everybody(others, "open")
    if kind in ("all", "ticket"):
        everybody(crowd[:1], "open")
    address, data = ("", b"") if kind == "all" else _message(last, kind)
    server.store.dispose()
    (path / "now").write_text(clock.now.isoformat())
    return Noon(path, last, address, data, clock.now + timedelta(days=1))


def _message(player: CohortPlayer, kind: str) -> tuple[str, bytes]:
    """Return the message of this kind that a player has to send."""
    tasks = {task.kind: task for task in reversed(player.tasks())}
    player.settle(tasks.values())
    if isinstance(task := tasks.get("ticket"), TicketTask) and kind == "ticket":
        return f"/v1/tickets/{task.epoch}", player.new_ticket(task.epoch).encode()
    if isinstance(task := tasks.get("upload"), UploadTask) and kind == "upload":
        return player.upload(task)
    if isinstance(task := tasks.get("certify"), CertifyTask) and kind == "list":
        return f"/v1/rounds/{DAY}/lists/{task.cohort}/{task.sub_cohort}", b""
    if isinstance(task := tasks.get("certify"), CertifyTask) and kind == "signature":
        return player.signature(task)
    task = tasks["open"]
    assert isinstance(task, OpenTask)
    return player.answer(task)
