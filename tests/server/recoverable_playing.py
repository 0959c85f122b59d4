"""Donors that play their half of `recoverable`, and servers whose groups and windows are small."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter
from sqlalchemy import func, select

from pdd_server.folder import Deployment
from pdd_server.jobs import nightly
from pdd_server.store.tables import dealings, reveals, tentative_groups, tentative_members
from pdd_shared.layout import Vector, width
from pdd_shared.messages import (
    Campaign,
    Plan,
    Prepared,
    PreparedRoster,
    PrepareTask,
    RevealTask,
    Signed,
    SubmitTask,
    Task,
)
from pdd_shared.rounds.recoverable import donor as half
from pdd_shared.rounds.recoverable.dealing import BOX_SIZE, RoundSecrets
from tests.server.playing import DAY, Donor, HandClock, Send, client_of, new_server, night, status_of

Message = tuple[str, bytes]
"""Address and bytes of a message."""
EVERYTHING = ("prepare", "submit", "reveal")
TASK: TypeAdapter[Task] = TypeAdapter(Task)


@dataclass
class Part:
    """A donor's part in one round: what it has to remember of it."""

    tentative: half.Tentative
    plan: Signed
    secrets: RoundSecrets
    prepared: Prepared
    context: half.Context | None = None
    roster: Signed | None = None


@dataclass
class Player(Donor):
    """A donor of `recoverable`: its parts in rounds, by data day; `numbers` are what it counts every day."""

    numbers: tuple[int, ...] = (1, 10, 1)
    parts: dict[date, Part] = field(default_factory=dict)
    today: date = date.min

    def tasks(self) -> list[Task]:
        """What the server asks for at a new contact."""
        answer = self.check_in()
        assert answer.status_code == 200, answer.json
        self.today = date.fromisoformat(answer.json["day"])
        return [TASK.validate_python(task, strict=False) for task in answer.json["tasks"]]

    def work(self, *kinds: str) -> list[str]:  # type: ignore[override]
        """Check in, and do what is due of these kinds, of all if none is named; the kinds that were due."""
        tasks = self.tasks()
        for task in tasks:
            if task.kind in (kinds or EVERYTHING):
                answer = self.put(*self.message(task))
                assert answer.status_code == 200, answer.json
        return [task.kind for task in tasks]

    def message(self, task: Task) -> Message:
        """The message that a task asks for."""
        if isinstance(task, PrepareTask):
            return self.prepare(task)
        return self.submit(task) if isinstance(task, SubmitTask) else self.reveal(task)

    def opened(self, plan: Signed, group_plan: Signed) -> half.Tentative:
        return half.open_group_plan(
            plan, group_plan, identity=self.identity, server_key=self.server_key, own=self.member
        )

    def prepare(self, task: PrepareTask) -> Message:
        tentative = self.opened(task.plan, task.group_plan)
        secrets = RoundSecrets.draw(os.urandom)
        prepared, message = half.prepare(tentative, self.secrets, secrets, self.today, os.urandom)
        self.parts[tentative.plan.day] = Part(tentative, task.plan, secrets, prepared)
        return f"/v1/rounds/{tentative.plan.day}/preparations/{tentative.digest.hex()}", message

    def submit(self, task: SubmitTask) -> Message:
        day = PreparedRoster.model_validate_json(task.roster.payload).day
        part = self.parts[day]
        assert task.plan == part.plan
        part.roster = task.roster
        part.context = half.open_round(
            part.tentative,
            task.roster,
            server_key=self.server_key,
            prepared=part.prepared,
            today=self.today,
            signed_before=None,
        )
        vector: Vector = np.zeros(width(part.tentative.plan.layout), dtype=np.uint32)
        vector[: len(self.numbers)] = self.numbers
        data = half.submit(part.context, self.secrets, part.secrets, vector)
        return f"/v1/rounds/{day}/vectors/{part.context.digest.hex()}", data

    def reveal(self, task: RevealTask) -> Message:
        day = Plan.model_validate_json(task.plan.payload).day
        part = self.parts.get(day)
        # The server sends again what a donor cannot have, and nothing else.
        assert (task.group_plan is None) == (part is not None)
        assert (task.roster is None) == (part is not None and part.roster is not None)
        tentative = part.tentative if part else self.opened(task.plan, task.group_plan or task.plan)
        signed_roster = (part and part.roster) or task.roster
        assert signed_roster is not None
        roster, digest = half.open_roster(tentative, signed_roster, self.server_key)
        survivors, name = half.open_survivors(
            tentative,
            roster,
            digest,
            task.survivors,
            server_key=self.server_key,
            sent=task.roster is None,
            told_before=None,
        )
        data = self.boxes(day)
        boxes = [data[start : start + BOX_SIZE] for start in range(0, len(data), BOX_SIZE)]
        return f"/v1/rounds/{day}/reveals/{name.hex()}", half.reveal(tentative, roster, survivors, boxes, self.secrets)

    def boxes(self, day: date) -> bytes:
        answer = self.send(f"/v1/rounds/{day}/boxes", headers=self.headers)
        assert answer.status_code == 200
        data: bytes = answer.data
        return data


def recoverable_server(path: Path, clock: Callable[[], datetime], *added: Campaign, **changes: Any) -> Deployment:
    """A server of `recoverable`, with groups of 4 and never fewer than 3."""
    return new_server(path, clock, *added, **{"protocol": "recoverable", "group_size": 4, **changes})


def players(server: Deployment, number: int, send: Send | None = None) -> list[Player]:
    """Registered donors."""
    send = send or client_of(server).open
    crowd = [Player(send, server.identity, server.key.verify_key.encode()) for _ in range(number)]
    for player in crowd:
        assert player.register().status_code == 201
    return crowd


def begin(server: Deployment, clock: HandClock) -> nightly.Report:
    """The next day, and the night that begins it."""
    clock.next_day()
    return night(server)


def state_of(server: Deployment, day: date) -> str:
    """The state of the round of a day."""
    (state,) = (one["state"] for one in status_of(server)["rounds"] if one["day"] == day.isoformat())
    return str(state)


def held(server: Deployment, day: date) -> int:
    """How many rows the server holds of what is deleted when the round of a day is over."""
    tables = (tentative_groups, tentative_members, dealings, reveals)
    counts = [select(func.count()).select_from(table).where(table.c.day == day) for table in tables]
    with server.store.read() as connection:
        return sum(connection.execute(count).scalar_one() for count in counts)


def prepared(server: Deployment, clock: HandClock, number: int = 4) -> list[Player]:
    """Donors that have prepared DAY, on the day after it."""
    crowd = players(server, number)
    assert night(server).opened == (DAY,)
    for player in crowd:
        assert player.work() == ["prepare"]
    begin(server, clock)
    return crowd


def revealing(server: Deployment, clock: HandClock, number: int = 4) -> list[Player]:
    """Donors whose vectors of DAY are in the sums, on the day when its shares are asked for."""
    crowd = prepared(server, clock, number)
    for player in crowd:
        player.work("submit")
    begin(server, clock)
    assert state_of(server, DAY) == "revealing"
    return crowd


def groups_of(crowd: list[Player]) -> list[list[Player]]:
    """The donors by the group plan they are asked to prepare for."""
    found: dict[str, list[Player]] = {}
    for player in crowd:
        (task,) = (task for task in player.tasks() if task.kind == "prepare")
        found.setdefault(task.group_plan.payload, []).append(player)
    return list(found.values())
