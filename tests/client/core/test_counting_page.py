"""The example in docs/reference/counting.md gives the counts that it states."""

import re
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from pdd_client.core.searches import find_searches, result_pages
from pdd_client.core.visits import Visit
from tests.client.core.test_donation import given_of
from tests.client.fakes import campaign
from tests.support.terms import terms

_PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "counting.md").read_text("utf-8")
_DAY = date(2026, 11, 20)


def _example() -> list[Visit]:
    """Return the visits of the example's table."""
    rows = re.findall(r"^\| (\d\d):(\d\d) \| `(https://[^`]+)` \|", _PAGE, flags=re.MULTILINE)
    return [
        Visit(url, datetime(_DAY.year, _DAY.month, _DAY.day, int(hour), int(minute), tzinfo=UTC), "chromium")
        for hour, minute, url in rows
    ]


def test_the_example_of_the_page_is_counted_as_it_says() -> None:
    """In the page's example two searches count and the caps on hits cut them, with the stated counts."""
    found = find_searches(result_pages(_example()), ZoneInfo("Europe/London"), b"")
    caps = {"max_matches": None, "max_hits": 2, "max_hits_per_keyword": 1}
    text = campaign(vocabulary=("flu", "fever + child", '"flu symptoms"'), terms=terms(2).model_copy(update=caps))
    joined, searches, *counts = given_of(text, found).vector()
    assert (len(_example()), len(found)) == (5, 3)
    stated = f"`joined` {joined}, `searches` {searches}, counts {', '.join(map(str, counts))}."
    assert f"The donor gives {stated}" in _PAGE
