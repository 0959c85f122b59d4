"""How many groups a day's donors make, and how large these are."""

from hypothesis import example, given
from hypothesis import strategies as st

from pdd_shared.rounds.plain.group_sizes import group_sizes


@given(st.integers(1, 5_000), st.integers(2, 255))
@example(5, 10)
@example(511, 255)
def test_donors_are_divided_as_the_settings_ask(donors: int, group_size: int) -> None:
    """All donors are in a group of at most 255, and no group is smaller than asked for without a reason.

    There are two reasons: there is only one group, or one group fewer would have to hold more than 255 donors each.
    """
    number, size, larger = group_sizes(donors, group_size)
    assert number * size + larger == donors
    assert 0 <= larger < number
    assert size + (larger > 0) <= 255
    assert size < 2 * group_size
    assert number == 1 or size >= group_size or donors > 255 * (number - 1)
