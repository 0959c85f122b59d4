"""Vocabularies of campaigns, parsed once in a program: thousands of entries take up to a second.

The counting rules, numpy and `regex` among them, are imported by what parses.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pdd_shared.counting.vocabulary import Vocabulary, VocabularyError

_MOST = 256
"""Vocabularies that are remembered. They are what the server shows everybody."""
_remembered: "dict[tuple[str, ...], Vocabulary | VocabularyError]" = {}


def vocabulary_of(texts: Sequence[str]) -> "Vocabulary":
    """Return the entries that these texts are; VocabularyError as `Vocabulary.parse`."""
    from pdd_shared.counting.vocabulary import VocabularyError

    parsed = _remembered.get(tuple(texts)) or parse_afresh(texts)
    if isinstance(parsed, VocabularyError):
        raise parsed
    return parsed


def parse_afresh(texts: Sequence[str]) -> "Vocabulary | VocabularyError":
    """Parse and remember a vocabulary, remembered before or not; all that is asked of it later takes no time then.

    Returns the error where these texts are none.
    """
    from pdd_shared.counting.vocabulary import Vocabulary, VocabularyError

    parsed: Vocabulary | VocabularyError
    try:
        parsed = Vocabulary.parse(texts)
        parsed.digest()
        parsed.matches("")
    except VocabularyError as error:
        parsed = error
    if len(_remembered) >= _MOST:
        _remembered.clear()
    _remembered[tuple(texts)] = parsed
    return parsed


def warm_up(texts: Sequence[str]) -> None:
    """Parse a vocabulary that is not remembered."""
    if tuple(texts) not in _remembered:
        parse_afresh(texts)


def forget_all() -> None:
    """Forget all vocabularies, as a new program."""
    _remembered.clear()
