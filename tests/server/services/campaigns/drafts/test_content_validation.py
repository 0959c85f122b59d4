"""Files and forms pass the same validation, which finds all problems at once, each at its key."""

import tomllib
from decimal import Decimal
from typing import Any

import pytest

from pdd_server.services.campaigns.drafts.content_validation import check
from pdd_server.services.campaigns.drafts.form_values import typed_of, values_of
from tests.server.services.campaigns.test_campaign_files import GOOD
from tests.support.consent_texts import CONSENT_DE

VALUES = tomllib.loads(GOOD, parse_float=Decimal)


def problems(**changes: Any) -> set[tuple[str, ...]]:
    values = {**VALUES, **changes}
    return {
        problem.path
        for problem in check({key: value for key, value in values.items() if value != "left out"}, 50, "plain").problems
    }


def test_all_problems_are_found_at_once() -> None:
    """Problems of single fields, of fields together and of lists are all reported, not only the first kind."""
    found = problems(
        id="Winter Flu",
        title="left out",
        data_protection="https://flu.example.org/notice (PDF)",
        licence="CC BY",
        end=VALUES["start"].replace(year=2025),
        strata=["england", "england"],
        vocabulary=["flu", "Flu", "?!"],
        consent={"german": CONSENT_DE},
        caps={"max_searches": 20},
        privacy={"epsilon": Decimal(1), "scale": Decimal(2), "noise": "discrete-gaussian", "colluders": 10},
    )
    assert found == {
        ("id",),
        ("title",),
        ("data_protection",),
        ("licence",),
        ("end",),
        ("strata", "1"),
        ("vocabulary", "1"),
        ("vocabulary", "2"),
        ("consent", "german", "[key]"),
        ("caps", "max_hits"),
        ("caps", "max_hits_per_keyword"),
        ("privacy", "scale"),
        ("privacy", "delta"),
        ("privacy", "colluders"),
    }


INDEX = {"name": "flu index", "any": ["flu", "Influenza", "fever+child"]}


def test_an_index_of_a_file_is_one_entry() -> None:
    """A table with a name and keywords becomes the first line of the signed campaign, before plain keywords."""
    found = check({**VALUES, "vocabulary": ["flu", INDEX]}, 50, "plain")
    assert found.campaign is not None
    assert found.campaign.vocabulary == ("flu index: any of flu, influenza, fever + child", "flu")
    assert found.keywords.overlaps[0].text == "`flu`: every search for it counts for `flu index` too, at position 2"


@pytest.mark.parametrize(
    ("index", "reason"),
    [
        ({}, "an index has the two keys name and any, and this one has none"),
        ({"name": "flu index"}, "an index has the two keys name and any, and this one has name"),
        ({**INDEX, "weight": 2}, "an index has the two keys name and any, and this one has any, name, weight"),
        ({**INDEX, "name": 5}, "a text as its name"),
        ({**INDEX, "any": "flu, fever"}, "as any a list of keywords"),
        ({**INDEX, "any": ["flu", 5]}, "as any a list of keywords"),
        ({**INDEX, "any": ["flu", {"name": "a b", "any": ["c", "d"]}]}, "as any a list of keywords"),
        ({**INDEX, "any": []}, "write 2 to 200 keywords, not 0"),
        ({**INDEX, "any": ["flu"] * 201}, "write 2 to 200 keywords, not 201"),
        ({**INDEX, "any": ["flu", "FLU"]}, "`flu` counts the same searches as `flu`: remove one"),
        ({**INDEX, "any": ["flu", "cold, cough"]}, "keyword 2: Entry `cold, cough` has a term of several words"),
        ({**INDEX, "any": ["flu", "cold index: any of cold, cough"]}, "an index can't be a part of an index"),
        ({**INDEX, "name": ""}, "an index has no name"),
        ({**INDEX, "name": "influenza"}, "reads like a keyword"),
        ({**INDEX, "name": "flu: any of cold, flu"}, "letters, numbers, spaces"),
    ],
)
def test_what_is_no_index_is_refused_in_words(index: dict[str, Any], reason: str) -> None:
    """A table that makes no index is named by its place in the list, with what is wrong with it."""
    (problem,) = check({**VALUES, "vocabulary": ["cold", index]}, 50, "plain").problems
    assert problem.path == ("vocabulary", "1")
    assert reason in problem.reason


@pytest.mark.parametrize("other", ["flu symptoms: any of cold, cough", '"Flu symptoms"'])
def test_an_index_has_a_name_of_its_own(other: str) -> None:
    """An index with the words of another index or of a keyword beside it is refused."""
    index = {"name": "Flu symptoms", "any": ["flu", "fever"]}
    (problem,) = check({**VALUES, "vocabulary": [other, index]}, 50, "plain").problems
    assert problem.path == ("vocabulary", "1")
    assert "has the same words as" in problem.reason


def test_an_index_typed_in_is_the_index_of_the_file() -> None:
    """A file's index becomes a line of the form, which makes the same campaign; a wrong one shows what is wrong."""
    values = {**VALUES, "vocabulary": ["flu", INDEX]}
    typed = typed_of(values)
    assert typed.vocabulary == "flu\nflu index: any of flu, influenza, fever + child"
    assert check(values_of(typed), 50, "plain").campaign == check(values, 50, "plain").campaign is not None
    wrong = typed_of({**VALUES, "vocabulary": [{"name": "flu index", "any": ["flu"]}, {"any": 5}]})
    assert wrong.vocabulary == "flu index: any of flu\n: any of 5"
    with pytest.raises(KeyError, match=r"vocabulary\.weight"):
        typed_of({**VALUES, "vocabulary": [{**INDEX, "weight": 2}]})


def test_keys_that_depend_on_an_invalid_one_are_not_validated() -> None:
    """Without a valid first day, no problem about the campaign's length is reported."""
    assert problems(start="soon") == {("start",)}
    assert problems(vocabulary="flu") == {("vocabulary",)}


def test_problems_are_told_in_plain_words() -> None:
    """Problems are told in plain words, without patterns, types or libraries."""
    wrong = {
        **VALUES,
        "id": "Winter Flu",
        "title": "",
        "start": "soon",
        "caps": {"max_searches": "x", "max_hits": 0},
    }
    for problem in check(wrong, 50, "plain").problems:
        assert not any(word in problem.reason for word in ("pattern", "tring", "instance", "valid", "nput"))


def test_a_file_typed_in_is_the_same_campaign() -> None:
    """A file's content, put into the form, makes exactly the campaign that the file makes."""
    assert check(values_of(typed_of(VALUES)), 50, "plain").campaign == check(VALUES, 50, "plain").campaign is not None
