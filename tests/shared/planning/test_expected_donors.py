"""The donors to expect in a day's sums under the server's settings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.planning.expected_donors import crowd
from pdd_shared.privacy.forecast import plain_confidence
from tests.server import simulated_server


@settings(max_examples=20)
@given(st.integers(3, 2_000), st.integers(3, 255), st.integers(0, 6))
def test_donors_of_plain_are_expected_group_by_group(donors: int, group_size: int, delay: int) -> None:
    """The expected share is that of all groups, into which the donors are dealt as evenly as possible."""
    there = crowd(simulated_server.settings(group_size=group_size, delay=delay), donors)
    least, more = divmod(donors, there.groups)
    dealt = [least + (group < more) for group in range(there.groups)]
    assert there.confidence == pytest.approx(plain_confidence(dealt, delay), rel=1e-9)
    assert there.counted == round(donors * plain_confidence(dealt, delay))


def test_too_few_donors_make_no_group() -> None:
    """Below the smallest group nobody is in a sum; from there on somebody is."""
    config = simulated_server.settings(group_size=10, min_group=5)
    assert (crowd(config, 4).groups, crowd(config, 4).counted) == (0, 0)
    assert crowd(config, 5).groups == 1
