"""A nightly run for a million donors in `cohort`: 154 windows close, and 154 sums open.

It runs in a process of its own, so that its memory can be measured. The cohorts follow one another, without a database.
What homes send is made in between and not measured. Each list names every leaf of its cohort, with random nonces. A
committee's signatures and answers are real, but only 1,000 different keys sign.

No upload is made. A sum is one true mask, to which the errors of all other uploads are added, drawn from the law of
their sum. The members' sums of streams are uniform. So the opening has numbers of the same law as after a million true
uploads, and takes as long.
"""

import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from nacl.signing import SigningKey
from nacl.utils import random

from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.layout import CohortLayout, Integers, cohort_layout
from pdd_shared.rounds.cohort.day.lists import certified_statement
from pdd_shared.rounds.cohort.day.member import opened_statement
from pdd_shared.rounds.cohort.day.uploads import Sums, UploadFrame, day_context
from pdd_shared.rounds.cohort.epoch.draws import Draw, committee_digest
from pdd_shared.rounds.cohort.epoch.tree import Leaf, Leaves, Tree
from pdd_shared.rounds.cohort.masking.ring import (
    Elements,
    MaskSeed,
    add,
    blocks_for,
    mask,
    public_ring,
    to_wire,
    uniform,
)
from pdd_shared.rounds.cohort.masking.sharing import share_key
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPlan
from pdd_shared.rounds.cohort.parameters import DEGREE, Q, TreeSize
from scripts.benchmarks.figures import Figure, at_most, peak_of_memory
from tests.support.cohort.memory_cohort import CLOSED, DAY, SERVER, MemoryCohort, part

LEAVES, ENTRIES, DECOYS = 1_000_000, 10_000, 192
SIZE = TreeSize(LEAVES)
FLOOR = int(0.7 * SIZE.share())
SIGNERS = 1_000
LIES, LYING_COHORTS = 40, 10
"""In each tenth cohort so many members lie as can be located."""
SPOILT_COHORT = 1
"""The cohort whose sum a donor spoils. No member of it lies, so an unsound sum is a donor's fault."""
COINS = 42
"""The coins of an upload's error: heads of 21 coins add one each, heads of the other 21 subtract one each."""
TREE_SECONDS, NIGHT_SECONDS, SPOILT_SECONDS, GIGABYTES = 6, 20, 3, 1
PARTS = {
    "lists": "lists of 6,500 frozen and hashed",
    "signatures": "a quorum's signatures under each list checked",
    "answers": "256 answers each checked",
    "sums": "sums opened, in each tenth cohort with 40 lies",
}


@dataclass
class Clock:
    """Adds up seconds of processor time under names."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def measures(self, name: str) -> Iterator[None]:
        """Add the processor time of the block to this name."""
        start = time.process_time()
        yield
        self.seconds[name] += time.process_time() - start


@dataclass(frozen=True, eq=False)
class Night:
    """An epoch's tree and a data day's plan.

    There are only SIGNERS signing keys: a leaf has the key whose number is the leaf's index modulo SIGNERS.
    """

    tree: Tree
    signers: tuple[SigningKey, ...]

    @cached_property
    def draw(self) -> Draw:
        return Draw(self.tree.root, LEAVES)

    @cached_property
    def plan(self) -> CohortPlan:
        few = MemoryCohort(4, parts=(part(entries=ENTRIES - DECOYS - 2),))
        cohorts = (CohortDay(floor=FLOOR, sub_cohorts=1),) * SIZE.cohorts
        return few.with_plan(size=LEAVES, root=self.tree.root.hex(), cohorts=cohorts).plan

    @cached_property
    def layout(self) -> CohortLayout:
        return cohort_layout(self.plan.layout, SIZE, self.plan.cohorts[0])

    def committee(self, cohort: int) -> tuple[Leaf, ...]:
        return tuple(self.tree.leaves[index] for index in self.draw.committee(cohort))

    def frame(self, cohort: int, committee: tuple[Leaf, ...]) -> server.CohortDayFrame:
        named = committee_digest(self.tree.root, cohort, committee)
        ids = {"cohort": cohort, "sub_cohort": 0, "sub_cohorts": 1}
        context = day_context(SERVER, DAY, self.tree.root, **ids, plan=bytes(32), committee=named)
        upload = UploadFrame(context, blocks_for(self.layout.entries), SIZE.committee)
        return server.CohortDayFrame(self.plan, cohort, 0, committee, upload, self.layout)

    def sign(self, member: Leaf, said: bytes) -> bytes:
        return self.signers[member.index % SIGNERS].sign(said).signature


@dataclass(frozen=True, eq=False)
class Made:
    """A cohort's day as its homes make it.

    Attributes:
        sums: the sums of masked vectors and of shares.
        numbers: the numbers that the sums hold.
        totals: the members' sums of streams (members, columns of a share).
    """

    sums: Sums
    numbers: Integers
    totals: Elements


def encoded_leaves(signers: tuple[SigningKey, ...]) -> bytes:
    """Return a million encoded leaves, with random exchange keys."""
    leaves = np.zeros(LEAVES, dtype=[("index", "<u4"), ("exchange", "V32"), ("signing", "V32")])
    keys = b"".join(signer.verify_key.encode() for signer in signers)
    leaves["index"] = np.arange(LEAVES)
    leaves["exchange"] = np.frombuffer(random(32 * LEAVES), dtype="V32")
    leaves["signing"] = np.frombuffer(keys, dtype="V32")[leaves["index"] % SIGNERS]
    return leaves.tobytes()


def make_sums(frame: server.CohortDayFrame, uploads: int) -> Made:
    """Return sums with the law of so many uploads, without making the uploads."""
    draws = np.random.default_rng(frame.cohort)  # noqa: TID251 - made-up sums, no secrets
    seed, size = MaskSeed(random(32)), frame.upload.committee
    noise = draws.normal(0, 30, ENTRIES).round().astype(np.int64)
    numbers = draws.poisson(uploads / 50, ENTRIES) * np.minimum(frame.layout.most, 1) + noise
    coins = COINS * (uploads - 1)
    errors = draws.binomial(coins, 0.5, (frame.upload.blocks, DEGREE)) - coins // 2
    ciphertext = add(mask(numbers, seed, frame.context), (errors % Q).astype(np.uint64))
    shares = share_key(seed.secret(), seed.polynomial_key(), size)
    totals = uniform(random(32), shares.size).reshape(shares.shape)
    public_ring.cache_clear()  # the server has not yet seen this day's ring
    return Made(Sums(ciphertext, add(shares, totals)), numbers, totals)


def run_cohort(night: Night, cohort: int, clock: Clock) -> None:
    """Close a cohort's window, take a quorum's signatures and everybody's answers, and open the sum."""
    committee = night.committee(cohort)
    frame, leaves = night.frame(cohort, committee), night.draw.members_of(cohort).tolist()
    made = make_sums(frame, len(leaves))
    collecting = server.Collecting(frame, made.sums, {leaf: random(16) for leaf in leaves})
    with clock.measures("lists"):
        closed = server.close(collecting, CLOSED, len(leaves))
        assert isinstance(closed, server.Certifying)
    opening = certify(night, closed, committee, clock)
    liars = range(6, 6 * LIES + 1, 6) if cohort % LYING_COHORTS == 0 else range(0)
    opening = answer(opening, answers(night, opening, committee, made.totals, liars), clock)
    with clock.measures("sums"):
        opened = server.open_sum(opening, CLOSED, random)
    assert isinstance(opened, server.Opened)
    assert opened.wrong == set(liars)
    assert (opened.numbers == made.numbers).all()
    if cohort == SPOILT_COHORT:
        try_spoilt(opening, clock)


def certify(night: Night, state: server.Certifying, committee: tuple[Leaf, ...], clock: Clock) -> server.Opening:
    """Let the first members that make a quorum sign the list, and return the day's next state."""
    with clock.measures("lists"):
        said = certified_statement(state.frame.context, state.digest)
    signatures = [night.sign(member, said) for member in committee[: state.frame.quorum]]
    after: server.Certifying | server.Opening = state
    with clock.measures("signatures"):
        for place, signature in enumerate(signatures, 1):
            assert isinstance(after, server.Certifying)
            after = server.receive_signature(after, place, signature)
    assert isinstance(after, server.Opening)
    return after


def answers(
    night: Night, state: server.Opening, committee: tuple[Leaf, ...], totals: Elements, liars: range
) -> Mapping[int, bytes]:
    """Return every member's signed answer by its place; liars sign the answer of another place."""
    said = {}
    for place, member in enumerate(committee, 1):
        words = to_wire(totals[place - 2 if place in liars else place - 1])
        said[place] = words + night.sign(member, opened_statement(state.frame.context, state.digest, place, words))
    return said


def answer(state: server.Opening, said: Mapping[int, bytes], clock: Clock) -> server.Opening:
    """Let the server receive these answers, and return the day's next state."""
    with clock.measures("answers"):
        for place, data in said.items():
            state = server.receive_answer(state, place, data)
    return state


def try_spoilt(state: server.Opening, clock: Clock) -> None:
    """Open a sum that one donor spoilt, with 255 answers, and check that it stays closed.

    With an odd number of answers the server leaves each out once in turn.
    """
    garbage = uniform(random(32), state.sums.ciphertext.size).reshape(state.sums.ciphertext.shape)
    said = {place: total for place, total in state.answers.items() if place > 1}
    spoilt = replace(state, sums=Sums(garbage, state.sums.shares), answers=said)
    with clock.measures("spoilt"):
        assert server.open_sum(spoilt, CLOSED, random) is spoilt


def measure() -> dict[str, float]:
    """Run the night; return seconds of processor time by the work's name, and the peak of memory in GB."""
    clock, signers = Clock(), tuple(SigningKey.generate() for _ in range(SIGNERS))
    encoded = encoded_leaves(signers)
    with clock.measures("tree"):
        night = Night(Tree(Leaves(encoded)), signers)
        for cohort in range(SIZE.cohorts):
            committee_digest(night.tree.root, cohort, night.committee(cohort))
            night.draw.members_of(cohort)
    for cohort in range(SIZE.cohorts):
        run_cohort(night, cohort, clock)
    return {**clock.seconds, "memory": peak_of_memory()}


def figures() -> Iterator[Figure]:
    """Measure the epoch's start, a night and its parts, and the opening of one spoilt cohort."""
    command = [sys.executable, "-m", "scripts.benchmarks.protocol.cohort_night"]
    done = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    night = sum(done[name] for name in PARTS)
    yield at_most("cohort: a night of a million donors, 154 cohorts; CPU seconds", night, NIGHT_SECONDS, 1)
    for name, what in PARTS.items():
        yield at_most(f"cohort: of that night, {what}; CPU seconds", done[name], NIGHT_SECONDS, 1)
    yield at_most("cohort: that night and its tree, memory at its peak; GB", done["memory"], GIGABYTES, 1)
    yield at_most("cohort: a tree of a million leaves and its draws; CPU seconds", done["tree"], TREE_SECONDS, 1)
    yield at_most("cohort: a spoilt sum tried with 255 answers; CPU seconds", done["spoilt"], SPOILT_SECONDS, 1)


if __name__ == "__main__":
    print(json.dumps(measure()))
