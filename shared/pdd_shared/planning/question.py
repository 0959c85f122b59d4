"""What a researcher wants to see, and what is assumed about donors and keywords."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from pdd_shared.counting.entries import Keyword, VocabularyError
from pdd_shared.planning.keyword_rates import KNOWN_RATES, USUAL

MOST_DONORS, MOST_SEARCHES, MOST_EFFECT = 99_999_999, 10_000, 10
"""The largest assumptions: donors on a day, searches of one donor a day, and a rise as a share of the total."""


class QuestionError(ValueError):
    """An assumption can't be used. The text says which one, what is wrong with it, and what to do."""


@dataclass(frozen=True)
class Rates:
    """The share of all searches that match each keyword.

    Attributes:
        usual: The rate of each keyword that has none of its own.
        of_keywords: Rates of keywords. If there are any, every keyword must have one.
        of_queries: Queries, each with its share of all searches. If there are any, keywords have what they match.
    """

    usual: float = KNOWN_RATES[USUAL].rate
    of_keywords: Mapping[Keyword, float] = field(default_factory=dict)
    of_queries: Mapping[str, float] = field(default_factory=dict)

    @property
    def are_listed(self) -> bool:
        """Return whether keywords or queries have rates of their own."""
        return bool(self.of_keywords or self.of_queries)

    def of(self, keyword: Keyword) -> float:
        """Return the rate of a keyword.

        Raises:
            QuestionError: Only other keywords have rates.
        """
        if self.of_keywords and keyword not in self.of_keywords:
            raise QuestionError(f"there is no rate for {keyword.label}; add a line for it to the file of rates")
        return self.of_keywords.get(keyword, self.usual)


@dataclass(frozen=True)
class Question:
    """A question to a campaign: whether its totals show a rise of some size from one week to the next.

    Attributes:
        donors: Donors there on a day.
        searches: Searches of one donor on a day.
        rates: How often the keywords are searched.
        effect: The rise, as a share of the first week's total.

    Raises:
        QuestionError: A number is out of its range.
    """

    donors: int
    searches: float = 5.0
    rates: Rates = field(default_factory=Rates)
    effect: float = 0.2

    def __post_init__(self) -> None:
        _check("donors", self.donors, 0, MOST_DONORS + 1)
        _check("searches", self.searches, 0, MOST_SEARCHES + 1)
        _check("rate", self.rates.usual, 0, 1)
        _check("effect", self.effect, 0, MOST_EFFECT + 1)


def _check(name: str, number: float, above: float, below: float) -> None:
    """Raise QuestionError unless the number lies between two others."""
    if not (isfinite(number) and above < number < below):
        raise QuestionError(f"{name} is {number:g}; give a number above {above:,} and below {below:,}")


def effect_of_text(text: str) -> float:
    """Return the rise that a text states as a share, as .2, or in percent, as 20%.

    Raises:
        QuestionError: It is no number, or a share above 1, where percent were meant.
    """
    number = _number(text.removesuffix("%"))
    if number is None or (number > 1 and not text.endswith("%")):
        raise QuestionError(f"effect is {text}; give a share up to 1, as 0.2, or percent, as 20%")
    return number / 100 if text.endswith("%") else number


def rates_of_text(text: str) -> Rates | None:
    """Return the rate that a text states for all keywords, as a number or as a word of the table; None for neither.

    Raises:
        QuestionError: The number is no share.
    """
    if text in KNOWN_RATES:
        return Rates(KNOWN_RATES[text].rate)
    number = _number(text)
    if number is None:
        return None
    _check("rate", number, 0, 1)
    return Rates(number)


def rates_of_csv(text: str) -> Rates:
    """Return the rates in a CSV with a keyword and its rate a line, or a query and its rate.

    Its first line may be `keyword,rate`, and is `query,rate` for queries.

    Raises:
        QuestionError: As of `rates_of_rows`.
    """
    reader = csv.reader(text.splitlines(), skipinitialspace=True)
    rows = [(reader.line_num, [cell.strip() for cell in (*row, "", "")]) for row in reader if any(row)]
    head = rows[0][1][:2] if rows else []
    if head in (["keyword", "rate"], ["query", "rate"]):
        rows = rows[1:]
    return rates_of_rows(((line, cells[0], cells[1]) for line, cells in rows), queries=head == ["query", "rate"])


def rates_of_rows(rows: Iterable[tuple[int, str, str]], *, queries: bool = False) -> Rates:
    """Return rates from the lines of a file.

    Args:
        rows: Each line's number from 1, its keyword or query and its rate, as texts.
        queries: Whether they are queries.

    Raises:
        QuestionError: A line has no keyword or no rate, or a keyword comes twice. It names the line.
    """
    found: dict[Any, float] = {}
    for line, text, written in rows:
        try:
            named = text if queries else Keyword.parse(text)
        except VocabularyError as error:
            raise QuestionError(f"line {line}: {error}") from None
        rate = _number(written)
        if rate is None or not 0 < rate < 1:
            raise QuestionError(f"line {line}: {written!r} is no rate; give a share above 0 and below 1, as 0.000052")
        if named in found:
            shown = named if isinstance(named, str) else named.label
            raise QuestionError(f"line {line}: {shown} has a rate already; remove one of the two lines")
        found[named] = rate
    if not found:
        raise QuestionError("has no rates; give a keyword and its rate a line, as flu,0.000052")
    usual = sum(found.values()) / len(found)
    return Rates(usual, of_queries=found) if queries else Rates(usual, found)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
