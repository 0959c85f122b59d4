"""The model's homes behave like the real ones: whatever the model refuses, the code refuses."""

from collections.abc import Iterator
from contextlib import nullcontext
from itertools import combinations

import numpy as np
import pytest

from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.journal import Journal, Kind
from pdd_shared.rounds.cohort.masking import sharing as masking
from pdd_shared.rounds.cohort.masking.field import Q
from pdd_shared.rounds.cohort.masking.ring import MaskSeed
from pdd_shared.rounds.cohort.masking.sharing import packed, share_key
from pdd_shared.rounds.cohort.parameters import CommitteeSize
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.cohort.memory_cohort import MemoryCohort
from tests.support.lying_server.linear_view import Kind as Unknown
from tests.support.lying_server.linear_view import Toy, Upload
from tests.support.lying_server.opened_sums import opened, smallest
from tests.support.lying_server.replay import Listed, Telling, open_list
from tests.support.lying_server.stories import (
    PROTOCOL,
    Asked,
    Event,
    Frame,
    Home,
    Kin,
    Role,
    State,
    World,
    events,
    told,
)
from tests.support.lying_server.story_search import last_states, one_tree, sharing, weaker

FOUR, FIVE = MemoryCohort(4), MemoryCohort(5)
OTHER = FOUR.with_plan(reach=100_000)
LISTS = ((FOUR, (0, 1, 2, 3)), (FOUR, (0, 1, 2)), (OTHER, (0, 1, 2, 3)), (FIVE, (0, 1, 2, 3, 4)), (FOUR, (0, 1)))
"""Two lists of one plan, one of another plan, one of another tree, and one below the floor."""
LISTS_THAT_COUNT = (2, 1, 1)
"""Of each plan. With a plan, a home has uploaded, or signed a list: with an upload or without, answered or not."""
TELLING = Telling((FOUR, OTHER, FIVE), tuple(Listed(cohort, homes) for cohort, homes in LISTS))
WORLD = World(
    (sharing(4), sharing(5)),
    (Frame(0, 3), Frame(0, 3), Frame(1, 3)),
    tuple(TELLING.plans.index(cohort) for cohort, _ in LISTS),
    tuple(
        (
            Kin(
                Role.HONEST,
                frozenset({1}) if home == 4 else frozenset({0, 1}),
                frozenset(n for n, (_, homes) in enumerate(LISTS) if home in homes),
            ),
            1,
        )
        for home in range(5)
    ),
)


def certificates(shown: int | None) -> list[bytes]:
    """Return a quorum's certificate for a list, or invalid ones for the first list if there is no quorum."""
    listed = TELLING.lists[shown or 0]
    quorum = listed.cohort.tree_size.committee.quorum
    if shown is not None:
        return [listed.certificate(range(quorum))]
    return [b"", listed.certificate(range(quorum - 1)), listed.certificate([0]) * quorum]


def outcomes(home: int, journal: Journal, event: Event) -> Iterator[Journal | None]:
    """Return a real home's journal after each certificate that it may see, or None where it refuses."""
    for certificate in certificates(event.certificate) if event.asked is Asked.ANSWER else [b""]:
        try:
            yield TELLING.tell(home, journal, event, certificate)
        except Refused:
            yield None


def was_given(home: Home, event: Event) -> bool:
    """Return whether a home did exactly that before, so that it does it again."""
    given = home.given
    done = {Asked.SUBMIT: given.uploads, Asked.CERTIFY: given.signed, Asked.ANSWER: given.answered}[event.asked]
    return event.about in done and (event.asked is not Asked.ANSWER or event.certificate == event.about)


@pytest.mark.parametrize("home", [0, 3])
def test_a_real_home_does_what_the_model_does(home):
    """Told anything in any order, the code refuses where the model does, and else has the model's journal.

    This walks every state that a home can reach with two plans, two trees and five lists.
    """
    kin = WORLD.homes[home][0]
    asked = [event for event in events(WORLD) if event.asked is not Asked.RESTORE]
    seen, waiting = {Home()}, [(Home(), Journal())]
    while waiting:
        state, journal = waiting.pop()
        for event in asked:
            after = told(WORLD, PROTOCOL, kin, state, event)
            for journal_after in outcomes(home, journal, event):
                assert (journal_after is not None) == (after is not None or was_given(state, event)), (state, event)
                if journal_after is not None:
                    assert TELLING.remembered(journal_after) == (after or state).journal
                    if after is not None and after not in seen:
                        seen.add(after)
                        waiting.append((after, journal_after))
    assert len(seen) == 1 + sum(1 + 4 * lists for lists in LISTS_THAT_COUNT)


def test_the_code_counts_a_list_as_the_model_does():
    """A list with any leaves and joiners is certified exactly if its tree entries reach the floor, as in the model."""
    cohort = MemoryCohort(4, appended=2)
    for size in range(7):
        for homes in combinations(range(6), size):
            in_tree = sum(home < 4 for home in homes)
            data = Listed(cohort, homes).data
            with nullcontext() if in_tree >= 3 else pytest.raises(Refused, match="the floor is 3"):
                cohort.certify(1, data)


def a_story(less: int) -> tuple[World, State]:
    """Return a story that opens one honest donor's number with quorums this much lower; home 3 is corrupt."""
    for world in one_tree(sharing(4), (Frame(0, 3),), 1):
        for state in last_states(weaker(world, less)):
            if smallest(opened(weaker(world, less), PROTOCOL, state), partly=False) == 1:
                return weaker(world, less), state
    raise AssertionError("there is no such story")


def people(world: World, state: State) -> list[tuple[Kin, Home]]:
    """Return each home at a story's end, the corrupt one last."""
    rows = zip(world.homes, state, strict=True)
    everybody = [(kin, home) for (kin, _), homes in rows for home, count in homes for _ in range(count)]
    return sorted(everybody, key=lambda person: person[0].role is Role.CORRUPT)


Ending = server.Opening | server.Opened | server.Dropped


def tell(cohort: MemoryCohort, everybody: list[tuple[Kin, Home]], number: int) -> Ending:
    """Play a story's list to the code: its honest homes are shown the list, and the corrupt one signs."""
    homes = tuple(home for home, (kin, _) in enumerate(everybody) if number in kin.listed)
    listed, journals = Listed(cohort, homes), {}
    for home, (kin, end) in enumerate(everybody):
        if kin.role is Role.CORRUPT or number in end.given.signed:
            journals[home] = Journal().with_entries(cohort.certify(home + 1, listed.data).entries)
    certificate = listed.certificate(sorted(journals)[: cohort.tree_size.committee.quorum])
    return open_list(listed, certificate, {home: listed.answer(home, certificate, journals[home]) for home in journals})


def test_the_story_found_for_a_lower_quorum_opens_one_donor_in_the_code(monkeypatch):
    """The attack is real: with a quorum of two of four, the code opens two lists that differ in one honest donor."""
    world, state = a_story(less=1)
    everybody = people(world, state)
    monkeypatch.setattr(CommitteeSize, "quorum", world.trees[0].quorum)
    monkeypatch.setattr(masking, "_shares_matrix", masking._shares_matrix.__wrapped__)  # it is kept by size
    cohort = MemoryCohort(4)
    first, second = (tell(cohort, everybody, number) for number in (0, 1))
    assert isinstance(first, server.Opened)
    assert isinstance(second, server.Opened)
    difference = first.numbers - second.numbers
    signs = [(0 in kin.listed) - (1 in kin.listed) for kin, _ in everybody]
    assert sum(map(abs, signs[:3])) == 1
    assert np.array_equal(difference, sum(sign * cohort.vector(home) for home, sign in enumerate(signs)))


def test_the_same_story_opens_nothing_with_the_true_quorum():
    """With the true quorum the same signatures certify only one of the lists, and nobody answers for the other."""
    everybody = people(*a_story(less=1))
    with pytest.raises(Refused) as refused:
        for number in (0, 1):
            tell(MemoryCohort(4), everybody, number)
    assert refused.value.reason is Reason.BAD_CERTIFICATE


def test_a_home_without_its_list_in_the_journal_certifies_a_second():
    """Without the journal's entry for the list the code signs two lists, and with it one."""
    first, second = TELLING.lists[:2]
    certified = FOUR.certify(1, first.data)
    kept = Journal().with_entries(certified.entries)
    lost = Journal().with_entries(entry for entry in certified.entries if entry.key.kind is not Kind.LIST)
    assert FOUR.certify(1, second.data, lost).signature == second.signature(0)
    with pytest.raises(Refused) as refused:
        FOUR.certify(1, second.data, kept)
    assert refused.value.reason is Reason.TOLD_BEFORE


@pytest.mark.parametrize(("members", "corrupt"), [(4, 1), (7, 2), (7, 0), (12, 3)])
def test_the_toy_shares_as_the_code_does(members, corrupt):
    """The rank test's polynomials give the same shares as the code's."""
    size, seed = CommitteeSize(members, corrupt), MaskSeed(bytes(range(32)))
    shares = share_key(seed.secret(), seed.polynomial_key(), size)
    toy, secrets = Toy(sharing(members, corrupt), columns=size.columns, prime=Q), packed(seed.secret(), size)
    for column in (0, 1, size.columns - 1):
        for place in range(1, members + 1):
            total = 0
            for variable, coefficient in toy.share(Upload(0), column, place).items():
                value = (
                    shares[variable.coordinate[1], column]
                    if variable.kind is Unknown.POLYNOMIAL
                    else secrets.T.ravel()[variable.coordinate[0]]
                )
                total += coefficient * int(value)
            assert total % Q == shares[place - 1, column]
