"""Messages are strict when read, and have the same text after a round trip."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pdd_shared.protocol.messages import CheckIn, Member, Plan, Registration, Roster
from pdd_shared.rounds.plain.server import open_group
from tests.support.plain_group import SERVER_KEY, donor, plan_for


def test_a_message_survives_its_own_text():
    """Writing, reading and writing a message again gives the same text, on which layout digests depend."""
    plan = Plan.model_validate_json(plan_for(3, 4).payload)
    assert Plan.model_validate_json(plan.model_dump_json()) == plan
    assert plan.model_dump_json() == plan_for(3, 4).payload


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        '{"number": "1", "nonce": "' + "00" * 32 + '"}',
        '{"number": -1, "nonce": "' + "00" * 32 + '"}',
        '{"number": 1, "nonce": "' + "00" * 31 + '"}',
        '{"number": 1, "nonce": "' + "AA" * 32 + '"}',
        '{"number": 1, "nonce": "' + "00" * 32 + '", "more": 1}',
        '{"number": true, "nonce": "' + "00" * 32 + '"}',
    ],
)
def test_an_invalid_message_is_refused(text):
    """A missing, extra, mistyped or malformed field is an error."""
    with pytest.raises(ValidationError):
        CheckIn.model_validate_json(text)


@given(st.sampled_from(sorted(Member.model_fields)), st.text(max_size=140))
def test_a_member_takes_hex_of_the_right_length_only(field, value):
    """A member's keys and signature are lower-case hex of their exact lengths."""
    good = donor(1).member(SERVER_KEY).model_dump()
    if len(value) == len(good[field]) and all(c in "0123456789abcdef" for c in value):
        return
    with pytest.raises(ValidationError):
        Registration.model_validate({"member": {**good, field: value}})


@pytest.mark.parametrize("text", ["", "two\nlines", "nul\0", "separated\u2028lines", "x" * 501, "bell\a"])
def test_a_line_is_one_line(text):
    """A title or contact with a line break is refused: its second line could pass for the program's own text."""
    with pytest.raises(ValidationError):
        Registration(member=donor(1).member(SERVER_KEY), invitation=text)
    assert Registration(member=donor(1).member(SERVER_KEY), invitation="Grippe, Zürich 🤧").invitation


def test_state_does_not_print_sums():
    """The repr of a group's state, which could reach a log, shows no number of its sum."""
    assert "total" not in repr(open_group(3, 5))


@pytest.mark.parametrize("group", [-1, 2**32])
def test_a_group_has_a_number_that_four_bytes_hold(group):
    """A group number that four bytes can't hold is refused: every mask's context contains it as four bytes."""
    with pytest.raises(ValidationError):
        Roster.model_validate_json(f'{{"plan": "{"00" * 32}", "day": "2026-11-20", "group": {group}, "members": []}}')
