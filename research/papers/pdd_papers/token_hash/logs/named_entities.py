"""Persons, places and companies in queries by the paper's rules (WWW '07, section 5.1), without its manual check."""

from collections.abc import Iterator
from collections.abc import Mapping as Table
from itertools import pairwise

FIRST_NAMES, SURNAMES, DICTIONARY = "first-names", "surnames", "dictionary"
TRUE_NAMES, FALSE_NAMES = "true-names", "false-names"
PLACES, STATES, COMPANIES = "places", "states", "companies"
HELPERS = frozenset({FIRST_NAMES, SURNAMES, DICTIONARY, TRUE_NAMES, FALSE_NAMES, STATES})
"""Lists that the rules use, and that are not kinds themselves."""
_AFTER_A_PLACE = frozenset({("city",), ("county",)})
_NO_STATE = frozenset({("or",)})
"""Oregon's abbreviation is an ordinary word, so it marks no place."""
_LEGAL_FORMS = frozenset({"inc", "corp", "llc", "ltd", "plc", "gmbh"})

Phrase = tuple[str, ...]
Lists = Table[str, Table[Phrase, float]]
"""Each kind's phrases, as words, with the percentage of people who have the name; infinity if none is given."""
RARE_NAME = 0.006
"""Percent of people. A rarer name counts as a name even if it is an ordinary word as well."""


def phrases(words: Phrase, length: int) -> Iterator[Phrase]:
    """Yield all runs of at most `length` words of a query."""
    for start in range(len(words)):
        for end in range(start + 1, min(start + length, len(words)) + 1):
            yield words[start:end]


def persons(words: Phrase, lists: Lists) -> set[tuple[str, str]]:
    """Return pairs of a first name and a surname after it: one is rare or no ordinary word, or both are true names."""
    return {pair for pair in pairwise(words) if _is_person(pair, lists)}


def _is_person(pair: tuple[str, str], lists: Lists) -> bool:
    first, last = ((name,) for name in pair)
    if pair in lists.get(FALSE_NAMES, ()):
        return False
    if pair in lists.get(TRUE_NAMES, ()):
        return True
    firsts, surnames = lists.get(FIRST_NAMES, {}), lists.get(SURNAMES, {})
    if first not in firsts or last not in surnames:
        return False
    return min(firsts[first], surnames[last]) < RARE_NAME or not {first, last} <= lists.get(DICTIONARY, {}).keys()


def by_rule(words: Phrase, lists: Lists) -> Iterator[str]:
    """Yield the kinds that a query has by its form: PLACES if STATES are given, COMPANIES if these are."""
    if STATES in lists and _has_place(words, lists):
        yield PLACES
    if COMPANIES in lists and len(words) > 1 and words[-1].rstrip(".") in _LEGAL_FORMS:
        yield COMPANIES


def _has_place(words: Phrase, lists: Lists) -> bool:
    """Whether a state, a city or a county follows a word that the dictionary lacks or has with a capital."""
    after = (lists[STATES].keys() | _AFTER_A_PLACE) - _NO_STATE
    ordinary = lists.get(DICTIONARY, {})
    lengths = range(1, max(map(len, after)) + 1)
    return any(
        (words[at - 1],) not in ordinary and any(words[at : at + length] in after for length in lengths)
        for at in range(1, len(words))
    )
