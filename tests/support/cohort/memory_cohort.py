"""A whole cohort in memory: its tree, homes, plan and server, without clients, network or database.

Every secret follows from a home's number, so that a test can compute the noise that a home added.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from functools import cache, cached_property

import numpy as np
from nacl.signing import SigningKey
from nacl.utils import randombytes_deterministic

from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day import donor, member, server
from pdd_shared.rounds.cohort.day.journal import Entry, Journal
from pdd_shared.rounds.cohort.day.layout import Given, Integers
from pdd_shared.rounds.cohort.day.lists import Electorate
from pdd_shared.rounds.cohort.day.plans import CheckedPlan, HomeView, open_plan
from pdd_shared.rounds.cohort.day.uploads import Upload, read_upload
from pdd_shared.rounds.cohort.epoch.acceptance import Published
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.epoch.places import CohortLeaves, Committee, Place, open_cohort, open_place
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets
from pdd_shared.rounds.cohort.epoch.tree import Leaf, Tree
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart, CohortPlan, Epoch, TicketReceipt, UploadReceipt
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.layout import Counts

IDENTITY = SigningKey(b"i" * 32)
SERVER = IDENTITY.verify_key.encode()
ONLINE = SigningKey(b"o" * 32)
ONLINE_KEY = ONLINE.verify_key.encode()
START = date(2026, 11, 16)
DAY = date(2026, 11, 20)
SUBMITTING = DAY + timedelta(days=1)
CLOSED = DAY + timedelta(days=3)
"""The nightly run after the plan's earliest close."""
OVER = DAY + timedelta(days=22)
"""The nightly run after the last day for answers."""


def random_from(seed: int) -> RandomBytes:
    """Return a source of bytes that are the same for the same seed and the same calls."""
    calls = 0

    def random_bytes(size: int) -> bytes:
        nonlocal calls
        calls += 1
        return randombytes_deterministic(size, seed.to_bytes(16, "big") + calls.to_bytes(16, "big"))

    return random_bytes


def law(scale: str) -> NumberNoise:
    """Return discrete Laplace noise of this scale."""
    return NumberNoise(law="discrete-laplace", scale=Decimal(scale), unit=1)


def part(campaign: str = "flu", entries: int = 3, strata: tuple[str, ...] = (), **changed: object) -> CohortPart:
    """Return a campaign's place in a plan with these fields of its terms changed."""
    terms = CohortTerms(
        protocol="cohort",
        period="day",
        max_searches=50,
        max_matches=5,
        noise=PartNoise(joined=law("2"), searches=law("20"), counts=law("8")),
        colluders=10,
        budget=Budget(epsilon=Decimal(10), delta=Decimal("0.000001")),
        min_cohort=1,
    )
    terms = terms.model_copy(update=changed)
    return CohortPart(campaign=campaign, entries=entries, vocabulary="00" * 32, strata=strata, terms=terms)


@cache
def secrets_of(home: int) -> TicketSecrets:
    """Return a home's ticket secrets, different for every number."""
    return TicketSecrets.generate(random_from(1_000_000 + home))


@dataclass(frozen=True)
class Sent:
    """A donor's upload, and the entries that making it added to its journal."""

    upload: bytes = field(repr=False)
    entries: tuple[Entry, ...] = field(repr=False)


@dataclass(frozen=True)
class Vouched:
    """A member's signature under a list, and the entries that signing added to its journal."""

    signature: bytes
    entries: tuple[Entry, ...]


@dataclass(frozen=True, eq=False)
class MemoryCohort:
    """A tree of homes 0 .. size - 1, homes that joined later, and a plan for DAY; of several cohorts, cohort 0."""

    size: int
    appended: int = 0
    floor: int = 0
    parts: tuple[CohortPart, ...] = (part(),)
    sub_cohorts: int = 1
    changed: Mapping[str, object] = field(default_factory=dict)

    def with_plan(self, **changed: object) -> "MemoryCohort":
        """Return the same homes under another plan."""
        return replace(self, changed={**self.changed, **changed})

    @cached_property
    def tree(self) -> Tree:
        return _tree(self.size)

    @cached_property
    def epoch(self) -> Epoch:
        return _epoch(self.size)

    @cached_property
    def tree_size(self) -> TreeSize:
        return TreeSize(self.size)

    @cached_property
    def least_floor(self) -> int:
        return max(self.tree_size.least_floor(each.terms.colluders, self.sub_cohorts) for each in self.parts)

    @cached_property
    def plan(self) -> CohortPlan:
        day = CohortDay(floor=self.floor or self.least_floor, sub_cohorts=self.sub_cohorts)
        plan = CohortPlan(
            protocol="cohort",
            version=2,
            server=SERVER.hex(),
            day=DAY,
            zone="UTC",
            epoch=self.epoch.number,
            root=self.epoch.root,
            size=self.size,
            reset=0,
            earliest_close=DAY + timedelta(days=2),
            latest_close=DAY + timedelta(days=7),
            last_answers=DAY + timedelta(days=21),
            capacity=8192,
            reach=200_000,
            cohorts=(day,) * self.tree_size.cohorts,
            layout=self.parts,
        )
        return plan.model_copy(update=dict(self.changed))

    @cached_property
    def signed(self) -> Signed:
        return sign(self.plan, ONLINE)

    @cached_property
    def view(self) -> HomeView:
        return HomeView(SERVER, "UTC", ONLINE_KEY, self.epoch, None, START, SUBMITTING, 0)

    def viewed(self, today: date) -> HomeView:
        """Return the view of a home on another day."""
        return replace(self.view, today=today)

    @cached_property
    def checked(self) -> CheckedPlan:
        return open_plan(self.signed, self.view)

    def leaf(self, home: int) -> Leaf:
        return leaf_of(home)

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """Return the homes of (sub-)cohort 0, joiners among them."""
        return tuple(home for home in range(self.size + self.appended) if self.electorate.belongs(home))

    def place(self, home: int) -> Place:
        """Return the home's place in the epoch, checked as homes check it."""
        return _place(self.size, home)

    def donor_day(self, home: int) -> donor.DonorDay:
        return donor.open_day(self.checked, self.place(home), Published(self.epoch))

    def given(self, home: int) -> Given:
        """Return a home's counts: its own number everywhere, so that a sum shows which homes are in it."""
        # Counts of three entries stay below the caps; the others are zero.
        entries = range(min(3, self.parts[0].entries))
        counts = Counts(1 + home % 40, tuple(1 + (home + entry) % 40 for entry in entries))
        names = ((each.campaign, stratum) for each in self.parts for stratum in (each.strata or (None,))[:1])
        return dict.fromkeys(names, counts)

    def submission(self, home: int, journal: Journal | None = None, seed: int | None = None) -> Sent:
        """Return what a home sends. A different seed stands for a home that was restored from a backup."""
        journal = journal or Journal()
        made = donor.submit(
            self.donor_day(home),
            self.given(home),
            secrets=secrets_of(home),
            home=self.view,
            journal=journal,
            random_bytes=random_from(home if seed is None else seed),
            agree=lambda public: _agreed(home, public),
        )
        return Sent(made.release(journal.with_entries(made.entries)), made.entries)

    def vector(self, home: int, seed: int | None = None) -> Integers:
        """Return the vector of a home's upload: its counts, rounded to units, plus its noise."""
        layout, random = self.donor_day(home).layout, random_from(home if seed is None else seed)
        return layout.rounded(layout.fill(self.given(home)), random) + layout.draw_noise(random)

    def expected(self, homes: Iterable[int]) -> Integers:
        """Return the sum of these homes' counts and noise."""
        return np.array([self.vector(home) for home in homes]).sum(axis=0)

    @cached_property
    def frame(self) -> server.CohortDayFrame:
        day = self.donor_day(self.homes[0])
        return server.CohortDayFrame(self.plan, 0, 0, self.committee, day.frame, day.layout)

    def upload(self, home: int, data: bytes | None = None) -> Upload:
        sent = self.submission(home).upload if data is None else data
        return read_upload(self.frame.upload, leaf_of(home), sent)

    def collected(self, homes: Iterable[int]) -> server.Collecting:
        """Return the day with the uploads of these homes."""
        return server.receive(server.Collecting.start(self.frame), [self.upload(home) for home in homes])[0]

    def certifying(self, homes: Iterable[int]) -> server.Certifying:
        """Return the day with a list of these homes, as it is shown to members."""
        closed = server.close(self.collected(homes), CLOSED, 0)
        assert isinstance(closed, server.Certifying)
        return closed

    @cached_property
    def leaves(self) -> CohortLeaves:
        """Return the tree's leaves of cohort 0, as a member checks them."""
        draw = _draw(self.size)
        indices = draw.members_of(0).tolist()
        return open_cohort(draw, 0, [leaf_of(index) for index in indices], self.tree.prove(indices))

    @cached_property
    def committee(self) -> tuple[Leaf, ...]:
        return tuple(leaf_of(index) for index in _committee(self.size, 0))

    @cached_property
    def electorate(self) -> Electorate:
        return Electorate(self.plan, self.leaves, 0)

    def member_day(self, place: int) -> member.MemberDay:
        """Return the day of cohort 0 as the member at this place serves it."""
        committee = Committee(_draw(self.size), 0, self.committee)
        return member.open_day(self.checked, committee, self.leaves, sub_cohort=0, own=self.committee[place - 1].index)

    def receipt(self, home: int, upload: Upload) -> UploadReceipt:
        return UploadReceipt(server=SERVER.hex(), context=self.frame.context.hex(), leaf=home, nonce=upload.nonce.hex())

    def certify(self, place: int, data: bytes, journal: Journal | None = None) -> Vouched:
        """Return what the member at this place signs."""
        secrets, journal = secrets_of(self.committee[place - 1].index), journal or Journal()
        view = self.viewed(CLOSED)
        made = member.certify(self.member_day(place), data, secrets=secrets, home=view, journal=journal)
        return Vouched(made.release(journal.with_entries(made.entries)), made.entries)

    def journal(self, place: int, data: bytes) -> Journal:
        """Return the journal of a member that certified this list."""
        return Journal().with_entries(self.certify(place, data).entries)

    def opening(self, state: server.Certifying, places: Iterable[int] | None = None) -> server.Opening:
        """Return the day after these members certified; by default the first that make a quorum."""
        data = state.listed.encoded
        for place in places or range(1, state.frame.quorum + 1):
            after = server.receive_signature(state, place, self.certify(place, data).signature)
            if isinstance(after, server.Opening):
                return after
            state = after
        raise AssertionError("no quorum certified")

    def answer(self, place: int, state: server.Opening, **changed: object) -> bytes:
        """Return what the member at this place answers after it certified."""
        data = state.listed.encoded
        arguments = {"home": self.viewed(CLOSED), "journal": self.journal(place, data), **changed}
        home = self.committee[place - 1].index
        arguments.setdefault("agree", lambda leaves: [_agreed(home, leaf.exchange) for leaf in leaves])
        return member.answer(self.member_day(place), data, state.certificate, secrets=secrets_of(home), **arguments)

    def answered(self, state: server.Opening, places: Iterable[int]) -> server.Opening:
        """Return the day after these members answered."""
        for place in places:
            state = server.receive_answer(state, place, self.answer(place, state))
        return state

    def day(self, homes: Iterable[int], places: Iterable[int]) -> server.Opening | server.Opened | server.Dropped:
        """Return a whole day of these donors and answering members, after the last nightly run."""
        opening = self.opening(self.certifying(homes))
        return server.open_sum(self.answered(opening, places), OVER, random_from(0))


def _agreed(home: int, public: bytes) -> bytes:
    """Return the secret that a home and a key's owner agree on. It is computed once for both."""
    other = _OWNERS.get(public)
    return secrets_of(home).agree(public) if other is None else _agreement(min(home, other), max(home, other))


@cache
def _agreement(first: int, second: int) -> bytes:
    return secrets_of(first).agree(leaf_of(second).exchange)


_OWNERS: dict[bytes, int] = {}


@cache
def leaf_of(home: int) -> Leaf:
    """Return a home's leaf; a joiner's has an index past the tree."""
    secrets = secrets_of(home)
    _OWNERS[secrets.exchange_public] = home
    return Leaf(home, secrets.exchange_public, secrets.signing_public)


@cache
def _tree(size: int) -> Tree:
    return Tree([leaf_of(home) for home in range(size)])


@cache
def _draw(size: int) -> Draw:
    return Draw(_tree(size).root, size)


@cache
def _committee(size: int, cohort: int) -> tuple[int, ...]:
    return _draw(size).committee(cohort)


def _epoch(size: int) -> Epoch:
    return Epoch(server=SERVER.hex(), number=3, start=START, size=size, root=_tree(size).root.hex(), reset=0)


@cache
def _place(size: int, home: int) -> Place:
    draw, epoch = _draw(size), _epoch(size)
    members = _committee(size, draw.cohort_of(home))
    index = home if home >= size else None
    receipt = TicketReceipt(server=SERVER.hex(), ticket="00" * 32, epoch=epoch.number, index=index, reset=0)
    proof = _tree(size).prove(members if index is not None else {*members, home})
    return open_place(epoch, leaf_of(home), receipt, [leaf_of(each) for each in members], proof, SERVER, None)
