"""The reading level of an English text: the Flesch-Kincaid grade, with syllables counted by a rule."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

_FENCED = re.compile(r"```.*?```", re.DOTALL)
_NEXT_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_SILENT_END = re.compile(r"([^laeiouysxzcgh])es$|([^laeiouytd])ed$|([^laeiouy])e$")


@dataclass(frozen=True)
class Level:
    """How hard a text is: the grade of school that reads it, and the means that it is computed from."""

    grade: float
    words_a_sentence: float
    syllables_a_word: float


def syllables(word: str) -> int:
    """Return about how many syllables an English word has: groups of vowels, without an e that is not spoken."""
    letters = re.sub(r"[^a-z]", "", word.lower())
    if len(letters) <= 3:
        return 1
    spoken = _SILENT_END.sub(lambda end: next(filter(None, end.groups())), letters)
    return max(1, len(re.findall(r"[aeiouy]{1,2}", spoken)))


def level(sentences: Iterable[str]) -> Level:
    """Return the Flesch-Kincaid level of sentences; single words, such as buttons, don't count.

    Source: Kincaid and others, Derivation of new readability formulas for Navy enlisted personnel, 1975.
    """
    split = [words for sentence in sentences if len(words := _WORD.findall(sentence)) > 1]
    words = sum(map(len, split))
    long, hard = words / len(split), sum(syllables(word) for found in split for word in found) / words
    return Level(0.39 * long + 11.8 * hard - 15.59, long, hard)


def sentences_of(markdown: str) -> list[str]:
    """Return the sentences of a page's prose: no tables, headings, pictures or code."""
    blocks = (" ".join(block.split()) for block in _NEXT_BLOCK.split(_FENCED.sub("", markdown)))
    prose = (_plain(block) for block in blocks if not block.startswith(("|", "#", "!", "<")))
    return [sentence for block in prose for sentence in _SENTENCE_END.split(block) if sentence]


def _plain(block: str) -> str:
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", block)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"`[^`]*`", "it", text)
    return re.sub(r"^(?:[-*]|\d+\.) |[*>]", "", text).strip()
