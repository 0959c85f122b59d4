"""Validation of a keyword list: keywords that can't match, that repeat, or that are part of others."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_server.services.campaigns.drafts.keywords import validate_keywords
from pdd_shared.counting import tokenizer
from pdd_shared.counting.entries import parse_entry
from pdd_shared.counting.vocabulary import Vocabulary


def overlaps(*texts: str) -> dict[int, str]:
    found = validate_keywords(texts)
    assert found.problems == ()
    return {remark.index: remark.text for remark in found.overlaps}


def test_problems_name_every_entry_that_is_wrong() -> None:
    """One pass finds keywords that can't match, stray quotes and duplicates after folding, each with its place."""
    found = validate_keywords(["flu", "?!", "FLU", 'say "flu" now', "child + fever", "Fever + child"])
    assert [(problem.index, problem.text.split(": ")[-1]) for problem in found.problems] == [
        (1, ["Entry `?!` can never match a search", "it has no letter and no number"][-1]),
        (2, "remove one"),
        (3, 'quote all of it, as in "flu symptoms"'),
        (5, "remove one"),
    ]
    assert "`FLU` counts the same searches as `flu` at position 1" in found.problems[1].text
    assert found.texts == ("flu", "child + fever")


def test_more_words_are_within_fewer() -> None:
    """Terms with more words, and an exact query with those words, are reported with the widest keyword that
    contains them.
    """
    found = overlaps("fever + child + cough", "fever + child", "flu", '"child with fever"', '"flu"')
    assert set(found) == {0, 3, 4}
    assert found[0] == "`fever + child + cough`: every search for it counts for `fever + child` too, at position 2"
    assert "`fever + child`" in found[3]


def test_possible_overlaps_are_not_reported() -> None:
    """Keywords that only share words are not reported as overlapping, nor an exact query beside terms with its
    words.
    """
    assert overlaps("fever + child", "fever + cough", '"fever child cough"'.replace("cough", "coughs")) != {}
    assert overlaps("fever + child", "fever + cough") == {}
    assert overlaps('"flu symptoms"', "flu + symptoms + child") == {}


def test_unspaced_scripts_overlap_by_pieces() -> None:
    """In scripts without spaces a word overlaps with the words within it."""
    assert set(overlaps("流感", "流感疫苗")) == {1}


WORDS = st.sampled_from(["flu", "fever", "child", "cough", "流感", "流感疫苗"])
ENTRIES = st.one_of(
    st.lists(WORDS, min_size=1, max_size=3, unique=True).map(" + ".join),
    st.lists(WORDS, min_size=1, max_size=3).map(lambda words: f'"{" ".join(words)}"'),
)


@settings(max_examples=300)
@given(st.lists(ENTRIES, max_size=8), st.lists(WORDS, max_size=5).map(" ".join))
def test_an_overlap_holds_for_every_search(texts: list[str], query: str) -> None:
    """If one entry is reported as part of another, every search that matches it matches the other too."""
    found = validate_keywords(texts)
    entries = [parse_entry(text) for text in texts]
    for remark in found.overlaps:
        wider = texts.index(next(t for t in texts if f"`{parse_entry(t).label}` too" in remark.text))
        both = [Vocabulary((entries[index],)).matches(query) for index in (remark.index, wider)]
        assert not both[0] or both[1]
        assert Vocabulary((entries[wider],)).matches(" ".join(tokenizer.words(texts[remark.index])))


def test_ten_thousand_entries_take_well_under_a_second() -> None:
    """Validation time grows in proportion to the number of entries, even if all entries share a word."""

    def seconds(count: int) -> float:
        texts = ["flu", *(f"flu + word{n}" for n in range(count // 2)), *(f'"flu {n}"' for n in range(count // 2))]
        before = time.process_time()
        assert len(validate_keywords(texts).overlaps) == count
        return time.process_time() - before

    fewest = min(seconds(1_000) for _ in range(3))
    assert min(seconds(10_000) for _ in range(3)) < 30 * fewest
