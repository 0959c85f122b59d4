"""What is asked of a campaign, and the rates of its keywords."""

import re

import pytest

from pdd_shared.counting.entries import Keyword
from pdd_shared.planning.keyword_rates import KNOWN_RATES, USUAL
from pdd_shared.planning.question import (
    Question,
    QuestionError,
    Rates,
    effect_of_text,
    rates_of_csv,
    rates_of_rows,
)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"donors": 0}, "donors is 0"),
        ({"searches": 0.0}, "searches is 0"),
        ({"searches": float("nan")}, "searches is nan"),
        ({"effect": -0.2}, "effect is -0.2"),
        ({"rates": Rates(0.0)}, "rate is 0"),
        ({"rates": Rates(1.0)}, "rate is 1"),
        ({"rates": Rates(float("inf"))}, "rate is inf"),
    ],
)
def test_an_assumption_out_of_range_is_named(changed: dict[str, object], named: str) -> None:
    """A number that can't be assumed is refused with its name, its value, and the range to choose from."""
    with pytest.raises(QuestionError, match=f"^{re.escape(named)}; give a number above 0 and below "):
        Question(**{"donors": 100, **changed})  # type: ignore[arg-type]


def test_rates_of_a_file_are_those_of_its_keywords() -> None:
    """A keyword may be written in any order of its terms, and one without a rate is named."""
    rates = rates_of_rows([(1, "flu", "0.001"), (2, "Child + fever", "0.0005"), (3, "influenza", "2e-4")])
    assert rates.of(Keyword.parse("fever + child")) == 0.0005
    with pytest.raises(QuestionError, match="no rate for sneeze; add a line"):
        rates.of(Keyword.parse("sneeze"))


@pytest.mark.parametrize("head", ["", "keyword,rate\n", "keyword , rate\n\n"])
def test_a_csv_may_have_a_head_empty_lines_and_spaces(head: str) -> None:
    """A spreadsheet's file is read with and without a head; a space before a quoted cell does not belong to it."""
    rates = rates_of_csv(f'{head}flu,0.001\n\n"fever + child", "0.0005"\n')
    assert rates.of_keywords == {Keyword.parse("flu"): 0.001, Keyword.parse("fever + child"): 0.0005}
    with pytest.raises(QuestionError, match=f"^line {2 + head.count(chr(10))}: 'much' is no rate"):
        rates_of_csv(f"{head}flu,0.001\ncold,much\n")


def test_a_csv_may_have_queries_in_place_of_keywords() -> None:
    """The head says that lines are queries, which are kept as they are written."""
    rates = rates_of_csv("query,rate\nFlu near me,0.001\nflu shot -bird,0.0005\n")
    assert rates.of_queries == {"Flu near me": 0.001, "flu shot -bird": 0.0005}
    assert rates.of_keywords == {}


def test_a_rise_is_a_share_or_percent() -> None:
    """A share above 1 is more likely percent, so it is asked for with its sign."""
    assert effect_of_text("0.2") == effect_of_text("20%") == 0.2
    assert effect_of_text("200%") == 2
    for text in ("20", "much", "1.5", "nan%%"):
        with pytest.raises(QuestionError, match=f"^effect is {text}; give a share up to 1"):
            effect_of_text(text)


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ([(1, "flu", "much")], "line 1: 'much' is no rate; give a share above 0"),
        ([(1, "flu", "0.1"), (2, "cold", "1.5")], "line 2: '1.5' is no rate"),
        ([(1, "flu", "0")], "line 1: '0' is no rate"),
        ([(1, "flu", "nan")], "line 1: 'nan' is no rate"),
        ([(1, "flu", "0.1"), (4, "FLU", "0.2")], "line 4: flu has a rate already"),
        ([(3, "?!", "0.1")], "line 3: Entry `?!` can never match"),
        ([], "has no rates; give a keyword and its rate a line"),
    ],
)
def test_a_bad_line_of_a_file_is_named(rows: list[tuple[int, str, str]], named: str) -> None:
    """A file of rates is refused with the number of its first bad line, and what to do."""
    with pytest.raises(QuestionError, match=f"^{re.escape(named)}"):
        rates_of_rows(rows)


def test_known_rates_are_shares_from_the_largest_on() -> None:
    """The built-in table has rates between 0 and 1 in falling order, each with its source; the usual one is in it."""
    rates = [known.rate for known in KNOWN_RATES.values()]
    assert rates == sorted(rates, reverse=True)
    assert rates[-1] > 0
    assert rates[0] < 1
    assert all(known.kind and "19" in known.source for known in KNOWN_RATES.values())
    assert KNOWN_RATES[USUAL].rate == Rates().usual == 0.000052
