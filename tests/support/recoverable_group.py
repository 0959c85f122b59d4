"""A group of donors in memory: both ends of a `recoverable` round, without server or client."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, cached_property

from nacl.utils import randombytes_deterministic

from pdd_shared.keys import DonorSecrets, RandomBytes
from pdd_shared.layout import width
from pdd_shared.messages import GroupPlan, Plan, Prepared, PreparedRoster, Signed, Survivors
from pdd_shared.rounds.checks import Limits
from pdd_shared.rounds.recoverable import donor as donors_half
from pdd_shared.rounds.recoverable import server as servers_half
from pdd_shared.rounds.recoverable.dealing import (
    Dealing,
    RoundSecrets,
    commit,
    deal,
    from_message,
    to_message,
)
from pdd_shared.rounds.recoverable.signatures import prepared_statement, submitted_statement
from pdd_shared.signing import sign, signed_digest
from tests.support.group import DAY, SERVER, SERVER_KEY, donor, plan_for, unit

NEXT_DAY = DAY + timedelta(days=1)


def random_from(seed: int) -> RandomBytes:
    """A source of bytes that are the same for the same seed and the same calls."""
    calls = 0

    def random_bytes(size: int) -> bytes:
        nonlocal calls
        calls += 1
        return randombytes_deterministic(size, seed.to_bytes(16, "big") + calls.to_bytes(16, "big"))

    return random_bytes


def signed_plan(entries: int, size: int, floor: int, **changed: object) -> Signed:
    """A signed `recoverable` plan of one campaign, with these fields changed."""
    plain = Plan.model_validate_json(plan_for(entries, size).payload)
    (part,) = plain.layout
    layout = (part.model_copy(update={"terms": part.terms.model_copy(update={"protocol": "recoverable"})}),)
    fields = {"protocol": "recoverable", "layout": layout, "min_group": floor, "reveal_days": 7, **changed}
    return sign(plain.model_copy(update=fields), SERVER)


@dataclass(frozen=True)
class MemoryRound:
    """One group of one round: plan, group plan, donors; every donor's secrets and messages follow from its place."""

    plan: Signed
    group_plan: Signed
    donors: tuple[DonorSecrets, ...]
    least_group: int = 1

    @classmethod
    def of(cls, size: int, floor: int, group: int = 0, least_group: int = 1, seed: int = 0) -> "MemoryRound":
        """A group of that many donors, each with an entry of its own; other seeds give other donors."""
        plan, donors = signed_plan(size, size, floor), tuple(donor(1000 * seed + place) for place in range(size))
        members = tuple(secrets.member(SERVER_KEY) for secrets in donors)
        named = GroupPlan(plan=signed_digest(plan, Plan).hex(), day=DAY, group=group, members=members)
        return cls(plan, sign(named, SERVER), donors, least_group)

    @property
    def size(self) -> int:
        return len(self.donors)

    @property
    def numbers(self) -> int:
        return width(self.opened_plan.layout)

    @cached_property
    def opened_plan(self) -> Plan:
        return Plan.model_validate_json(self.plan.payload)

    @property
    def digest(self) -> bytes:
        return signed_digest(self.group_plan, GroupPlan)

    @cached_property
    def tentatives(self) -> tuple[donors_half.Tentative, ...]:
        """The group plan as each donor has checked it."""
        limits = Limits(least_group=self.least_group)
        return tuple(
            donors_half.open_group_plan(
                self.plan,
                self.group_plan,
                identity=SERVER_KEY,
                server_key=SERVER_KEY,
                own=secrets.member(SERVER_KEY),
                limits=limits,
            )
            for secrets in self.donors
        )

    def secrets(self, place: int) -> RoundSecrets:
        """What the donor at this place draws for the round."""
        return RoundSecrets.draw(random_from(place))

    @cached_property
    def preparations(self) -> tuple[tuple[Prepared, bytes], ...]:
        """What each donor shows the others and sends, were it to prepare."""
        return tuple(
            donors_half.prepare(tentative, secrets, self.secrets(place), DAY, random_from(10_000 + place))
            for place, (tentative, secrets) in enumerate(zip(self.tentatives, self.donors, strict=True))
        )

    @property
    def preparing(self) -> servers_half.Preparing:
        """The group at the server before anybody has prepared."""
        return servers_half.Preparing(GroupPlan.model_validate_json(self.group_plan.payload), self.digest)

    @cached_property
    def dealings(self) -> dict[int, Dealing]:
        """What each donor deals, were it to prepare."""
        return {place: from_message(sent, place, self.size)[1] for place, (_, sent) in enumerate(self.preparations)}

    def dealt_wrong(self, place: int) -> bytes:
        """A prepare message whose shares and hashes agree with each other, but not with key and commitment."""
        tentative, secrets = self.tentatives[place], self.secrets(place)
        keys, members = donors_half.BoxKeys(self.donors[place]), tentative.group.members
        others, needed = RoundSecrets(bytes([1]) * 32, bytes([2]) * 32), donors_half.threshold(self.size)
        dealing = deal(
            others,
            self.digest,
            place,
            self.size,
            needed,
            lambda h: keys.with_member(members[h]),
            random_from(20_000 + place),
        )
        commitment = commit(secrets.self_mask, self.digest, place)
        said = prepared_statement(self.digest, place, secrets.ephemeral_public, commitment, dealing.digest)
        entry = self.preparations[place][0].model_copy(
            update={
                "dealing": dealing.digest.hex(),
                "signature": self.donors[place].identity.sign(said).signature.hex(),
            }
        )
        return to_message(entry, dealing)

    def roster(self, places: Iterable[int], **changed: object) -> Signed:
        """The signed roster of the members at these places, with these fields changed."""
        members = tuple(self.preparations[place][0] for place in places)
        named = PreparedRoster(
            group_plan=self.digest.hex(), day=DAY, group=self.tentatives[0].group.group, members=members
        )
        return sign(named.model_copy(update=changed), SERVER)

    def context(self, place: int, roster: Signed, **changed: object) -> donors_half.Context:
        """The roster as the member at this place checks it the day after, with these arguments changed."""
        arguments = {
            "server_key": SERVER_KEY,
            "prepared": self.preparations[place][0],
            "today": NEXT_DAY,
            "signed_before": None,
            **changed,
        }
        return donors_half.open_round(self.tentatives[place], roster, **arguments)

    def vector(self, place: int, roster: Signed, **changed: object) -> bytes:
        """What the member at this place sends: a 1 in its own entry."""
        context = self.context(place, roster, **changed)
        return donors_half.submit(context, self.donors[place], self.secrets(place), unit(place, self.numbers))

    def receive_vector(
        self, group: servers_half.Submitting, place: int, data: bytes, roster: Signed
    ) -> servers_half.Submitting:
        """The group after the member at this place sent these bytes."""
        digest, identity = signed_digest(roster, PreparedRoster), self.tentatives[place].group.members[place].identity
        return servers_half.receive_vector(group, place, data, roster=digest, identity=identity)

    def signature(self, place: int, roster: Signed) -> str:
        """The signature of the member at this place under a roster, in hex."""
        said = submitted_statement(signed_digest(roster, PreparedRoster), place)
        return self.donors[place].identity.sign(said).signature.hex()

    def survivors(self, roster: Signed, places: Iterable[int], **changed: object) -> Signed:
        """The signed survivor list for this roster, each survivor's signature in it, with these fields changed."""
        digest, listed = signed_digest(roster, PreparedRoster).hex(), tuple(places)
        group = PreparedRoster.model_validate_json(roster.payload).group
        signatures = tuple(self.signature(place, roster) if place < self.size else "00" * 64 for place in listed)
        named = Survivors(roster=digest, day=DAY, group=group, places=listed, signatures=signatures)
        return sign(named.model_copy(update=changed), SERVER)

    def told(
        self, place: int, roster: Signed, survivors: Signed, *, sent: bool, told_before: bytes | None = None
    ) -> tuple[PreparedRoster, Survivors, bytes]:
        """Roster and survivor list as the tentative member at this place checks them, and the list's digest."""
        opened, digest = donors_half.open_roster(self.tentatives[place], roster, SERVER_KEY)
        checked, name = donors_half.open_survivors(
            self.tentatives[place],
            opened,
            digest,
            survivors,
            server_key=SERVER_KEY,
            sent=sent,
            told_before=told_before,
        )
        return opened, checked, name

    def reveal(
        self,
        place: int,
        roster: Signed,
        survivors: Signed,
        *,
        sent: bool = False,
        dealings: dict[int, Dealing] | None = None,
    ) -> bytes:
        """What the tentative member at this place reveals for this survivor list."""
        opened, checked, _ = self.told(place, roster, survivors, sent=sent)
        boxes = [(dealings or self.dealings)[member.place].box(place) for member in opened.members]
        return donors_half.reveal(self.tentatives[place], opened, checked, boxes, self.donors[place])

    def server_roster(self, roster: Signed, dealings: dict[int, Dealing] | None = None) -> servers_half.Roster:
        """What the server unmasks with."""
        opened = PreparedRoster.model_validate_json(roster.payload)
        context = self.context(opened.members[0].place, roster, prepared=opened.members[0]).encoded
        return servers_half.Roster(self.size, opened.members, dealings or self.dealings, self.digest, context)


@cache
def memory_round(size: int, floor: int) -> MemoryRound:
    """The group of that size and floor, made once: it is frozen."""
    return MemoryRound.of(size, floor)
