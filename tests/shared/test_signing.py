"""Signatures and keys: only the right key, over the right kind of text, and secrets that do not print."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from pdd_shared.keys import DonorSecrets, WeakKey, agree, member_is_genuine
from pdd_shared.messages import Plan, Roster, Signed
from pdd_shared.signing import BadSignature, open_signed
from pdd_shared.terms import Budget
from tests.support.group import SERVER_KEY, donor, plan_for, roster_for
from tests.support.terms import donors_noise, laplace, terms

PLAN = plan_for(3, 4)


def test_a_signed_plan_opens_with_its_key_only():
    """The pinned key opens the plan, another does not."""
    assert open_signed(PLAN, Plan, SERVER_KEY).group_size == 4
    with pytest.raises(BadSignature):
        open_signed(PLAN, Plan, SigningKey(b"x" * 32).verify_key.encode())


@given(st.integers(0, len(PLAN.payload) - 1), st.characters(codec="ascii"))
def test_no_character_of_a_plan_can_be_changed(place, character):
    """Any changed character breaks the signature."""
    changed = PLAN.payload[:place] + character + PLAN.payload[place + 1 :]
    if changed == PLAN.payload:
        return
    with pytest.raises(BadSignature):
        open_signed(Signed(payload=changed, signature=PLAN.signature), Plan, SERVER_KEY)


def test_a_roster_cannot_pass_for_a_plan():
    """The kind is signed too: one kind of message cannot be replayed as another."""
    with pytest.raises(BadSignature):
        open_signed(roster_for(PLAN, [donor(1)]), Plan, SERVER_KEY)
    with pytest.raises(BadSignature):
        open_signed(PLAN, Roster, SERVER_KEY)


def test_a_member_is_genuine_for_one_server():
    """The identity's signature over the exchange key holds for the server it was made for, and for that key alone."""
    member = donor(1).member(SERVER_KEY)
    assert member_is_genuine(member, SERVER_KEY)
    assert not member_is_genuine(member, b"\1" * 32)
    assert not member_is_genuine(member.model_copy(update={"exchange": "22" * 32}), SERVER_KEY)
    assert not member_is_genuine(member.model_copy(update={"identity": "ff" * 32}), SERVER_KEY)


def test_both_ends_agree():
    """Two donors compute the same shared secret; an all-zero agreement is refused."""
    a, b = donor(1), donor(2)
    assert agree(a.exchange_secret, b.exchange_public) == agree(b.exchange_secret, a.exchange_public)
    with pytest.raises(WeakKey):
        agree(a.exchange_secret, bytes(32))


def test_secrets_do_not_print():
    """Neither repr nor str of a donor's keys shows a byte of them."""
    secrets = DonorSecrets.generate(lambda size: b"Q" * size)
    assert "Q" not in repr(secrets)
    assert "51" not in f"{secrets}"


@pytest.mark.parametrize(
    ("change", "allowed"),
    [
        ({}, True),
        ({"max_searches": 4}, True),
        ({"max_searches": 6}, False),
        ({"max_matches": 3}, False),
        ({"noise": laplace("15.999")}, False),
        ({"noise": laplace("32"), "min_group": 60}, True),
        ({"noise": donors_noise("32")}, False),
        ({"budget": Budget(epsilon="9.5", delta="0.000001")}, True),
        ({"budget": Budget(epsilon="10.000001", delta="0.000001")}, False),
        ({"budget": Budget(epsilon="10", delta="0.0000011")}, False),
        ({"min_group": 49}, False),
        ({"protocol": "recoverable"}, False),
    ],
)
def test_terms_can_only_get_stricter(change, allowed):
    """Terms are no weaker than those consented to exactly when no cap, no budget grew and no noise, no floor fell.

    Under another protocol they never are.
    """
    consented = terms(5, 2, 50, noise=laplace(16), budget=Budget(epsilon="10", delta="0.000001"))
    assert consented.model_copy(update=change).no_weaker_than(consented) == allowed
