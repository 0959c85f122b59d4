"""A cache of parsed vocabularies: parsing thousands of entries takes up to a second, so a process does it once.

The counting rules, which need numpy and `regex`, are imported only by the functions that parse.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pdd_shared.counting.entries import VocabularyError
    from pdd_shared.counting.vocabulary import Vocabulary

_MOST = 256
"""The most vocabularies in the cache, which is emptied when full. They are public: servers show them to anybody."""
_remembered: "dict[tuple[str, ...], Vocabulary | VocabularyError]" = {}


def vocabulary_of(texts: Sequence[str]) -> "Vocabulary":
    """Return the vocabulary with these entries, from the cache or parsed now.

    Raises:
        VocabularyError: a text is not a valid entry (see `Vocabulary.of_campaign`).

    """
    from pdd_shared.counting.entries import VocabularyError

    parsed = _remembered.get(tuple(texts)) or parse_afresh(texts)
    if isinstance(parsed, VocabularyError):
        raise parsed
    return parsed


def parse_afresh(texts: Sequence[str]) -> "Vocabulary | VocabularyError":
    """Parse a vocabulary and cache it, even if it is in the cache already.

    The parsing includes everything that a vocabulary computes on first use, so that later calls are fast. It takes
    the same time for every home, so the server can't tell by it what a donor has joined (`donor.cohort.read_ahead`).

    Returns:
        The vocabulary, or the error if the texts are not valid entries.

    """
    from pdd_shared.counting.entries import VocabularyError
    from pdd_shared.counting.vocabulary import Vocabulary

    parsed: Vocabulary | VocabularyError
    try:
        parsed = Vocabulary.of_campaign(texts)
        parsed.digest()
        parsed.matches("")
    except VocabularyError as error:
        parsed = error
    if len(_remembered) >= _MOST:
        _remembered.clear()
    _remembered[tuple(texts)] = parsed
    return parsed


def warm_up(texts: Sequence[str]) -> None:
    """Parse a vocabulary unless it is in the cache."""
    if tuple(texts) not in _remembered:
        parse_afresh(texts)


def forget_all() -> None:
    """Empty the cache, as in a process that has just started."""
    _remembered.clear()
