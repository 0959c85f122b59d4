"""A `cohort` server in memory with one cohort, which can lie."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from secrets import token_bytes
from typing import Any

import httpx

from pdd_client.core.donation.decisions import delay_of
from pdd_shared.protocol.days import last_day
from pdd_shared.protocol.fields import SignedKind
from pdd_shared.protocol.limits import LEAST_TREE
from pdd_shared.protocol.messages import (
    Campaign,
    CertifyTask,
    CheckInAnswer,
    CohortTask,
    LogPart,
    OpenTask,
    ServerInfo,
    Signed,
    Task,
    TicketMessage,
    TicketTask,
    UploadTask,
)
from pdd_shared.protocol.signing import sign, signed_digest
from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.layout import CohortLayout, cohort_layout, cohort_part_of
from pdd_shared.rounds.cohort.day.plans import CheckedPlan
from pdd_shared.rounds.cohort.day.uploads import UploadFrame, read_upload
from pdd_shared.rounds.cohort.epoch.acceptance import holds
from pdd_shared.rounds.cohort.epoch.draws import Draw, committee_digest
from pdd_shared.rounds.cohort.epoch.leaf_proofs import write_shown
from pdd_shared.rounds.cohort.epoch.public_log import log_line
from pdd_shared.rounds.cohort.epoch.schedule import due
from pdd_shared.rounds.cohort.epoch.tickets import Ticket, check_ticket
from pdd_shared.rounds.cohort.epoch.tree import Leaf, Tree
from pdd_shared.rounds.cohort.masking.ring import blocks_for
from pdd_shared.rounds.cohort.messages import (
    CohortDay,
    CohortPlan,
    Epoch,
    Reset,
    TicketReceipt,
    UploadReceipt,
)
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.refusals import Reason, Refused
from tests.client.fakes import FakeServer, campaign

ONE = timedelta(days=1)


def cohort_terms(scale: str = "4", **changes: Any) -> CohortTerms:
    """Return terms of a `cohort` campaign, with the same noise on all its numbers, and with these changes."""
    law = NumberNoise(law="discrete-laplace", scale=Decimal(scale), unit=1)
    fields: dict[str, Any] = {
        "protocol": "cohort",
        "period": "day",
        "max_searches": 5,
        "max_matches": 2,
        "noise": PartNoise(joined=law, searches=law, counts=law),
        "colluders": 10,
        "budget": Budget(epsilon=Decimal(1000), delta=Decimal("0.0001")),
        "min_cohort": 3,
    }
    return CohortTerms(**(fields | changes))


def cohort_campaign(**changes: Any) -> Campaign:
    """Return the campaign of `fakes` under `cohort`, with these changes."""
    return campaign(**({"terms": cohort_terms()} | changes))


@dataclass(eq=False)
class Running:
    """An epoch of the server: its tree, and the owner of each leaf; leaves of later joiners follow the tree's.

    A small tree has a single cohort, whose days the server runs.
    """

    epoch: Epoch
    tree: Tree
    draw: Draw
    holders: dict[str, int]
    appended: dict[int, Leaf] = field(default_factory=dict)
    cohort: int = 0

    @property
    def committee(self) -> tuple[Leaf, ...]:
        return self.committee_of(self.cohort)

    def committee_of(self, cohort: int) -> tuple[Leaf, ...]:
        return tuple(self.tree.leaves[index] for index in self.draw.committee(cohort))

    def leaf(self, index: int) -> Leaf:
        return self.appended[index] if index >= self.tree.size else self.tree.leaves[index]

    def place_of(self, token: str) -> int | None:
        """Return the committee place of this donor's leaf."""
        indices = list(self.draw.committee(self.cohort))
        index = self.holders.get(token)
        return indices.index(index) + 1 if index in indices else None


State = server.Collecting | server.Certifying | server.Opening | server.Opened | server.Lost | server.Dropped


@dataclass(eq=False)
class PlannedDay:
    """A data day: its plan, its epoch and its state."""

    plan: CohortPlan
    epoch: int
    state: State
    layout: CohortLayout
    frame: server.CohortDayFrame


@dataclass
class CohortServer(FakeServer):
    """A server of one cohort. `night` is its nightly run; `lies` replace its messages by their name."""

    protocol: Any = "cohort"
    campaigns: list[Campaign] = field(default_factory=lambda: [cohort_campaign()])
    tickets: dict[int, dict[str, Ticket]] = field(default_factory=dict)
    made: dict[tuple[int, str], date] = field(default_factory=dict)
    receipts: dict[tuple[int, str], TicketReceipt] = field(default_factory=dict)
    epochs: dict[int, Running] = field(default_factory=dict)
    days: dict[date, PlannedDay] = field(default_factory=dict)
    lies: dict[str, Callable[[Any], Any]] = field(default_factory=dict)
    extra: list[CohortTask] = field(default_factory=list)
    """Tasks that every donor gets beside its own."""
    reset: Reset | None = None
    pushed_aside: set[str] = field(default_factory=set)
    """The tokens of donors whom it asks for no ticket for the next tree."""
    unasked: set[str] = field(default_factory=set)
    """Those whom it doesn't ask to be appended either."""
    sent: dict[tuple[str, str], list[bytes]] = field(default_factory=dict)
    """By token and path, all bodies that came."""
    with_token: list[str] = field(default_factory=list)
    """The paths of the requests that carried a token."""

    def info(self) -> ServerInfo:
        return super().info().model_copy(update={"delay": 1})

    @property
    def server_id(self) -> str:
        return self.identity.verify_key.encode().hex()

    def say(self, name: str, message: SignedKind) -> Signed:
        """Sign a message, or the lie that replaces it."""
        changed = self.lies[name](message) if name in self.lies else message
        return changed if isinstance(changed, Signed) else sign(changed, self.key)

    def show(self, name: str, data: bytes) -> bytes:
        """Return the bytes to show, or the lie that replaces them."""
        return self.lies[name](data) if name in self.lies else data

    # --- nights

    def night(self) -> None:
        """Do a nightly run: make a due tree, plan yesterday, and close and open what is due."""
        today = self.today()
        self._next_epoch(today)
        for day in sorted(self.days):
            self._step(self.days[day], today)
        self._plan(today - ONE)

    def to_next_day(self, days: int = 1) -> None:
        """Move to the same hour of a later day, with a nightly run on each day."""
        for _ in range(days):
            self.clock.now += ONE
            self.night()

    @property
    def running(self) -> Running | None:
        return self.epochs[max(self.epochs)] if self.epochs else None

    @property
    def next_number(self) -> int:
        return max(self.epochs) + 1 if self.epochs else 0

    def _next_epoch(self, today: date) -> None:
        number = self.next_number
        waiting = {token: ticket for token, ticket in self.tickets.get(number, {}).items() if token in self.donors}
        last = self.running
        is_due = due(today, last.epoch.start, last.epoch.size, len(waiting)) if last else len(waiting) >= LEAST_TREE
        if is_due:
            self.make_epoch(number, waiting, today)

    def make_epoch(self, number: int, waiting: dict[str, Ticket], today: date) -> None:
        """Make a tree of these tickets."""
        tokens = sorted(waiting, key=lambda token: waiting[token].exchange)
        tree = Tree([Leaf(at, waiting[token].exchange, waiting[token].signing) for at, token in enumerate(tokens)])
        reset = self.reset.number if self.reset else 0
        fields: dict[str, Any] = {
            "number": number,
            "start": today,
            "size": len(tokens),
            "root": tree.root.hex(),
            "reset": reset,
        }
        epoch = Epoch(server=self.server_id, **fields)
        draw, holders = Draw(tree.root, tree.size), {token: at for at, token in enumerate(tokens)}
        if number in self.epochs:
            self.lines.remove(log_line(self.epochs[number].epoch))
        self.epochs[number] = Running(epoch, tree, draw, holders)
        self._announce_reset()
        self.lines.append(log_line(epoch))

    def _plan(self, day: date) -> None:
        last = self.running
        if last is None or not holds(last.epoch.start, None, day + ONE) or day in self.days:
            return
        plan = self.plan_of(day, last.epoch)
        if self.campaigns and not plan.layout:
            return  # all campaigns count by week, and none of their weeks ends on this day
        self.days[day] = self.planned(plan, last)

    def plan_of(self, day: date, epoch: Epoch, **changes: Any) -> CohortPlan:
        """Return an honest plan with these changes."""
        size = TreeSize(epoch.size)
        parts = tuple(cohort_part_of(text) for text in self.campaigns if last_day(text.terms.period, day) == day)
        delay = delay_of([part.terms for part in parts], self.info().delay)
        fields: dict[str, Any] = {
            "protocol": "cohort",
            "version": 2,
            "server": self.server_id,
            "day": day,
            "zone": self.zone,
            "epoch": epoch.number,
            "root": epoch.root,
            "size": epoch.size,
            "reset": epoch.reset,
            "earliest_close": day + (1 + delay) * ONE,
            "latest_close": day + 7 * ONE,
            "last_answers": day + 21 * ONE,
            "capacity": 64,
            "reach": 10_000,
            "cohorts": (CohortDay(floor=size.least_floor(10), sub_cohorts=1),) * size.cohorts,
            "layout": parts,
        }
        return CohortPlan(**(fields | changes))

    def planned(self, plan: CohortPlan, running: Running) -> PlannedDay:
        layout = cohort_layout(plan.layout, TreeSize(plan.size), plan.cohorts[0])
        digest = signed_digest(sign(plan, self.key), CohortPlan)
        committee = committee_digest(running.draw.root, 0, running.committee)
        context = CheckedPlan(plan, digest).context(0, 0, committee)
        upload = UploadFrame(context, blocks_for(layout.entries), TreeSize(plan.size).committee)
        frame = server.CohortDayFrame(plan, 0, 0, running.committee, upload, layout)
        return PlannedDay(plan, plan.epoch, server.Collecting.start(frame), layout, frame)

    def _step(self, day: PlannedDay, today: date) -> None:
        match day.state:
            case server.Collecting():
                day.state = server.close(day.state, today, day.frame.floor)
            case server.Certifying():
                day.state = server.expire(day.state, today)
            case server.Opening():
                day.state = server.open_sum(day.state, today, token_bytes)
            case _:
                pass

    # --- tasks

    def tasks(self, token: str) -> tuple[Task, ...]:
        return (*self._tickets(token), *self._uploads(token), *self._services(token), *self.extra)

    def _tickets(self, token: str) -> list[Task]:
        asked: list[Task] = []
        if token not in self.tickets.get(self.next_number, {}) and token not in self.pushed_aside:
            asked.append(TicketTask(epoch=self.next_number))
        if (last := self.running) and token not in last.holders and token not in self.unasked:
            asked.append(TicketTask(epoch=last.epoch.number))
        return asked

    def texts_of(self, day: PlannedDay) -> dict[str, Any]:
        return {"plan": self.say("plan", day.plan), "epoch": self.say("epoch", self.epochs[day.epoch].epoch)}

    def _uploads(self, token: str) -> list[Task]:
        asked: list[Task] = []
        for date_of, day in self.days.items():
            index = self.epochs[day.epoch].holders.get(token)
            collects = isinstance(day.state, server.Collecting) and index not in day.state.entries
            if collects and index is not None and self.made[day.epoch, token] <= date_of:
                asked.append(UploadTask(**self.texts_of(day)))
        return asked

    def _services(self, token: str) -> list[Task]:
        certify: list[Task] = []
        answer: list[Task] = []
        for day in self.days.values():
            place = self.epochs[day.epoch].place_of(token)
            if place is None:
                continue
            at: dict[str, Any] = {"cohort": 0, "sub_cohort": 0}
            signed = self._signatures(day)
            if isinstance(day.state, server.Certifying | server.Opening) and place not in signed:
                certify.append(CertifyTask(**self.texts_of(day), **at))
            if isinstance(day.state, server.Opening) and place not in day.state.answers:
                answer.append(OpenTask(**self.texts_of(day), **at))
        return [*certify, *answer]

    def _signatures(self, day: PlannedDay) -> set[int]:
        return {place for (key, place) in self.signed_places if key == day.plan.day}

    signed_places: set[tuple[date, int]] = field(default_factory=set)

    # --- requests

    def _check_in(self, token: str, message: Any) -> tuple[int, str]:
        status, answer = super()._check_in(token, message)
        if status != 200 or self.reset is None:
            return status, answer
        read = CheckInAnswer.model_validate_json(answer)
        return status, read.model_copy(update={"reset": self.say("reset", self.reset)}).model_dump_json()

    def log_from(self, first: int) -> LogPart:
        """Return the lines of the log from this one on, or the lie that replaces them."""
        self._announce_reset()
        part = super().log_from(first)
        changed: LogPart = self.lies["log"](part) if "log" in self.lies else part
        return changed

    def _announce_reset(self) -> None:
        if self.reset and (line := log_line(self.reset)) not in self.lines:
            self.lines.append(line)

    def _answer(self, name: str, request: httpx.Request) -> tuple[int, str | bytes]:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        path = request.url.path.split("/")[2:]
        if token:
            self.with_token.append(request.url.path)
        if path[0] not in ("tickets", "epochs", "rounds"):
            return super()._answer(name, request)
        if request.method == "PUT":
            self.sent.setdefault((token, request.url.path), []).append(request.content)
        try:
            return self._of_cohort(token, path, request)
        except Refused as refused:
            return 409, str(refused.reason)

    def _of_cohort(self, token: str, path: list[str], request: httpx.Request) -> tuple[int, str | bytes]:
        match path:
            case ["epochs", number]:
                if int(number) not in self.epochs:
                    return 404, "no-such-epoch"
                return 200, self.say("published", self.epochs[int(number)].epoch).model_dump_json()
            case _ if token not in self.donors:
                return 401, "not-registered"
            case ["tickets", number]:
                message = TicketMessage.model_validate_json(request.content)
                return 200, self._ticket(token, int(number), message).model_dump_json()
            case ["epochs", number, *what]:
                return 200, self._shown(token, self.epochs[int(number)], what[0], int(what[-1]) if what[1:] else None)
            case ["rounds", day, "uploads", context]:
                return 200, self._upload(token, self.days[date.fromisoformat(day)], context, request.content)
            case ["rounds", day, what, *_]:
                return self._member(token, self.days[date.fromisoformat(day)], what, request.content)
        raise AssertionError(path)

    def _ticket(self, token: str, number: int, message: TicketMessage) -> Signed:
        identity = bytes.fromhex(self.donors[token][0].identity)
        keys = (bytes.fromhex(text) for text in (message.exchange, message.signing, message.signature))
        ticket = Ticket(identity, *keys)
        check_ticket(ticket, self.identity.verify_key.encode())
        held = self.tickets.setdefault(number, {})
        if token in held and held[token] != ticket:
            raise Refused(Reason.DIFFERENT_VECTOR, "another ticket")
        if token not in held:
            self._receive(token, number, ticket)
        return self.say("ticket-receipt", self.receipts[number, token])

    def _receive(self, token: str, number: int, ticket: Ticket) -> None:
        index, last = None, self.running
        if number != self.next_number:
            if last is None or number != last.epoch.number:
                raise Refused(Reason.TOO_LATE, "a past epoch")
            index = last.tree.size + len(last.appended)
            last.appended[index] = Leaf(index, ticket.exchange, ticket.signing)
            last.holders[token] = index
        self.tickets[number][token] = ticket
        self.made[number, token] = self.today()
        digest = ticket.digest(self.identity.verify_key.encode()).hex()
        reset = self.reset.number if self.reset else 0
        fields: dict[str, Any] = {
            "server": self.server_id,
            "ticket": digest,
            "epoch": number,
            "index": index,
            "reset": reset,
        }
        self.receipts[number, token] = TicketReceipt(**fields)

    def _shown(self, token: str, running: Running, what: str, cohort: int | None) -> bytes:
        own = running.holders.get(token)
        if own is None:
            raise Refused(Reason.NOT_A_MEMBER, "no leaf")
        is_there = cohort is not None and cohort < running.draw.tree_size.cohorts
        committee = running.committee_of(cohort if cohort and is_there else 0)
        if what == "place":
            committee = running.committee_of(running.draw.cohort_of(own))
            in_tree = {leaf.index for leaf in committee} | ({own} if own < running.tree.size else set())
            return self.show("place", write_shown([running.leaf(own), *committee], running.tree.prove(in_tree)))
        if what == "committees":
            proof = running.tree.prove({leaf.index for leaf in committee})
            return self.show("committee", write_shown(committee, proof))
        indices = running.draw.members_of(cohort or 0).tolist()
        leaves = [running.tree.leaves[index] for index in indices]
        return self.show("cohort", write_shown(leaves, running.tree.prove(indices)))

    def _upload(self, token: str, day: PlannedDay, context: str, data: bytes) -> str:
        running = self.epochs[day.epoch]
        index = running.holders[token]
        if context != day.frame.context.hex():
            raise Refused(Reason.FOREIGN_PLAN, "another plan, root or committee")
        if isinstance(day.state, server.Collecting):
            server.admit(day.state, index, running.draw)
            upload = read_upload(day.frame.upload, running.leaf(index), data)
            day.state, _ = server.receive(day.state, [upload])
            entries = day.state.entries
        else:
            assert isinstance(day.state, server.Certifying | server.Opening)
            entries = dict(day.state.listed.entries)
        if index not in entries:
            raise Refused(Reason.TOO_LATE, "the window is over")
        fields: dict[str, Any] = {
            "server": self.server_id,
            "context": context,
            "leaf": index,
            "nonce": entries[index].hex(),
        }
        return self.say("upload-receipt", UploadReceipt(**fields)).model_dump_json()

    def _member(self, token: str, day: PlannedDay, what: str, data: bytes) -> tuple[int, bytes]:
        place, state = self.epochs[day.epoch].place_of(token), day.state
        if place is None:
            raise Refused(Reason.NOT_A_MEMBER, "not a member")
        if not isinstance(state, server.Certifying | server.Opening):
            raise Refused(Reason.TOO_LATE, "the day is over")
        if what == "lists":
            return 200, self.show("list", state.listed.encoded)
        if what == "signatures":
            self.signed_places.add((day.plan.day, place))
            if isinstance(state, server.Certifying):
                day.state = server.receive_signature(state, place, data)
            return 204, b""
        assert isinstance(state, server.Opening)
        if what == "certificates":
            return 200, self.show("certificate", state.certificate)
        day.state = server.receive_answer(state, place, data)
        return 204, b""
