"""Players, donors that play their half of `cohort` with the protocol's pure functions, and servers that run it.

A player's random draws follow from its number and the data day, so that a test knows the noise in a sum.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from pdd_server.services.operations.data_folder import Deployment
from pdd_shared.protocol.keys import DonorSecrets
from pdd_shared.protocol.messages import (
    Campaign,
    CertifyTask,
    LogPart,
    OpenTask,
    Signed,
    Task,
    TicketMessage,
    TicketTask,
    UploadTask,
)
from pdd_shared.rounds.cohort.day import donor, member
from pdd_shared.rounds.cohort.day.journal import Journal
from pdd_shared.rounds.cohort.day.layout import Given, Integers
from pdd_shared.rounds.cohort.day.plans import HomeView, open_plan
from pdd_shared.rounds.cohort.epoch.acceptance import (
    KnownEpoch,
    Published,
    accept_epoch,
    accept_reset,
    check_published,
    open_online_key,
    open_receipt,
)
from pdd_shared.rounds.cohort.epoch.leaf_proofs import read_shown
from pdd_shared.rounds.cohort.epoch.places import (
    CohortLeaves,
    Committee,
    Place,
    open_cohort,
    open_committee,
    open_place,
)
from pdd_shared.rounds.cohort.epoch.public_log import PublicLog, follow_log, follow_restored
from pdd_shared.rounds.cohort.epoch.tickets import Ticket, TicketSecrets, make_ticket
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.messages import CohortPlan, Epoch, Reset, TicketReceipt
from pdd_shared.rounds.layout import Counts
from pdd_shared.rounds.refusals import Refused
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import Donor, HandClock, Send, client_of, new_server, night
from tests.support.cohort.memory_cohort import random_from

TASK: TypeAdapter[Task] = TypeAdapter(Task)
NOTHING_READ = PublicLog((), (), None)
EVERYTHING = ("ticket", "upload", "certify", "open")
Message = tuple[str, bytes]
"""Address and bytes of a message."""
FAST = dict.fromkeys(("check_ins", "vectors", "requests"), "1000000 per minute")
"""Limits count by the computer's clock, and players live through weeks in seconds, all at one address."""
_DAYS = 1_000_000
"""More than the ordinal of any date: seeds of two players are never the same."""


class Failed(AssertionError):
    """Raised when the server refuses what an honest player sent."""


@dataclass
class HeldTicket:
    """A player's ticket: secrets, creation day, receipt, and key agreements with others."""

    secrets: TicketSecrets
    ticket: Ticket
    made: date
    receipt: TicketReceipt | None = None
    agreed: dict[bytes, bytes] = field(default_factory=dict, repr=False)

    def agree(self, public: bytes) -> bytes:
        """Compute the agreement with a ticket's key, once for each key as homes do."""
        if public not in self.agreed:
            self.agreed[public] = self.secrets.agree(public)
        return self.agreed[public]

    def agree_all(self, leaves: Iterable[Leaf]) -> list[bytes]:
        return [self.agree(leaf.exchange) for leaf in leaves]


@dataclass
class CohortPlayer(Donor):
    """An honest home in memory. `number` of `Donor` counts its contacts.

    `given` is what it counts every day for each campaign in the plan. `sent` has the vector, noise included, of each
    data day that it uploaded.
    """

    seed: int = 0
    zone: str = "UTC"
    given: Given = field(default_factory=dict)
    journal: Journal = field(default_factory=Journal)
    tickets: dict[int, HeldTicket] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)
    pinned: dict[int, KnownEpoch] = field(default_factory=dict)
    found: dict[int, Published] = field(default_factory=dict)
    checked: dict[tuple[int, int], tuple[Committee, CohortLeaves]] = field(default_factory=dict, repr=False)
    reset: Reset | None = None
    log: PublicLog = NOTHING_READ
    lists: dict[tuple[date, int, int], bytes] = field(default_factory=dict)
    sent: dict[date, Integers] = field(default_factory=dict)
    today: date = date.min
    online_key: bytes = b""

    # --- a contact

    def work(self, *kinds: str) -> list[str]:  # type: ignore[override]
        """Check in and do the due tasks of these kinds, or all; return the due kinds."""
        tasks = self.tasks()
        self.settle(tasks)
        for task in tasks:
            if task.kind in (kinds or EVERYTHING):
                self.do(task)
        return [task.kind for task in tasks]

    def tasks(self) -> list[Task]:
        """Return the tasks of a new contact, after the player has accepted what the answer announces."""
        answer = self.check_in()
        assert answer.status_code == 200, answer.json
        self.today = date.fromisoformat(answer.json["day"])
        self.online_key = open_online_key(Signed.model_validate(answer.json["online"]), self.identity, self.today)
        self.log = self.read_log(LogPart.model_validate_json(json.dumps(answer.json["log"])))
        if answer.json["reset"] is not None:
            self.hear_of_reset(Signed.model_validate(answer.json["reset"]))
        return [TASK.validate_python(task, strict=False) for task in answer.json["tasks"]]

    def told(self) -> Mapping[str, Any]:
        return {"log": len(self.log.lines)}

    def read_log(self, shown: LogPart) -> PublicLog:
        """Return the log with the new lines, or the whole one of a server that has lost some."""
        keys = {"server": self.identity, "online_key": self.online_key}
        try:
            return follow_log(self.log.lines, shown, **keys)
        except Refused:
            whole = LogPart.model_validate_json(self.send("/v1/log").data)
            return follow_restored(self.log.lines, whole, **keys)

    def hear_of_reset(self, signed: Signed) -> None:
        """Journal a reset; receipts from before it no longer count."""
        keys = {"server": self.identity, "online_key": self.online_key}
        self.reset = accept_reset(signed, **keys, today=self.today, known=self.reset)
        promised = {number: held for number, held in self.tickets.items() if number not in self.places}
        for number, held in promised.items():
            if held.receipt is None or held.receipt.reset < self.reset.number:
                del self.tickets[number]

    def settle(self, tasks: Iterable[Task]) -> None:
        """Take the player's places, in rising order, in the epochs of its tickets and of its tasks."""
        named = {self._epoch_of(task).number: task.epoch for task in tasks if not isinstance(task, TicketTask)}
        waiting = {number for number, held in self.tickets.items() if held.receipt and held.receipt.index is None}
        for number in sorted({*named, *waiting} - self.places.keys()):
            signed = named.get(number) or self.published(number)
            if signed is not None and number in self.tickets:
                self.take_place(number, signed)

    def do(self, task: Task) -> None:
        """Do a task; raise Failed if the server refuses it."""
        if isinstance(task, TicketTask):
            self.send_ticket(task.epoch)
        elif self._epoch_of(task).number not in self.places:
            # An appended leaf's epoch is settled once its receipt has come: its first task is for a later contact.
            return
        elif isinstance(task, UploadTask):
            self.send_upload(task)
        elif isinstance(task, CertifyTask):
            self._put(*self.signature(task))
        elif isinstance(task, OpenTask):
            self._put(*self.answer(task))

    # --- the week

    def send_ticket(self, epoch: int) -> TicketReceipt:
        """Make and send a ticket for an epoch, unless there is one."""
        self.new_ticket(epoch)
        held = self.tickets[epoch]
        answer = self.put_ticket(epoch, held.ticket)
        if answer.status_code != 200:
            raise Failed(answer.json)
        known = max(self.places.values(), key=lambda place: place.epoch.number).epoch if self.places else None
        held.receipt = open_receipt(
            Signed.model_validate(answer.json),
            server=self.identity,
            online_key=self.online_key,
            ticket=held.ticket.digest(self.identity),
            known=KnownEpoch.of(known) if known else None,
            promised=None,
            reset=self.reset,
        )
        return held.receipt

    def new_ticket(self, epoch: int) -> str:
        """Make a ticket for an epoch unless there is one, and return its message."""
        if epoch not in self.tickets:
            secrets = TicketSecrets.generate(random_from(self.seed * _DAYS + 800_000 + epoch))
            made = make_ticket(secrets, self.secrets.identity, self.identity)
            self.tickets[epoch] = HeldTicket(secrets, made, self.today)
        return _text(self.tickets[epoch].ticket)

    def put_ticket(self, epoch: int, ticket: Ticket) -> Any:
        """Send a ticket and return the answer."""
        return self.put(f"/v1/tickets/{epoch}", _text(ticket).encode())

    def put(self, address: str, data: bytes) -> Any:
        """Send bytes; a ticket is sent as JSON."""
        kind = "application/json" if address.startswith("/v1/tickets/") else "application/octet-stream"
        return self.send(address, method="PUT", data=data, headers={**self.headers, "Content-Type": kind})

    def published(self, epoch: int) -> Signed | None:
        """Return the epoch as the server publishes it."""
        answer = self.send(f"/v1/epochs/{epoch}")
        return Signed.model_validate(answer.json) if answer.status_code == 200 else None

    def take_place(self, number: int, signed: Signed) -> Place:
        """Accept an epoch and find the player's place in it."""
        held = self.tickets[number]
        last = max(self.places, default=None)
        keys = {"server": self.identity, "online_key": self.online_key}
        epoch = accept_epoch(
            signed,
            **keys,
            today=self.today,
            known=None if last is None else KnownEpoch.of(self.places[last].epoch),
            same_number=self.pinned.get(number),
            receipt=held.receipt,
            ticket_made=held.made,
            reset=self.reset,
            signed_until=self.journal.signed_until,
        )
        self.log.check_logged(epoch)
        self.pinned[number] = KnownEpoch.of(epoch)
        shown = read_shown(self.get(f"/v1/epochs/{number}/place"))
        assert held.receipt is not None
        place = open_place(epoch, shown.leaves[0], held.receipt, shown.leaves[1:], shown.proof, self.identity, None)
        assert (place.leaf.exchange, place.leaf.signing) == (held.ticket.exchange, held.ticket.signing)
        self.places[number] = place
        told = self.published(number)
        assert told is not None
        self.found[number] = check_published(told, epoch, **keys)
        return place

    # --- a day

    def view(self, number: int) -> HomeView:
        """Return what the player checks an epoch's plans against today."""
        later = [place.epoch.start for other, place in self.places.items() if other > number]
        since = max(self.tickets[number].made, self.reset.day if self.reset else date.min)
        epoch, start = self.places[number].epoch, min(later, default=None)
        recent = self.log.largest_tree(epoch.start)
        return HomeView(self.identity, self.zone, self.online_key, epoch, start, since, self.today, recent)

    def donor_day(self, task: UploadTask) -> donor.DonorDay:
        """Return the player's own day under a task's plan."""
        number = self._epoch_of(task).number
        return donor.open_day(open_plan(task.plan, self.view(number)), self.places[number], self.found[number])

    def upload(self, task: UploadTask) -> Message:
        """Return the upload for a task, journalled."""
        day, number = self.donor_day(task), self._epoch_of(task).number
        data_day, held = day.plan.plan.day, self.tickets[number]
        seed = self.seed * _DAYS + data_day.toordinal()
        counted = {part.campaign for part in day.plan.plan.layout} - day.layout.closed
        given = {name: counts for name, counts in self.given.items() if name[0] in counted}
        made = donor.submit(
            day,
            given,
            secrets=held.secrets,
            home=self.view(number),
            journal=self.journal,
            random_bytes=random_from(seed),
            agree=held.agree,
        )
        self.journal = self.journal.with_entries(made.entries)
        self.sent.setdefault(data_day, day.layout.fill(given) + day.layout.draw_noise(random_from(seed)))
        return f"/v1/rounds/{data_day}/uploads/{day.context.hex()}", made.release(self.journal)

    def send_upload(self, task: UploadTask) -> None:
        """Send the upload that a task asks for, and journal its receipt."""
        answer = self.put(*self.upload(task))
        if answer.status_code != 200:
            raise Failed(answer.json)
        day = self.donor_day(task)
        received = donor.open_receipt(Signed.model_validate(answer.json), day, self.online_key, self.journal)
        self.journal = self.journal.with_entries(received.entries).without_upload(day.plan.plan.day)

    def member_day(self, task: CertifyTask | OpenTask) -> member.MemberDay:
        """Return the day for which a task asks the player to serve."""
        number = self._epoch_of(task).number
        plan = open_plan(task.plan, self.view(number))
        committee, leaves = self.served(number, task.cohort)
        own = self.places[number].leaf.index
        return member.open_day(plan, committee, leaves, sub_cohort=task.sub_cohort, own=own)

    def served(self, number: int, cohort: int) -> tuple[Committee, CohortLeaves]:
        """Return a committee on which the player serves and its cohort's leaves, fetched once an epoch as homes do."""
        if (number, cohort) not in self.checked:
            draw, where = self.places[number].draw, f"/v1/epochs/{number}"
            shown = read_shown(self.get(f"{where}/committees/{cohort}"))
            committee = open_committee(draw, cohort, shown.leaves, shown.proof)
            shown = read_shown(self.get(f"{where}/cohorts/{cohort}"))
            self.checked[number, cohort] = committee, open_cohort(draw, cohort, shown.leaves, shown.proof)
        return self.checked[number, cohort]

    def signature(self, task: CertifyTask) -> Message:
        """Return the signature under the list that a task asks to certify, journalled."""
        day, number = self.member_day(task), self._epoch_of(task).number
        listed = self.get(self._address("lists", day, task))
        secrets = self.tickets[number].secrets
        made = member.certify(day, listed, secrets=secrets, home=self.view(number), journal=self.journal)
        self.journal = self.journal.with_entries(made.entries)
        self.lists[day.plan.plan.day, task.cohort, task.sub_cohort] = listed
        return f"{self._address('signatures', day, task)}/{day.place}", made.release(self.journal)

    def answer(self, task: OpenTask) -> Message:
        """Return the answer for a task."""
        day, number = self.member_day(task), self._epoch_of(task).number
        certificate = self.get(self._address("certificates", day, task))
        held = self.tickets[number]
        data = member.answer(
            day,
            self.lists[day.plan.plan.day, task.cohort, task.sub_cohort],
            certificate,
            secrets=held.secrets,
            home=self.view(number),
            journal=self.journal,
            agree=held.agree_all,
        )
        return f"{self._address('answers', day, task)}/{day.place}", data

    def get(self, address: str) -> bytes:
        """Fetch the bytes at an address with the player's token."""
        answer = self.send(address, headers=self.headers)
        if answer.status_code != 200:
            raise Failed(answer.json)
        data: bytes = answer.data
        return data

    def _put(self, address: str, data: bytes) -> None:
        answer = self.put(address, data)
        if answer.status_code != 204:
            raise Failed(answer.json)

    def _address(self, what: str, day: member.MemberDay, task: CertifyTask | OpenTask) -> str:
        return f"/v1/rounds/{day.plan.plan.day}/{what}/{task.cohort}/{task.sub_cohort}"

    def _epoch_of(self, task: UploadTask | CertifyTask | OpenTask) -> Epoch:
        return Epoch.model_validate_json(task.epoch.payload)


def _text(ticket: Ticket) -> str:
    message = {name: getattr(ticket, name).hex() for name in ("exchange", "signing", "signature")}
    return TicketMessage(**message).model_dump_json()


def plan_of(task: UploadTask | CertifyTask | OpenTask) -> CohortPlan:
    """Return the plan in a task."""
    return CohortPlan.model_validate_json(task.plan.payload)


def cohort_server(path: Path, clock: Callable[[], datetime], *added: Campaign, **changes: Any) -> Deployment:
    """Return a `cohort` server with one campaign whose floor is no higher than the homes' own."""
    return new_server(
        path, clock, *(added or (cohort_campaign(),)), **{"protocol": "cohort", "limits": FAST, **changes}
    )


def cohort_players(server: Deployment, number: int, send: Send | None = None, first: int = 1) -> list[CohortPlayer]:
    """Return registered players, each with numbers of its own; `first` is the number of the first."""
    send = send or client_of(server).open
    crowd = [
        CohortPlayer(
            send,
            server.identity,
            server.online_key.verify_key.encode(),
            secrets=DonorSecrets.generate(random_from(seed)),
            seed=seed,
            zone=server.config.zone,
            given={("flu", None): Counts(1 + seed % 9, (seed % 3, seed % 5))},
        )
        for seed in range(first, first + number)
    ]
    for player in crowd:
        assert player.register().status_code == 201
    return crowd


def expected(players: Iterable[CohortPlayer], day: date) -> Integers:
    """Return the sum of these players' uploads of a data day, noise included."""
    return np.array([player.sent[day] for player in players if day in player.sent]).sum(axis=0)


def begin_day(server: Deployment, clock: HandClock, days: int = 1) -> Any:
    """Move the clock to the next data day, and run its night."""
    clock.next_day(days)
    return night(server)


def everybody(players: Iterable[CohortPlayer], *kinds: str) -> dict[int, list[str]]:
    """Let each player contact the server; return what was due, by the player's seed."""
    return {player.seed: player.work(*kinds) for player in players}


def a_day(server: Deployment, clock: HandClock, players: Iterable[CohortPlayer], evening: bool = True) -> Any:
    """Play the next data day: its nightly run, a contact of each player, and the members' second one in the evening."""
    crowd = list(players)
    report = begin_day(server, clock)
    served = everybody(crowd)
    if evening:
        everybody([player for player in crowd if "certify" in served[player.seed]])
    return report
