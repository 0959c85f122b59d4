"""Tickets: signed for one server, with keys that have a secret, and erased when nobody needs them any more."""

import hashlib
from dataclasses import replace
from datetime import date, timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_core_ed25519_is_valid_point
from nacl.signing import SigningKey

from pdd_shared.protocol.keys import WeakKey, agree
from pdd_shared.rounds.cohort.encoding import statement
from pdd_shared.rounds.cohort.epoch.tickets import (
    Ticket,
    TicketSecrets,
    check_new,
    check_ticket,
    erase_after,
    has_lapsed,
    is_weak_exchange,
    is_weak_signing,
    make_ticket,
)
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.refusals import Reason, Refused

SERVER, OTHER = (SigningKey(bytes([number]) * 32).verify_key.encode() for number in (1, 2))
IDENTITY = SigningKey(b"i" * 32)
P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
"""The curve's constant (RFC 8032, section 5.1)."""


def secrets(seed: int) -> TicketSecrets:
    """Return the ticket secrets that this number determines."""
    stream = iter(hashlib.shake_256(str(seed).encode()).digest(64))
    return TicketSecrets.generate(lambda size: bytes(next(stream) for _ in range(size)))


def double(y: int) -> int:
    """Return y of twice a point with this y on -x^2 + y^2 = 1 + d x^2 y^2 (RFC 8032, section 5.1.4)."""
    x_squared = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    return (y * y + x_squared) * pow(1 - D * x_squared * y * y, -1, P) % P


def encodings(coordinates: set[int]) -> set[bytes]:
    """Return all encodings of these y or u, reduced or not, with the top bit clear and set."""
    unreduced = {value for each in coordinates for value in (each, each + P) if value < 2**255}
    return {(value | top << 255).to_bytes(32, "little") for value in unreduced for top in (0, 1)}


def low_order_y() -> set[int]:
    """Return y of the eight points whose order divides 8: solve double(y) = 0 for order 8, y = 0 for 4, +-1 below."""
    # y^2 + x^2 = 0 on the curve gives d y^4 + 2 y^2 - 1 = 0.
    squares = [(sign * root(1 + D) - 1) * pow(D, -1, P) % P for sign in (1, -1)]
    eighth = next(root(square) for square in squares if pow(square, (P - 1) // 2, P) == 1)
    return {1, P - 1, 0, eighth, P - eighth}


def root(square: int) -> int:
    """Return a square root modulo p (RFC 8032, section 5.1.3)."""
    candidate = pow(square, (P + 3) // 8, P)
    if candidate * candidate % P != square % P:
        candidate = candidate * pow(2, (P - 1) // 4, P) % P
    assert candidate * candidate % P == square % P
    return candidate


def test_the_points_of_low_order_are_what_they_are_called():
    """The points from which the tests start have low order: doubling them three times gives the identity."""
    for y in low_order_y():
        assert double(double(double(y))) == 1
    assert double(double(double(5))) != 1


def test_weak_signing_keys_are_the_points_of_low_order():
    """All encodings of the eight points are weak, libsodium refuses each, and no other key is weak."""
    weak = encodings(low_order_y())
    assert len(weak) == 14
    assert all(is_weak_signing(key) and not crypto_core_ed25519_is_valid_point(key) for key in weak)
    for seed in range(50):
        key = secrets(seed).signing_public
        assert not is_weak_signing(key)
        assert crypto_core_ed25519_is_valid_point(key)


def test_anybody_signs_under_a_weak_key():
    """The list of weak keys is needed: with the identity as key, OpenSSL accepts R = identity, S = 0 for any
    message.
    """
    identity = (1).to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(identity).verify(identity + bytes(32), b"anything")
    assert is_weak_signing(identity)


def test_weak_exchange_keys_are_those_that_agree_on_zero():
    """The weak exchange keys are exactly those whose agreement is zero with any secret, in all encodings."""
    coordinates = {(1 + y) * pow(1 - y, -1, P) % P for y in low_order_y() - {1}} | {0, P - 1}  # -1 is on the twist
    weak = encodings(coordinates)
    assert len(weak) == 14
    for key in weak:
        assert is_weak_exchange(key)
        for seed in (1, 2):
            with pytest.raises(WeakKey):
                agree(secrets(seed).exchange_secret, key)


@given(st.binary(min_size=32, max_size=32))
def test_any_32_bytes_are_weak_exactly_if_they_agree_on_zero(key):
    """Of any 32 bytes, the list and the agreement say the same: weak, or not."""
    agrees_on_zero_exactly_if_weak(key)


def agrees_on_zero_exactly_if_weak(key: bytes) -> None:
    """Check that the list contains this key exactly if the agreement with it is zero."""
    try:
        agree(bytes(32), key)
    except WeakKey:
        assert is_weak_exchange(key)
    else:
        assert not is_weak_exchange(key)


@pytest.mark.parametrize("top", [0, 1])
def test_small_numbers_as_keys(top):
    """Around 0 and p, where encodings are not reduced, the list and the agreement agree on every key."""
    for value in {*range(40), *range(P - 20, 2**255)}:
        agrees_on_zero_exactly_if_weak((value | top << 255).to_bytes(32, "little"))


def test_a_ticket_is_for_one_server():
    """The identity's signature covers the server and both keys: a change of any of them is refused."""
    ticket, other = make_ticket(secrets(1), IDENTITY, SERVER), make_ticket(secrets(2), IDENTITY, SERVER)
    check_ticket(ticket, SERVER)
    altered = [
        (ticket, OTHER),
        (replace(ticket, exchange=other.exchange), SERVER),
        (replace(ticket, signing=other.signing), SERVER),
        (replace(ticket, exchange=ticket.signing, signing=ticket.exchange), SERVER),
        (replace(ticket, identity=other.signing), SERVER),
        (replace(ticket, signature=other.signature), SERVER),
    ]
    for wrong, server in altered:
        with pytest.raises(Refused) as refused:
            check_ticket(wrong, server)
        assert refused.value.reason == Reason.BAD_SIGNATURE


@pytest.mark.parametrize("field", ["exchange", "signing", "identity"])
def test_a_ticket_with_a_weak_key_is_refused(field):
    """A ticket with a weak key is refused, even with its donor's valid signature."""
    weak = replace(make_ticket(secrets(1), IDENTITY, SERVER), **{field: bytes(32)})
    with pytest.raises(Refused) as refused:
        check_ticket(weak, SERVER)
    assert refused.value.reason == Reason.WEAK_KEY


@pytest.mark.parametrize("field", ["identity", "exchange", "signing", "signature"])
@pytest.mark.parametrize("change", [lambda told: told[:0], lambda told: told[:-1], lambda told: told + b"\0"])
def test_a_ticket_with_a_key_of_another_length_is_refused(field, change):
    """A ticket with a key of another length is refused: it can't become a leaf and would stop everybody's tree."""
    exchange, signing = secrets(1).exchange_public, secrets(1).signing_public
    told = {"identity": IDENTITY.verify_key.encode(), "exchange": exchange, "signing": signing}
    told[field] = change(told.get(field, bytes(64)))
    said = statement("ticket", SERVER, told["exchange"], told["signing"])
    told.setdefault("signature", IDENTITY.sign(said).signature)
    with pytest.raises(Refused) as refused:
        check_ticket(Ticket(**told), SERVER)
    assert refused.value.reason == Reason.BAD_SIGNATURE


def test_a_ticket_that_passes_can_be_made_a_leaf():
    """Every ticket that check_ticket accepts can become a leaf of the tree."""
    ticket = make_ticket(secrets(1), IDENTITY, SERVER)
    check_ticket(ticket, SERVER)
    assert Leaf(0, ticket.exchange, ticket.signing).encoded[4:] == ticket.exchange + ticket.signing


def test_a_key_of_another_ticket_is_refused():
    """A ticket with a key of another ticket is refused, because no list may contain a key twice."""
    ticket, other = make_ticket(secrets(1), IDENTITY, SERVER), make_ticket(secrets(2), IDENTITY, SERVER)
    check_new(ticket, {other.exchange}, {other.signing})
    for exchanges, signings in (({ticket.exchange}, set()), (set(), {ticket.signing})):
        with pytest.raises(Refused) as refused:
            check_new(ticket, exchanges, signings)
        assert refused.value.reason == Reason.DUPLICATE_MEMBER


def test_a_digest_names_the_whole_ticket():
    """A ticket's digest covers its server, donor and keys."""
    ticket, other = make_ticket(secrets(1), IDENTITY, SERVER), make_ticket(secrets(2), SigningKey(b"j" * 32), SERVER)
    altered = [replace(ticket, **{field: getattr(other, field)}) for field in ("identity", "exchange", "signing")]
    digests = {ticket.digest(SERVER), ticket.digest(OTHER), *(each.digest(SERVER) for each in altered)}
    assert len(digests) == 5


def test_both_ends_agree():
    """A donor and a member compute the same secret from each other's tickets; a weak key gives none."""
    donor, member = secrets(1), secrets(2)
    assert donor.agree(member.exchange_public) == member.agree(donor.exchange_public)
    with pytest.raises(WeakKey):
        donor.agree(bytes(32))


def test_secrets_do_not_print():
    """The repr of a ticket shows no secret, and each ticket has its own secrets."""
    first = secrets(1)
    for secret in (first.exchange_secret, first.signing_seed):
        assert secret.hex() not in repr(first)
        assert str(secret) not in repr(first)
    assert first.exchange_secret != first.signing_seed
    assert first.exchange_secret != secrets(2).exchange_secret


def test_secrets_are_not_compared_by_their_bytes():
    """Neither == nor a hash depends on a secret's bytes."""
    assert secrets(1) != secrets(1)
    assert hash(secrets(1)) != hash((secrets(1).exchange_secret, secrets(1).signing_seed))


def test_secrets_last_until_the_last_answer():
    """A window closes 7 days after the data day at the latest, and answers are taken for 14 days more."""
    last_data_day = date(2026, 11, 20)
    assert erase_after(last_data_day) == last_data_day + timedelta(days=7 + 14) == date(2026, 12, 11)


def test_a_ticket_lapses_on_the_28th_day():
    """A home erases a ticket after 28 days by its own clock without having seen the ticket's tree."""
    made = date(2026, 11, 20)
    assert not has_lapsed(made, date(2026, 12, 17))
    assert has_lapsed(made, date(2026, 12, 18))
