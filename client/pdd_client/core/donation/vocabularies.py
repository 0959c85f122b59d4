"""A cache of parsed vocabularies: parsing thousands of entries takes up to a second, so a process does it once.

The counting rules, which need numpy and `regex`, are imported only by the functions that parse.
"""

from typing import TYPE_CHECKING

from pdd_shared.protocol.messages import Campaign

if TYPE_CHECKING:
    from pdd_shared.counting.entries import VocabularyError
    from pdd_shared.counting.vocabulary import Vocabulary

_Named = tuple[tuple[str, ...], int | None]
"""A campaign's entries, and the version of the rules by which queries match them."""

_MOST = 256
"""The most vocabularies in the cache, which is emptied when full. They are public: servers show them to anybody."""
_remembered: "dict[_Named, Vocabulary | VocabularyError]" = {}


def vocabulary_of(campaign: Campaign) -> "Vocabulary":
    """Return a campaign's vocabulary, from the cache or parsed now.

    Raises:
        VocabularyError: a text is not a valid entry (see `Vocabulary.of_campaign`).

    """
    from pdd_shared.counting.entries import VocabularyError

    parsed = _remembered.get(_named(campaign)) or parse_afresh(campaign)
    if isinstance(parsed, VocabularyError):
        raise parsed
    return parsed


def parse_afresh(campaign: Campaign) -> "Vocabulary | VocabularyError":
    """Parse a campaign's vocabulary and cache it, even if it is in the cache already.

    The parsing includes everything that a vocabulary computes on first use, so that later calls are fast. It takes
    the same time for every home, so the server can't tell by it what a donor has joined (`donor.cohort.read_ahead`).

    Returns:
        The vocabulary, or the error if the texts are not valid entries.

    """
    from pdd_shared.counting.entries import VocabularyError
    from pdd_shared.counting.vocabulary import Vocabulary

    parsed: Vocabulary | VocabularyError
    try:
        parsed = Vocabulary.of_campaign(campaign.vocabulary, campaign.counting_rules)
        parsed.digest()
        parsed.matches("")
    except VocabularyError as error:
        parsed = error
    if len(_remembered) >= _MOST:
        _remembered.clear()
    _remembered[_named(campaign)] = parsed
    return parsed


def warm_up(campaign: Campaign) -> None:
    """Parse a campaign's vocabulary unless it is in the cache."""
    if _named(campaign) not in _remembered:
        parse_afresh(campaign)


def forget_all() -> None:
    """Empty the cache, as in a process that has just started."""
    _remembered.clear()


def _named(campaign: Campaign) -> _Named:
    return campaign.vocabulary, campaign.counting_rules
