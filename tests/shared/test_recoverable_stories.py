"""Stories told to different donors: no two secrets of one donor, and how small a sum a lying server can open."""

import re
from pathlib import Path

import numpy as np
import pytest

from pdd_shared.layout import from_bytes
from pdd_shared.messages import PreparedRoster, Signed
from pdd_shared.rounds.recoverable import donor as donors_half
from pdd_shared.rounds.recoverable import server
from pdd_shared.rounds.recoverable.donor import REVEAL_SIZE, threshold
from pdd_shared.rounds.recoverable.signatures import SIGNATURE_SIZE
from pdd_shared.rounds.refusals import Reason, Refused
from pdd_shared.secret_sharing import combine
from tests.support.group import unit
from tests.support.recoverable_group import MemoryRound, memory_round
from tests.support.recoverable_stories import (
    Group,
    Told,
    all_told,
    answer,
    both_secrets,
    smallest_sum,
    smallest_sum_by_search,
    subsets,
)

SIZES = range(4, 8)
ATTACKS = Path(__file__).parents[2] / "docs" / "attacks.md"


def groups(size: int, shares: int | None = None) -> list[Group]:
    """All groups of that size with fewer than a third colluding, at every floor."""
    few = [count for count in range(size) if 3 * count < size]
    return [Group(size, count, floor, shares or threshold(size)) for count in few for floor in range(1, size + 1)]


@pytest.mark.parametrize("size", SIZES)
def test_no_story_yields_both_secrets(size):
    """Fewer than n/3 colluding: whatever rosters and lists are told to whom, never both secrets of an honest donor."""
    for group in groups(size):
        for victim in group.honest:
            assert both_secrets(group, victim) is None


@pytest.mark.parametrize("size", SIZES)
def test_the_search_finds_an_attack_on_a_lower_threshold(size):
    """The search can fail: if half of the members' shares were enough, it would find such a story."""
    for group in groups(size, shares=size // 2):
        if group.floor < size:
            assert both_secrets(group, group.colluders) is not None


def test_a_third_colluding_is_too_many():
    """The bound is tight: two colluders of six get both secrets with the true threshold, one does not."""
    assert both_secrets(Group(6, 2, 3, threshold(6)), 2) is not None
    assert both_secrets(Group(6, 1, 3, threshold(6)), 2) is None


def test_the_story_works_on_the_code_with_a_lower_threshold(monkeypatch):
    """The attack found for a threshold of half is real: told to the code itself, it gives both secrets of a donor."""
    monkeypatch.setattr(donors_half, "threshold", lambda size: size // 2)
    group, attacked, victim = Group(6, 0, 3, 3), MemoryRound.of(6, 3), 2
    story = both_secrets(group, victim)
    assert story is not None
    shares: dict[int, list[tuple[int, bytes]]] = {1: [], 2: []}
    for member, told in story.items():
        roster, survivors = signed(attacked, told)
        start = sorted(told.roster).index(victim) * REVEAL_SIZE
        entry = attacked.reveal(member, roster, survivors)[start : start + REVEAL_SIZE]
        shares[entry[0]].append((member + 1, entry[1:]))
    secrets = attacked.secrets(victim)
    for kind, secret in ((1, secrets.self_mask), (2, secrets.ephemeral)):
        rows = np.array([list(share) for _, share in shares[kind]], dtype=np.uint8)
        assert combine([x for x, _ in shares[kind]], rows).tobytes() == secret


def signed(group: MemoryRound, told: Told) -> tuple[Signed, Signed]:
    roster = group.roster(sorted(told.roster))
    return roster, group.survivors(roster, sorted(told.survivors))


def test_the_stories_are_those_the_code_accepts():
    """For every roster and list of four members: the code accepts and answers just as the search assumes."""
    model, group = Group(4, 0, 2, threshold(4)), memory_round(4, 2)
    accepted = set(all_told(model))
    everybody = frozenset(range(4))
    for roster in subsets(everybody, 1):
        for survivors in subsets(everybody, 1):
            told = Told(roster, survivors)
            try:
                data = group.reveal(3, *signed(group, told))
            except Refused:
                assert told not in accepted
            else:
                assert told in accepted
                assert [*data[::REVEAL_SIZE]] == [answer(told, peer) for peer in sorted(roster)]


@pytest.mark.parametrize("lists", [False, True])
@pytest.mark.parametrize("size", range(3, 7))
def test_the_smallest_sum_is_what_a_search_finds(size, lists):
    """The closed form agrees with a search over all rosters and lists, for small groups, all floors and colluders."""
    for group in groups(size):
        assert smallest_sum(group, lists=lists) == smallest_sum_by_search(group, lists=lists)


def lying_server_opens(
    group: MemoryRound, blinded_under: Signed, targets: list[int], stories: dict[int, Told]
) -> object:
    """What the server's own unmasking makes of the targets' vectors, with reveals for other lists."""
    wanted = [member.place for member in PreparedRoster.model_validate_json(blinded_under.payload).members]
    total = np.zeros(group.numbers, dtype=np.uint32)
    for place in targets:
        total += from_bytes(group.vector(place, blinded_under)[:-SIGNATURE_SIZE], group.numbers)
    reveals = {}
    for member, told in stories.items():
        data, order = group.reveal(member, *signed(group, told)), sorted(told.roster)
        starts = [order.index(place) * REVEAL_SIZE for place in wanted]
        reveals[member] = b"".join(data[start : start + REVEAL_SIZE] for start in starts)
    state = server.Revealing(frozenset(targets), total, reveals)
    return server.unmask(state, group.server_roster(blinded_under), last=True)


def test_a_server_with_two_rosters_is_refused():
    """Shown a roster of its own, a donor is not read: nobody shown another accepts a list with its true signature.

    Donor 0 blinds against 1 and 2 alone; the others are told that all six prepared, and that 1 and 2 did not submit.
    """
    group, places = memory_round(6, 3), [0, 3, 4, 5]
    own, larger = group.roster([0, 1, 2]), group.roster(range(6))
    signed_by = {place: own if place == 0 else larger for place in places}
    signatures = tuple(group.signature(place, roster) for place, roster in signed_by.items())
    assert bytes.fromhex(signatures[0]) == group.vector(0, own)[-SIGNATURE_SIZE:]
    lie = group.survivors(larger, places, signatures=signatures)
    for member in range(1, 6):
        with pytest.raises(Refused) as refusal:
            group.reveal(member, larger, lie)
        assert refusal.value.reason == Reason.ALTERED_SURVIVORS


def test_open_a_server_with_many_lists_reads_less_than_the_floor():
    """Known and open (docs/attacks.md): with one roster, lists of three told to six donors open a sum of two."""
    group, everybody = memory_round(6, 3), frozenset(range(6))
    stories = {member: Told(everybody, frozenset({0, 1, 2 + member % 4})) for member in range(6)}
    opened = lying_server_opens(group, group.roster(range(6)), [0, 1], stories)
    assert isinstance(opened, server.Unmasked)
    assert opened.total.tolist() == (unit(0, group.numbers) + unit(1, group.numbers)).tolist()
    assert smallest_sum(Group(6, 0, 3, threshold(6)), lists=True) == 2


def test_one_list_for_all_opens_nothing_below_the_floor():
    """With one list for all, no sum below the floor opens, the colluders' own vectors apart."""
    for size in SIZES:
        for group in groups(size):
            assert smallest_sum(group, lists=False) == max(1, group.floor - group.colluders)


def test_the_figures_in_the_documentation_are_computed():
    """Every row of the table in docs/attacks.md is what the function gives."""
    rows = re.findall(r"^\|((?: \d+ \|){5})$", ATTACKS.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == 10
    for row in rows:
        size, floor, colluders, *figures = map(int, re.findall(r"\d+", row))
        group = Group(size, colluders, floor, threshold(size))
        assert figures == [smallest_sum(group, lists=lists) for lists in (False, True)]
