"""Twins: a donor of the desktop client and one of the extension do and say the same for days."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.client.cohort_fakes import CohortServer
from tests.client.fakes import NOON, Clock, FakeServer
from tests.client.loopback import listening
from tests.extension.donor.cohort_twins import EARLIER as COHORT_EARLIER
from tests.extension.donor.cohort_twins import CohortTwins
from tests.extension.donor.twins import EARLIER, QUERIES, Twins
from tests.extension.donors import Donors, donors_in_javascript


@pytest.fixture(scope="module")
def javascript() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


ACTIONS = st.one_of(
    st.tuples(st.sampled_from(["night", "check_in", "agree", "resume", "leave", "forget"]), st.none()),
    st.tuples(st.just("night"), st.none()),
    st.tuples(st.just("check_in"), st.none()),
    st.tuples(st.sampled_from(["search", "search", "block", "unblock"]), st.sampled_from(QUERIES)),
    st.tuples(st.sampled_from(["approve", "withhold", "reconsider", "skip", "change"]), st.integers(0, 3)),
    st.tuples(st.just("end"), st.integers(0, 1)),
    st.tuples(st.sampled_from(["review_first", "trouble", "lie"]), st.integers(0, 3)),
    st.tuples(st.sampled_from(["pause", "limit"]), st.sampled_from([0, 3, 40])),
)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(actions=st.lists(ACTIONS, min_size=12, max_size=20))
@example(actions=[("leave", None), ("approve", 0)])
@example(actions=[("check_in", None), ("end", 0), ("check_in", None), ("night", None), ("search", "flu")])
@example(actions=[("check_in", None), ("end", 1), ("check_in", None), ("night", None), ("search", "flu")])
@example(actions=[("end", 0), ("agree", None), ("change", 0), ("check_in", None), ("night", None)])
def test_both_do_and_say_the_same(javascript: Donors, actions: list[tuple[str, Any]]) -> None:
    """Whatever happens in any order, both send the same messages and have the same records and reviews."""
    server = FakeServer(Clock(NOON))
    server.campaigns = [EARLIER]
    with TemporaryDirectory() as folder, listening(server) as url:
        twins = Twins(javascript, url, server, Path(folder))
        twins.compare()
        for name, given_value in actions:
            getattr(twins, name)(given_value)
            twins.compare()
        twins.compare_accounts()
        twins.compare_exports()
        twins.one.close()


@pytest.mark.slow
@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(actions=st.lists(ACTIONS, min_size=12, max_size=20))
@example(actions=[("night", None), ("check_in", None)] * 4)
def test_both_do_and_say_the_same_in_a_cohort(javascript: Donors, actions: list[tuple[str, Any]]) -> None:
    """The same holds in a cohort, with tickets, uploads and committee duty."""
    server = CohortServer(Clock(NOON))
    server.campaigns = [COHORT_EARLIER]
    with TemporaryDirectory() as folder, ExitStack() as stack:
        url = stack.enter_context(listening(server))
        twins = CohortTwins(javascript, url, server, Path(folder), stack)
        stack.callback(twins.one.close)
        twins.compare()
        for name, given_value in actions:
            getattr(twins, name)(given_value)
            twins.compare()
        twins.compare_accounts()
        twins.compare_exports()
