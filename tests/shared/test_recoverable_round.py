"""The `recoverable` round as transition functions: the survivors' exact sum, or none, whatever happens."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.blinding import Keystream, blind
from pdd_shared.layout import from_bytes
from pdd_shared.messages import Prepared, Signed
from pdd_shared.rounds.recoverable import server
from pdd_shared.rounds.recoverable.donor import REVEAL_SIZE, threshold
from pdd_shared.rounds.recoverable.signatures import SIGNATURE_SIZE
from pdd_shared.rounds.refusals import Refused
from tests.support.group import unit
from tests.support.recoverable_group import MemoryRound, memory_round

STRANGERS = MemoryRound.of(6, 1, seed=9)


def one_each(places: set[int] | frozenset[int], size: int) -> list[int]:
    """The only right sum: nothing in `joined` and `searches`, a 1 in each survivor's own entry."""
    return [0, 0] + [int(place in places) for place in range(size)]


def garbled(data: bytes) -> bytes:
    """The same number of bytes, every one another."""
    return bytes(byte ^ 0xA5 for byte in data)


@dataclass
class Story:
    """One group, whatever befalls it, and beside it a plain record of who truly did what."""

    round: MemoryRound
    state: server.Preparing | server.Submitting | server.Revealing | server.Cancelled | server.Lost | server.Unmasked
    dealings: dict[int, server.Dealing] = field(default_factory=dict)
    entries: dict[int, Prepared] = field(default_factory=dict)
    wrong: set[int] = field(default_factory=set)
    revealed: set[int] = field(default_factory=set)
    roster: Signed | None = None
    survivors: Signed | None = None

    def step(self, kind: str, place: int) -> None:
        """Something happens; a refusal leaves the state the very object it was."""
        before = self.state
        try:
            {server.Preparing: self._prepare, server.Submitting: self._submit, server.Revealing: self._reveal}[
                type(before)
            ](kind, place)
        except Refused:
            assert kind != "send" or place in self._done()
            assert self.state is before

    def _done(self) -> set[int]:
        """Whose first message of this phase is in, or cannot come."""
        if isinstance(self.state, server.Preparing):
            return set(self.state.prepared)
        if isinstance(self.state, server.Submitting):
            return set(self.state.received) | (set(range(self.round.size)) - set(self.state.places))
        return set(self.state.reveals) if isinstance(self.state, server.Revealing) else set()

    def _prepare(self, kind: str, place: int) -> None:
        assert isinstance(self.state, server.Preparing)
        true = self.round.preparations[place][1]
        sent = {
            "another": self.round.dealt_wrong(place),
            "garbage": garbled(true),
            "foreign": STRANGERS.preparations[place][1],
            "short": true[:-1],
        }.get(kind, true)
        self.state, dealing = server.receive_preparation(self.state, place, sent)
        self.dealings[place], self.entries[place] = dealing, self.state.prepared[place]
        if kind == "another":
            self.wrong.add(place)

    def _submit(self, kind: str, place: int) -> None:
        assert isinstance(self.state, server.Submitting)
        assert self.roster is not None
        if place not in self.state.places:
            sent = bytes(4 * self.round.numbers + SIGNATURE_SIZE)
        else:
            sent = self.round.vector(place, self.roster, prepared=self.entries[place])
        if kind in ("another", "garbage", "foreign") and place in self.state.places and place not in self._done():
            return  # a first vector is taken as it is: a donor can lie about its own counts
        sent = {"another": sent[4:] + sent[:4], "garbage": garbled(sent), "foreign": bytes(len(sent))}.get(kind, sent)
        sent = sent[:-4] if kind == "short" else sent
        self.state = self.round.receive_vector(self.state, place, sent, self.roster)

    def _reveal(self, kind: str, place: int) -> None:
        assert isinstance(self.state, server.Revealing)
        assert self.roster is not None
        assert self.survivors is not None
        true = self.round.reveal(place, self.roster, self.survivors, dealings=self.dealings)
        sent = {
            "another": bytes(len(true)),
            "garbage": garbled(true),
            "foreign": b"".join(true[i : i + 1] + bytes(32) for i in range(0, len(true), REVEAL_SIZE)),
            "short": true[:-1],
        }.get(kind, true)
        members = len(true) // REVEAL_SIZE
        self.state = server.receive_reveal(self.state, place, sent, size=self.round.size, members=members)
        if sent == true:
            self.revealed.add(place)

    def night(self, floor: int) -> None:
        """The phase ends, and the roster or the survivor list is signed."""
        if isinstance(self.state, server.Preparing):
            prepared = set(self.state.prepared)
            fixed = server.fix_roster(self.state, floor, self.round.numbers)
            assert isinstance(fixed, server.Cancelled) == (len(prepared) < floor)
            if isinstance(fixed, server.Cancelled):
                self.state = fixed
                return
            self.state, members = fixed
            self.roster = self.round.roster(sorted(prepared), members=members)
        elif isinstance(self.state, server.Submitting):
            assert self.roster is not None
            sent = set(self.state.received)
            self.state = server.close(self.state, floor)
            assert isinstance(self.state, server.Lost) == (len(sent) < floor)
            self.survivors = self.round.survivors(self.roster, sorted(sent))

    def unmask(self, *, last: bool) -> None:
        """The server tries to unmask; it can, exactly when enough members revealed true shares."""
        assert isinstance(self.state, server.Revealing)
        assert self.roster is not None
        before, known = self.state, self.round.server_roster(self.roster, self.dealings)
        self.state = server.unmask(before, known, last=last)
        enough = len(self.revealed) >= threshold(self.round.size)
        if not enough:
            assert self.state == server.Lost() if last else self.state is before
        elif self.wrong:
            assert self.state == server.Lost(frozenset(self.wrong))
        else:
            assert isinstance(self.state, server.Unmasked)
            assert self.state.survivors == before.survivors
            assert self.state.total.tolist() == one_each(before.survivors, self.round.size)


KINDS = ["send"] * 9 + ["another", "garbage", "foreign", "short"]


@st.composite
def phases(draw: st.DrawFn) -> tuple[int, int, list[list[tuple[str, int]]]]:
    """A group's size and floor, and for each phase who sends what, in any order, some more than once, some never."""
    size = draw(st.integers(1, 6))
    steps = st.tuples(st.sampled_from(KINDS), st.integers(0, size - 1))

    def phase() -> list[tuple[str, int]]:
        present = draw(st.permutations(range(size)))[draw(st.sampled_from([0, 0, 0, 1, 2])) :]
        return [
            *draw(st.lists(steps, max_size=3)),
            *(("send", place) for place in present),
            *draw(st.lists(steps, max_size=3)),
        ]

    return size, draw(st.integers(1, min(3, size))), [phase(), phase(), phase()]


@settings(max_examples=150)
@given(phases())
def test_a_sum_is_exactly_the_survivors_or_there_is_none(drawn):
    """Any order, resends, garbage, foreign and wrong messages: each survivor's 1, once; or no sum, as predicted."""
    size, floor, steps = drawn
    story = Story(memory_round(size, floor), memory_round(size, floor).preparing)
    for phase in steps:
        for kind, place in phase:
            if isinstance(story.state, server.Preparing | server.Submitting | server.Revealing):
                story.step(kind, place)
            if isinstance(story.state, server.Revealing):
                story.unmask(last=False)
        story.night(floor)
    if isinstance(story.state, server.Revealing):
        story.unmask(last=True)
    assert isinstance(story.state, server.Cancelled | server.Lost | server.Unmasked)


def closed(survivors: list[int], wrong: frozenset[int] = frozenset()) -> tuple[MemoryRound, Signed, Signed, Story]:
    """A group of six that all prepared (those in `wrong` dealt wrong shares) and of which these submitted."""
    group = memory_round(6, 3)
    story = Story(group, group.preparing)
    for place in range(6):
        story.step("another" if place in wrong else "send", place)
    story.night(3)
    for place in survivors:
        story.step("send", place)
    story.night(3)
    assert story.roster is not None
    assert story.survivors is not None
    return group, story.roster, story.survivors, story


def test_a_garbage_share_is_dropped():
    """Two members of six reveal garbage: the other four are enough, and the sum is exact."""
    *_, story = closed([0, 2, 3, 5])
    for place, kind in enumerate(["garbage", "send", "foreign", "send", "send", "send"]):
        story.step(kind, place)
    story.unmask(last=False)
    assert isinstance(story.state, server.Unmasked)


@pytest.mark.parametrize("dealer", [1, 2])
def test_a_dealer_whose_shares_do_not_fit_is_named(dealer):
    """A survivor's self-mask (2) or a missing member's key (1) that is not the promised one: lost, its dealer named."""
    *_, story = closed([0, 2, 3, 5], frozenset({dealer}))
    for place in range(6):
        story.step("send", place)
    story.unmask(last=False)
    assert story.state == server.Lost(frozenset({dealer}))


def test_a_dealer_whose_boxes_do_not_open_loses_the_group_unnamed():
    """Known and open: empty boxes leave too few shares, and nobody can tell the dealer from its receivers."""
    group, _, _, story = closed([0, 2, 3, 5])
    story.dealings[2] = replace(story.dealings[2], boxes=bytes(len(story.dealings[2].boxes)))
    for place in range(6):
        story.step("send", place)
    assert isinstance(story.state, server.Revealing)
    assert story.roster is not None
    lost = server.unmask(story.state, group.server_roster(story.roster, story.dealings), last=True)
    assert lost == server.Lost(frozenset())


def test_a_late_vector_stays_masked():
    """The self-mask's reason: whoever has a late member's ephemeral secret still reads nothing of its vector."""
    group, roster, _, _ = closed([0, 2, 3, 5])
    late, context = from_bytes(group.vector(1, roster)[:-SIGNATURE_SIZE], group.numbers), group.context(1, roster)
    publics = tuple(bytes.fromhex(member.ephemeral) for member in context.roster.members)
    nothing, secrets = np.zeros(group.numbers, dtype=np.uint32), group.secrets(1)
    left = late - blind(nothing, secrets.ephemeral, context.index, publics, context.encoded)
    assert int((left < 2**16).sum()) < 2
    assert (left - Keystream(group.numbers).of(secrets.self_mask)).tolist() == unit(1, group.numbers).tolist()
