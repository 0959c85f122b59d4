"""A check-in: contact the server, answer its tasks, and note all that leaves before it leaves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from pdd_client.core.consent import Consent
from pdd_client.core.donation import Donation, donate, fillable
from pdd_client.core.searches import Search
from pdd_client.gateways.keychain import Credentials
from pdd_client.gateways.server_http import ServerHttp, ServerProblem, encoded
from pdd_client.gateways.store_rows import Blinded, Logged
from pdd_client.installation import Installation, Membership
from pdd_client.joining import fetch_campaigns
from pdd_shared.days import parse_instant
from pdd_shared.messages import Campaign, CheckIn, CheckInAnswer, Plan, Task
from pdd_shared.rounds.plain import Context, open_round, submit, vector_digest
from pdd_shared.rounds.refusals import Reason, Refused
from pdd_shared.signing import BadSignature, open_signed

ReadSearches = Callable[[date, date], Sequence[Search] | None]
"""The searches from a first to a last data day, None if no history could be read."""

_UNKNOWN_STATE = ("stale-state", "not-registered")
"""The server's answers to a donor that was restored, copied, or forgotten."""


@dataclass(frozen=True)
class Sent:
    """A message of a round that the server has confirmed, and its size in bytes."""

    round: date
    kind: str
    bytes: int


@dataclass(frozen=True)
class NotSent:
    """What the donor or the server refused: a whole round, or one campaign's part of it, which went out as zeros."""

    round: date | None
    reason: str
    campaign: str | None = None


@dataclass(frozen=True)
class Outcome:
    """What a check-in did."""

    sent: tuple[Sent, ...]
    refused: tuple[NotSent, ...]


def check_in(installation: Installation, read: ReadSearches) -> Outcome:
    """Contact the server once and answer its tasks; what a fault interrupts, the next check-in takes up.

    DonorError if the server can't be reached or another check-in of this home is under way.
    """
    membership = installation.membership()
    with installation.store.exclusive(), installation.server(membership.url) as server:
        credentials, answer = _contact(installation, membership, server)
        plans = _plans(answer, membership)
        _keep_answer(installation, answer, plans)
        # Always, and always all: what a donor asks for must not tell what it has joined.
        newest = _refresh_campaigns(installation, membership, server)
        answering = _Answering(installation, membership, credentials, server, answer.day, newest, read, plans)
        for task in answer.tasks:
            answering.answer(task)
    return Outcome(tuple(answering.sent), tuple(answering.refused))


def _contact(
    installation: Installation, membership: Membership, server: ServerHttp
) -> tuple[Credentials, CheckInAnswer]:
    """The server's answer; a donor whose state it does not know registers anew and asks again, once."""
    credentials = installation.credentials() or installation.register_anew(server, membership.info, "keys-missing")
    try:
        return credentials, _ask(installation, server, credentials)
    except ServerProblem as problem:
        if problem.name not in _UNKNOWN_STATE:
            raise
        reason = problem.name
    credentials = installation.register_anew(server, membership.info, reason)
    return credentials, _ask(installation, server, credentials)


def _ask(installation: Installation, server: ServerHttp, credentials: Credentials) -> CheckInAnswer:
    """One contact. Its nonce is kept until its answer is, so that a lost answer is asked for again, not a new one."""
    store = installation.store
    nonce = store.fact("nonce") or installation.random_bytes(32).hex()
    message = CheckIn(number=int(store.fact("number") or 0), nonce=nonce)
    with store.transaction():
        store.set_fact("nonce", nonce)
        store.log(Logged(installation.clock(), "check-in", bytes=len(encoded(message))))
    return server.check_in(credentials.token, message)


def _plans(answer: CheckInAnswer, membership: Membership) -> list[Plan | None]:
    """The plans of the tasks; None for one that the pinned key has not signed."""
    plans: list[Plan | None] = []
    for task in answer.tasks:
        try:
            plans.append(open_signed(task.plan, Plan, membership.server_key))
        except BadSignature:
            plans.append(None)
    return plans


def _keep_answer(installation: Installation, answer: CheckInAnswer, plans: Sequence[Plan | None]) -> None:
    store, now = installation.store, installation.clock()
    with store.transaction():
        store.set_fact("number", str(answer.number))
        store.set_fact("nonce", None)
        store.set_fact("last_check_in", now.isoformat())
        store.set_fact("clock_ahead", _seconds_ahead(now.timestamp(), answer))
        if None not in plans:
            store.forget_data([plan.day for plan in plans if plan])


def _seconds_ahead(now: float, answer: CheckInAnswer) -> str | None:
    try:
        return str(round(now - parse_instant(answer.time).timestamp()))
    except ValueError:
        return None


def _refresh_campaigns(
    installation: Installation, membership: Membership, server: ServerHttp
) -> Mapping[str, Campaign]:
    """The newest campaigns the pinned key has signed; a forged one is left out, and logged."""
    genuine = {}
    forged = []
    for name, signed in fetch_campaigns(server).items():
        try:
            open_signed(signed, Campaign, membership.server_key)
            genuine[name] = signed
        except BadSignature as error:
            forged.append(f"{name}: {error}")
    with installation.store.transaction():
        installation.store.keep_campaigns(genuine)
        for detail in forged:
            installation.store.log(Logged(installation.clock(), "refusal", reason=Reason.BAD_SIGNATURE, detail=detail))
    return installation.store.campaigns()


@dataclass
class _Answering:
    """The tasks of one answer, one after the other."""

    installation: Installation
    membership: Membership
    credentials: Credentials
    server: ServerHttp
    today: date
    newest: Mapping[str, Campaign]
    read: ReadSearches
    plans: Sequence[Plan | None]
    sent: list[Sent] = field(default_factory=list)
    refused: list[NotSent] = field(default_factory=list)

    def answer(self, task: Task) -> None:
        """Send the day's vector, or say why not."""
        day = None
        try:
            day = open_signed(task.plan, Plan, self.membership.server_key).day
            self._submit(self._open(task, day), task.kind)
        except BadSignature as error:
            self._refuse(day, Reason.BAD_SIGNATURE, str(error))
        except Refused as refused:
            self._refuse(day, refused.reason, refused.detail)
        except ServerProblem as problem:
            self._refuse(day, problem.name, problem.detail)

    def _open(self, task: Task, day: date) -> Context:
        before = self.installation.store.blinded(day)
        return open_round(
            task.plan,
            task.roster,
            server_key=self.membership.server_key,
            own=self.membership.member(self.credentials),
            today=self.today,
            signed_before=before.context if before else None,
        )

    def _submit(self, context: Context, kind: str) -> None:
        day = context.plan.day
        before = self.installation.store.blinded(day)
        data = self._blind(context) if before is None else self._again(before)
        receipt = self.server.send_vector(self.credentials.token, day.isoformat(), context.digest.hex(), data)
        if receipt.day != day or receipt.digest != vector_digest(data).hex():
            return self._refuse(day, "different-receipt", "the server confirmed other bytes than were sent")
        with self.installation.store.transaction():
            self.installation.store.mark_sent(day)
        self.sent.append(Sent(day, kind, len(data)))
        return None

    def _blind(self, context: Context) -> bytes:
        """The day's vector, blinded, and written down before anybody gets it."""
        donation = self._donation(context.plan)
        data = submit(context, self.credentials.secrets, donation.vector())
        day, store = context.plan.day, self.installation.store
        with store.transaction():
            store.keep_blinded(Blinded(day, context.digest, data, sent=False))
            store.log(self._vector(day, data, given=tuple(given.described() for given in donation.given)))
            for campaign, reason in donation.objections.items():
                store.log(self._refusal(day, reason, f"zeros were sent for {campaign}"))
        self.refused += [NotSent(day, str(reason), campaign) for campaign, reason in donation.objections.items()]
        return data

    def _again(self, before: Blinded) -> bytes:
        """The bytes of before: a day is blinded once."""
        if before.data is None:
            raise Refused(Reason.DAY_SIGNED_BEFORE, f"{before.day} was done with, and its bytes are erased")
        with self.installation.store.transaction():
            self.installation.store.log(self._vector(before.day, before.data, detail="the same bytes again"))
        return before.data

    def _vector(self, day: date, data: bytes, **more: Any) -> Logged:
        return Logged(self.installation.clock(), "vector", round=day, bytes=len(data), **more)

    def _donation(self, plan: Plan) -> Donation:
        store = self.installation.store
        parts, objections = fillable(plan, current(store.consents()), self.newest, self.membership.info)
        searches = self._searches if parts else ()
        return donate(plan, parts, objections, searches, store.exclusions(), self.membership.zone)

    @cached_property
    def _searches(self) -> Sequence[Search] | None:
        """The searches of all the days asked for, read once, and only if there is something to count."""
        days = [plan.day for plan in self.plans if plan]
        return self.read(min(days), max(days))

    def _refuse(self, day: date | None, reason: str, detail: str) -> None:
        with self.installation.store.transaction():
            self.installation.store.log(self._refusal(day, reason, detail))
        self.refused.append(NotSent(day, str(reason)))

    def _refusal(self, day: date | None, reason: str, detail: str) -> Logged:
        return Logged(self.installation.clock(), "refusal", round=day, reason=str(reason), detail=detail)


def current(consents: Mapping[str, tuple[Consent, Any]]) -> dict[str, Consent]:
    """The consents of the campaigns that were not left."""
    return {name: consent for name, (consent, left) in consents.items() if left is None}
