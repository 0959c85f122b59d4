"""What inverted queries reveal: persons, places, companies and terms, by search and by session."""

from datetime import datetime, timedelta
from math import inf
from pathlib import Path

import polars as pl
import pytest

from pdd_papers.token_hash.logs.disclosure import RARE, examples, inverted, read_list, read_lists, uncovered
from pdd_papers.token_hash.logs.named_entities import Lists, Phrase, by_rule, persons
from pdd_research.errors import LogError


def _listed(*phrases: str) -> dict[Phrase, float]:
    return {tuple(phrase.split()): inf for phrase in phrases}


LISTS: Lists = {
    "first-names": {("jane",): 0.2, ("mark",): inf, ("rose",): 0.5, ("ivory",): 0.005},
    "surnames": {("doe",): inf, ("hill",): 0.006, ("stone",): 0.2, ("salt",): 0.001},
    "dictionary": _listed("mark", "hill", "stone", "salt", "job", "ivory"),
    "true-names": _listed("mark stone"),
    "false-names": _listed("rose hill", "rose salt"),
    "states": _listed("texas", "new york", "or"),
    "companies": _listed("general electric"),
    "revealing": _listed("job", "heart disease"),
}


def _counts(readable: pl.DataFrame) -> dict[str, tuple[int, int | None]]:
    return {kind: (searches, sessions) for kind, searches, sessions in uncovered(readable, LISTS).rows()}


def _log(*searches: tuple[str, int, str]) -> pl.LazyFrame:
    """Return searches as user, minute and hashed query."""
    begin = datetime(2006, 3, 1)
    rows = [(user, begin + timedelta(minutes=minute), query) for user, minute, query in searches]
    return pl.LazyFrame(rows, schema=["user", "time", "query"], orient="row")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("jane doe divorce", {("jane", "doe")}),
        ("doe jane", set()),  # the surname comes after
        ("jane the doe", set()),
        ("jane hill", {("jane", "hill")}),  # one of both is no ordinary word
        ("mark hill", set()),  # both are, and not rare
        ("mark salt", {("mark", "salt")}),  # and so are these, but hardly anybody is called that
        ("ivory hill", {("ivory", "hill")}),  # or that
        ("ivory towers", set()),
        ("mark stone", {("mark", "stone")}),  # but known to be a person
        ("rose hill", set()),  # known to be none
        ("rose salt", set()),  # though it is rare
    ],
)
def test_persons_are_a_first_name_with_a_surname_after_it(query: str, found: set[tuple[str, str]]) -> None:
    """A person is a first name directly before a surname, one of them rare or no ordinary word, as in the paper."""
    assert persons(tuple(query.split()), LISTS) == found


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("plano texas", ["places"]),
        ("hotels in albany new york", ["places"]),
        ("albany new", []),
        ("salt texas", []),  # an ordinary word is no place
        ("kansas city", ["places"]),
        ("texas", []),
        ("portland or", []),
        ("acme inc", ["companies"]),
        ("acme widgets llc", ["companies"]),
        ("inc", []),
        ("inc magazine", []),
    ],
)
def test_places_and_companies_by_form(query: str, kinds: list[str]) -> None:
    """A word before a state, city or county is a place, and a name that ends in a legal form a company."""
    assert list(by_rule(tuple(query.split()), LISTS)) == kinds


def test_rules_need_their_lists() -> None:
    """Without lists of states and companies none are reported."""
    assert not list(by_rule(("plano", "texas", "inc"), {"revealing": LISTS["revealing"]}))
    assert not persons(("jane", "doe"), {})


def test_a_dictionary_keeps_what_it_writes_small(tmp_path: Path) -> None:
    """In a dictionary a capitalised word is a name and may be part of a place; other lists are read in small
    letters.
    """
    (file := tmp_path / "words.txt").write_text("salt\nTurkey\nturkey\nPlano\n\n")
    assert set(read_list("dictionary", file)) == {("salt",)}
    assert set(read_list("places", file)) == {("salt",), ("turkey",), ("plano",)}


def test_names_may_have_their_frequency(tmp_path: Path) -> None:
    """Names may have frequencies, after a comma or in census columns; the greater of two counts, and other lists
    have none.
    """
    (file := tmp_path / "names.txt").write_text(
        "SMITH          1.006  1.006      1\nVAN DYKE,0.004\nKim 0.05\nkim, 0.07\nO'Neil\n"
    )
    names = {("smith",): 1.006, ("van", "dyke"): 0.004, ("kim",): 0.07, ("o'neil",): inf}
    assert read_list("surnames", file) == read_list("first-names", file) == names
    assert ("kim", "0.05") in read_list("companies", file)


def test_a_kind_may_be_in_several_files(tmp_path: Path) -> None:
    """One kind may come in several files, as the census's names of men and women; the greater percentage counts."""
    files = {"men": "JAMES 3.318 3.318 1\nKIM 0.008\n", "women": "MARY 2.629 2.629 1\nKIM 0.130\n", "towns": "plano\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    named = [("first-names", tmp_path / "men"), ("places", tmp_path / "towns"), ("first-names", tmp_path / "women")]
    assert read_lists(named) == {
        "first-names": {("james",): 3.318, ("kim",): 0.130, ("mary",): 2.629},
        "places": {("plano",): inf},
    }


@pytest.mark.parametrize("line", ["SMITH,1,2442977,828.19", "name,frequency", "smith 2442977", "smith,1.006%"])
def test_a_list_of_names_in_another_form_is_refused(line: str, tmp_path: Path) -> None:
    """A list of names with counts, ranks or headers instead of percentages is refused with its line."""
    (file := tmp_path / "names.csv").write_text(f"jones,0.621\n{line}\n")
    with pytest.raises(LogError, match=rf"names\.csv: '{line}' is no name"):
        read_list("surnames", file)


def test_only_queries_that_are_wholly_inverted_are_read() -> None:
    """A query with an unanswered hash is left out; sessions end after half an hour and with the user."""
    log = _log(("a", 0, "h1 h2"), ("a", 20, "h1"), ("a", 60, "h2"), ("b", 61, "h1"), ("b", 62, "h1 h3"))
    answers = pl.DataFrame({"hash": ["h1", "h2"], "token": ["jane", "doe"]})
    found, searches = inverted(log, answers)
    assert searches == 5
    assert found["query"].to_list() == ["jane doe", "jane", "doe", "jane"]
    sessions = found.select("user", "session").rows()
    assert sessions[0] == sessions[1]
    assert len(set(sessions)) == 3


def test_kinds_are_counted_by_search_and_by_session() -> None:
    """A person and a revealing term in one session are counted even if no search has both."""
    found = _counts(
        pl.DataFrame(
            {
                "user": ["a", "a", "a", "b", "c"],
                "session": [1, 1, 2, 1, 1],
                "query": ["jane doe", "heart disease", "heart disease", "jane doe job", "general electric"],
            }
        )
    )
    assert found["person"] == (2, 2)
    assert found["revealing"] == (3, 3)
    assert found["companies"] == (1, 1)
    assert found["non-star person and revealing"] == (1, 2)
    assert found["companies and revealing"] == (0, 0)
    assert not {"first-names", "dictionary", "true-names", "states"} & set(found)


def test_who_is_searched_for_often_is_a_star() -> None:
    """A person searched for RARE times or more is famous, and another one in the same query is not."""
    often = ["jane doe"] * (RARE - 1) + ["jane doe jane hill"]
    counted = _counts(pl.DataFrame({"query": often}))
    assert (counted["person"], counted["non-star person"]) == ((RARE, None), (1, None))
    assert _counts(pl.DataFrame({"query": often[1:]}))["non-star person"] == (RARE - 1, None)


def test_examples_are_the_most_frequent_queries() -> None:
    """Examples are a few of each kind, the most frequent queries first."""
    readable = pl.DataFrame({"query": ["job"] * 3 + ["heart disease"] * 4 + ["rain"] * 9})
    assert examples(readable, LISTS) == {"revealing": ["heart disease", "job"]}


def test_kinds_without_a_find_are_reported() -> None:
    """Each kind looked for is reported, also with nothing found; pairs of kinds only where both were found."""
    nothing = dict.fromkeys(["companies", "non-star person", "person", "places", "revealing"], (0, None))
    assert _counts(pl.DataFrame({"query": ["rain"]})) == nothing
