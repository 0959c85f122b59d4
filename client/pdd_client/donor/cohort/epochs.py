"""The epochs that a home accepts from a server, and the home's place in each of them.

An epoch goes through these steps, all of which are kept in the home:

1. The home sends a ticket, and keeps the receipt (`tickets`).
2. `settle` accepts the signed epoch and keeps it under its number, so that a second epoch of this number is noticed.
3. `settle` also finds the home's place in the epoch's tree, and keeps it. From then on `home_place` returns the place.
4. `published` asks for the epoch without a token and compares. Without this step the home uploads nothing under it.

If the server was caught with two epochs of one number, the home keeps both as evidence and marks the number as denied.
"""

from dataclasses import dataclass, field
from datetime import date

from pdd_client.donor.cohort.public_log import kept_log
from pdd_client.donor.contact.contact import Contact
from pdd_client.gateways.home_store.cohort.epoch_store import (
    EpochStore,
    KeptEpoch,
    KeptTicket,
    ServerStatement,
    next_start,
)
from pdd_client.gateways.server_http.server_http import ServerProblem
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.day.plans import CheckedPlan, HomeView, open_plan
from pdd_shared.rounds.cohort.epoch.acceptance import KnownEpoch, Published, accept_epoch, check_published
from pdd_shared.rounds.cohort.epoch.leaf_proofs import read_shown
from pdd_shared.rounds.cohort.epoch.places import Place, duties, open_place
from pdd_shared.rounds.cohort.epoch.public_log import PublicLog, log_line
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.messages import Epoch, TicketReceipt
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True)
class HomePlace:
    """A home's place in an epoch, and the ticket that gave it this place."""

    place: Place
    ticket: KeptTicket

    @property
    def number(self) -> int:
        """The epoch's number."""
        return self.place.epoch.number


class NoPlace(Exception):
    """Raised for a task that is passed over without a log line.

    The home has no place in the task's epoch, has erased its secrets, refused the epoch earlier in this contact, or has
    just refused to certify the list that the task wants an answer for. Refusals were logged when they happened.
    """


class Denied(Refused):
    """Refusal of a task whose epoch is denied: the server signed two different epochs under this number."""


@dataclass
class CohortContact:
    """The state that the `cohort` tasks of one check-in share: accepted epochs, places, and refusals so far.

    `today` is the data day by this computer's own clock, which no server can change. `log` is the server's public log,
    `vouched` how many of its first lines the witnesses vouch for.
    """

    contact: Contact
    today: date
    log: PublicLog
    vouched: int
    not_certified: set[str] = field(default_factory=set, repr=False)
    """The payloads of the plans for which this contact has refused to certify a list."""
    _home_places: dict[int, HomePlace] = field(default_factory=dict, repr=False)
    _refused: set[int] = field(default_factory=set, repr=False)

    @property
    def kept(self) -> EpochStore:
        """The home's store of epochs, tickets and places."""
        return self.contact.store.epochs

    @property
    def known(self) -> KnownEpoch | None:
        """The last epoch in which the home found its place; None if it has not found a place in any epoch."""
        last = self._last()
        return KnownEpoch.of(last.epoch) if last else None

    def _last(self) -> KeptEpoch | None:
        placed = self.kept.placed()
        return placed[max(placed)] if placed else None

    def statement(self, signed: Signed) -> ServerStatement:
        """Return a signed text together with the identity key's signature under the online key that signed it.

        Both are needed as evidence: the online key changes, the identity key is pinned.
        """
        return ServerStatement(text=signed, key=self.contact.membership.info.online)

    def settle(self, number: int, signed: Signed | None = None) -> None:
        """Accept an epoch and find the home's place in it.

        Does nothing if the home has no ticket with a receipt for the epoch, if the epoch is denied, or if it has to
        be fetched and the server does not show it. Call this for all epochs in rising order, so that no tree for which
        the home has a receipt is passed over.

        Args:
            number: the epoch's number.
            signed: the epoch's signed text, as a task has it; None fetches the published one.

        Raises:
            Refused: the epoch or the home's place in it breaks a rule. `home_place` then
                raises NoPlace in this contact.

        """
        ticket, known = self.kept.tickets().get(number), self.kept.epoch(number)
        if ticket is None or ticket.receipt is None or (known is not None and known.denied):
            return
        if signed is None and all(number != logged.number for logged in self.log.epochs):
            return  # a nightly run has just made its tree: the next answer has its line
        try:
            signed = signed or self.contact.server.published_epoch(number)
        except ServerProblem:
            return
        try:
            self._home_places[number] = self._place(self._accept(signed, number))
        except Refused:
            self._refused.add(number)
            raise

    def home_place(self, number: int) -> HomePlace:
        """Return the home's place in an epoch that was settled, in this contact or an earlier one.

        Raises:
            NoPlace: the home has no place in the epoch or no ticket for it, or refused the epoch in this contact.
            Denied: the server was caught with another epoch under this number. This never ends, because the server
                may have made its next answer for this home alone.

        """
        if number in self._refused:
            raise NoPlace
        kept = self.kept.epoch(number)
        if kept is not None and kept.denied:
            raise Denied(Reason.TWO_COMMITTEES, f"the server was caught with two epochs under number {number}")
        if number not in self._home_places:
            if kept is None or kept.place is None or number not in self.kept.tickets():
                raise NoPlace
            self._home_places[number] = self._place(kept.epoch)
        return self._home_places[number]

    def promised(self) -> list[int]:
        """Return the numbers of the epochs for which the home has a receipt, but not yet a place."""
        return [ticket.epoch for ticket in self._promised()]

    def _promised(self) -> list[KeptTicket]:
        """Return the tickets that have a receipt for a tree in which the home has not found its place yet."""
        placed, tickets = self.kept.placed(), self.kept.tickets().values()
        promised = [ticket for ticket in tickets if ticket.receipt is not None and ticket.receipt.index is None]
        return [ticket for ticket in promised if ticket.epoch not in placed]

    def _accept(self, signed: Signed, number: int) -> Epoch:
        """Check and return an epoch, and keep it under its number before anything else is done with it.

        Raises:
            Refused: the epoch breaks a rule of `accept_epoch`. If two signed texts prove that the server broke a
                promise, they are kept as evidence.

        """
        same, first = self.kept.epoch(number), next(iter(self._promised()), None)
        try:
            epoch = accept_epoch(
                signed,
                server=self.contact.identity,
                online_key=self.contact.server_key,
                today=self.today,
                known=self.known,
                same_number=KnownEpoch.of(same.epoch) if same else None,
                receipt=first.receipt if first else None,
                ticket_made=first.made if first else None,
                reset=self.kept.reset(),
                signed_until=self.contact.store.journal.signed_until(),
            )
        except Refused as refused:
            if refused.reason == Reason.DENIED_TICKET:
                self._keep_evidence(refused.reason, first.statement if first else None, self.statement(signed))
            else:
                self._two_stories(refused.reason, same or self._last(), signed, of_same=same is not None)
            raise
        self._check_logged(epoch, signed)
        if same is None:
            with self.contact.store.transaction():
                self.kept.accept(epoch, self.statement(signed))
        return epoch

    def _check_logged(self, epoch: Epoch, signed: Signed) -> None:
        """Check that an epoch is in the public log as it is; Refused as `PublicLog.check_logged`."""
        try:
            self.log.check_logged(epoch)
        except Refused as refused:
            log = kept_log(self.contact.store)
            if log is not None and refused.reason == Reason.TWO_EPOCHS:
                self._keep_evidence(refused.reason, log.checkpoint, self.statement(signed))
            raise

    def _two_stories(self, reason: Reason, before: KeptEpoch | None, signed: Signed, *, of_same: bool) -> None:
        """Keep two signed epochs that contradict each other as evidence.

        If both have the same number (`of_same`), mark the number as denied.
        """
        if reason in (Reason.TWO_EPOCHS, Reason.TWO_COMMITTEES) and before is not None:
            denied = before.epoch.number if of_same else None
            self._keep_evidence(reason, before.statement, self.statement(signed), denied)

    def _keep_evidence(
        self, reason: Reason, first: ServerStatement | None, second: ServerStatement, denied: int | None = None
    ) -> None:
        if first is None:
            return
        with self.contact.store.transaction():
            self.kept.keep_evidence(self.contact.installation.clock(), reason, first, second)
            if denied is not None:
                self.kept.mark_denied(denied)

    def _place(self, epoch: Epoch) -> HomePlace:
        """Return the home's place in an accepted epoch, from the home or, the first time, from the server.

        Raises:
            Refused: the home has no ticket with a receipt for the epoch, or the server's proof of the place is wrong.

        """
        kept, ticket = self.kept.epoch(epoch.number), self.kept.tickets().get(epoch.number)
        if kept is None or ticket is None or ticket.receipt is None:
            raise Refused(Reason.NOT_A_MEMBER, f"this home has no ticket with a receipt for epoch {epoch.number}")
        shown = kept.place or self.contact.server.place(self.contact.token, epoch.number)
        is_kept = kept.place is not None
        try:
            place = _open_place(epoch, ticket, ticket.receipt, shown, self.contact.identity, is_kept=is_kept)
        except Refused as refused:
            if refused.reason == Reason.DENIED_TICKET:
                self._keep_evidence(refused.reason, ticket.statement, kept.statement)
            raise
        if not is_kept:
            serves = place.leaf.index < epoch.size and bool(duties(place.draw, place.leaf.index))
            with self.contact.store.transaction():
                self.kept.keep_place(epoch.number, shown, serves=serves)
        return HomePlace(place, ticket)

    def published(self, home_place: HomePlace) -> Published:
        """Check that the server publishes the epoch that it showed this home, and return the proof for uploads.

        The check is made once for each epoch. The home asks without its token, on a connection that never carried it.
        So the server can't show this home an epoch of its own, because it can't tell who asks.

        Raises:
            Refused: the published epoch is another one, or is not properly signed.

        """
        kept = self.kept.epoch(home_place.number)
        if kept is not None and kept.published:
            return Published(home_place.place.epoch)
        with self.contact.installation.server(self.contact.membership.url) as anybody:
            try:
                signed = anybody.published_epoch(home_place.number)
            finally:  # an upload is held from the last answer on, whoever asked
                self.contact.server.answered = anybody.answered
        try:
            found = check_published(
                signed, home_place.place.epoch, server=self.contact.identity, online_key=self.contact.server_key
            )
        except Refused as refused:
            self._two_stories(refused.reason, kept, signed, of_same=True)
            raise
        with self.contact.store.transaction():
            self.kept.mark_published(home_place.number)
        return found

    def view(self, home_place: HomePlace, *, own: bool) -> HomeView:
        """Return the values against which the home checks a plan of this epoch.

        `own` is True for a plan of the home's own upload. Then the plan's day may not lie before the ticket was made.
        """
        reset = self.kept.reset()
        first = reset.day if reset else date.min
        return HomeView(
            server=self.contact.identity,
            zone=self.contact.membership.info.zone,
            online_key=self.contact.server_key,
            epoch=home_place.place.epoch,
            next_start=next_start(self.kept.placed(), home_place.number),
            since=max(first, home_place.ticket.made) if own else first,
            today=self.today,
            recent=self.log.largest_tree(home_place.place.epoch.start),
        )

    def is_vouched(self, home_place: HomePlace) -> bool:
        """Return whether the witnesses vouch for an epoch."""
        return log_line(home_place.place.epoch) in self.log.lines[: self.vouched]

    def plan(self, signed: Signed, home_place: HomePlace, *, own: bool) -> CheckedPlan:
        """Open and check a day's plan under this epoch; see `view` for `own`. Refused as `open_plan`."""
        return open_plan(signed, self.view(home_place, own=own))


def _open_place(
    epoch: Epoch, ticket: KeptTicket, receipt: TicketReceipt, shown: bytes, server: bytes, *, is_kept: bool
) -> Place:
    read = read_shown(shown)
    if not read.leaves:
        raise Refused(Reason.DENIED_TICKET, "the server shows no leaf of this home")
    own = Leaf(read.leaves[0].index, ticket.secrets.exchange_public, ticket.secrets.signing_public)
    placed = read.leaves[0] if is_kept else None
    return open_place(epoch, own, receipt, read.leaves[1:], read.proof, server, placed)
