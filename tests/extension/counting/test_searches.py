"""Searches among random visits in JavaScript compared with Python: texts still typed, reloads, ties, midnights."""

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_client.core.searches import find_searches, result_pages
from pdd_client.core.visits import Visit
from tests.extension.javascript import node, run

FIND = """
import { readFileSync } from "node:fs";
import { findSearches } from "./src/core/searches.js";
const { zone, histories } = JSON.parse(readFileSync(0, "utf8"));
const shown = ({ day, engine, query, time, last, visits }) =>
  [day, engine, query, Math.round(time * 1000), Math.round(last * 1000), visits];
console.log(JSON.stringify(histories.map((one) => findSearches(one, zone, new Uint8Array(8)).map(shown))));
"""
ENGINES = ("https://www.google.com/search?q=", "https://www.bing.com/search?q=")
TEXTS = (
    "f",
    "fl",
    "flu",
    "Flu ",
    "flu shot",
    "cough",
    "ㄷ",
    "도",
    "독",
    "독감",
    "?",
    "e",
    "e\u0301",
    "\U0001f912",
    "流",
)
ZONE = "Europe/London"
MIDNIGHT = datetime(2026, 10, 25, tzinfo=UTC)  # an hour before the clocks go back there
MICROSECOND = timedelta(microseconds=1)
moments = st.builds(
    lambda seconds, more: 1_000_000 * seconds + more,
    st.sampled_from((0, 1, 4, 5, 6, 10, 11, 1_800, 1_805, 3_600, 7_200, -3_600, -3_595)),
    st.sampled_from((0, 0, 1, -1, 500)),
)
visits = st.tuples(st.sampled_from(ENGINES), st.sampled_from(TEXTS), moments, st.sampled_from((False, False, True)))
histories = st.lists(st.lists(visits, max_size=12), min_size=100, max_size=200)


@pytest.fixture(scope="module", name="node")
def found_node() -> str:
    """Return the path of Node.js, or skip this test."""
    return node()


@pytest.mark.slow
@given(histories)
@settings(max_examples=10)
def test_both_languages_find_the_same_searches(
    node: str, given_histories: list[list[tuple[str, str, int, bool]]]
) -> None:
    """Day, engine, query, first and last time, and number of pages are the same, in the same order."""
    read = [
        [
            Visit(engine + quote(text), MIDNIGHT + at * MICROSECOND, "browser", reload)
            for engine, text, at, reload in one
        ]
        for one in given_histories
    ]
    told = [
        [{"url": one.url, "time": _since_1970(one.time) / 1000, "reload": one.reload} for one in all_] for all_ in read
    ]
    done = run([node, "--input-type=module", "--eval", FIND], json.dumps({"zone": ZONE, "histories": told}))
    assert done.returncode == 0, done.stderr
    expected = [
        [
            [str(one.day), one.engine, one.query, _since_1970(one.time), _since_1970(one.last), one.visits]
            for one in find_searches(result_pages(history), ZoneInfo(ZONE), bytes(8))
        ]
        for history in read
    ]
    assert json.loads(done.stdout) == expected


def _since_1970(time: datetime) -> int:
    return (time - datetime(1970, 1, 1, tzinfo=UTC)) // MICROSECOND
