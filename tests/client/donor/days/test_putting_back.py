"""A removed search can be restored as long as its day is not locked."""

from pathlib import Path

import pytest

from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer

ROUND = NOON.date()


def searches(donor: Donor, history: Path) -> dict[str, tuple[str, str | None]]:
    """Return each search's id and why it does not count, by query."""
    found = donor.days.searches(ROUND, [history]).searches
    return {search.query: (search.id, why and str(why)) for search, why in found}


def test_a_restored_search_counts_again(donor: Donor, history: Path) -> None:
    """Only the named search is restored, and restoring one that was never removed changes nothing."""
    donor.campaigns.join(URL)
    ids = searches(donor, history)
    for query in ("flu", "tea"):
        donor.exclusions.remove_search(ids[query][0])
    assert donor.exclusions.restore_search(ids["flu"][0]).query == "flu"
    donor.exclusions.restore_search(ids["child fever"][0])
    whys = {query: why for query, (_, why) in searches(donor, history).items()}
    assert whys == {"flu cough": None, "flu": None, "child fever": None, "tea": "removed"}
    assert donor.days.review(ROUND, [history]).campaigns[0].searches == 3


def test_nothing_is_put_back_into_a_locked_day(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """In a locked day nothing is restored, and one line says so."""
    donor.campaigns.join(URL)
    tea, _ = searches(donor, history)["tea"]
    donor.exclusions.remove_search(tea)
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    donor.check_in([history])
    with pytest.raises(DonorError, match="locked already"):
        donor.exclusions.restore_search(tea)
    assert searches(donor, history)["tea"] == (tea, "removed")


def test_a_search_that_is_not_there_is_said(donor: Donor, history: Path) -> None:
    """Putting back a search that does not exist gives the same error as taking it out."""
    with pytest.raises(DonorError, match="there is no search 'abc'"):
        donor.exclusions.restore_search("abc", [history])
