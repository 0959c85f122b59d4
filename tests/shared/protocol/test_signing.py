"""Signatures and keys: only the right key and kind of text pass, and secrets are not printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from pdd_shared.protocol.keys import DonorSecrets, WeakKey, agree, member_is_genuine
from pdd_shared.protocol.messages import Plan, Roster, Signed
from pdd_shared.protocol.signing import BadSignature, open_signed
from pdd_shared.protocol.terms import Budget, CohortTerms, PartNoise, PlainTerms
from tests.support.plain_group import SERVER_KEY, donor, plan_for, roster_for
from tests.support.terms import cohort_terms, laplace, terms

PLAN = plan_for(3, 4)


def test_a_signed_plan_opens_with_its_key_only():
    """A signed plan opens with the pinned key and with no other."""
    assert open_signed(PLAN, Plan, SERVER_KEY).group_size == 4
    with pytest.raises(BadSignature):
        open_signed(PLAN, Plan, SigningKey(b"x" * 32).verify_key.encode())


@given(st.integers(0, len(PLAN.payload) - 1), st.characters(codec="ascii"))
def test_no_character_of_a_plan_can_be_changed(place, character):
    """A plan with any changed character is refused for its signature."""
    changed = PLAN.payload[:place] + character + PLAN.payload[place + 1 :]
    if changed == PLAN.payload:
        return
    with pytest.raises(BadSignature):
        open_signed(Signed(payload=changed, signature=PLAN.signature), Plan, SERVER_KEY)


def test_a_roster_cannot_pass_for_a_plan():
    """A signed roster is refused as a plan: the signature covers the kind of message."""
    with pytest.raises(BadSignature):
        open_signed(roster_for(PLAN, [donor(1)]), Plan, SERVER_KEY)
    with pytest.raises(BadSignature):
        open_signed(PLAN, Roster, SERVER_KEY)


def test_a_member_is_genuine_for_one_server():
    """An identity's signature of an exchange key holds for that key and that server alone."""
    member = donor(1).member(SERVER_KEY)
    assert member_is_genuine(member, SERVER_KEY)
    assert not member_is_genuine(member, b"\1" * 32)
    assert not member_is_genuine(member.model_copy(update={"exchange": "22" * 32}), SERVER_KEY)
    assert not member_is_genuine(member.model_copy(update={"identity": "ff" * 32}), SERVER_KEY)


def test_both_ends_agree():
    """Two donors compute the same shared secret, and an all-zero shared secret is refused."""
    a, b = donor(1), donor(2)
    assert agree(a.exchange_secret, b.exchange_public) == agree(b.exchange_secret, a.exchange_public)
    with pytest.raises(WeakKey):
        agree(a.exchange_secret, bytes(32))


def test_secrets_do_not_print():
    """The repr and str of a donor's keys show no byte of them."""
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
        ({"noise": laplace("32").model_copy(update={"law": "discrete-gaussian"})}, False),
        ({"budget": Budget(epsilon="9.5", delta="0.000001")}, True),
        ({"budget": Budget(epsilon="10.000001", delta="0.000001")}, False),
        ({"budget": Budget(epsilon="10", delta="0.0000011")}, False),
        ({"min_group": 49}, False),
    ],
)
def test_terms_of_plain_can_only_get_stricter(change, allowed):
    """Terms are accepted exactly if no cap or budget grew and no noise or floor shrank since consent."""
    consented = terms(5, 2, 50, noise=laplace(16), budget=Budget(epsilon="10", delta="0.000001"))
    assert consented.model_copy(update=change).no_weaker_than(consented) == allowed


def louder(kind: str, scale: str) -> PartNoise:
    """Return noise of scale 16 on all numbers but those of this kind."""
    return cohort_terms(16).noise.model_copy(update={kind: cohort_terms(scale).noise.joined})


@pytest.mark.parametrize(
    ("change", "allowed"),
    [
        ({}, True),
        ({"max_searches": 4}, True),
        ({"max_searches": 6}, False),
        ({"max_matches": 1}, True),
        ({"max_matches": 3}, False),
        *(({"noise": louder(kind, "16.5")}, True) for kind in ("joined", "searches", "counts")),
        *(({"noise": louder(kind, "15.999")}, False) for kind in ("joined", "searches", "counts")),
        ({"colluders": 5}, False),
        ({"budget": Budget(epsilon="9.5", delta="0.000001")}, True),
        ({"budget": Budget(epsilon="10.000001", delta="0.000001")}, False),
        ({"budget": Budget(epsilon="10", delta="0.0000011")}, False),
        ({"min_cohort": 51}, True),
        ({"min_cohort": 49}, False),
        ({"period": "week"}, False),
    ],
)
def test_terms_of_cohort_can_only_get_stricter(change: dict[str, object], allowed: bool) -> None:
    """In `cohort` the same holds for each kind of noise and the tolerated colluders; another period is never
    accepted.
    """
    consented = cohort_terms(
        16, max_searches=5, max_matches=2, min_cohort=50, budget=Budget(epsilon="10", delta="0.000001")
    )
    assert consented.model_copy(update=change).no_weaker_than(consented) == allowed


def test_more_colluders_tolerated_are_stricter_terms() -> None:
    """Terms that tolerate 10% colluders instead of 5% are stricter: each honest donor adds more noise."""
    assert cohort_terms(16).no_weaker_than(cohort_terms(16, colluders=5))


def test_no_protocol_is_as_good_as_another() -> None:
    """Consent to terms under one protocol is no consent to the other, whatever their noise, budget and floor."""
    plain: PlainTerms = terms(1, 1, 1000, noise=laplace(1000))
    cohort: CohortTerms = cohort_terms(1000, max_searches=1, max_matches=1, min_cohort=1000)
    assert not plain.no_weaker_than(cohort_terms(1))
    assert not cohort.no_weaker_than(terms(20, 3, 3, noise=laplace(1)))
