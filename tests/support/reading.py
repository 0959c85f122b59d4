"""How long somebody takes who reads every word of a page before deciding."""

import re
from collections.abc import Iterable, Iterator

WORDS_A_MINUTE = 250
SECONDS_A_DECISION = 2.65
"""The time to decide, point and press. A page of the first run is one decision; a question on it one more.

Source: Card, Moran, Newell, The keystroke-level model for user performance time with interactive systems, 1980.
"""
_WORD = re.compile(r"\w[\w'’@.:/%-]*")


def words(texts: Iterable[str]) -> int:
    """Return how many words the texts have; a number, an address or a percentage is one."""
    return sum(len(_WORD.findall(text.replace("&", ""))) for text in texts)


class Reading:
    """The pages that were read, each with its words and decisions."""

    def __init__(self) -> None:
        self._pages: list[tuple[str, int, int]] = []
        self._before: frozenset[str] = frozenset()

    def read(self, page: str, texts: Iterable[str], decisions: int = 1) -> None:
        """Add a page. A line that was on the page before, such as the window's status, is not read again."""
        found = [line for text in texts for line in text.splitlines()]
        self._pages.append((page, words(line for line in found if line not in self._before), decisions))
        self._before = frozenset(found)

    @property
    def seconds(self) -> float:
        """The time that all pages took."""
        return sum(_seconds(count, decisions) for _, count, decisions in self._pages)

    def lines(self) -> Iterator[str]:
        """Yield a line for each page, and one for all of them."""
        for page, count, decisions in self._pages:
            yield f"{_clock(_seconds(count, decisions))}  {count:3} words, {decisions} decisions: {page}"
        yield f"{_clock(self.seconds)}  in all"


def _seconds(count: int, decisions: int) -> float:
    return 60 * count / WORDS_A_MINUTE + SECONDS_A_DECISION * decisions


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
