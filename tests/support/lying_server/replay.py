"""The stories of `stories`, replayed by the protocol's own functions with real keys, journals and certificates."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from pdd_shared.rounds.cohort.day import member, server
from pdd_shared.rounds.cohort.day.journal import Journal, Key, Kind
from pdd_shared.rounds.cohort.day.lists import IncludedList, certified_statement, list_digest, write_certificate
from pdd_shared.rounds.cohort.day.uploads import NONCE_SIZE
from tests.support.cohort.memory_cohort import CLOSED, DAY, OVER, MemoryCohort, leaf_of, random_from, secrets_of
from tests.support.lying_server.stories import Asked, Event
from tests.support.lying_server.stories import Journal as Remembered


@dataclass(frozen=True, eq=False)
class Listed:
    """A list of these homes' uploads under a plan."""

    cohort: MemoryCohort
    homes: tuple[int, ...]

    @cached_property
    def included(self) -> IncludedList:
        nonces = {home: self.cohort.submission(home).upload[:NONCE_SIZE] for home in self.homes}
        return IncludedList.of(nonces, [leaf_of(home) for home in self.homes if home >= self.cohort.size])

    @cached_property
    def data(self) -> bytes:
        """Return the list's bytes as they travel."""
        return self.included.encoded

    @cached_property
    def digest(self) -> bytes:
        return list_digest(self.cohort.frame.context, self.data)

    def signature(self, home: int) -> bytes:
        """Return a home's signature under the list, whatever its journal says."""
        return secrets_of(home).signing.sign(certified_statement(self.cohort.frame.context, self.digest)).signature

    def certificate(self, homes: Iterable[int]) -> bytes:
        """Return a certificate of these homes' signatures: in a small tree a home's place is one past its leaf."""
        signatures = {home + 1: self.signature(home) for home in homes}
        return write_certificate(signatures, len(signatures))

    def answer(self, home: int, certificate: bytes, journal: Journal) -> bytes:
        """Return what a home's code answers when it is shown this list and a certificate."""
        day, secrets = self.cohort.member_day(home + 1), secrets_of(home)
        view = self.cohort.viewed(CLOSED)
        return member.answer(day, self.data, certificate, secrets=secrets, home=view, journal=journal)


@dataclass(frozen=True, eq=False)
class Telling:
    """Plans and lists of one data day, as a story's world has them."""

    plans: tuple[MemoryCohort, ...]
    lists: tuple[Listed, ...]

    def tell(self, home: int, journal: Journal, event: Event, certificate: bytes = b"") -> Journal:
        """Return a home's journal after the server told it something; Refused as the code refuses."""
        match event.asked:
            case Asked.SUBMIT:
                return journal.with_entries(self.plans[event.about].submission(home, journal).entries)
            case Asked.CERTIFY:
                listed = self.lists[event.about]
                return journal.with_entries(listed.cohort.certify(home + 1, listed.data, journal).entries)
            case Asked.ANSWER:
                self.lists[event.about].answer(home, certificate, journal)
                return journal
            case Asked.RESTORE:
                return Journal()

    def remembered(self, journal: Journal) -> Remembered:
        """Return what a journal fixes, in the model's terms."""
        plan, context = journal.get(Key(Kind.PLAN, DAY)), journal.get(Key(Kind.CONTEXT, DAY))
        certified = journal.get(Key(Kind.LIST, DAY))
        frame = [number for number, plan_of in enumerate(self.plans) if plan_of.checked.entry.value == plan]
        uploads = [number for number, plan_of in enumerate(self.plans) if plan_of.frame.context == context]
        signed = [number for number, listed in enumerate(self.lists) if listed.digest == certified]
        return Remembered(frame[0] if frame else None, frozenset(uploads), frozenset(signed))


def open_list(
    listed: Listed, certificate: bytes, answers: Mapping[int, bytes]
) -> server.Opening | server.Opened | server.Dropped:
    """Return what the server makes of a list with these homes' answers."""
    cohort = listed.cohort
    sums = cohort.collected(listed.homes).sums
    state = server.Opening(cohort.frame, sums, listed.included, listed.digest, certificate)
    for home, answer in answers.items():
        state = server.receive_answer(state, home + 1, answer)
    return server.open_sum(state, OVER, random_from(0))
