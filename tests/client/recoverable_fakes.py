"""A server in memory that runs `recoverable` rounds with four other members, and lies where a test says so."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import httpx
import numpy as np

from pdd_shared.keys import DonorSecrets
from pdd_shared.layout import Vector, width
from pdd_shared.messages import (
    GroupPlan,
    Member,
    Plan,
    PreparedRoster,
    PrepareTask,
    Receipt,
    RevealTask,
    ServerInfo,
    Signed,
    SubmitTask,
    Survivors,
    Task,
)
from pdd_shared.rounds.plain import vector_digest
from pdd_shared.rounds.recoverable import donor as donors_half
from pdd_shared.rounds.recoverable import server as servers_half
from pdd_shared.rounds.recoverable.dealing import Dealing, RoundSecrets
from pdd_shared.signing import sign, signed_digest
from pdd_shared.terms import Protocol
from tests.client.fakes import DAY, FakeServer

FLOOR = 3


@dataclass
class GroupDay:
    """One group on its way through one round; the peers do their part as soon as it is due, and give zeros."""

    server: "RecoverableServer"
    plan: Signed
    group_plan: Signed
    state: Any
    """Of the server's half."""
    dealings: dict[int, Dealing] = field(default_factory=dict)
    peers: dict[int, tuple[donors_half.Tentative, DonorSecrets, RoundSecrets]] = field(default_factory=dict)
    roster: Signed | None = None
    survivors: Signed | None = None
    messages: dict[tuple[str, int], list[bytes]] = field(default_factory=dict)
    """What the donors sent, by kind and place, each time they did."""

    @property
    def opened(self) -> GroupPlan:
        return GroupPlan.model_validate_json(self.group_plan.payload)

    @property
    def digest(self) -> bytes:
        return signed_digest(self.group_plan, GroupPlan)

    @property
    def members(self) -> PreparedRoster:
        assert self.roster is not None
        return PreparedRoster.model_validate_json(self.roster.payload)

    def prepare_peers(self) -> None:
        for peer in self.server.peers:
            member = peer.member(self.server.identity_key)
            tentative = donors_half.open_group_plan(
                self.plan,
                self.group_plan,
                identity=self.server.identity_key,
                server_key=self.server.server_key,
                own=member,
            )
            own = RoundSecrets.draw(secrets.token_bytes)
            _, data = donors_half.prepare(tentative, peer, own, tentative.plan.day, secrets.token_bytes)
            self.peers[tentative.place] = (tentative, peer, own)
            self.receive("preparations", tentative.place, data)

    def fix_roster(self) -> None:
        """The night after the data day; the peers send their vectors."""
        plan = Plan.model_validate_json(self.plan.payload)
        fixed = servers_half.fix_roster(self.state, FLOOR, width(plan.layout))
        assert not isinstance(fixed, servers_half.Cancelled)
        self.state, members = fixed
        self.roster = self.signed_roster(members=members)
        for place in self.peers:
            self.receive("vectors", place, self.peer_vector(place))

    def signed_roster(self, **fields: Any) -> Signed:
        """A signed roster of this group, with these fields."""
        known = {"group_plan": self.digest.hex(), "day": self.opened.day, "group": 0}
        return sign(PreparedRoster(**(known | fields)), self.server.key)

    def peer_vector(self, place: int) -> bytes:
        tentative, peer, own = self.peers[place]
        assert self.roster is not None
        prepared = next(member for member in self.members.members if member.place == place)
        context = donors_half.open_round(
            tentative,
            self.roster,
            server_key=self.server.server_key,
            prepared=prepared,
            today=tentative.plan.day + DAY,
            signed_before=None,
        )
        return donors_half.submit(context, peer, own, np.zeros(width(tentative.plan.layout), dtype=np.uint32))

    def close(self) -> None:
        """The night when the window ends; the peers reveal."""
        self.signatures = self.state.signatures
        self.state = servers_half.close(self.state, FLOOR)
        assert isinstance(self.state, servers_half.Revealing)
        self.survivors = self.signed_survivors(sorted(self.state.survivors))
        listed = Survivors.model_validate_json(self.survivors.payload)
        for place, (tentative, peer, _) in self.peers.items():
            boxes = [self.dealings[member.place].box(place) for member in self.members.members]
            self.receive("reveals", place, donors_half.reveal(tentative, self.members, listed, boxes, peer))

    def signed_survivors(self, places: Iterable[int], **fields: Any) -> Signed:
        """A signed list of survivors, with these fields changed."""
        assert self.roster is not None
        digest = signed_digest(self.roster, PreparedRoster).hex()
        listed = tuple(places)
        signatures = tuple(self.signatures.get(place, bytes(64)).hex() for place in listed)
        known = {"roster": digest, "day": self.opened.day, "group": 0, "places": listed, "signatures": signatures}
        return sign(Survivors(**(known | fields)), self.server.key)

    def total(self) -> Vector:
        """The survivors' sum, unmasked."""
        assert self.roster is not None
        place, (tentative, _, _) = next(iter(self.peers.items()))
        prepared = next(member for member in self.members.members if member.place == place)
        context = donors_half.open_round(
            tentative,
            self.roster,
            server_key=self.server.server_key,
            prepared=prepared,
            today=tentative.plan.day + DAY,
            signed_before=None,
        )
        size, members = len(self.opened.members), self.members.members
        roster = servers_half.Roster(size, members, self.dealings, self.digest, context.encoded)
        unmasked = servers_half.unmask(self.state, roster, last=True)
        assert isinstance(unmasked, servers_half.Unmasked)
        return unmasked.total

    def place(self, member: Member) -> int | None:
        return self.opened.members.index(member) if member in self.opened.members else None

    def receive(self, kind: str, place: int, data: bytes) -> None:
        if kind == "preparations":
            self.state, self.dealings[place] = servers_half.receive_preparation(self.state, place, data)
        elif kind == "vectors":
            digest = signed_digest(self.roster, PreparedRoster)
            identity = self.opened.members[place].identity
            self.state = servers_half.receive_vector(self.state, place, data, roster=digest, identity=identity)
        else:
            self.state = servers_half.receive_reveal(
                self.state, place, data, size=len(self.opened.members), members=len(self.members.members)
            )

    def task(self, place: int) -> Task | None:
        """What is due from the member at this place."""
        if isinstance(self.state, servers_half.Preparing):
            due = place not in self.state.prepared and self.opened.day == self.server.today()
            return self.prepare_task() if due else None
        if isinstance(self.state, servers_half.Submitting):
            due = place in self.state.places and place not in self.state.received
            return self.submit_task() if due else None
        return None if place in self.state.reveals else self.reveal_task(place)

    def prepare_task(self) -> PrepareTask:
        return PrepareTask(plan=self.plan, group_plan=self.group_plan)

    def submit_task(self) -> SubmitTask:
        assert self.roster is not None
        return SubmitTask(plan=self.plan, roster=self.roster)

    def reveal_task(self, place: int, survivors: Signed | None = None) -> RevealTask:
        assert self.survivors is not None
        return RevealTask(
            plan=self.plan,
            group_plan=None if place in self.dealings else self.group_plan,
            roster=None if place in self.state.survivors else self.roster,
            survivors=survivors or self.survivors,
        )


@dataclass
class RecoverableServer(FakeServer):
    """The requests of docs/protocol.md for `recoverable` rounds; `lie` turns a donor's honest tasks into others."""

    protocol: Protocol = "recoverable"
    days: dict[date, GroupDay] = field(default_factory=dict)
    lie: Callable[[tuple[Task, ...]], tuple[Task, ...]] = lambda tasks: tasks
    peers: tuple[DonorSecrets, ...] = field(
        default_factory=lambda: tuple(DonorSecrets.generate(secrets.token_bytes) for _ in range(4))
    )

    @property
    def identity_key(self) -> bytes:
        return self.identity.verify_key.encode()

    @property
    def server_key(self) -> bytes:
        return self.key.verify_key.encode()

    def info(self) -> ServerInfo:
        return super().info().model_copy(update={"delay": 1})

    def plan(self, day: date, **changes: Any) -> Plan:
        return super().plan(day, **({"delay": 1} | changes))

    def begin(self, day: date, **changes: Any) -> GroupDay:
        """The night that begins the day: a group of all donors and the peers, who prepare."""
        group = self.group(day, **changes)
        group.prepare_peers()
        self.days[day] = group
        return group

    def group(self, day: date, members: tuple[Member, ...] | None = None, **changes: Any) -> GroupDay:
        """A group of these members, by default of all donors and the peers, in a plan with these changes."""
        signed = sign(self.plan(day, **changes), self.key)
        everybody = (*(entry[0] for entry in self.donors.values()), *(p.member(self.identity_key) for p in self.peers))
        named = GroupPlan(plan=signed_digest(signed, Plan).hex(), day=day, group=0, members=members or everybody)
        group_plan = sign(named, self.key)
        return GroupDay(self, signed, group_plan, servers_half.Preparing(named, signed_digest(group_plan, GroupPlan)))

    def tasks(self, token: str) -> tuple[Task, ...]:
        member = self.donors[token][0]
        places = [(group, group.place(member)) for group in self.days.values()]
        due = [group.task(place) for group, place in places if place is not None]
        return self.lie(tuple(task for task in due if task is not None))

    def _name(self, request: httpx.Request) -> str:
        parts = request.url.path.split("/")
        return f"{request.method} {parts[4] if parts[2] == 'rounds' else parts[2]}"

    def _round(self, token: str, day: date, request: httpx.Request) -> tuple[int, str | bytes]:
        group, kind = self.days[day], request.url.path.split("/")[4]
        place = group.place(self.donors[token][0])
        assert place is not None
        if kind == "boxes":
            return 200, self.boxes(group, place)
        group.messages.setdefault((kind, place), []).append(request.content)
        group.receive(kind, place, request.content)
        return 200, Receipt(day=day, digest=vector_digest(request.content).hex()).model_dump_json()

    def boxes(self, group: GroupDay, place: int) -> bytes:
        return b"".join(group.dealings[member.place].box(place) for member in group.members.members)
