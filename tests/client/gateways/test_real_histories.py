"""Three real Chrome histories, of versions 1, 20 and 60: their result pages and searches."""

from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pdd_client.core.searches import find_searches, result_pages
from pdd_client.core.visits import HistoryFile
from pdd_client.gateways.browser_history.read_visits import read_all
from pdd_shared.counting.search_urls import host_hints, parse_search_url

DATA = Path(__file__).parents[4] / "shared" / "data" / "browser"
QUERIES = {
    "computer forensics",
    "3 tb hard drive",
    "file system forensic analysis",
    "facebook bill gates",
    "twitter colbert",
}


@pytest.mark.skipif(not DATA.is_dir(), reason="the real histories are kept beside the checkout, and are not there")
@pytest.mark.parametrize(
    ("name", "google", "pages", "clicks"), [("chrome-01", 5, 5, 0), ("chrome-20", 13, 9, 4), ("chrome-60", 5, 5, 0)]
)
def test_the_real_histories_hold_five_searches_each(name, google, pages, clicks):
    """Of 5, 13 and 5 visits to Google with a `q`, 5, 9 and 5 are result pages, which make five searches each.

    The others are clicks on a result, through `/url?q=`, whose `q` nobody searched for. In version 1 they led on, so
    they are no visits. In version 20 Google Instant put a second result page, `/webhp#q=`, beside four of the five; it
    is the same search, seconds later.
    """
    visits, unread = read_all([HistoryFile(DATA / name / "History")], since=None, until=None, hints=host_hints())
    assert not unread
    asked = [visit for visit in visits if "google." in visit.url.split("/")[2] and "q=" in visit.url]
    assert len(asked) == google
    assert len([visit for visit in asked if "/url?" in visit.url]) == clicks
    assert len([visit for visit in visits if parse_search_url(visit.url)]) == pages
    searches = find_searches(result_pages(visits), ZoneInfo("UTC"), b"secret")
    assert {search.query for search in searches} == QUERIES
    assert len(searches) == 5
    assert sum(search.visits for search in searches) == pages
