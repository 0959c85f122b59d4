"""All queries of generated logs: how likely each is, its topic, and its words.

A query is a number, 0 for the likeliest. The first NAVIGATIONAL are names of sites, which everybody searches. The rest
are dealt to TOPICS topics in turn, so that each topic has likely and rare queries. A topic's queries form a tree: each
query has BRANCHES rarer ones that add a word.
"""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.seeded_randomness import Generator

Ids = NDArray[np.int64]
"""Numbers of queries; or of topics, or of nodes in a topic's tree, where a function says so."""

NAVIGATIONAL = 1_000
TOPICS = 200
BRANCHES = 64
SIZE = 10_000_000_000
"""The number of queries that can be searched."""
EXPONENT = 0.9
SHIFT = 1.0
"""Zipf and Mandelbrot's law: a query is searched in proportion to (number + SHIFT)^-EXPONENT.

Fitted so that at AOL's size as many different queries are searched as in AOL's log (docs/guides/log-generator.md).
"""
FEARS = [
    "flying",
    "heights",
    "snakes",
    "spiders",
    "public speaking",
    "death",
    "commitment",
    "intimacy",
    "abandonment",
    "the dark",
]
"""The first words under the first topic, "fear of", for the ranking of fears (WWW '09, table 4)."""
_ODD = 1_579
"""A step with no factor in common with the number of words, so it visits each word once and neighbours look unlike."""


def draw(topics: Ids, rng: Generator) -> Ids:
    """Draw the number of a query for each search: one of the given topic, or a site's name.

    A number's probability is the integral of the law from it to the next number. So the inverse of the law's integral
    turns uniform numbers into draws.
    """
    power = 1 - EXPONENT
    low, high = SHIFT**power, (SIZE + SHIFT) ** power
    drawn = ((low + rng.random(len(topics)) * (high - low)) ** (1 / power) - SHIFT).astype(np.int64)
    in_turn = np.clip(drawn, 0, SIZE - 1) - NAVIGATIONAL
    return np.where(in_turn < 0, in_turn + NAVIGATIONAL, of_topic(in_turn // TOPICS, topics))


def of_topic(nodes: Ids, topics: Ids) -> Ids:
    """Return the numbers of the queries at these nodes of these topics' trees."""
    return NAVIGATIONAL + nodes * TOPICS + topics


def _placed(queries: Ids) -> tuple[Ids, Ids]:
    """Return for each query its topic and its node; both are meaningless for sites' names."""
    nodes, topics = np.divmod(queries - NAVIGATIONAL, TOPICS)
    return topics, nodes


def reworded(queries: Ids, rng: Generator) -> Ids:
    """Return each query with another word added, or with another last word; sites' names stay."""
    topics, nodes = _placed(queries)
    longer = (rng.random(len(queries)) < 0.5) & ((nodes + 1) * BRANCHES < SIZE // TOPICS - BRANCHES)
    parents = np.where(longer | (nodes == 0), nodes, (nodes - 1) // BRANCHES)
    word = (BRANCHES * rng.random(len(queries)) ** 2).astype(np.int64)
    return np.where(queries < NAVIGATIONAL, queries, of_topic(parents * BRANCHES + 1 + word, topics))


def broader(queries: Ids, words: Ids) -> tuple[Ids, Ids]:
    """Return each query without its last words.

    Args:
        queries: the queries. Sites' names stay as they are.
        words: for each query how many words to drop. A query keeps at least its topic.

    Returns:
        The shorter queries, and for each how many words could not be dropped.
    """
    topics, nodes = _placed(queries)
    left = words.copy()
    while (shorter := (left > 0) & (nodes > 0)).any():
        nodes = np.where(shorter, (nodes - 1) // BRANCHES, nodes)
        left -= shorter
    return np.where(queries < NAVIGATIONAL, queries, of_topic(nodes, topics)), left


def texts(queries: Ids) -> pl.Series:
    """Return the words of each query; different queries have different words."""
    topics, nodes = _placed(queries)
    names = np.where(queries < NAVIGATIONAL, queries, NAVIGATIONAL + topics)
    parts = [_words(names, np.ones(len(queries), np.bool_))]
    nodes = np.where(queries < NAVIGATIONAL, 0, nodes)
    while (below := nodes > 0).any():
        rest = len(_WORDS) - NAVIGATIONAL - TOPICS
        branch = NAVIGATIONAL + TOPICS + (topics * 37 + (nodes - 1) % BRANCHES) % rest
        parts.insert(1, _words(branch, below))
        nodes = np.where(below, (nodes - 1) // BRANCHES, 0)
    return pl.select(pl.concat_str(parts, separator=" ", ignore_nulls=True).alias("query")).to_series()


def _words(which: Ids, there: NDArray[np.bool_]) -> pl.Series:
    """Return the words with these numbers; null where `there` is false."""
    return _WORDS.gather(pl.Series(np.where(there, which, 0)).set(pl.Series(~there), None))


def _made_words() -> pl.Series:
    """Return pronounceable words of two syllables, mixed so that neighbours look unlike.

    "fear of" and the FEARS have fixed places among them: those of the first topic and of its first words.
    """
    syllables = [consonant + vowel for consonant in "bdfghjklmnprstvz" for vowel in "aeiou"]
    count = len(syllables) ** 2
    mixed = [divmod(number * _ODD % count, len(syllables)) for number in range(count)]
    words = [syllables[first] + syllables[second] for first, second in mixed]
    words[NAVIGATIONAL] = "fear of"
    first = NAVIGATIONAL + TOPICS
    words[first : first + len(FEARS)] = FEARS
    return pl.Series("words", words)


_WORDS = _made_words()
