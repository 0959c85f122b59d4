"""The `plain` round as transition functions: exact or lost, and the paper's own example."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.rounds.plain import server
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.plain_group import MemoryGroup, donor, unit


@st.composite
def operations(draw: st.DrawFn) -> tuple[int, list[tuple[str, int]]]:
    """Draw a group's size and its events: vectors in any order, resent, replaced, cut short or late."""
    size = draw(st.integers(2, 7))
    kinds = st.sampled_from(["send", "send", "send", "send", "another", "short", "foreign"])
    steps = draw(st.lists(st.tuples(kinds, st.integers(0, size - 1)), max_size=4 * size))
    ending = [("send", place) for place in draw(st.permutations(range(size)))][draw(st.sampled_from([0, 0, 1, 2])) :]
    middle = draw(st.sampled_from([[], [], [("close", 0)]]))
    return size, [*steps, *middle, *ending, ("close", 0)]


@settings(max_examples=300)
@given(operations())
def test_a_sum_is_exact_or_the_group_is_lost(story):
    """Whatever is resent, replaced, cut short or late, the sum has a 1 for every donor, or there is no sum."""
    size, steps = story
    group = MemoryGroup.of([donor(i) for i in range(size)], entries=size)
    stranger = MemoryGroup.of([donor(100 + i) for i in range(size)], entries=size)
    numbers = 2 + size
    state: server.Group = server.open_group(size, numbers)
    sent: set[int] = set()
    for kind, place in steps:
        before = state
        data = (stranger if kind == "foreign" else group).blinded(place, unit(place, numbers))
        try:
            if kind == "close":
                state = server.close(state)
            elif kind == "send":
                state = server.receive(state, place, data)
                sent.add(place)
            elif kind == "another":
                other = group.blinded(place, np.full(numbers, 9, dtype=np.uint32))
                if place in sent:
                    state = server.receive(state, place, other)
            elif kind == "short":
                state = server.receive(state, place, data[:-4])
            elif place in sent:
                state = server.receive(state, place, data)
        except Refused:
            assert state is before
    assert isinstance(state, server.Summed | server.Lost)
    if isinstance(state, server.Summed):
        assert sent == set(range(size))
        assert state.total.tolist() == [0, 0] + [1] * size


def test_a_running_sum_tells_nothing_while_one_is_missing():
    """While one member is missing, every number of the running sum is hidden by a mask."""
    group = MemoryGroup.of([donor(i) for i in range(4)], entries=60)
    state: server.Group = server.open_group(4, 62)
    for place in range(3):
        state = server.receive(state, place, group.blinded(place, unit(place, 62)))
    assert isinstance(state, server.Collecting)
    assert int((state.total < 2**16).sum()) < 5


def test_the_same_round_under_another_group_number_has_unrelated_masks():
    """A round repeated with any change gives unrelated masks, so that two answers cannot be subtracted."""
    donors = [donor(i) for i in range(3)]
    first = MemoryGroup.of(donors, entries=50, group=0).blinded(0, unit(0, 52))
    second = MemoryGroup.of(donors, entries=50, group=1).blinded(0, unit(0, 52))
    difference = np.frombuffer(first, "<u4") - np.frombuffer(second, "<u4")
    assert int((difference < 2**16).sum()) < 5


@pytest.mark.parametrize("place", [-1, 3, 255])
def test_a_place_outside_the_group_is_refused(place):
    """A place that the roster does not have is refused."""
    with pytest.raises(Refused) as refusal:
        server.receive(server.open_group(3, 5), place, bytes(20))
    assert refusal.value.reason == Reason.NOT_A_MEMBER


@dataclass
class Day:
    """A data day of the paper's example: its groups, and how many donors were active on it."""

    active: int
    groups: dict[str, tuple[MemoryGroup, str]]
    states: dict[str, server.Group] = field(default_factory=dict)

    def open(self) -> None:
        for name, (_, members) in self.groups.items():
            self.states[name] = server.open_group(len(members), 2 + 5)

    def check_in(self, client: str) -> None:
        for name, (group, members) in self.groups.items():
            if client in members and not isinstance(self.states[name], server.Lost):
                data = group.blinded(members.index(client), unit("ABCDE".index(client), 7))
                self.states[name] = server.receive(self.states[name], members.index(client), data)

    def close(self) -> None:
        self.states = {name: server.close(state) for name, state in self.states.items()}

    @property
    def confidence(self) -> float:
        return sum(state.size for state in self.states.values() if isinstance(state, server.Summed)) / self.active


def example_day(active: str, **rosters: str) -> Day:
    """Return a day whose active clients are in these groups."""
    groups = {
        name: (MemoryGroup.of([donor("ABCDE".index(client)) for client in members], entries=5, group=number), members)
        for number, (name, members) in enumerate(rosters.items())
    }
    day = Day(len(active), groups)
    day.open()
    return day


def test_the_papers_example():
    """Each group of the paper's example opens or is lost on the day that the paper states (PDD, section 3.5).

    A, B, C, E were active on day 0; A, B, C, D on day 1; D and E on day 2; B, C, D on day 3 (A on neither). Groups are
    of two, with one more day of delay.
    """
    day_0 = example_day("ABCE", g10="AB", g11="CE")
    for client in "ABCD":  # day 1
        day_0.check_in(client)
    assert isinstance(day_0.states["g10"], server.Summed)
    assert isinstance(day_0.states["g11"], server.Collecting)

    day_1 = example_day("ABCD", g20="AB", g21="CD")
    for client in "DE":  # day 2
        day_0.check_in(client)
        day_1.check_in(client)
    assert isinstance(day_0.states["g11"], server.Summed)
    assert all(isinstance(state, server.Collecting) for state in day_1.states.values())
    day_0.close()
    assert day_0.confidence == 1.0
    assert [state.total.tolist()[2:] for state in day_0.states.values()] == [[1, 1, 0, 0, 0], [0, 0, 1, 0, 1]]

    for client in "BCD":  # day 3
        day_1.check_in(client)
    day_1.close()
    assert isinstance(day_1.states["g20"], server.Lost)
    assert day_1.states["g21"].total.tolist()[2:] == [0, 0, 1, 1, 0]
    assert day_1.confidence == 0.5
