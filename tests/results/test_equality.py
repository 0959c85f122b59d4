"""The reader's series are the server's, of random campaigns and requests."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pdd_results import Series, results
from pdd_results.errors import ResultsError
from pdd_server.errors import Rejected
from tests.results.random_campaigns import Made, made_campaigns, requests, served, server_rows


def read_rows(series: Series) -> list[tuple[object, ...]]:
    """Return the rows of a frame as the server writes them."""
    return [(str(row[0]), str(row[1]), *row[2:]) for row in series.frame.rows()]


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(made=made_campaigns(), data=st.data())
def test_a_series_equals_that_of_the_server(made: Made, data: st.DataObject) -> None:
    """Each number, bound and count of days equals the server's, to the last digit, whatever is asked for.

    So the intervals cover as often as the server's, whose coverage is tested by simulation.
    """
    with served(made) as server:
        read = results(server.folder.published / "flu")
        for _ in range(4):
            asked = data.draw(requests(made.campaign))
            try:
                wanted = server_rows(server, asked)
            except Rejected:
                with pytest.raises(ResultsError):
                    Series(read, asked)
                continue
            chosen = asked.entries or read.keywords
            found = read_rows(Series(read, asked))
            assert found == [row for row in wanted if row[4] in chosen]
