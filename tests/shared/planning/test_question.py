"""What is asked of a campaign, and the rates of its keywords."""

import re

import pytest

from pdd_shared.counting.entries import Keyword
from pdd_shared.planning.keyword_rates import KNOWN_RATES, USUAL
from pdd_shared.planning.question import (
    Question,
    QuestionError,
    Rates,
    keyword_and_index,
    rates_of_csv,
    rates_of_rows,
)

INDEX = "flu index: any of flu, influenza, fever + child"


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


def test_an_index_of_all_keywords_has_their_rates_added_up() -> None:
    """Without an index, the plan compares with one of all keywords, which would stand alone; with one keyword none."""
    single, index = keyword_and_index(["flu", "fever + child"], Rates(0.01))
    assert (single.rate, single.others) == (0.01, 0.01)
    assert index is not None
    assert (index.name, index.rate, index.others) == ("an index of all 2 keywords", 0.02, 0.0)
    assert keyword_and_index(["flu"], Rates(0.01))[1] is None


def test_a_campaigns_own_index_is_taken_with_what_is_counted_beside_it() -> None:
    """The index of the largest rate is compared with. A keyword in two entries is one keyword with two hits."""
    single, index = keyword_and_index(["flu", INDEX, "cold index: any of cold, sneeze"], Rates(0.01))
    assert index is not None
    assert (index.name, index.rate, index.others) == ("flu index", 0.03, pytest.approx(0.03))
    assert (single.rate, single.others) == (0.01, pytest.approx(0.05))


def test_rates_of_a_file_are_those_of_its_keywords() -> None:
    """A keyword may be written in any order of its terms; the plan's keyword has the mean rate of the campaign's."""
    rates = rates_of_rows([(1, "flu", "0.001"), (2, "Child + fever", "0.0005"), (3, "influenza", "2e-4")])
    assert rates.of(Keyword.parse("fever + child")) == 0.0005
    single, index = keyword_and_index([INDEX], rates)
    assert single.rate == pytest.approx(0.0017 / 3)
    assert index is not None
    assert index.rate == pytest.approx(0.0017)
    with pytest.raises(QuestionError, match="no rate for sneeze; add a line"):
        keyword_and_index(["sneeze"], rates)


@pytest.mark.parametrize("head", ["", "keyword,rate\n", "keyword , rate\n\n"])
def test_a_csv_may_have_a_head_empty_lines_and_spaces(head: str) -> None:
    """A spreadsheet's file is read with and without a head; a space before a quoted cell does not belong to it."""
    rates = rates_of_csv(f'{head}flu,0.001\n\n"fever + child", "0.0005"\n')
    assert rates.of_keywords == {Keyword.parse("flu"): 0.001, Keyword.parse("fever + child"): 0.0005}
    with pytest.raises(QuestionError, match=f"^line {2 + head.count(chr(10))}: 'much' is no rate"):
        rates_of_csv(f"{head}flu,0.001\ncold,much\n")


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
