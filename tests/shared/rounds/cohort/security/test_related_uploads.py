"""Uploads made from an honest donor's upload, by a lying donor and by the server: none of them counts in a sum.

Masks and shares add up, so a copy of an upload could bring its donor's counts into the sum again. The streams in the
members' answers stop it, because they depend on the leaf.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from nacl.signing import SigningKey

from pdd_shared.protocol.encoding import length_prefixed
from pdd_shared.rounds.cohort.day import donor, server
from pdd_shared.rounds.cohort.day.journal import Journal
from pdd_shared.rounds.cohort.day.offenders import Search, SeenList, learn
from pdd_shared.rounds.cohort.day.uploads import Upload, read_upload, write_upload
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.masking import sharing
from pdd_shared.rounds.cohort.masking.field import Elements, add, subtract
from pdd_shared.rounds.cohort.parameters import DELTA, Q
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.cohort.memory_cohort import CLOSED, OVER, MemoryCohort, leaf_of, random_from, secrets_of

# In a list of seven or fewer a copy's errors, which are the victim's once more, would already fail the mean square.
COHORT = MemoryCohort(12)
FRAME = COHORT.frame.upload
VICTIM, LIAR = 0, 11
HONEST = range(11)
PLACES = range(1, 13)
QUORUM = COHORT.frame.quorum
RANDOM = random_from(1)
SIGNING = SigningKey(b"invented" * 4)


def with_keys(exchange: bytes, signing: bytes = SIGNING.verify_key.encode()) -> Leaf:
    """Return the leaf that the server appends for a donor that it invented."""
    return Leaf(COHORT.size, exchange, signing)


TWIN = with_keys(bytes([*leaf_of(VICTIM).exchange[:-1], leaf_of(VICTIM).exchange[-1] ^ 128]))
"""A leaf with another encoding of the victim's X25519 key, which gives the same secrets with all members."""


@cache
def sent(home: int, gives: bool = True) -> Upload:
    """Return a home's upload with its counts or with zeros; noise, mask and nonce are the same in both."""
    made = donor.submit(
        COHORT.donor_day(home),
        COHORT.given(home) if gives else {},
        secrets=secrets_of(home),
        home=COHORT.view,
        journal=Journal(),
        random_bytes=random_from(home),
    )
    return COHORT.upload(home, made.release(Journal().with_entries(made.entries)))


def streams_of(home: int) -> Elements:
    """Return the streams of a home's upload, a row for each member."""
    secrets = [secrets_of(home).agree(member.exchange) for member in COHORT.committee]
    leaf, nonce = leaf_of(home).encoded, sent(home).nonce
    return sharing.streams(secrets, FRAME.context, leaf, nonce, FRAME.committee.columns)


def times(factor: int, values: Elements) -> Elements:
    return values * np.uint64(factor % Q) % Q


def more(values: Elements) -> Elements:
    """Return a masked vector with 3 more in its first number."""
    chosen = np.zeros_like(values)
    chosen[0, 0] = 3 * DELTA
    return add(values, chosen)


RELATIVES: dict[str, Callable[[Upload, Upload], tuple[Elements, Elements]]] = {
    "copy": lambda victims, _own: (victims.ciphertext, victims.shares),
    "chosen numbers added": lambda victims, _own: (more(victims.ciphertext), victims.shares),
    "twice": lambda victims, _own: (times(2, victims.ciphertext), times(2, victims.shares)),
    "taken away": lambda victims, _own: (times(-1, victims.ciphertext), times(-1, victims.shares)),
    "with an own upload": lambda victims, own: (
        add(victims.ciphertext, own.ciphertext),
        add(victims.shares, own.shares),
    ),
    "less an own upload": lambda victims, own: (
        subtract(own.ciphertext, victims.ciphertext),
        subtract(own.shares, victims.shares),
    ),
    "masked vector alone": lambda victims, own: (add(victims.ciphertext, own.ciphertext), own.shares),
    "shares alone": lambda victims, own: (own.ciphertext, add(victims.shares, own.shares)),
}
"""Masked vector and shares of an upload that is made from the victim's and from an upload of the liar's own."""


def related(name: str, leaf: Leaf, victims: Upload) -> Upload:
    """Return an upload made from the victim's, signed by its own leaf's key, as the server reads it."""
    made, nonce = RELATIVES[name](victims, sent(LIAR)), victims.nonce if leaf is TWIN else sent(LIAR).nonce
    key = SIGNING if leaf is TWIN else secrets_of(LIAR).signing
    return read_upload(FRAME, leaf, write_upload(FRAME, leaf.index, nonce, *made, key))


def listed(uploads: list[Upload]) -> server.Certifying:
    state, taken = server.receive(server.Collecting.start(COHORT.frame), uploads)
    assert len(taken) == len(uploads)
    closed = server.close(state, CLOSED, 0)
    assert isinstance(closed, server.Certifying)
    return closed


def day_with(relative: Upload, gives: bool = True) -> server.Opening:
    """Return a day of the honest donors and one upload more; all members certify and answer."""
    uploads = [sent(VICTIM, gives), *(sent(home) for home in HONEST if home != VICTIM), relative]
    return COHORT.answered(COHORT.opening(listed(uploads)), PLACES)


def answered(name: str, leaf: Leaf, gives: bool = True) -> server.Opening:
    """Return a day of the honest donors and one relative of the victim's upload."""
    return day_with(related(name, leaf, sent(VICTIM, gives)), gives)


def from_some(opening: server.Opening, places: Iterable[int]) -> server.Opening | server.Opened | server.Dropped:
    """Return the day after its last night, if these members alone had answered."""
    return server.open_sum(replace(opening, answers={each: opening.answers[each] for each in places}), OVER, RANDOM)


@pytest.mark.parametrize("leaf", [leaf_of(LIAR), TWIN], ids=["donor", "server"])
def test_the_bytes_of_an_upload_are_refused_under_another_leaf(leaf: Leaf) -> None:
    """The server refuses a victim's bytes from another leaf, because the signature names the victim's leaf."""
    victims = sent(VICTIM)
    data = write_upload(FRAME, VICTIM, victims.nonce, victims.ciphertext, victims.shares, secrets_of(VICTIM).signing)
    with pytest.raises(Refused) as refused:
        read_upload(FRAME, leaf, data)
    assert refused.value.reason == Reason.BAD_SIGNATURE


@pytest.mark.parametrize("gives", [True, False])
@pytest.mark.parametrize("leaf", [leaf_of(LIAR), TWIN], ids=["donor", "server"])
@pytest.mark.parametrize("name", RELATIVES)
def test_no_relative_of_an_upload_enters_a_sum(name: str, leaf: Leaf, gives: bool) -> None:
    """A copy or relative that is signed anew spoils the sum, whether its victim gave counts or zeros."""
    assert server.open_sum(answered(name, leaf, gives), OVER, RANDOM) == server.Dropped(spoilt=True)


def test_no_choice_of_answers_opens_it_either() -> None:
    """With any one answer left out, or a bare quorum of answers, a sum with a copy in it stays closed."""
    opening = answered("copy", TWIN)
    for place in PLACES:
        for places in ({*PLACES} - {place}, {(place + step) % 12 + 1 for step in range(QUORUM)}):
            assert from_some(opening, places) == server.Dropped(spoilt=True)


@pytest.mark.parametrize("known", [COHORT.tree_size.committee.corrupt, QUORUM - 1, QUORUM])
def test_members_who_help_a_copy_must_be_a_quorum(known: int) -> None:
    """Members who know the victim's streams can repair a copy at their places; it counts if a quorum of them do."""
    victims, helped = sent(VICTIM), slice(0, known)
    shares = victims.shares.copy()
    shares[helped] = add(subtract(shares, streams_of(VICTIM)), streams_of(LIAR))[helped]
    copy = Upload(FRAME.context, leaf_of(LIAR), sent(LIAR).nonce, victims.ciphertext, shares)
    after = from_some(day_with(copy), range(1, QUORUM + 1))
    if known < QUORUM:
        assert after == server.Dropped(spoilt=True)
    else:
        assert isinstance(after, server.Opened)
        assert np.array_equal(after.numbers, COHORT.expected([*HONEST, VICTIM]))


def test_a_copy_would_count_if_streams_did_not_depend_on_the_leaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the leaf in the stream's input, the server's copy is opened, and the victim is in the sum twice."""
    monkeypatch.setattr(sharing, "_suffix", lambda _leaf, nonce: length_prefixed([nonce]))
    sent.cache_clear()
    opened = server.open_sum(answered("copy", TWIN), OVER, RANDOM)
    sent.cache_clear()
    assert isinstance(opened, server.Opened)
    assert np.array_equal(opened.numbers, COHORT.expected([*HONEST, VICTIM]))


@pytest.mark.parametrize("name", RELATIVES)
def test_a_server_that_takes_the_relative_out_reads_the_sum_of_the_others(name: str) -> None:
    """What the answers tell a server beside a relative is the honest donors' sum, with the victim in it once."""
    opening, relative = answered(name, leaf_of(LIAR)), related(name, leaf_of(LIAR), sent(VICTIM))
    known = streams_of(LIAR)
    sums = server.Sums(
        subtract(opening.sums.ciphertext, relative.ciphertext), subtract(opening.sums.shares, relative.shares)
    )
    answers = {place: subtract(answer, known[place - 1]) for place, answer in opening.answers.items()}
    opened = server.open_sum(replace(opening, sums=sums, answers=answers), OVER, RANDOM)
    assert isinstance(opened, server.Opened)
    assert np.array_equal(opened.numbers, COHORT.expected(HONEST))


@pytest.mark.parametrize("leaf", [with_keys(leaf_of(VICTIM).exchange), with_keys(b"x" * 32, leaf_of(VICTIM).signing)])
def test_no_member_certifies_a_list_with_a_victims_key_twice(leaf: Leaf) -> None:
    """If the server lists a copy under a leaf with one of the victim's keys, as it stands, members refuse the list."""
    copy = replace(sent(VICTIM), leaf=leaf)
    state = listed([*(sent(home) for home in HONEST), copy])
    with pytest.raises(Refused) as refused:
        COHORT.certify(1, state.listed.encoded)
    assert refused.value.reason == Reason.ALTERED_LIST


def test_a_donor_that_sends_copies_is_found() -> None:
    """A donor whose copy spoiled a day is the only suspect left after a day without it."""
    spoilt = server.open_sum(answered("copy", leaf_of(LIAR)), OVER, RANDOM)
    sound = COHORT.day(HONEST, PLACES)
    assert (spoilt, type(sound)) == (server.Dropped(spoilt=True), server.Opened)
    days = [SeenList(frozenset([*HONEST, LIAR]), True), SeenList(frozenset(HONEST), False)]
    assert learn(Search(), days).quarantined == {LIAR}
