"""Files that differ in one user's rows, wherever these are in them: everybody else counts for exactly the same."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pdd_research.log_release.activity import Local, of_normal_queries
from pdd_research.log_release.log import read_log
from pdd_research.log_release.pool import _followed

HEADER = "user,time,query,url"
QUERIES = ["flu", "Flu", "cold", '"rain', '"a, ""b"""', ""]
ONES_TIMES = ["2006-03-01 10:00:00", "2006-03-01T10:00:00", "2006-03-01 09:59:59.5", "noon", ""]
OTHER_TIMES = ["01/03/2006 10:00", "2006-03-01T10:00Z", "2006-03-01", '"2006-03-01', "never", *ONES_TIMES]
PUBLIC = pl.Series([f"{user}: {query}" for user in "abu" for query in ("cold", "flu")])
Counted = list[dict[tuple[str, ...], int]]


def rows(users: Sequence[str], times: Sequence[str]) -> st.SearchStrategy[list[str]]:
    """Lines of these users, in any order."""
    fields = [st.sampled_from(found) for found in (users, times, QUERIES, ["x.example", "no url", ""])]
    return st.lists(st.tuples(*fields).map(",".join), min_size=1, max_size=12)


def counted(lines: list[str]) -> Counted:
    """What each algorithm counts of all but "u" in a file of these lines: searches, clicks, transitions."""
    with TemporaryDirectory() as folder:
        (file := Path(folder) / "log.csv").write_text("\n".join([HEADER, *lines]) + "\n")
        others = read_log(file).written
        # Users' own items: the name goes with the query, so that what is u's can be told from the rest.
        named = others.with_columns(query=pl.format("{}: {}", "user", "query"))
        local = Local(named)
        found = [local.searches(2).items, local.clicks(2).items, local.clicks(1, PUBLIC).items]
        found.append(_followed(of_normal_queries(named), 2, PUBLIC))
    return [{row[:-1]: row[-1] for row in one.rows() if not row[0].startswith("u: ")} for one in found]


@settings(max_examples=25, deadline=None)
@given(
    ones=rows("ab", ONES_TIMES),
    more=rows("u", OTHER_TIMES),
    places=st.lists(st.integers(0, 12), min_size=12, max_size=12),
)
@example(ones=["a,2006-03-01 10:00:00,flu,"], more=["u,01/03/2006 10:00,flu,"], places=[0] * 12)
@example(ones=["a,2006-03-01 10:00:00,flu,"] * 2, more=["u,2006-03-01,flu,"], places=[1] * 12)
@example(ones=["a,2006-03-01 10:00:00,flu,"] * 3, more=['u,2006-03-01,"rain,'], places=[0] * 12)
@example(ones=["a,2006-03-01 10:00:00,flu,", "a,,flu,", "a,2006-03-01 09:59:59.5,cold,"], more=[], places=[0] * 12)
def test_others_count_for_the_same(ones: list[str], more: list[str], places: list[int]) -> None:
    """With u's rows first, last or among the others', in times of another form or of none, with quotes not closed."""
    mixed = list(ones)
    for place, line in zip(places, more, strict=False):
        mixed.insert(place, line)
    assert counted(mixed) == counted(ones)
