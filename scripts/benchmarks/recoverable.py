"""A donor's whole day in `recoverable` and the server's unmasking, in a group of 100 with 10,000 entries.

Beside their floors, the bare operations; and, where Flower (`flwr`) is installed, beside the same work in its SecAgg+.
"""

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from nacl.bindings import (
    crypto_box_afternm,
    crypto_box_beforenm,
    crypto_box_open_afternm,
    crypto_scalarmult,
)
from nacl.signing import SigningKey
from nacl.utils import random

from pdd_shared.keys import DonorSecrets
from pdd_shared.messages import GroupPlan, Plan, Prepared, PreparedRoster, Signed, Survivors
from pdd_shared.rounds.recoverable import donor as donors
from pdd_shared.rounds.recoverable import server
from pdd_shared.rounds.recoverable.dealing import CONTENT_SIZE, NONCE_SIZE, SHARES_SIZE, Dealing, RoundSecrets
from pdd_shared.secret_sharing import combine, split
from pdd_shared.signing import sign, signed_digest
from scripts.benchmarks.figures import Figure, alternate, at_most, faster_than
from tests.support.group import DAY, SERVER, SERVER_KEY, donor, plan_for, unit

MEMBERS, ENTRIES, MISSING = 100, 10_000, 20
NUMBERS = ENTRIES + 2
THRESHOLD = donors.threshold(MEMBERS)
LIMITS = donors.Limits(least_group=1)


@dataclass
class Day:
    """One round of 100 donors in memory, far enough that one donor's day, or the unmasking, can be done again."""

    secrets: list[DonorSecrets]
    plan: Signed
    group_plan: Signed
    roster: Signed
    survivors: Signed
    own: RoundSecrets = field(repr=False)
    prepared: Prepared
    boxes: list[bytes] = field(repr=False)
    closed: server.Revealing = field(repr=False)
    unmasking: server.Roster = field(repr=False)
    pins: dict[str, str]

    def donor(self) -> None:
        """Prepare, submit and reveal, with every check, as a donor does at one check-in among members it knows."""
        me = self.secrets[0]
        keys = donors.BoxKeys(me)
        tentative = donors.open_group_plan(
            self.plan,
            self.group_plan,
            server_key=SERVER_KEY,
            own=me.member(SERVER_KEY),
            pinned=self.pins.get,
            limits=LIMITS,
        )
        donors.prepare(tentative, me, RoundSecrets.draw(random), DAY, random, keys)
        context = donors.open_round(
            tentative,
            self.roster,
            server_key=SERVER_KEY,
            prepared=self.prepared,
            today=DAY + timedelta(days=1),
            signed_before=None,
        )
        donors.submit(context, me, self.own, unit(0, NUMBERS))
        survivors, _ = donors.open_survivors(
            tentative,
            context.roster,
            context.roster_digest,
            self.survivors,
            server_key=SERVER_KEY,
            sent=True,
            told_before=None,
        )
        donors.reveal(tentative, context.roster, survivors, self.boxes, me, keys)

    def unmask(self) -> None:
        """The sum of the survivors, from their shares and the missing members'."""
        assert isinstance(server.unmask(self.closed, self.unmasking, last=True), server.Unmasked)


def make_day() -> Day:
    """A round in which all prepare, the last 20 do not submit, and a threshold reveals."""
    secrets = [donor(number) for number in range(MEMBERS)]
    template = Plan.model_validate_json(plan_for(ENTRIES, MEMBERS).payload)
    plan = sign(template.model_copy(update={"protocol": "recoverable", "reveal_days": 7}), SERVER)
    members = tuple(each.member(SERVER_KEY) for each in secrets)
    group = GroupPlan(plan=signed_digest(plan, Plan).hex(), day=DAY, group=0, members=members)
    group_plan = sign(group, SERVER)
    preparing = server.Preparing(group, signed_digest(group_plan, GroupPlan))
    rounds, dealings = [RoundSecrets.draw(random) for _ in secrets], dict[int, Dealing]()
    tentatives = [
        donors.open_group_plan(plan, group_plan, identity=SERVER_KEY, server_key=SERVER_KEY, own=each, limits=LIMITS)
        for each in members
    ]
    for place, (tentative, each, drawn) in enumerate(zip(tentatives, secrets, rounds, strict=True)):
        _, message = donors.prepare(tentative, each, drawn, DAY, random)
        preparing, dealings[place] = server.receive_preparation(preparing, place, message)
    fixed = server.fix_roster(preparing, 1, NUMBERS)
    assert not isinstance(fixed, server.Cancelled)
    submitting, prepared = fixed
    roster = sign(PreparedRoster(group_plan=preparing.digest.hex(), day=DAY, group=0, members=prepared), SERVER)
    tomorrow = DAY + timedelta(days=1)
    contexts = [
        donors.open_round(
            t, roster, server_key=SERVER_KEY, prepared=prepared[t.place], today=tomorrow, signed_before=None
        )
        for t in tentatives
    ]
    for place in range(MEMBERS - MISSING):
        vector = donors.submit(contexts[place], secrets[place], rounds[place], unit(place, NUMBERS))
        submitting = server.receive_vector(
            submitting, place, vector, roster=contexts[0].roster_digest, identity=members[place].identity
        )
    closed = server.close(submitting, 1)
    assert isinstance(closed, server.Revealing)
    name, places = contexts[0].roster_digest, tuple(sorted(closed.survivors))
    signatures = tuple(submitting.signatures[place].hex() for place in places)
    listed = Survivors(roster=name.hex(), day=DAY, group=0, places=places, signatures=signatures)
    for place in range(THRESHOLD):
        boxes = [dealings[member.place].box(place) for member in prepared]
        data = donors.reveal(tentatives[place], contexts[place].roster, listed, boxes, secrets[place])
        closed = server.receive_reveal(closed, place, data, size=MEMBERS, members=MEMBERS)
    return Day(
        secrets,
        plan,
        group_plan,
        roster,
        sign(listed, SERVER),
        rounds[0],
        prepared[0],
        [dealings[member.place].box(0) for member in prepared],
        closed,
        server.Roster(MEMBERS, prepared, dealings, preparing.digest, contexts[0].encoded),
        {member.identity: member.exchange for member in members},
    )


def donor_floor(publics: list[bytes], secret: bytes) -> None:
    """The day's key agreements, signatures, boxes, keystreams, field arithmetic and additions: each bare."""
    key, statement, content = SigningKey(random(32)), bytes(200), bytes(CONTENT_SIZE)
    signature = key.sign(statement).signature
    for _ in range(2 * MEMBERS - MISSING):  # of the roster's entries, and of the survivors
        key.verify_key.verify(statement, signature)
    split(np.zeros(SHARES_SIZE, dtype=np.uint8), THRESHOLD, MEMBERS, random((THRESHOLD - 1) * SHARES_SIZE))
    nonce = random(NONCE_SIZE)
    for public in publics:
        shared = crypto_box_beforenm(public, secret)
        crypto_box_open_afternm(crypto_box_afternm(content, nonce, shared), nonce, shared)
    masks(publics[1:], secret, 1)


def masks(publics: list[bytes], secret: bytes, more: int) -> None:
    """A key agreement, a keystream and an addition for each key, and the last two for as many `more`."""
    zeros, buffer = bytes(4 * NUMBERS), bytearray(4 * NUMBERS)
    stream, total = np.frombuffer(buffer, dtype=np.uint32), np.zeros(NUMBERS, dtype=np.uint32)
    seeds = (*(crypto_scalarmult(secret, public) for public in publics), *(bytes(32) for _ in range(more)))
    for seed in seeds:
        Cipher(algorithms.ChaCha20(seed, bytes(16)), mode=None).encryptor().update_into(zeros, buffer)
        np.add(total, stream, out=total)


def unmask_floor(publics: list[bytes], secret: bytes) -> None:
    """80 times 20 masks, 80 self-masks, 100 secrets rebuilt: each bare."""
    shares = np.zeros((THRESHOLD, 32), dtype=np.uint8)
    for _ in range(MEMBERS):
        combine(range(1, THRESHOLD + 1), shares)
    masks(publics[: MEMBERS - MISSING] * MISSING, secret, MEMBERS - MISSING)


def figures() -> Iterator[Figure]:
    """The donor's day and the unmasking."""
    day = make_day()
    publics = [each.exchange_public for each in day.secrets]
    secret = random(32)
    ours, floor = alternate(15, day.donor, lambda: donor_floor(publics, secret))
    yield at_most("recoverable: a donor's day beside its bare operations", ours, floor, 2)
    if importlib.util.find_spec("flwr"):
        from scripts.benchmarks.flower import donor_day

        ours, theirs = alternate(2, day.donor, lambda: donor_day(MEMBERS, THRESHOLD, ENTRIES))
        yield faster_than("recoverable: a donor's day, faster than Flower's SecAgg+", ours, theirs, 50)
    ours, floor = alternate(7, day.unmask, lambda: unmask_floor(publics, secret))
    yield at_most("recoverable: unmasking a group with 20 missing beside its bare operations", ours, floor, 2)
