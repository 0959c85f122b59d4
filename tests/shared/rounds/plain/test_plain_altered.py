"""A `plain` plan and roster altered in any field are refused by name, by a donor who sent the true vector."""

import json
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.protocol.messages import Part, Plan, Roster, Signed
from pdd_shared.protocol.signing import sign, signed_digest
from pdd_shared.rounds.plain import donor as plain_donor
from pdd_shared.rounds.plain.context import Context
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.altered_messages import (
    GONE,
    Path,
    at,
    fields_of,
    letter_changed,
    others,
    places_of,
    signed_again,
    with_field,
)
from tests.support.plain_group import DAY, SERVER, SERVER_KEY, MemoryGroup, donor
from tests.support.terms import terms

GROUP = MemoryGroup.of([donor(number) for number in range(3)], entries=3)
SIGNED = {"plan": (GROUP.plan, Plan), "roster": (GROUP.roster, Roster)}


def opened(plan: Signed, roster: Signed, before: bytes | None = None, **changed: Any) -> Context:
    """Return the round as the first donor checks it on the day after its data day."""
    asked = {"today": DAY + timedelta(days=1), "limits": plain_donor.Limits(least_group=1), **changed}
    own = GROUP.donors[0].member(SERVER_KEY)
    return plain_donor.open_round(
        plan, roster, identity=SERVER_KEY, server_key=SERVER_KEY, own=own, signed_before=before, **asked
    )


TRUE = opened(GROUP.plan, GROUP.roster).digest


def test_the_true_round_is_opened_again() -> None:
    """The unaltered round is opened again by a donor that sent its vector before."""
    assert opened(GROUP.plan, GROUP.roster, TRUE).digest == TRUE


@pytest.mark.parametrize(
    ("name", "path"),
    [(name, path) for name, (signed, _) in SIGNED.items() for path in fields_of(json.loads(signed.payload))],
    ids=lambda part: part if isinstance(part, str) else ".".join(map(str, part)),
)
def test_every_field_altered_by_the_server_is_refused(name: str, path: Path) -> None:
    """A field that the server alters and signs again is refused, even if the roster names the altered plan."""
    signed, kind = SIGNED[name]
    value = json.loads(signed.payload)
    for new in others(at(value, path)):
        lie = signed_again(kind, with_field(value, path, new), SERVER)
        shown = {key: true for key, (true, _) in SIGNED.items()} | {name: lie}
        following = {**json.loads(GROUP.roster.payload), "plan": signed_digest(lie, kind).hex()}
        rosters = [shown["roster"]] + ([signed_again(Roster, following, SERVER)] if name == "plan" else [])
        for roster in rosters:
            with pytest.raises(Refused):
                opened(shown["plan"], roster, TRUE)


NAMES = {Reason.BAD_SIGNATURE, Reason.FOREIGN_PLAN, Reason.NOT_A_MEMBER, Reason.DAY_SIGNED_BEFORE}
"""What is no message is a bad signature; without a member, or without campaigns, it is a message that says else."""


@pytest.mark.parametrize("name", SIGNED)
def test_no_field_may_be_missing_of_another_type_or_unknown(name: str) -> None:
    """A field left out, null, an object or a truth value, and an unknown field are refused."""
    signed, kind = SIGNED[name]
    value = json.loads(signed.payload)
    lies = [{**value, "more": 1}, "[]", "{}", "null", "", "{"]
    lies += [with_field(value, path, new) for path in places_of(value) for new in (GONE, None, {}, True, 1.5)]
    for lie in lies:
        shown = {key: true for key, (true, _) in SIGNED.items()} | {name: signed_again(kind, lie, SERVER)}
        with pytest.raises(Refused) as refusal:
            opened(**shown, before=TRUE)
        assert refusal.value.reason in NAMES, lie


@given(st.sampled_from(sorted(SIGNED)), st.integers(0, 10**6), st.characters(codec="utf-8"))
def test_every_letter_altered_on_the_way_is_refused(name: str, place: int, letter: str) -> None:
    """A plan or roster with any letter changed by somebody else is refused for its signature."""
    signed, _ = SIGNED[name]
    altered = letter_changed(signed, place, letter)
    if altered == signed:
        return
    with pytest.raises(Refused) as refusal:
        opened(**{key: true for key, (true, _) in SIGNED.items()} | {name: altered})
    assert refusal.value.reason == Reason.BAD_SIGNATURE


def round_of(**changed: Any) -> tuple[Signed, Signed]:
    """Return the group's plan and roster with these fields of the plan changed."""
    plan = sign(Plan.model_validate_json(GROUP.plan.payload).model_copy(update=changed), SERVER)
    roster = Roster.model_validate_json(GROUP.roster.payload)
    return plan, sign(roster.model_copy(update={"plan": signed_digest(plan, Plan).hex()}), SERVER)


def part(entries: int) -> Part:
    return Part(campaign="flu", entries=entries, vocabulary="00" * 32, strata=(), terms=terms(min_group=1))


def test_a_vector_has_50_000_numbers_at_most() -> None:
    """A donor blinds at most 50,000 numbers; campaigns, strata and leading numbers count."""
    opened(*round_of(layout=(part(49_998),)))
    for layout in ((part(49_999),), (part(49_998), part(1).model_copy(update={"campaign": "ski"}))):
        with pytest.raises(Refused) as refusal:
            opened(*round_of(layout=layout))
        assert refusal.value.reason == Reason.LAYOUT_TOO_LARGE


def test_a_day_is_blinded_under_one_plan_and_roster() -> None:
    """A second plan of a day is refused by name, even if it is as good as the first."""
    with pytest.raises(Refused) as refusal:
        opened(*round_of(delay=2), TRUE)
    assert refusal.value.reason == Reason.DAY_SIGNED_BEFORE


def test_another_key_than_the_pinned_one_is_refused() -> None:
    """A member whose exchange key differs from the pinned one is refused; one with the pinned key is accepted."""
    shown = {member.identity: member.exchange for member in (each.member(SERVER_KEY) for each in GROUP.donors)}
    assert opened(GROUP.plan, GROUP.roster, pinned=shown.get).digest == TRUE
    for identity in shown:
        with pytest.raises(Refused) as refusal:
            opened(GROUP.plan, GROUP.roster, pinned={**shown, identity: "09" + "00" * 31}.get)
        assert refusal.value.reason == Reason.CHANGED_KEY


@pytest.mark.parametrize("numbers", [0, 4, 6])
def test_a_vector_of_another_width_is_not_blinded(numbers: int) -> None:
    """A vector whose width is not that of the layout is refused."""
    context = opened(GROUP.plan, GROUP.roster)
    assert len(plain_donor.submit(context, GROUP.donors[0], np.zeros(5, dtype=np.uint32))) == 20
    with pytest.raises(Refused) as refusal:
        plain_donor.submit(context, GROUP.donors[0], np.zeros(numbers, dtype=np.uint32))
    assert refusal.value.reason == Reason.WRONG_SIZE
