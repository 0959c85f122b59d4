"""Files and forms pass the same validation, which finds all problems at once, each at its key."""

import tomllib
from decimal import Decimal
from typing import Any

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
