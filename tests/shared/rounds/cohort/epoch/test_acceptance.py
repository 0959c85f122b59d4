"""Which epochs and places a home accepts, against everything that a lying server could try."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.epoch.acceptance import (
    KnownEpoch,
    accept_epoch,
    accept_reset,
    check_published,
    holds,
    last_data_day,
    last_day,
    open_online_key,
    open_receipt,
)
from pdd_shared.rounds.cohort.epoch.draws import Draw, committee_digest
from pdd_shared.rounds.cohort.epoch.places import Place, duties, open_cohort, open_committee, open_place
from pdd_shared.rounds.cohort.epoch.schedule import due, due_after_reset, first_epoch_size, number_after_reset
from pdd_shared.rounds.cohort.epoch.tickets import erase_after
from pdd_shared.rounds.cohort.epoch.tree import Leaf, Tree
from pdd_shared.rounds.cohort.messages import Epoch, OnlineKey, Reset, TicketReceipt
from pdd_shared.rounds.refusals import Reason, Refused
from tests.shared.rounds.cohort.epoch.test_tree import leaf, tree_of

IDENTITY, ONLINE, FOREIGN = (SigningKey(bytes([number]) * 32) for number in (1, 2, 3))
SERVER, ONLINE_KEY = IDENTITY.verify_key.encode(), ONLINE.verify_key.encode()
START, LAST, LATER = date(2026, 11, 2), date(2026, 12, 2), date(2027, 12, 2)
TICKET = b"t" * 32


def days(number: int) -> timedelta:
    """Return so many days."""
    return timedelta(days=number)


def signed(message, key=ONLINE) -> Signed:
    """Return a message as the server signs it."""
    return sign(message, key)


def epoch(number=5, start=START, size=100, root="aa" * 32, reset=0, server=SERVER) -> Epoch:
    """Return an epoch of the server."""
    return Epoch(server=server.hex(), number=number, start=start, size=size, root=root, reset=reset)


def receipt(number=5, index=None, ticket=TICKET, server=SERVER, reset=0) -> TicketReceipt:
    """Return a receipt for the home's ticket."""
    return TicketReceipt(server=server.hex(), ticket=ticket.hex(), epoch=number, index=index, reset=reset)


def reset(number=1, day=START, server=SERVER) -> Reset:
    """Return a reset of the server."""
    return Reset(server=server.hex(), number=number, day=day)


KNOWN = KnownEpoch.of(epoch())


def accept(message, known=KNOWN, *, today=LATER, same_number=None, **more) -> Epoch:
    """Accept an epoch in a home whose last one is number 5, a long time later."""
    return accept_epoch(
        signed(message),
        server=SERVER,
        online_key=ONLINE_KEY,
        today=today,
        known=known,
        same_number=same_number,
        **{**dict.fromkeys(("receipt", "ticket_made", "reset", "signed_until")), **more},
    )


def refusal(call, *args, **named) -> Reason:
    """Return why this is refused."""
    with pytest.raises(Refused) as refused:
        call(*args, **named)
    return refused.value.reason


# Keys and receipts


def online(first=START, last=LAST, server=SERVER) -> OnlineKey:
    """Return the statement of the server's identity about its online key."""
    return OnlineKey(server=server.hex(), key=ONLINE_KEY.hex(), first=first, last=last)


def test_an_online_key_is_valid_on_its_days():
    """An online key is valid from the first to the last day that the identity key vouches for."""
    for today in (START, START + days(30)):
        assert open_online_key(signed(online(), IDENTITY), SERVER, today) == ONLINE_KEY
    for today in (START - days(1), START + days(31)):
        assert refusal(open_online_key, signed(online(), IDENTITY), SERVER, today) == Reason.BAD_SIGNATURE


def test_an_online_key_is_of_this_server():
    """A statement by another key, for another server or of another kind does not vouch for an online key."""
    for message, key in ((online(), FOREIGN), (online(server=TICKET), IDENTITY), (epoch(), IDENTITY)):
        assert refusal(open_online_key, signed(message, key), SERVER, START) == Reason.BAD_SIGNATURE


def opened_receipt(message, known=KNOWN, key=ONLINE, promised=None, held=None) -> TicketReceipt:
    """Open the receipt for the home's ticket; `held` is the reset that the home journalled."""
    keys = {"server": SERVER, "online_key": ONLINE_KEY}
    return open_receipt(signed(message, key), **keys, ticket=TICKET, known=known, promised=promised, reset=held)


def test_a_receipt_names_the_ticket():
    """A receipt counts only for the ticket that was sent, and under the online key."""
    assert opened_receipt(receipt(6)) == receipt(6)
    assert refusal(opened_receipt, receipt(6, ticket=b"u" * 32)) == Reason.NOT_A_MEMBER
    assert refusal(opened_receipt, receipt(6), key=IDENTITY) == Reason.BAD_SIGNATURE
    assert refusal(opened_receipt, receipt(6, server=TICKET)) == Reason.FOREIGN_EPOCH


def test_a_receipt_names_the_last_reset():
    """A receipt under a lower reset is refused, and one under a higher reset needs the announcement first."""
    first = reset(1)
    for wrong, held in ((0, first), (2, first), (1, None)):
        assert refusal(opened_receipt, receipt(6, reset=wrong), held=held) == Reason.FOREIGN_EPOCH
    assert opened_receipt(receipt(6, reset=1), held=first).reset == 1
    assert opened_receipt(receipt(6, reset=1), KnownEpoch.of(epoch(reset=1))).reset == 1


def test_a_home_has_one_leaf_an_epoch():
    """With a receipt for the tree of epoch 6, no other ticket of the home is appended to epoch 6, but one may be to
    epoch 7.
    """
    promised = receipt(6, ticket=b"u" * 32)
    assert refusal(opened_receipt, receipt(6, index=100), promised=promised) == Reason.NOT_A_MEMBER
    assert refusal(opened_receipt, receipt(6, index=100), known=None, promised=promised) == Reason.NOT_A_MEMBER
    assert opened_receipt(receipt(7, index=100), promised=promised).index == 100


def test_a_receipt_promises_a_tree_to_come():
    """A receipt for a place in an existing tree is refused, and a home with a place is not appended to the same
    epoch.
    """
    for number in (4, 5):
        assert refusal(opened_receipt, receipt(number)) == Reason.FOREIGN_EPOCH
    assert refusal(opened_receipt, receipt(4, index=100)) == Reason.FOREIGN_EPOCH
    assert refusal(opened_receipt, receipt(5, index=100)) == Reason.NOT_A_MEMBER
    assert opened_receipt(receipt(6, index=100)).index == 100
    assert opened_receipt(receipt(5, index=100), known=None).index == 100
    assert opened_receipt(receipt(4), known=None).epoch == 4


# Epochs


def test_the_first_epoch_is_accepted():
    """A new home accepts the epoch that it is shown, once it has begun."""
    assert accept(epoch(), known=None, today=START) == epoch()
    assert refusal(accept, epoch(), known=None, today=START - days(1)) == Reason.TOO_SOON


@pytest.mark.parametrize(("later", "size"), [(7, 100), (7, 4), (1, 120), (70, 50)])
def test_a_week_or_growth_by_a_fifth_is_enough(later, size):
    """After 7 days the tree may have any size; a tree that grew by a fifth may come the next day."""
    following = epoch(6, START + days(later), size)
    assert accept(following, today=following.start) == following


@pytest.mark.parametrize(("later", "size"), [(6, 100), (6, 119), (1, 119), (0, 200), (-7, 200)])
def test_otherwise_an_epoch_is_too_soon(later, size):
    """An epoch is too soon after 6 days, or after growth by less than a fifth, or if it begins with the last one or
    earlier.
    """
    assert refusal(accept, epoch(6, START + days(later), size)) == Reason.TOO_SOON


def test_no_epoch_begins_in_the_future():
    """An epoch that begins in the future is refused: the server could serve next week's tree today."""
    following = epoch(6, START + days(7))
    assert refusal(accept, following, today=START + days(6)) == Reason.TOO_SOON
    assert accept(following, today=START + days(7)) == following


def taken(message, known, **more) -> bool:
    """Return whether a home accepts an epoch, and check that a refused one is too soon."""
    try:
        accept(message, known, **more)
    except Refused as refused:
        if refused.reason != Reason.TOO_SOON:
            raise
        return False
    return True


def test_epochs_offered_every_night():
    """A server that offers a tree each night gets one accepted each week, whatever start dates it states."""
    known, accepted = KNOWN, []
    for night in range(1, 29):
        for stated in range(night + 2):
            offered = epoch(known.number + 1, START + days(stated))
            if taken(offered, known, today=START + days(night)):
                known = KnownEpoch.of(offered)
                accepted.append(night)
    assert accepted == [7, 14, 21, 28]


def test_trees_in_stock_do_not_serve_night_by_night():
    """An old first epoch gives a server no stock of trees: the next one begins after the days already used."""
    first = epoch(0, START - days(700))
    known, signed_until, accepted = KnownEpoch.of(first), START, []
    for night in range(1, 29):
        today = START + days(night)
        for stated in (today, known.start + days(7)):
            offered = epoch(known.number + 1, stated)
            if taken(offered, known, today=today, signed_until=signed_until):
                known = KnownEpoch.of(offered)
                accepted.append(night)
        signed_until = today
    assert accepted == [1, 8, 15, 22]


def test_an_epoch_begins_after_the_days_signed_for():
    """An epoch begins after the data days that the home signed for, so no second tree can claim one of them."""
    following = epoch(6, START + days(7))
    assert refusal(accept, following, signed_until=START + days(7)) == Reason.TOO_SOON
    assert accept(following, signed_until=START + days(6)) == following


def test_numbers_may_be_skipped_but_do_not_go_back():
    """A home that was away skips epoch numbers, but a number at or below the last one is refused."""
    assert accept(epoch(9, START + days(30))).number == 9
    assert refusal(accept, epoch(4, START + days(30))) == Reason.TWO_EPOCHS
    assert refusal(accept, epoch(5, START + days(30))) == Reason.TWO_EPOCHS


@pytest.mark.parametrize("change", [{"root": "bb" * 32}, {"size": 101}, {"start": START + days(1)}, {"reset": 1}])
def test_a_number_names_one_epoch(change):
    """The same epoch may be shown again at any time; a different one under its number is refused."""
    assert accept(epoch(), same_number=KNOWN) == epoch()
    assert refusal(accept, epoch(**change), same_number=KNOWN, reset=reset()) == Reason.TWO_EPOCHS
    assert refusal(accept, epoch(**change), known=None, same_number=KNOWN) == Reason.TWO_EPOCHS


def test_an_epoch_is_of_this_server():
    """An epoch signed by another key, of another kind or of another server is refused."""
    assert refusal(accept, epoch(server=TICKET)) == Reason.FOREIGN_EPOCH
    assert refusal(accept, receipt()) == Reason.BAD_SIGNATURE
    for key in (IDENTITY, FOREIGN):
        assert (
            refusal(
                accept_epoch,
                signed(epoch(), key),
                server=SERVER,
                online_key=ONLINE_KEY,
                today=START,
                known=None,
                same_number=None,
                receipt=None,
                ticket_made=None,
                reset=None,
                signed_until=None,
            )
            == Reason.BAD_SIGNATURE
        )


# A receipt's epoch first


def test_the_epoch_of_the_receipt_comes_first():
    """A home with a receipt for epoch 6 accepts no later epoch first, so the server cannot leave its ticket out."""
    later = epoch(7, START + days(14))
    assert refusal(accept, later, receipt=receipt(6)) == Reason.DENIED_TICKET
    assert refusal(accept, later, known=None, receipt=receipt(6)) == Reason.DENIED_TICKET
    promised = accept(epoch(6, START + days(7)), receipt=receipt(6))
    assert accept(later, KnownEpoch.of(promised), receipt=receipt(6)) == later


def test_other_receipts_do_not_wait():
    """A receipt for an appended ticket, or for a later tree, holds up no epoch."""
    later = epoch(7, START + days(14))
    for held in (receipt(7), receipt(8), receipt(6, index=100), receipt(5, index=100)):
        assert accept(later, receipt=held) == later


def test_a_reset_makes_older_receipts_void():
    """A receipt from before a reset holds up no epoch, because the restored server lost tickets; a later one does."""
    first, held = epoch(9, START + days(7), reset=1), reset(1, START + days(6))
    assert accept(first, receipt=receipt(6), reset=held) == first
    assert refusal(accept, first, receipt=receipt(6, reset=1), reset=held) == Reason.DENIED_TICKET
    assert refusal(accept, epoch(9, START + days(7)), receipt=receipt(6)) == Reason.DENIED_TICKET


def test_a_receipt_lapses_after_28_days():
    """A receipt holds up later epochs until the 27th day after its ticket; after that no epoch of it can be used."""
    later = epoch(7, START + days(14))
    for age, denied in ((0, True), (27, True), (28, False), (300, False)):
        given = {"receipt": receipt(6), "ticket_made": LATER - days(age)}
        if denied:
            assert refusal(accept, later, **given) == Reason.DENIED_TICKET
        else:
            assert accept(later, **given) == later


# What is published


def published(message, own=None, key=ONLINE) -> None:
    """Compare the home's epoch with the published one."""
    found = check_published(signed(message, key), own or epoch(), server=SERVER, online_key=ONLINE_KEY)
    assert found.epoch == (own or epoch())


def test_a_home_compares_its_tree_with_the_published_one():
    """A published epoch with another number, size, root, first day or reset is refused as a second one."""
    published(epoch())
    for change in ({"number": 6}, {"size": 101}, {"root": "bb" * 32}, {"root": "bb" * 32, "start": START + days(1)}):
        assert refusal(published, epoch(**change)) == Reason.TWO_COMMITTEES
    for change in ({"start": START + days(1)}, {"reset": 1}):
        assert refusal(published, epoch(**change)) == Reason.TWO_EPOCHS


def test_the_published_epoch_is_the_servers():
    """A published epoch counts only with the server's signature, which makes it evidence."""
    assert refusal(published, epoch(server=TICKET)) == Reason.FOREIGN_EPOCH
    assert refusal(published, receipt()) == Reason.BAD_SIGNATURE
    assert refusal(published, epoch(), key=FOREIGN) == Reason.BAD_SIGNATURE


# Its days


def test_an_epoch_holds_14_days():
    """An epoch ends after 14 days, or on the day before the next one in which the home has a place."""
    held = [day for day in dates(START - days(3), START + days(30)) if holds(START, None, day)]
    assert held == dates(START, START + days(13))
    for later, last in ((1, 0), (7, 6), (13, 12), (14, 13), (20, 13)):
        assert last_day(START, START + days(later)) == START + days(last)
        assert holds(START, START + days(later), START + days(last))
        assert not holds(START, START + days(later), START + days(last + 1))


@given(st.integers(1, 60) | st.none(), st.integers(-40, 40))
def test_data_day_d_belongs_to_the_epoch_that_holds_the_day_after(later, offset):
    """Data day D belongs to the epoch that holds D + 1, and to no other."""
    following, day = None if later is None else START + days(later), START + days(offset)
    belongs = holds(START, following, day + days(1))
    assert belongs == (START - days(1) <= day <= last_data_day(START, following))
    assert not (belongs and following is not None and holds(following, None, day + days(1)))


def test_ticket_secrets_are_erased_though_no_epoch_follows():
    """Without another epoch, a ticket's secrets are erased 33 days after the epoch's first; earlier if one began
    early.
    """
    assert erase_after(last_data_day(START, None)) == START + days(12 + 21)
    assert erase_after(last_data_day(START, START + days(100))) == START + days(12 + 21)
    assert erase_after(last_data_day(START, START + days(7))) == START + days(5 + 21)


# Resets


def test_a_reset_lets_one_epoch_begin_early():
    """After a restore the first new epoch may begin before a week is over, and the second may not."""
    for day in (START, START + days(2), START + days(3)):
        first = accept(epoch(9, START + days(3), reset=1), reset=reset(1, day))
        second = epoch(10, START + days(4), reset=1)
        assert refusal(accept, second, KnownEpoch.of(first), reset=reset(1, day)) == Reason.TOO_SOON


def test_an_epoch_names_the_announced_reset():
    """An epoch with a higher reset needs that reset's announcement, and one with a lower reset is refused."""
    later = START + days(7)
    assert refusal(accept, epoch(6, later, reset=1)) == Reason.FOREIGN_EPOCH
    assert refusal(accept, epoch(6, later, reset=2), reset=reset(1)) == Reason.FOREIGN_EPOCH
    assert refusal(accept, epoch(6, later, reset=0), reset=reset(1)) == Reason.FOREIGN_EPOCH
    restored = KnownEpoch.of(epoch(reset=2))
    for wrong in (0, 1, 3):
        assert refusal(accept, epoch(6, later, reset=wrong), restored) == Reason.FOREIGN_EPOCH
    assert refusal(accept, epoch(6, later, reset=1), restored, reset=reset(1)) == Reason.FOREIGN_EPOCH
    assert accept(epoch(6, later, reset=2), restored).reset == 2


@pytest.mark.parametrize("day", [START - days(1), START + days(4)])
def test_a_reset_lies_between_the_trees(day):
    """A reset that allows an early epoch lies after the last epoch's first day and not after the new one's."""
    assert refusal(accept, epoch(6, START + days(3), reset=1), reset=reset(1, day)) == Reason.TOO_SOON


def test_resets_announced_every_night():
    """A server that resets each night gets more trees, but none with a data day that homes answer for a day later."""
    known, held, answered = KNOWN, None, set()
    for night in range(1, 15):
        today = START + days(night)
        held = accept_reset(signed(reset(night, today)), server=SERVER, online_key=ONLINE_KEY, today=today, known=held)
        # What the last tree still serves: data days from the reset on whose next day lies before today's new tree.
        answered |= {day for day in dates(known.start - days(1), today - days(2)) if day >= held.day}
        known = KnownEpoch.of(accept(epoch(5 + night, today, reset=night), known, today=today, reset=held))
    assert not answered


def test_a_reset_a_night_buys_a_tree_a_night():
    """The rule's limit: a liar that opens each data day on the next day can get a tree a night with backdated
    resets.
    """
    known, held = KNOWN, None
    for night in range(1, 15):
        today, signed_until = START + days(night), known.start
        keys = {"server": SERVER, "online_key": ONLINE_KEY, "today": today}
        held = accept_reset(signed(reset(night, known.start)), **keys, known=held)
        following = epoch(5 + night, today, reset=night)
        known = KnownEpoch.of(accept(following, known, today=today, reset=held, signed_until=signed_until))
        assert held.day <= today - days(1)  # the data day that the new tree serves first


def dates(first: date, last: date) -> list[date]:
    """Return the days from the first to the last."""
    return [first + days(number) for number in range((last - first).days + 1)]


def accepted_reset(message, known=None, today=START) -> Reset:
    """Accept a reset in a home that knows another one."""
    return accept_reset(signed(message), server=SERVER, online_key=ONLINE_KEY, today=today, known=known)


def test_resets_count_up():
    """A reset needs a higher number and no earlier day than the last one; the same one may be shown again."""
    first = reset(1, START - days(3))
    assert accepted_reset(first) == first
    assert accepted_reset(first, first) == first
    assert accepted_reset(reset(3), first) == reset(3)
    for wrong in (reset(1), reset(2, START - days(4)), reset(2, START + days(1)), reset(2, server=TICKET)):
        assert refusal(accepted_reset, wrong, first) == Reason.FOREIGN_EPOCH
    assert refusal(accepted_reset, first, reset(2)) == Reason.FOREIGN_EPOCH
    assert refusal(accepted_reset, epoch()) == Reason.BAD_SIGNATURE


# Places


def place_in(size=300, index=7, *, appended=False, **more) -> Place:
    """Open the place of the home with this index in a tree of so many leaves, with parts of what it is shown
    altered.
    """
    tree: Tree = more.pop("tree", None) or tree_of(size)
    message = more.pop("epoch", None) or epoch(size=tree.size, root=tree.root.hex())
    draw = Draw(bytes.fromhex(message.root), message.size)
    drawn = draw.committee(draw.cohort_of(index))
    shown = {
        "own": leaf(index),
        "receipt": receipt(index=index if appended else None),
        "committee": [tree.leaves[member] for member in drawn],
        "proof": tree.prove({*drawn} if appended else {*drawn, min(index, size - 1)}),
        "server": SERVER,
        "placed": None,
    }
    return open_place(message, **{**shown, **more})


@pytest.mark.parametrize(("size", "index"), [(4, 0), (10, 9), (256, 3), (257, 250), (300, 7), (9000, 8000)])
def test_a_home_finds_its_place(size, index):
    """From 4 leaves to several cohorts, a home finds its cohort, its committee and the places at which it serves."""
    place = place_in(size, index)
    draw = Draw(tree_of(size).root, size)
    assert place.cohort == draw.cohort_of(index)
    assert [member.index for member in place.committee] == list(draw.committee(place.cohort))
    assert place.committee_digest == committee_digest(draw.root, place.cohort, place.committee)
    assert place.places == tuple(p for cohort, p in duties(draw, index) if cohort == place.cohort)


def test_duties_are_all_committees():
    """Each committee member finds its own place, and a leaf may serve several cohorts."""
    draw = Draw(bytes(32), 9000)
    served: dict[int, list[tuple[int, int]]] = {}
    for cohort in range(draw.tree_size.cohorts):
        for number, index in enumerate(draw.committee(cohort), start=1):
            served.setdefault(index, []).append((cohort, number))
    assert max(map(len, served.values())) > 1
    for index in (*sorted(served, key=lambda index: len(served[index]))[-5:], *list(served)[:10]):
        assert list(duties(draw, index)) == served[index]
    assert duties(draw, next(index for index in range(9000) if index not in served)) == ()


def outsider(size=300) -> int:
    """Return a leaf that is not on the committee of its tree's only cohort."""
    drawn = Draw(tree_of(size).root, size).committee(0)
    return next(index for index in range(size) if index not in drawn)


@pytest.mark.parametrize("member", [True, False])
def test_the_own_index_with_a_foreign_key_is_a_denied_ticket(member):
    """A tree with somebody else's key at the home's index is refused: it does not contain the home's ticket."""
    index = Draw(tree_of(300).root, 300).committee(0)[0] if member else outsider()
    assert refusal(place_in, 300, index, own=leaf(index, other=1)) == Reason.DENIED_TICKET


def test_an_index_is_as_the_receipt_says():
    """A ticket of the tree has the receipt's index below the size; an appended one has it at or past the size."""
    assert refusal(place_in, 300, 300) == Reason.DENIED_TICKET
    assert refusal(place_in, 300, 7, receipt=receipt(index=7)) == Reason.DENIED_TICKET
    assert refusal(place_in, 300, 7, receipt=receipt(index=300)) == Reason.DENIED_TICKET
    assert refusal(place_in, 300, 301, appended=True, receipt=receipt(index=300)) == Reason.DENIED_TICKET
    assert refusal(place_in, 300, 300, appended=True, receipt=receipt()) == Reason.DENIED_TICKET


@pytest.mark.parametrize("index", [300, 5000, 2**32 - 1])
def test_an_appended_home_has_a_cohort_and_serves_nowhere(index):
    """An appended home shares its key with the committee of its cohort, and serves on none."""
    place = place_in(300, index, appended=True)
    assert place.leaf.index == index
    assert place.places == ()
    assert len(place.committee) == 256


def test_a_place_is_in_the_epoch_of_the_receipt():
    """A receipt for another epoch or another server opens no place."""
    assert refusal(place_in, receipt=receipt(6)) == Reason.FOREIGN_EPOCH
    assert refusal(place_in, receipt=receipt(server=TICKET)) == Reason.FOREIGN_EPOCH
    assert refusal(place_in, server=TICKET) == Reason.FOREIGN_EPOCH
    assert refusal(place_in, receipt=receipt(reset=1)) == Reason.FOREIGN_EPOCH


def test_a_home_has_one_place_in_an_epoch():
    """A home may open its place again with the same leaf; another leaf would allow a second upload a day."""
    assert place_in(placed=leaf(7)) == place_in()
    for other in (leaf(8), leaf(7, other=1), leaf(300)):
        assert refusal(place_in, placed=other) == Reason.NOT_A_MEMBER


@pytest.mark.parametrize("size", [10, 300])
def test_the_committee_is_the_one_drawn(size):
    """A committee with a member left out, added, moved, exchanged or given another key is refused."""
    right = list(place_in(size).committee)
    away = outsider(size) if size > 256 else size
    first, second, *rest = right
    for wrong in (
        right[:-1],
        [*right, leaf(away)],
        [second, first, *rest],
        [first, first, *rest],
        [first, leaf(away), *rest],
        [],
    ):
        assert refusal(place_in, size, committee=wrong) == Reason.WRONG_COMMITTEE
    stranger = next(member for member in right if member.index != right[0].index)
    altered = [leaf(member.index, other=1) if member == stranger else member for member in right]
    index = right[0].index
    assert refusal(place_in, size, index, committee=altered) == Reason.WRONG_COMMITTEE
    assert refusal(place_in, size, size, appended=True, committee=altered) == Reason.WRONG_COMMITTEE


def test_a_proof_for_another_tree():
    """A proof with a hash too few, too many or changed does not lead to the signed root, and is refused."""
    index = Draw(tree_of(300).root, 300).committee(0)[0]
    right = tree_of(300).prove(Draw(tree_of(300).root, 300).committee(0))
    for wrong in (right[:-1], (*right, bytes(32)), (bytes(32), *right[1:]), (bytes(31), *right[1:]), ()):
        assert refusal(place_in, 300, index, proof=wrong) == Reason.WRONG_COMMITTEE


@pytest.mark.parametrize("field", ["exchange", "signing"])
def test_a_weak_member_is_refused(field):
    """A committee with a weak key, which has no secret, is refused, so nobody shares a key with it."""
    leaves = [leaf(index) for index in range(10)]
    leaves[4] = replace(leaves[4], **{field: bytes(32)})
    assert refusal(place_in, 10, 7, tree=Tree(leaves)) == Reason.WEAK_KEY


def cohort_of_two(altered: dict[int, Leaf] | None = None, *, missing: int = 0):
    """Return the draw of a tree with two cohorts, and the second cohort's leaves with their proof."""
    tree = Tree([(altered or {}).get(index, leaf(index)) for index in range(8193)])
    draw = Draw(tree.root, tree.size)
    members = draw.members_of(1).tolist()[missing:]
    return draw, [tree.leaves[index] for index in members], tree.prove(members)


def test_a_member_checks_a_cohorts_leaves():
    """A member accepts some or all leaves of its cohort with their proof; another cohort's or a changed leaf is
    refused.
    """
    draw, leaves, proof = cohort_of_two()
    assert open_cohort(draw, 1, leaves, proof).leaves == {each.index: each for each in leaves}
    assert refusal(open_cohort, draw, 0, leaves, proof) == Reason.FOREIGN_EPOCH
    changed = [leaf(leaves[0].index, other=1), *leaves[1:]]
    assert refusal(open_cohort, draw, 1, changed, proof) == Reason.FOREIGN_EPOCH
    assert refusal(open_cohort, draw, 1, leaves[1:], proof) == Reason.FOREIGN_EPOCH
    assert refusal(open_cohort, draw, 1, [*leaves, leaves[-1]], proof) == Reason.FOREIGN_EPOCH
    assert refusal(open_cohort, draw, 1, leaves[::-1], proof) == Reason.FOREIGN_EPOCH
    appended = next(index for index in range(8193, 9000) if draw.cohort_of(index) == 1)
    assert refusal(open_cohort, draw, 1, [*leaves, leaf(appended)], proof) == Reason.FOREIGN_EPOCH


def committee_of_two(cohort=1, changed=None):
    """Open a cohort's committee in a tree of two with one member exchanged, and return it with its tree."""
    draw, tree = Draw(tree_of(8193).root, 8193), tree_of(8193)
    drawn = draw.committee(1)
    members = [changed if changed and changed.index == index else tree.leaves[index] for index in drawn]
    return draw, open_committee(draw, cohort, members, tree.prove(drawn))


def test_a_member_checks_the_committee_of_another_cohort():
    """Above 8,192 leaves a home checks the committees of other cohorts that it serves like its own."""
    draw, committee = committee_of_two()
    assert [member.index for member in committee.members] == list(draw.committee(1))
    assert committee.digest == committee_digest(draw.root, 1, committee.members)
    assert committee.place_of(committee.members[9].index) == 10
    away = next(index for index in range(8193) if index not in draw.committee(1))
    assert refusal(committee.place_of, away) == Reason.NOT_A_MEMBER
    for cohort in (0, 2, -1):
        assert refusal(committee_of_two, cohort) == Reason.WRONG_COMMITTEE
    index = draw.committee(1)[3]
    assert refusal(committee_of_two, changed=leaf(index, other=1)) == Reason.WRONG_COMMITTEE
    assert refusal(committee_of_two, changed=replace(leaf(index), signing=bytes(32))) == Reason.WEAK_KEY


def test_the_own_cohorts_committee_is_the_places():
    """The committee that was checked with the place is not fetched again."""
    place = place_in(10, 7)
    assert place.served == open_committee(place.draw, 0, tree_of(10).leaves, ())
    assert place.served.digest == place.committee_digest


def test_a_member_refuses_weak_leaves():
    """A leaf with a key of low order is refused, because anybody could compute its stream."""
    draw, leaves, proof = cohort_of_two()
    weak = replace(leaves[5], exchange=bytes(32))
    shown = [weak if each.index == weak.index else each for each in leaves]
    assert refusal(open_cohort, draw, 1, shown, proof) == Reason.WEAK_KEY


def test_one_cohort_needs_no_proof():
    """Up to 8,192 leaves, the leaves of the one cohort give the root without a proof."""
    tree = tree_of(500)
    assert len(open_cohort(Draw(tree.root, 500), 0, list(tree.leaves), ()).leaves) == 500


# The server


def test_a_tree_is_due_after_a_week_or_for_growth():
    """A tree is due after a week or growth by a fifth; not on the last one's first day, nor with fewer than four
    tickets.
    """
    assert due(START + days(7), START, 100, 100)
    assert due(START + days(1), START, 100, 120)
    assert due(START + days(9), START, 100, 4)
    assert not due(START + days(6), START, 100, 119)
    assert not due(START, START, 100, 1000)
    assert not due(START + days(7), START, 100, 3)


@given(st.lists(st.tuples(st.integers(4, 400), st.booleans()), min_size=1, max_size=30))
def test_homes_accept_what_is_due_whatever_they_missed(nights):
    """A server that makes trees when they are due is never refused, even by a home that skips nights."""
    number, start, size, known = 0, START, 100, KnownEpoch.of(epoch(0))
    for night, (tickets, looks) in enumerate(nights, start=1):
        today = START + days(night)
        if due(today, start, size, tickets):
            number, start, size = number + 1, today, tickets
        if looks and number > known.number:
            known = KnownEpoch.of(accept(epoch(number, start, size), known, today=today))


@pytest.mark.parametrize(("min_cohorts", "size"), [([], 4), ([2], 4), ([7], 10), ([50, 1000], 72), ([1000], 1429)])
def test_the_first_tree_is_large_enough_for_a_campaign(min_cohorts, size):
    """The first tree is so large that 7/10 of its leaves reach the least demanding campaign's floor."""
    assert first_epoch_size(min_cohorts) == size
    assert 7 * size >= 10 * min(min_cohorts, default=0)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=30))
def test_a_restored_server_takes_a_number_that_is_free(nights):
    """A restored server takes a number that no home knows or has a receipt for, however often it was restored."""
    promised, resets = 0, 0
    for night, (makes, restored) in enumerate(nights):
        promised += makes
        if restored:
            resets += 1
            number = number_after_reset(START, reset(resets, START + days(night)))
            assert number > promised
            promised = number  # receipts of the restored server name it


def test_a_restored_server_waits_for_the_next_day():
    """A restored server waits for the next day, because homes may know an epoch that began on the day of the
    restore.
    """
    assert not due_after_reset(START, START, 100)
    assert not due_after_reset(START + days(1), START, 3)
    assert due_after_reset(START + days(1), START, 4)
    lost, restored = KnownEpoch.of(epoch()), reset(1, START)
    for later in (0, 1):
        begins = epoch(9, START + days(later), reset=1)
        if due_after_reset(begins.start, START, 100):
            assert accept(begins, lost, reset=restored, signed_until=START) == begins
        else:
            assert refusal(accept, begins, lost, reset=restored, signed_until=START) == Reason.TOO_SOON
