"""What answering the tasks of one check-in takes: the donor, the server, the counts; and what came of it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, TypeVar

from pdd_client.core.donation.consent import AnyPlan, Consent, Objection
from pdd_client.core.donation.decisions import decided, last_day, seen_by, zeros_because
from pdd_client.core.donation.prepare_donation import Donation, donate, fillable
from pdd_client.core.searches import Search
from pdd_client.donor.installation import Installation, Membership
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.home_store.rows import Blinded, Logged
from pdd_client.gateways.keychain import Credentials
from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_shared.protocol.messages import Campaign, Plan
from pdd_shared.rounds.refusals import Reason, Refused

Made = TypeVar("Made")


class Waits(Exception):
    """The day can wait until its last day: the donor has not looked it through, or approved what can't be read now."""


ReadSearches = Callable[[date, date], Sequence[Search] | None]
"""The searches from a first to a last data day, None if no history could be read."""


@dataclass(frozen=True)
class Sent:
    """A message of a round that the server has confirmed, and its size in bytes."""

    round: date
    kind: str
    bytes: int


@dataclass(frozen=True)
class NotSent:
    """What the donor or the server refused: a whole message, or one campaign's part of it, which went out as zeros."""

    round: date | None
    reason: str
    campaign: str | None = None


@dataclass
class Work:
    """The tasks of one answer: `today` is the data day by the server's clock, `days` those whose counts it asks for."""

    installation: Installation
    membership: Membership
    credentials: Credentials
    server: ServerHttp
    today: date
    newest: Mapping[str, Campaign]
    read: ReadSearches
    days: frozenset[date]
    held: tuple[int, Mapping[str, Sequence[Consent]]] | None = None
    """The consents in force, and the home's version at which they were read."""
    sent: list[Sent] = field(default_factory=list)
    refused: list[NotSent] = field(default_factory=list)
    waiting: list[date] = field(default_factory=list)

    @property
    def store(self) -> LocalStore:
        """The donor's home."""
        return self.installation.store

    @property
    def identity(self) -> bytes:
        """The server's pinned key."""
        return self.membership.identity

    @property
    def server_key(self) -> bytes:
        """The key that the server signs with."""
        return self.membership.server_key

    @property
    def token(self) -> str:
        """What the donor shows the server."""
        return self.credentials.token

    def agreed(self) -> Mapping[str, Sequence[Consent]]:
        """The consents in force, by campaign; read again only if another program of this home has written since."""
        version = self.store.version()
        if self.held is None or self.held[0] != version:
            self.held = (version, self.store.agreed())
        return self.held[1]

    def given(
        self,
        plan: AnyPlan,
        make: Callable[[Donation], Made],
        keep: Callable[[Donation, Made], None],
        closed: Collection[str] = (),
    ) -> Made:
        """What is made of the donor's counts of the plan's day; `keep` writes it down in one transaction.

        Waits if the donor has not decided about the day yet, and still can. What the donor chooses elsewhere while this
        goes on holds: then all is made again. `closed` as in `fillable`.
        """
        while True:
            version = self.store.version()
            donation = self._donation(plan, closed)
            made = make(donation)
            with self.store.transaction():
                if self.store.version() == version:
                    keep(donation, made)
                    return made
            self.__dict__.pop("_searches", None)  # a browser may have been switched off

    def _donation(self, plan: AnyPlan, closed: Collection[str]) -> Donation:
        ledger = self.installation.ledger()
        parts, objections = fillable(plan, self.agreed(), self.newest, self.membership.info, ledger, closed)
        decision = self.store.days.decided(plan.day)
        zeros = zeros_because(self.installation.sending_of(plan.day), decision)
        if self.store.extensions.given_elsewhere(plan.day):
            zeros = Objection.GIVEN_ELSEWHERE
        searches = seen_by(decision, self._searches) if parts and zeros is None else ()
        # What was approved can still be given if the history can be read again in time.
        unread = searches is None and decision is not None
        # A cohort's day has waited already, by rules of its own: see `cohort.uploads`.
        in_time = isinstance(plan, Plan) and self.today < last_day(plan.day, plan.delay)
        if (unread or (zeros is Objection.NOT_APPROVED and parts)) and in_time:
            raise Waits
        zone, now = self.membership.zone, self.installation.clock()
        donation = donate(plan, parts, objections, searches, self.store.exclusions(zone), zone, now)
        return decided(donation, decision, zeros)

    @cached_property
    def _searches(self) -> Sequence[Search] | None:
        """The searches of all the days to be counted, read once, and only if there is something to count."""
        return self.read(min(self.days), max(self.days))

    def lock(self, donation: Donation, blinded: Blinded, size: int) -> None:
        """Write down a vector, and charge what it gives, before anybody gets it; in the caller's transaction.

        `size` are the bytes that leave.
        """
        day = donation.plan.day
        self.store.keep_blinded(blinded)
        self.store.days.undecide(day)
        self.store.charges.add(donation.charges())
        self.log("vector", day, size, given=tuple(given.described() for given in donation.given))
        for campaign, reason in donation.objections.items():
            self.refuse(day, reason, campaign=campaign)

    def again(self, what: str, day: date, data: bytes | None) -> bytes:
        """The bytes of before: nothing is made twice for one day."""
        if data is None:
            raise Refused(Reason.DAY_SIGNED_BEFORE, f"{day} was done with, and its bytes are erased")
        with self.store.transaction():
            self.log(what, day, len(data), detail="the same bytes again")
        return data

    def log(self, what: str, day: date | None, size: int, **more: Any) -> None:
        """Note that so many bytes are about to leave; in the caller's transaction."""
        self.store.log(Logged(self.installation.clock(), what, round=day, bytes=size, **more))

    def refuse(self, day: date | None, reason: str, detail: str | None = None, *, campaign: str | None = None) -> None:
        """Log a refusal, in the caller's transaction; `campaign` got zeros for it, None where it is about the round."""
        reason = str(reason)
        line = Logged(self.installation.clock(), "refusal", day, reason=reason, detail=detail, campaign=campaign)
        self.store.log(line)
        self.refused.append(NotSent(day, reason, campaign))
