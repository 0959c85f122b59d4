"""Lies to a donor in a `recoverable` round: each refused by name."""

from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from pdd_shared.rounds.checks import LIMITS
from pdd_shared.rounds.recoverable import donor as donors_half
from pdd_shared.rounds.recoverable import server
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.group import DAY, SERVER_KEY, unit
from tests.support.recoverable_group import MemoryRound, memory_round, random_from

GROUP = memory_round(5, 3)
ROSTER = GROUP.roster([0, 1, 3, 4])
SURVIVORS = GROUP.survivors(ROSTER, [0, 1, 3])


def refused(reason: Reason) -> Any:
    """A context in which exactly this refusal is expected."""
    return pytest.raises(Refused, check=lambda refusal: refusal.reason == reason)


def test_two_rosters_for_one_day():
    """A donor that has blinded under a roster refuses every other for that day; the same again gives the same bytes."""
    first = GROUP.context(0, ROSTER)
    with refused(Reason.DAY_SIGNED_BEFORE):
        GROUP.context(0, GROUP.roster([0, 1, 3]), signed_before=first.digest)
    again = GROUP.context(0, ROSTER, signed_before=first.digest)
    vectors = [donors_half.submit(context, GROUP.donors[0], GROUP.secrets(0), unit(0, 7)) for context in (first, again)]
    assert vectors[0] == vectors[1]


@pytest.mark.parametrize("places", [[0, 1, 4], [0, 3, 4], [0, 1, 3, 4]])
def test_two_survivor_lists_for_one_round(places):
    """Both kinds of one member's shares, or a longer list: whoever has revealed for one list refuses every other."""
    _, _, told = GROUP.told(0, ROSTER, SURVIVORS, sent=True)
    with refused(Reason.TOLD_BEFORE):
        GROUP.told(0, ROSTER, GROUP.survivors(ROSTER, places), sent=True, told_before=told)
    assert GROUP.told(0, ROSTER, SURVIVORS, sent=True, told_before=told)[2] == told


def test_a_survivor_list_for_another_roster_after_the_first():
    """The same survivors under another roster are another list: refused once shares were revealed."""
    _, _, told = GROUP.told(0, ROSTER, SURVIVORS, sent=True)
    other = GROUP.roster([0, 1, 3])
    with refused(Reason.TOLD_BEFORE):
        GROUP.told(0, other, GROUP.survivors(other, [0, 1, 3]), sent=True, told_before=told)


def test_one_list_reveals_one_kind_of_each_member():
    """A reveal holds, of each member, its self-mask's share if it survived and else its key's: never both."""
    data = GROUP.reveal(0, ROSTER, SURVIVORS, sent=True)
    assert [data[start] for start in range(0, len(data), donors_half.REVEAL_SIZE)] == [1, 1, 1, 2]
    assert len(data) == 4 * donors_half.REVEAL_SIZE


def test_a_denied_vector():
    """A donor whose vector was confirmed refuses a list without it; one whose vector was not, does not."""
    without = GROUP.survivors(ROSTER, [0, 1, 3])
    with refused(Reason.DENIED_VECTOR):
        GROUP.told(4, ROSTER, without, sent=True)
    assert GROUP.told(4, ROSTER, without, sent=False)


def test_a_smaller_survivor_list():
    """A list below the plan's floor opens too small a sum: refused by who was in the round and by who was not."""
    for place in (0, 2):
        with refused(Reason.GROUP_TOO_SMALL):
            GROUP.told(place, ROSTER, GROUP.survivors(ROSTER, [0, 1]), sent=False)


def test_survivors_that_are_not_in_the_roster():
    """A survivor who never prepared is refused."""
    with refused(Reason.ALTERED_SURVIVORS):
        GROUP.told(0, ROSTER, GROUP.survivors(ROSTER, [0, 1, 2]), sent=True)


def test_survivors_of_another_roster():
    """A list with one survivor who blinded under another roster is refused, by those in the round and those not."""
    signatures = [GROUP.signature(place, ROSTER) for place in (0, 1)]
    elsewhere = GROUP.signature(3, GROUP.roster([0, 1, 3]))
    lie = GROUP.survivors(ROSTER, [0, 1, 3], signatures=(*signatures, elsewhere))
    for place in range(5):
        with refused(Reason.ALTERED_SURVIVORS):
            GROUP.told(place, ROSTER, lie, sent=False)


@pytest.mark.parametrize("order", [[0, 1], [0, 1, 3, 4], [1, 0, 3], [0, 0, 3], []])
def test_survivors_whose_signatures_are_not_theirs(order):
    """Signatures missing, too many, swapped or used twice: refused."""
    signatures = tuple(GROUP.signature(place, ROSTER) for place in order)
    with refused(Reason.ALTERED_SURVIVORS):
        GROUP.told(0, ROSTER, GROUP.survivors(ROSTER, [0, 1, 3], signatures=signatures), sent=True)


def test_a_vector_signed_for_another_roster():
    """The server takes no vector whose sender blinded under another roster than the group's."""
    group = server.Submitting((0, 1, 3, 4), np.zeros(7, dtype=np.uint32))
    elsewhere = GROUP.vector(0, GROUP.roster([0, 1, 3]))
    with refused(Reason.ALTERED_ROSTER):
        GROUP.receive_vector(group, 0, elsewhere, ROSTER)
    assert GROUP.receive_vector(group, 0, GROUP.vector(0, ROSTER), ROSTER).received.keys() == {0}


def test_a_lowered_floor():
    """A plan whose floor is below a donor's own is refused; so is the same round under a lower floor once prepared."""
    low = MemoryRound.of(5, 2, least_group=LIMITS.least_group)
    with refused(Reason.FLOOR_TOO_LOW):
        _ = low.tentatives
    lowered = MemoryRound.of(5, 2)
    with refused(Reason.ALTERED_ROSTER):
        lowered.context(0, lowered.roster([0, 1]), prepared=GROUP.preparations[0][0])


def opened(group: MemoryRound, **changed: Any) -> donors_half.Tentative:
    """The group plan as its first donor checks it."""
    own = group.donors[0].member(SERVER_KEY)
    return donors_half.open_group_plan(
        group.plan, group.group_plan, identity=SERVER_KEY, server_key=SERVER_KEY, own=own, **changed
    )


def test_a_group_too_large_for_its_shares():
    """A group of 256 has no place for the last one's share; 255 is the most."""
    with refused(Reason.COUNT_TOO_LARGE):
        opened(MemoryRound.of(256, 3))
    assert opened(MemoryRound.of(255, 3)).size == 255


def test_a_changed_exchange_key():
    """An identity seen before with another exchange key is refused; with the same one, or never seen, it is not."""
    known = GROUP.donors[3].member(SERVER_KEY)
    with refused(Reason.CHANGED_KEY):
        opened(GROUP, pinned={known.identity: "09" * 32}.get)
    assert opened(GROUP, pinned={known.identity: known.exchange}.get) == opened(GROUP)


def test_a_vector_of_another_width():
    """A vector that does not fit the plan's layout is not blinded."""
    with refused(Reason.WRONG_SIZE):
        donors_half.submit(GROUP.context(0, ROSTER), GROUP.donors[0], GROUP.secrets(0), unit(0, 8))


@pytest.mark.parametrize("days", [-1, 1])
def test_a_plan_for_another_day(days):
    """Only today is prepared: not yesterday, and not a day that has not begun."""
    with refused(Reason.WRONG_DAY):
        today = DAY + timedelta(days=days)
        donors_half.prepare(GROUP.tentatives[0], GROUP.donors[0], GROUP.secrets(0), today, random_from(0))


def test_a_vector_for_a_day_that_is_not_over():
    """No vector is made on the data day itself."""
    with refused(Reason.DAY_NOT_OVER):
        GROUP.context(0, ROSTER, today=DAY)


def test_a_substituted_ephemeral_key():
    """Neither a key nobody signed, nor one its member signed for another group plan, gets into a roster."""
    entries = [GROUP.preparations[place][0] for place in (0, 1, 3)]
    elsewhere = MemoryRound.of(5, 3, group=1).preparations[4][0]
    for lie in (GROUP.preparations[4][0].model_copy(update={"ephemeral": "09" * 32}), elsewhere):
        with refused(Reason.ALTERED_ROSTER):
            GROUP.context(0, GROUP.roster([], members=(*entries, lie)))


def test_an_own_entry_that_was_changed():
    """A second preparation, signed by the donor's own identity but not the one it keeps, is refused."""
    kept = GROUP.preparations[0][0].model_copy(update={"commitment": "09" * 32})
    with refused(Reason.ALTERED_ROSTER):
        GROUP.context(0, ROSTER, prepared=kept)


def test_a_roster_for_another_group_plan():
    """A roster of the same donors under another group plan is refused."""
    other = MemoryRound.of(5, 3, group=1)
    with refused(Reason.FOREIGN_PLAN):
        GROUP.context(0, other.roster([0, 1, 3, 4]))


def test_a_box_of_another_round_gives_nothing():
    """Shares dealt in another group plan don't come out under this one: the same donors, the same places."""
    other = MemoryRound.of(5, 3, group=1)
    data = GROUP.reveal(0, ROSTER, SURVIVORS, sent=True, dealings=other.dealings)
    assert data == bytes(4 * donors_half.REVEAL_SIZE)
