"""What a researcher wants to see, and what is assumed about donors and keywords."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import fsum, isfinite

from pdd_shared.counting.entries import Keyword, KeywordIndex, VocabularyError, parse_entry
from pdd_shared.planning.keyword_rates import KNOWN_RATES, USUAL

MOST_DONORS, MOST_SEARCHES, MOST_EFFECT = 99_999_999, 10_000, 100
"""The largest assumptions: donors on a day, searches of one donor a day, and a change as a share of the total."""


class QuestionError(ValueError):
    """An assumption can't be used. The text says which one, what is wrong with it, and what to do."""


@dataclass(frozen=True)
class Rates:
    """The share of all searches that match each keyword.

    Attributes:
        usual: The rate of each keyword that has none of its own.
        of_keywords: Rates of keywords. If there are any, every keyword must have one.
    """

    usual: float = KNOWN_RATES[USUAL].rate
    of_keywords: Mapping[Keyword, float] = field(default_factory=dict)

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


@dataclass(frozen=True)
class Measured:
    """One count of a campaign: a keyword or an index.

    Attributes:
        name: What the plan calls it.
        rate: The share of all searches that match it.
        others: The rates of all counts beside it, added up: their hits use up the cap on hits.
    """

    name: str
    rate: float
    others: float


def keyword_and_index(vocabulary: Iterable[str], rates: Rates) -> tuple[Measured, Measured | None]:
    """Return a single keyword of the mean rate, and the index that a plan compares it with.

    The index is the campaign's own one of the largest rate. A campaign without an index gets one of all its keywords,
    which then would be its only count; None if it has one keyword. A search is taken to match one keyword at most, so
    rates add up.

    Args:
        vocabulary: The campaign's entries.
        rates: The keywords' rates.

    Raises:
        QuestionError: A keyword has no rate.
    """
    entries = [parse_entry(text) for text in vocabulary]
    keywords = list(dict.fromkeys(keyword for entry in entries for keyword in entry.keywords))
    mean = fsum(map(rates.of, keywords)) / len(keywords)
    together = [min(1.0, fsum(map(rates.of, entry.keywords))) for entry in entries]
    total = fsum(together)
    single = Measured("a keyword", mean, max(0.0, total - mean))
    own = [
        (rate, entry.label) for rate, entry in zip(together, entries, strict=True) if isinstance(entry, KeywordIndex)
    ]
    if own:
        rate, name = max(own)
        return single, Measured(name, rate, total - rate)
    if len(keywords) == 1:
        return single, None
    return single, Measured(f"an index of all {len(keywords):,} keywords", min(1.0, total), 0.0)


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
    """Return the rates in a CSV with a keyword and its rate a line; it may begin with the line `keyword,rate`.

    Raises:
        QuestionError: As of `rates_of_rows`.
    """
    reader = csv.reader(text.splitlines(), skipinitialspace=True)
    rows = [(reader.line_num, [cell.strip() for cell in (*row, "", "")]) for row in reader if any(row)]
    if rows and rows[0][1][:2] == ["keyword", "rate"]:
        rows = rows[1:]
    return rates_of_rows((line, cells[0], cells[1]) for line, cells in rows)


def rates_of_rows(rows: Iterable[tuple[int, str, str]]) -> Rates:
    """Return rates from the lines of a file.

    Args:
        rows: Each line's number from 1, its keyword and its rate, as texts.

    Raises:
        QuestionError: A line has no keyword or no rate, or a keyword comes twice. It names the line.
    """
    found: dict[Keyword, float] = {}
    for line, text, written in rows:
        try:
            keyword = Keyword.parse(text)
        except VocabularyError as error:
            raise QuestionError(f"line {line}: {error}") from None
        rate = _number(written)
        if rate is None or not 0 < rate < 1:
            raise QuestionError(f"line {line}: {written!r} is no rate; give a share above 0 and below 1, as 0.000052")
        if keyword in found:
            raise QuestionError(f"line {line}: {keyword.label} has a rate already; remove one of the two lines")
        found[keyword] = rate
    if not found:
        raise QuestionError("has no rates; give a keyword and its rate a line, as flu,0.000052")
    return Rates(sum(found.values()) / len(found), found)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
