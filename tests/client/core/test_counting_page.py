"""The example in docs/reference/counting.md gives the counts that it states."""

import re
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from pdd_client.core.searches import find_searches
from pdd_client.core.visits import Visit
from pdd_shared.counting.vocabulary import Vocabulary

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
    """In the page's example two searches count, cut by `max_searches` and `max_matches`, with the stated counts."""
    found = find_searches(_example(), ZoneInfo("Europe/London"), b"")
    vocabulary = Vocabulary.parse(("flu", "fever + child", '"flu symptoms"'))
    counted = [vocabulary.matches(search.query)[:1] for search in found[:2]]
    counts = [sum(index in matched for matched in counted) for index in range(len(vocabulary))]
    assert (len(_example()), len(found)) == (5, 3)
    assert f"The donor gives `joined` 1, `searches` 2, counts {', '.join(map(str, counts))}." in _PAGE
