"""All queries and the pages that they show: their law, their words, and what related ones share."""

from pathlib import Path

import numpy as np
import pytest

from pdd_research.log_generator import queries
from pdd_research.log_generator.result_pages import PAGE, appeal, urls, write_results
from pdd_research.log_release.logs.result_lists import read_results
from pdd_research.seeded_randomness import seeded

RNG_SEED = 11


def test_queries_are_drawn_by_their_law() -> None:
    """The first n queries have the share of the law's integral, for sites' names and beyond."""
    draws = 400_000
    rng = seeded(RNG_SEED)
    drawn = queries.draw(rng.integers(0, queries.TOPICS, draws), rng)
    power = 1 - queries.EXPONENT
    whole = (queries.SIZE + queries.SHIFT) ** power - queries.SHIFT**power
    for first in (1, 10, queries.NAVIGATIONAL, queries.NAVIGATIONAL + 50 * queries.TOPICS):
        share = ((first + queries.SHIFT) ** power - queries.SHIFT**power) / whole
        assert (drawn < first).mean() == pytest.approx(share, abs=5 * (share / draws) ** 0.5)


def test_a_topic_is_kept_to() -> None:
    """Every query that is no site's name belongs to the requested topic."""
    rng = seeded(RNG_SEED)
    topics = rng.integers(0, queries.TOPICS, 20_000)
    drawn = queries.draw(topics, rng)
    ours = drawn >= queries.NAVIGATIONAL
    assert ((drawn[ours] - queries.NAVIGATIONAL) % queries.TOPICS == topics[ours]).all()


def test_different_queries_have_different_words() -> None:
    """The first 300,000 queries, and as many from the far tail, are different."""
    first = np.arange(300_000)
    sample = np.concatenate([first, queries.SIZE - 1 - first])
    assert queries.texts(sample).n_unique() == len(sample)


def test_rewording_changes_the_last_word_alone() -> None:
    """Rewording adds a word or changes the last one, and keeps sites' names."""
    rng = seeded(RNG_SEED)
    before = queries.draw(rng.integers(0, queries.TOPICS, 20_000), rng)
    after = queries.reworded(before, rng)
    names = before < queries.NAVIGATIONAL
    assert (after[names] == before[names]).all()
    before, after = before[~names], after[~names]
    word = np.ones(len(before), np.int64)
    stem = queries.broader(after, word)[0]
    more, other = stem == before, stem == queries.broader(before, word)[0]
    assert (more | other).all()
    assert more.mean() > 0.25
    assert other.mean() > 0.4
    assert after.max() < queries.NAVIGATIONAL + queries.SIZE


def test_broader_queries_are_the_first_words() -> None:
    """Broader queries have a word or two less, down to the topic."""
    rng = seeded(RNG_SEED)
    drawn = queries.draw(rng.integers(0, queries.TOPICS, 5_000), rng)
    drawn = drawn[drawn >= queries.NAVIGATIONAL + queries.TOPICS]
    for less in (1, 2):
        words = np.full(len(drawn), less)
        found = queries.texts(queries.broader(drawn, words)[0])
        for text, short in zip(queries.texts(drawn), found, strict=True):
            assert text.startswith(short + " ")


def test_fears_are_searched_in_their_words() -> None:
    """The first topic's likeliest queries are "fear of" and what people fear."""
    found = queries.texts(queries.of_topic(np.arange(1, 4), np.zeros(3, np.int64)))
    assert found.to_list() == ["fear of flying", "fear of heights", "fear of snakes"]


def test_related_queries_share_results() -> None:
    """Queries that add a word to the same broader one share results with it and each other; others share none."""
    topic = np.zeros(1, np.int64)
    lists = [
        set(urls(np.repeat(query, PAGE), np.arange(1, PAGE + 1)))
        for query in (
            queries.of_topic(np.array([1]), topic),
            queries.of_topic(np.array([65]), topic),
            queries.of_topic(np.array([66]), topic),
            queries.of_topic(np.array([65]), topic + 1),
        )
    ]
    broad, one, other, stranger = lists
    assert all(len(shown) == PAGE for shown in lists)
    assert len(one & broad) == 5
    assert len(one & other) == 5
    assert not one & stranger


def test_appeal_is_one_on_average_and_differs() -> None:
    """Appeal is one on average at each rank over many queries, and independent between ranks."""
    many = np.arange(50_000)
    found = [appeal(many, np.full(len(many), rank)) for rank in (1, 2, 11)]
    for shown in found:
        assert shown.mean() == pytest.approx(1, abs=0.02)
        assert 0 <= shown.min() < shown.max() <= 2.5
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert abs((found[one] * found[other]).mean() - 1) < 0.03


def test_result_lists_are_read_as_they_were_written(tmp_path: Path) -> None:
    """Result lists have ten results of each query in the order of the ranks, read as written."""
    write_results(file := tmp_path / "results.csv", 2_000)
    found = read_results(file)
    assert len(found) == 2_000 * PAGE
    assert found["query"].n_unique() == 2_000
    query = np.array([1_205])
    shown = found.filter(query=queries.texts(query)[0])["url"]
    assert shown.to_list() == urls(np.repeat(query, PAGE), np.arange(1, PAGE + 1)).to_list()
