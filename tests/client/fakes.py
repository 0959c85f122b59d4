"""A server in memory that can also lie, with two other members for each group, and donors that talk to it."""

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus
from zoneinfo import ZoneInfo

import httpx
import numpy as np
from nacl.signing import SigningKey

from pdd_client.donor.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.keys import DonorSecrets
from pdd_shared.protocol.merkle_tree import root_of
from pdd_shared.protocol.messages import (
    Campaign,
    CampaignList,
    CheckIn,
    CheckInAnswer,
    KeyChain,
    LogPart,
    Part,
    Plan,
    Receipt,
    Registered,
    Registration,
    Roster,
    ServerInfo,
    Signed,
    SubmitTask,
    Task,
)
from pdd_shared.protocol.signing import sign, signed_digest
from pdd_shared.protocol.terms import Budget, Noise, Protocol
from pdd_shared.rounds.cohort.key_chain import add_link
from pdd_shared.rounds.cohort.messages import Checkpoint, OnlineKey
from pdd_shared.rounds.layout import Vector, from_bytes, width
from pdd_shared.rounds.plain.blinding import vector_digest
from pdd_shared.rounds.plain.donor import open_round, submit
from tests.support.terms import terms

URL = "http://127.0.0.1:9"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def campaign(**changes: Any) -> Campaign:
    """Return a campaign with three keywords and no strata, with these changes."""
    fields: dict[str, Any] = {
        "id": "flu",
        "title": "Winter flu",
        "purpose": "To see the flu come.",
        "contact": "flu@example.org",
        "consent": {"en": "I agree.", "de": "Ich stimme zu."},
        "vocabulary": ("flu", "fever + child", "cough"),
        "strata": (),
        "start": date(2026, 11, 1),
        "end": date(2026, 12, 31),
        "terms": terms(max_searches=5, max_matches=2),
    }
    return Campaign(**(fields | changes))


def budget(epsilon: Any, delta: Any = 0) -> Budget:
    """Return a budget with these numbers as written."""
    return Budget(epsilon=Decimal(epsilon), delta=Decimal(delta))


def gaussian(scale: Any) -> Noise:
    """Return discrete Gaussian noise."""
    return Noise(law="discrete-gaussian", scale=Decimal(scale))


def part_of(text: Campaign, **changes: Any) -> Part:
    """Return the campaign's place in an honest plan, with these changes."""
    vocabulary = Vocabulary.parse(text.vocabulary)
    fields: dict[str, Any] = {
        "campaign": text.id,
        "entries": len(vocabulary),
        "vocabulary": vocabulary.digest().hex(),
        "strata": text.strata,
        "terms": text.terms,
    }
    return Part(**(fields | changes))


@dataclass
class Clock:
    """A clock that a test moves."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now


@dataclass
class FakeServer:
    """Answers the requests of docs/reference/protocol.md in memory. A donor gets the tasks in `offered` until done."""

    clock: Clock
    campaigns: list[Campaign] = field(default_factory=lambda: [campaign()])
    zone: str = "UTC"
    protocol: Protocol = "plain"
    identity: SigningKey = field(default_factory=SigningKey.generate)
    key: SigningKey = field(default_factory=SigningKey.generate)
    down: bool = False
    lose_answers: bool = False
    problems: dict[str, str] = field(default_factory=dict)
    """For a path's first word, the name of the problem with which the server answers."""
    completions: str | bytes = '{"completions":[]}'
    """The fields of an answer to a check-in that have the completion codes, or what is there instead of them."""
    links: tuple[Signed, ...] = field(init=False)
    """The chain of the server's keys."""
    programs: list[dict[str, Any]] = field(default_factory=list)
    """The programs that it hands out."""
    named_versions: list[str | None] = field(default_factory=list)
    """The version that each request named; None if it named none."""
    requests: list[str] = field(default_factory=list)
    invitations: list[str | None] = field(default_factory=list)
    """The invitation codes with which donors registered."""
    donors: dict[str, list[Any]] = field(default_factory=dict)
    """By token: member, number, last nonce."""
    lines: list[str] = field(default_factory=list)
    """The public log."""
    offered: dict[date, SubmitTask] = field(default_factory=dict)
    vectors: dict[tuple[str, date], list[bytes]] = field(default_factory=dict)
    peers: tuple[DonorSecrets, ...] = field(
        default_factory=lambda: tuple(DonorSecrets.generate(secrets.token_bytes) for _ in range(2))
    )

    def __post_init__(self) -> None:
        self.links = self.after(())

    def after(self, links: tuple[Signed, ...]) -> tuple[Signed, ...]:
        """Return the chain with a link for the key of now."""
        today, key = self.clock().date(), self.key.verify_key.encode()
        return add_link(links, key, today - timedelta(days=30), today + timedelta(days=366), self.identity).links

    def replace(self) -> None:
        """Sign with another key from now on, and add its link to the chain."""
        self.key = SigningKey.generate()
        self.links = self.after(self.links)

    @property
    def online(self) -> Signed:
        """Return the online key's statement, signed by the identity key."""
        names = {"server": self.identity.verify_key.encode().hex(), "key": self.key.verify_key.encode().hex()}
        return sign(OnlineKey(**names, first=date(2000, 1, 1), last=date(2100, 1, 1)), self.identity)

    def info(self) -> ServerInfo:
        return ServerInfo(
            name="Fake",
            key=self.identity.verify_key.encode().hex(),
            online=self.online,
            zone=self.zone,
            protocol=self.protocol,
            group_size=3,
            min_group=3,
            delay=2,
            oldest_client="0.1.0",
            invitation_required=False,
        )

    def plan(self, day: date, **changes: Any) -> Plan:
        fields: dict[str, Any] = {
            "protocol": "plain",
            "version": 1,
            "server": self.info().key,
            "day": day,
            "zone": self.zone,
            "group_size": 3,
            "min_group": 3,
            "delay": 2,
            "layout": tuple(part_of(text) for text in self.campaigns),
        }
        return Plan(**(fields | changes))

    def offer(self, plan: Plan, key: SigningKey | None = None, drop: int = 0) -> SubmitTask:
        """Ask all donors for the plan's day; `key` signs, and `drop` leaves members out of the roster."""
        key = key or self.key
        signed = sign(plan, key)
        identity = self.identity.verify_key.encode()
        members = [entry[0] for entry in self.donors.values()] + [peer.member(identity) for peer in self.peers]
        roster = Roster(
            plan=signed_digest(signed, Plan).hex(), day=plan.day, group=0, members=tuple(members[: len(members) - drop])
        )
        task = SubmitTask(plan=signed, roster=sign(roster, key))
        self.offered[plan.day] = task
        return task

    def unblinded(self, day: date) -> Vector:
        """Return the sum of the donors' vectors of the day and the peers' zeros, in which the masks cancel."""
        task = self.offered[day]
        identity = self.identity.verify_key.encode()
        plan = Plan.model_validate_json(task.plan.payload)
        numbers = width(plan.layout)
        total = np.zeros(numbers, dtype=np.uint32)
        for (_, sent_day), sent in self.vectors.items():
            if sent_day == day:
                assert len(set(sent)) == 1, "two different vectors for one day"
                total += from_bytes(sent[0], numbers)
        for peer in self.peers:
            context = open_round(
                task.plan,
                task.roster,
                identity=identity,
                server_key=self.key.verify_key.encode(),
                own=peer.member(identity),
                today=plan.day + DAY,
                signed_before=None,
            )
            total += from_bytes(submit(context, peer, np.zeros(numbers, dtype=np.uint32)), numbers)
        return total

    # --- HTTP

    def connect(self, url: str) -> ServerHttp:
        return ServerHttp(url, transport=httpx.MockTransport(self.handle))

    def handle(self, request: httpx.Request) -> httpx.Response:
        name = self._name(request)
        if self.down:
            raise httpx.ConnectError("down")
        self.requests.append(name)
        self.named_versions.append(request.headers.get("Pdd-Client"))
        if name in self.problems:
            return problem(409, self.problems[name])
        status, answer = self._answer(name, request)
        if self.lose_answers:
            raise httpx.ReadError("lost")
        if name == "GET campaigns":
            return self._tagged(request, str(answer))
        return httpx.Response(status, content=answer) if status < 300 else problem(status, str(answer))

    def _tagged(self, request: httpx.Request, text: str) -> httpx.Response:
        """Return the list, or 304 if the client has it."""
        tag = f'"{sha256(text.encode()).hexdigest()}"'
        if request.headers.get("If-None-Match") == tag:
            self.requests[-1] = "GET campaigns, unchanged"
            return httpx.Response(304, headers={"ETag": tag})
        return httpx.Response(200, content=text, headers={"ETag": tag})

    def _name(self, request: httpx.Request) -> str:
        return f"{request.method} {request.url.path.split('/')[2]}"

    def _answer(self, name: str, request: httpx.Request) -> tuple[int, str | bytes]:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if name in ("GET server", "GET campaigns", "GET keys", "GET programs", "GET log"):
            return self._public(name)
        if name == "POST donors":
            return 201, self._register(Registration.model_validate_json(request.content)).model_dump_json()
        if token not in self.donors:
            return 401, "not-registered"
        if name == "POST check-in":
            status, text = self._check_in(token, CheckIn.model_validate_json(request.content))
            return status, self._with_codes(text) if status == 200 else text
        if "rounds" in request.url.path:
            return self._round(token, date.fromisoformat(request.url.path.split("/")[3]), request)
        del self.donors[token]
        return 204, ""

    def _public(self, name: str) -> tuple[int, str | bytes]:
        """Answer a request that carries no token."""
        if name == "GET server":
            return 200, self.info().model_dump_json()
        if name == "GET campaigns":
            return 200, self._campaign_list().model_dump_json()
        if name == "GET programs":
            return 200, json.dumps(self.programs)
        if name == "GET log":
            return 200, self.log_from(0).model_dump_json()
        return (200, KeyChain(links=self.links).model_dump_json()) if self.links else (404, "not-found")

    def _campaign_list(self) -> CampaignList:
        return CampaignList(campaigns=tuple(self.signed(text) for text in self.campaigns))

    def signed(self, text: Campaign) -> Signed:
        return sign(text, self.key)

    def _register(self, message: Registration) -> Registered:
        token = secrets.token_hex(32)
        self.invitations.append(message.invitation)
        self.donors[token] = [message.member, 0, None]
        return Registered(token=token, number=0)

    def _check_in(self, token: str, message: CheckIn) -> tuple[int, str]:
        entry = self.donors[token]
        if message.number == entry[1]:
            entry[1:] = [message.number + 1, message.nonce]
        elif (message.number, message.nonce) != (entry[1] - 1, entry[2]):
            return 409, "stale-state"
        now, today = self.clock(), self.today()
        answer = CheckInAnswer(
            number=entry[1],
            time=now.isoformat(),
            day=today,
            online=self.online,
            log=None if message.log is None else self.log_from(message.log),
            tasks=self.tasks(token),
            completions=(),
        )
        return 200, answer.model_dump_json()

    def _with_codes(self, answer: str) -> bytes:
        """Return the answer to a check-in with the fields of `completions`, or with what is there instead of them."""
        codes = self.completions if isinstance(self.completions, bytes) else self.completions.encode()
        return answer.removesuffix('"completions":[]}').encode() + codes.removeprefix(b"{")

    def today(self) -> date:
        return day_of(self.clock(), ZoneInfo(self.zone))

    def log_from(self, first: int) -> LogPart:
        """Return the lines of the public log from this one on."""
        server = self.identity.verify_key.encode().hex()
        checkpoint = Checkpoint(server=server, size=len(self.lines), root=root_of(self.lines).hex())
        return LogPart(first=first, lines=tuple(self.lines[first:]), checkpoint=sign(checkpoint, self.key))

    def tasks(self, token: str) -> tuple[Task, ...]:
        return tuple(task for day, task in self.offered.items() if (token, day) not in self.vectors)

    def _round(self, token: str, day: date, request: httpx.Request) -> tuple[int, str | bytes]:
        return self._vector(token, day, request.content)

    def _vector(self, token: str, day: date, data: bytes) -> tuple[int, str]:
        self.vectors.setdefault((token, day), []).append(data)
        return 200, Receipt(day=day, digest=vector_digest(data).hex()).model_dump_json()


def problem(status: int, name: str) -> httpx.Response:
    body = {"type": f"urn:pdd:problem:{name}", "title": name, "detail": "as the test says"}
    return httpx.Response(status, json=body, headers={"Content-Type": "application/problem+json"})


def open_donor(home: Path, server: FakeServer, clock: Clock | None = None, **other: Any) -> Donor:
    """Open the donor in this home, with only the given histories; `other` goes to `Donor.open`.

    It sends by itself unless it has chosen otherwise, because most tests are not about reviewing days.
    """
    known: dict[str, Any] = {"keychain": FileKeychain(home), "connect": server.connect, "find": list, "discover": list}
    return by_itself(Donor.open(home, clock=clock or server.clock, **(known | other)))


def by_itself(donor: Donor) -> Donor:
    """Let the donor send by itself unless it has chosen otherwise."""
    if donor.installation.store.fact("sending") is None:
        donor.settings.set_sending("by-itself")
    return donor


def visits(*searches: tuple[str, datetime]) -> Iterable[tuple[str, datetime, str]]:
    """Return rows for scripts.rehearsal.history_writer: a result page of Google for each (query, time)."""
    return [(f"https://www.google.com/search?q={quote_plus(query)}", time, query) for query, time in searches]
