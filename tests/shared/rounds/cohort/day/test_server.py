"""The server's states of a cohort's day: each row of the transition table, and what each state refuses."""

from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest

from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.lists import check_certificate
from pdd_shared.rounds.cohort.day.member import opened_statement
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.cohort.memory_cohort import CLOSED, DAY, OVER, MemoryCohort, random_from, secrets_of

COHORT = MemoryCohort(7, 1)
QUORUM = COHORT.tree_size.committee.quorum
STATE = COHORT.certifying(range(8))
OPENING = COHORT.opening(STATE)
ANSWER = COHORT.answer(1, OPENING)


def days(number: int) -> date:
    return DAY + timedelta(days=number)


def refusal(function: object, *arguments: object) -> Reason:
    with pytest.raises(Refused) as refused:
        function(*arguments)  # type: ignore[operator]
    return refused.value.reason


def test_uploads_are_taken_once_and_up_to_the_capacity() -> None:
    """An upload is added once, up to the capacity; a resend changes nothing, and batches equal single uploads."""
    full = COHORT.with_plan(capacity=5)
    uploads = [full.upload(home) for home in (3, 0, 6, 7, 2, 1)]
    start = server.Collecting.start(full.frame)
    state, taken = server.receive(start, [*uploads[:2], uploads[0], *uploads[2:]])
    assert [upload.leaf.index for upload in taken] == [3, 0, 6, 7, 2]
    assert (len(state.entries), state.uploads_in_tree) == (5, 4)
    one_by_one = start
    for upload in uploads:
        one_by_one, _ = server.receive(one_by_one, [upload])
    assert one_by_one.entries == state.entries
    assert np.array_equal(one_by_one.sums.ciphertext, state.sums.ciphertext)
    assert not start.entries


def test_an_upload_of_another_context_is_not_added() -> None:
    """A batch with an upload that was read for another context is an error, because it would spoil the sum."""
    other = replace(COHORT.upload(1), context=b"o" * 32)
    start = server.Collecting.start(COHORT.frame)
    with pytest.raises(ValueError, match="another context"):
        server.receive(start, [COHORT.upload(0), other])
    with pytest.raises(ValueError, match="another context"):
        server.receive(start, [COHORT.with_plan(capacity=100).upload(0)])
    upload = COHORT.upload(1)
    same = replace(upload, context=bytes(bytearray(upload.context)))  # equal bytes that were read a second time
    assert server.receive(start, [same])[1] == (same,)


def test_an_upload_of_another_cohort_is_refused() -> None:
    """An upload of another cohort or sub-cohort is refused, because no member would certify its list."""
    draw = Draw(b"r" * 32, 8194)
    frame = replace(COHORT.frame, plan=COHORT.plan.model_copy(update={"cohorts": 2 * COHORT.plan.cohorts}))
    state = server.Collecting.start(frame)
    own, other = int(draw.members_of(0)[0]), int(draw.members_of(1)[0])
    server.admit(state, own, draw)
    assert refusal(server.admit, state, other, draw) == Reason.WRONG_COHORT
    halves = COHORT.plan.cohorts[0].model_copy(update={"sub_cohorts": 2})
    divided = replace(frame, plan=frame.plan.model_copy(update={"cohorts": (halves, halves)}))
    dealt = draw.sub_cohort_of(own, DAY, 2)
    server.admit(server.Collecting.start(replace(divided, sub_cohort=dealt)), own, draw)
    other_half = server.Collecting.start(replace(divided, sub_cohort=1 - dealt))
    assert refusal(server.admit, other_half, own, draw) == Reason.WRONG_COHORT


def test_nobody_else_is_admitted_to_a_full_cohort() -> None:
    """A full cohort admits nobody new, but a donor on the list may send again to get its receipt."""
    draw, full = COHORT.place(0).draw, replace(COHORT.frame, plan=COHORT.plan.model_copy(update={"capacity": 2}))
    state = replace(COHORT.collected([0, 1]), frame=full)
    server.admit(state, 1, draw)
    assert refusal(server.admit, state, 2, draw) == Reason.COHORT_FULL


def test_a_window_closes_with_the_list_it_waits_for() -> None:
    """A window closes after the earliest close, as soon as it has as many donors of the tree as it waits for."""
    enough = COHORT.collected(range(5))
    assert server.close(enough, days(2), 5) is enough
    closed = server.close(enough, days(3), 5)
    assert isinstance(closed, server.Certifying)
    assert [leaf for leaf, _ in closed.listed.pairs] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("awaited", [0, 7])
def test_a_list_below_the_floor_is_lost(awaited: int) -> None:
    """A list below the floor is lost on the last night and not before; appended donors do not count for the floor."""
    few = COHORT.collected([0, 1, 2, 7])
    assert server.close(few, days(7), awaited) is few
    assert server.close(few, days(8), awaited) == server.Lost()


def test_a_window_waits_two_nights() -> None:
    """A window waits two nights from the first night on which it could have closed with its floor met."""
    few = COHORT.collected(range(3))
    assert server.close(few, days(4), 6) is few
    first, _ = server.receive(few, [COHORT.upload(3)])
    for night in (5, 6):
        waiting = server.close(first, days(night), 6)
        assert waiting == replace(first, floor_reached_on=days(5))
        first = waiting
    assert isinstance(server.close(first, days(7), 6), server.Certifying)


def test_uploads_do_not_start_the_wait_again() -> None:
    """Later uploads do not move the night on which the floor was met, but may complete the list that is waited for."""
    waiting = server.close(COHORT.collected(range(4)), days(3), 6)
    assert isinstance(waiting, server.Collecting)
    more, _ = server.receive(waiting, [COHORT.upload(4)])
    assert isinstance(server.close(more, days(4), 6), server.Collecting)
    assert isinstance(server.close(more, days(4), 5), server.Certifying)
    assert isinstance(server.close(more, days(5), 6), server.Certifying)


def test_no_window_waits_past_its_last_night() -> None:
    """A window that meets its floor on the last night closes, however long a list it waits for."""
    enough = COHORT.collected(range(4))
    assert isinstance(server.close(enough, days(7), 7), server.Collecting)
    assert isinstance(server.close(enough, days(8), 7), server.Certifying)


def test_a_list_has_the_keys_of_the_appended_alone() -> None:
    """A list is sorted by leaf, has the first nonce of each donor, and the keys of appended donors alone."""
    closed = server.close(COHORT.collected([7, 3, 0, 2, 1]), CLOSED, 0)
    assert isinstance(closed, server.Certifying)
    assert [leaf for leaf, _ in closed.listed.pairs] == [0, 1, 2, 3, 7]
    assert closed.listed.appended == (COHORT.leaf(7),)
    assert dict(closed.listed.pairs)[7] == COHORT.upload(7).nonce


def test_a_quorum_of_signatures_certifies() -> None:
    """The last signature of a quorum moves the state on, and its certificate passes a member's check."""
    state: server.Certifying | server.Opening = STATE
    for place in range(7, 7 - QUORUM, -1):
        assert isinstance(state, server.Certifying)
        signature = COHORT.certify(place, STATE.listed.encoded).signature
        state = server.receive_signature(state, place, signature)
        if isinstance(state, server.Certifying):
            again = server.receive_signature(state, place, signature)
            assert again == state
    assert isinstance(state, server.Opening)
    check_certificate(state.certificate, COHORT.frame.context, STATE.digest, COHORT.committee, QUORUM)


def test_a_signature_counts_for_one_member_and_one_list() -> None:
    """A signature by another member, or for another list, is refused."""
    good = COHORT.certify(1, STATE.listed.encoded).signature
    other = COHORT.certify(1, COHORT.certifying(range(5)).listed.encoded).signature
    assert refusal(server.receive_signature, STATE, 2, good) == Reason.BAD_SIGNATURE
    assert refusal(server.receive_signature, STATE, 1, other) == Reason.BAD_SIGNATURE


@pytest.mark.parametrize("place", [-1, 0, 8, 106])
def test_a_place_outside_the_committee_is_refused(place: int) -> None:
    """A place outside the committee is refused: one member could otherwise sign for many places."""
    signature = COHORT.certify(1, STATE.listed.encoded).signature
    assert refusal(server.receive_signature, STATE, place, signature) == Reason.WRONG_COMMITTEE
    assert refusal(server.receive_answer, OPENING, place, ANSWER) == Reason.WRONG_COMMITTEE


def test_one_member_has_one_place() -> None:
    """A signature or answer is checked with the key of the place that it names."""
    secrets, signature = secrets_of(COHORT.committee[0].index), COHORT.certify(1, STATE.listed.encoded).signature
    words = ANSWER[:-64]
    said = opened_statement(COHORT.frame.context, OPENING.digest, 2, words)
    lie = words + secrets.signing.sign(said).signature
    assert refusal(server.receive_signature, STATE, 2, signature) == Reason.BAD_SIGNATURE
    assert refusal(server.receive_answer, OPENING, 2, lie) == Reason.BAD_SIGNATURE


def test_a_frame_is_of_a_part_and_a_committee_that_the_plan_has() -> None:
    """A state for a cohort, sub-cohort or committee size that the plan does not have is an error."""
    for changed in ({"cohort": 1}, {"cohort": -1}, {"sub_cohort": 1}, {"sub_cohort": -1}):
        with pytest.raises(ValueError, match="no sub-cohort"):
            replace(COHORT.frame, **changed)
    with pytest.raises(ValueError, match="members"):
        replace(COHORT.frame, committee=COHORT.committee[:-1])


def test_a_list_that_nobody_certified_is_dropped() -> None:
    """A list without a certificate is dropped after the last day for answers, and not on it."""
    assert server.expire(STATE, days(21)) is STATE
    assert server.expire(STATE, days(22)) == server.Dropped()


def test_an_answer_counts_once() -> None:
    """A resent answer changes nothing; each answer is kept under the member's place."""
    after = server.receive_answer(OPENING, 1, ANSWER)
    assert list(after.answers) == [1]
    assert server.receive_answer(after, 1, ANSWER) is after


@pytest.mark.parametrize("data", [b"", ANSWER[:-1], ANSWER + b"\0", b"\xff" * 4 + ANSWER[4:]])
def test_a_malformed_answer_is_refused(data: bytes) -> None:
    """An answer that is not exactly K field elements and a signature is refused."""
    assert refusal(server.receive_answer, OPENING, 1, data) == Reason.WRONG_SIZE


def test_an_answer_is_signed_for_its_place_and_list() -> None:
    """An answer that was changed, or signed by another member or for another list, is refused."""
    changed = bytes([ANSWER[0] ^ 1]) + ANSWER[1:]
    other = COHORT.opening(COHORT.certifying(range(6)))
    for data, place in ((changed, 1), (ANSWER, 2), (COHORT.answer(1, other), 1)):
        assert refusal(server.receive_answer, OPENING, place, data) == Reason.BAD_SIGNATURE


def test_a_second_answer_that_differs_is_refused() -> None:
    """A second, different answer of a member is refused: the member lied at least once."""
    after = server.receive_answer(OPENING, 1, ANSWER)
    lied = replace(after, answers={1: after.answers[1] ^ np.uint64(1)})
    assert refusal(server.receive_answer, lied, 1, ANSWER) == Reason.DIFFERENT_ANSWER


def test_a_small_committee_opens_with_its_quorum() -> None:
    """In a small committee, where corrupt members can't choose a key, the first night with a sound sum opens the
    day.
    """
    opened = server.open_sum(COHORT.answered(OPENING, range(1, QUORUM + 1)), CLOSED, random_from(1))
    assert isinstance(opened, server.Opened)
    assert opened.uploads == 8
    assert len(opened.decoys()) == 3
    assert all(len(decoys) == 64 for decoys in opened.decoys())


def test_a_lie_waits_for_more_answers() -> None:
    """A sum that is not sound stays closed while members may answer, and opens once further answers locate the lie."""
    full = COHORT.answered(OPENING, range(1, 8))
    few = {place: full.answers[place] ^ np.uint64(place == 1) for place in range(1, QUORUM + 1)}
    waiting = server.open_sum(replace(full, answers=few), CLOSED, random_from(1))
    assert isinstance(waiting, server.Opening)
    more = {**few, 6: full.answers[6], 7: full.answers[7]}
    opened = server.open_sum(replace(waiting, answers=more), CLOSED + timedelta(days=1), random_from(1))
    assert isinstance(opened, server.Opened)
    assert opened.wrong == {1}


def test_a_day_without_a_sound_sum_is_dropped() -> None:
    """A day without a sound sum is dropped and charged after the last day; it is called spoilt only if a quorum
    answered.
    """
    full = COHORT.answered(OPENING, range(1, QUORUM + 1))
    bad = replace(full, answers={**full.answers, 1: full.answers[1] ^ np.uint64(1)})
    few = replace(full, answers={place: full.answers[place] for place in range(1, QUORUM)})
    assert server.open_sum(bad, days(21), random_from(1)) == bad
    assert server.open_sum(bad, OVER, random_from(1)) == server.Dropped(spoilt=True)
    assert server.open_sum(few, OVER, random_from(1)) == server.Dropped(spoilt=False)
