"""Persons, places and companies in a query by the paper's rules (WWW '07, section 5.1), as far as lists serve.

Left out are what the paper has a census' frequencies for (its third condition of a name), and its check by hand.
"""

from collections.abc import Iterator
from collections.abc import Mapping as Table
from itertools import pairwise

FIRST_NAMES, SURNAMES, DICTIONARY = "first-names", "surnames", "dictionary"
TRUE_NAMES, FALSE_NAMES = "true-names", "false-names"
PLACES, STATES, COMPANIES = "places", "states", "companies"
HELPERS = frozenset({FIRST_NAMES, SURNAMES, DICTIONARY, TRUE_NAMES, FALSE_NAMES, STATES})
"""Lists that rules are made of, which are no kinds themselves."""
_AFTER_A_PLACE = frozenset({("city",), ("county",)})
_NO_STATE = frozenset({("or",)})
"""Oregon's abbreviation says nothing."""
_LEGAL_FORMS = frozenset({"inc", "corp", "llc", "ltd", "plc", "gmbh"})

Phrase = tuple[str, ...]
Lists = Table[str, frozenset[Phrase]]
"""Each kind's phrases, as words."""


def phrases(words: Phrase, length: int) -> Iterator[Phrase]:
    """All parts of a query of so many words or fewer."""
    for start in range(len(words)):
        for end in range(start + 1, min(start + length, len(words)) + 1):
            yield words[start:end]


def persons(words: Phrase, lists: Lists) -> set[tuple[str, str]]:
    """A first name with a surname after it, one of which is no word of the dictionary or both on the true names."""
    return {pair for pair in pairwise(words) if _is_person(pair, lists)}


def _is_person(pair: tuple[str, str], lists: Lists) -> bool:
    first, last = ((name,) for name in pair)
    if pair in lists.get(FALSE_NAMES, ()):
        return False
    if pair in lists.get(TRUE_NAMES, ()):
        return True
    ordinary = lists.get(DICTIONARY, frozenset())
    return first in lists.get(FIRST_NAMES, ()) and last in lists.get(SURNAMES, ()) and not {first, last} <= ordinary


def by_rule(words: Phrase, lists: Lists) -> Iterator[str]:
    """The kinds that a query has by its form: PLACES where STATES are given, COMPANIES where these are."""
    if STATES in lists and _has_place(words, lists):
        yield PLACES
    if COMPANIES in lists and len(words) > 1 and words[-1].rstrip(".") in _LEGAL_FORMS:
        yield COMPANIES


def _has_place(words: Phrase, lists: Lists) -> bool:
    """Whether a word that is not in the dictionary, or there with a capital, is before a state, a city or a county."""
    after = (lists[STATES] | _AFTER_A_PLACE) - _NO_STATE
    ordinary = lists.get(DICTIONARY, frozenset())
    lengths = range(1, max(map(len, after)) + 1)
    return any(
        (words[at - 1],) not in ordinary and any(words[at : at + length] in after for length in lengths)
        for at in range(1, len(words))
    )
