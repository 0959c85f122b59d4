"""The two counts that a plan speaks of, a keyword and an index, and what else is counted for the same searches.

Entries that contain each other share searches: each search for `flu + shot` is one for `flu` too, so their rates don't
add up, and both hits use up the cap. A plan finds that out by the matching itself, on a list of queries with their
rates: one that the researcher gives, or else the campaign's own keywords, each searched for in its own words.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from pdd_shared.counting import query_words, tokenizer
from pdd_shared.counting.entries import Entry, Keyword, KeywordIndex, parse_entry
from pdd_shared.counting.matcher import Matcher
from pdd_shared.planning.expected_hits import Kind, merged
from pdd_shared.planning.question import QuestionError, Rates
from pdd_shared.protocol.terms import Caps

_ANOTHER_WORD = ""
"""Stands for the rest of a query: no keyword has it, so no exact query is the same."""


@dataclass(frozen=True)
class Measured:
    """One count of a campaign: a keyword or an index.

    Attributes:
        name: What the plan calls it.
        kinds: The searches that match any entry, by what they are to this count.
    """

    name: str
    kinds: tuple[Kind, ...]

    @property
    def rate(self) -> float:
        """Return the share of all searches that match it."""
        return fsum(kind.share for kind in self.kinds if kind.own)

    @property
    def hits(self) -> float:
        """Return how many hits a search is on average, for all entries together."""
        return fsum(kind.share * kind.hits for kind in self.kinds)

    def risen(self, factor: float) -> "Measured":
        """Return the count where its searches are `factor` times as many; they are all searches at most."""
        grown = min(factor, 1 / self.rate) if self.rate else factor
        others = fsum(kind.share for kind in self.kinds if not kind.own)
        room = min(1.0, (1 - self.rate * grown) / others) if others else 1.0
        return replace(
            self, kinds=tuple(replace(kind, share=kind.share * (grown if kind.own else room)) for kind in self.kinds)
        )


@dataclass(frozen=True)
class Searches:
    """Searches of one query.

    Attributes:
        query: The query, as somebody would write it.
        rate: Their share of all searches.
        entries: The indices of the entries that they match, ascending.
    """

    query: str
    rate: float
    entries: tuple[int, ...]


def searches_of(entries: Sequence[Entry], rates: Rates) -> tuple[Searches, ...]:
    """Return the searches that match a campaign's entries, from the researcher's queries or its own keywords.

    Raises:
        QuestionError: A keyword has no rate, or no query matches an entry.
    """
    matcher = _matcher(entry.keywords for entry in entries)
    if rates.of_queries:
        words = {query: tokenizer.words(query_words.searched(query)) for query in rates.of_queries}
        asked = [Searches(query, rate, matcher.matches(words[query])) for query, rate in rates.of_queries.items()]
    else:
        own = _rates_alone(tuple(dict.fromkeys(keyword for entry in entries for keyword in entry.keywords)), rates)
        asked = [Searches(" ".join(one.words), rate, matcher.matches(_query(one))) for one, rate in own.items()]
    found = [one for one in asked if one.entries]
    if not found:
        raise QuestionError("no query of the list matches an entry of the campaign; give queries that do")
    all_searches = max(1.0, fsum(one.rate for one in found))
    return tuple(replace(one, rate=one.rate / all_searches) for one in found)


def _matcher(keywords: Iterable[tuple[Keyword, ...]]) -> Matcher:
    return Matcher(tuple(keywords), query_words.fold)


def _query(keyword: Keyword) -> tuple[str, ...]:
    """Return the words of a search for a keyword: those of an exact query alone, else some other word beside them."""
    return keyword.words if keyword.kind == "exact" else (*keyword.words, _ANOTHER_WORD)


def _rates_alone(keywords: Sequence[Keyword], rates: Rates) -> Mapping[Keyword, float]:
    """Return the rate of the searches for each keyword that are searches for none that contains it.

    A keyword's rate has those of all keywords that contain it, which are scaled down where they are above it. Without a
    file of rates all are said to be searched equally often. Then those that contain a keyword are taken to be half of
    its searches.
    """
    matches = _matcher(one.keywords for one in keywords).matches
    containing: defaultdict[int, list[int]] = defaultdict(list)
    found = [matches(_query(one)) for one in keywords]
    for place, contained in enumerate(found):
        for other in contained:
            containing[other].append(place)
    alone: dict[int, float] = {}
    for place in sorted(range(len(keywords)), key=lambda place: -len(found[place])):
        wanted, inner = rates.of(keywords[place]), [one for one in containing[place] if one in alone]
        most = wanted if rates.of_keywords else wanted / 2
        taken = fsum(alone[one] for one in inner)
        if taken > most:
            alone |= {one: alone[one] * most / taken for one in inner}
        alone[place] = wanted - min(taken, most)
    return {keywords[place]: rate for place, rate in alone.items()}


def keyword_and_index(vocabulary: Iterable[str], rates: Rates) -> tuple[Measured, Measured | None]:
    """Return a single keyword of the mean rate, and the index that a plan compares it with.

    The keyword stands for those of the campaign that have a count of their own, or for any if only indexes have. The
    index is the campaign's own one of the largest rate. A campaign without an index gets one of all its keywords, which
    then would be its only count; None if it has one keyword.

    Args:
        vocabulary: The campaign's entries.
        rates: The keywords' rates.

    Raises:
        QuestionError: As `searches_of`.
    """
    entries = [parse_entry(text) for text in vocabulary]
    asked = searches_of(entries, rates)
    together: Counter[int] = Counter()  # of reals
    for one in asked:
        together.update(dict.fromkeys(one.entries, one.rate))
    indexes = [place for place, entry in enumerate(entries) if isinstance(entry, KeywordIndex)]
    single = Measured("a keyword", merged(_kinds_of_single(entries, asked, rates)))
    if indexes:
        best = max(indexes, key=lambda place: (together[place], entries[place].label))
        return single, Measured(entries[best].label, merged(_kinds_of(best, asked)))
    if len(entries) == 1:
        return single, None
    return single, Measured(
        f"an index of all {len(entries):,} keywords", (Kind(fsum(one.rate for one in asked), own=True),)
    )


def _kinds_of(place: int, asked: Iterable[Searches]) -> Iterator[Kind]:
    """Yield what searches are to the entry at a place of the vocabulary."""
    for one in asked:
        before = sum(other < place for other in one.entries)
        own = place in one.entries
        yield Kind(one.rate, own, before, len(one.entries) - before - own) if own else _beside(one, one.rate)


def _beside(one: Searches, rate: float) -> Kind:
    return Kind(rate, own=False, after=len(one.entries))


def _kinds_of_single(entries: Sequence[Entry], asked: Iterable[Searches], rates: Rates) -> Iterator[Kind]:
    """Yield what searches are to a keyword that stands for many: it has the mean of their shares.

    Args:
        entries: The campaign's entries. If all are indexes, their keywords are taken as counted in their place.
        asked: The searches for the entries.
        rates: The keywords' rates.
    """
    singles = frozenset(place for place, entry in enumerate(entries) if isinstance(entry, Keyword))
    if not singles:
        keywords = tuple(dict.fromkeys(keyword for entry in entries for keyword in entry.keywords))
        for one in searches_of(keywords, rates):
            share = len(one.entries) / len(keywords)
            yield from (Kind(one.rate * share, own=True), Kind(one.rate * (1 - share), own=False, after=1))
        return
    for one in asked:
        own = [place for place, entry in enumerate(one.entries) if entry in singles]
        yield from (Kind(one.rate / len(singles), True, place, len(one.entries) - place - 1) for place in own)
        yield _beside(one, one.rate * (1 - len(own) / len(singles)))


@dataclass(frozen=True)
class Overlap:
    """How many entries a search can match, beside how many hits a donor's day or week may have.

    Attributes:
        most: The most entries that a search for a keyword matches.
        query: Such a search.
        hits: How many of its hits count at most.
        cap: The cap that says so: `max_hits`, `max_campaign_hits`, or `max_matches` of campaigns from before.
        never_counted: The labels of entries that count nothing, because each search for them has used up its hits on
            entries that stand before them.
    """

    most: int
    query: str
    hits: int
    cap: str
    never_counted: tuple[str, ...]


def overlap_of(vocabulary: Iterable[str], caps: Caps) -> Overlap:
    """Return how a campaign's entries overlap, as far as searches for its own keywords show it."""
    entries = [parse_entry(text) for text in vocabulary]
    matches = _matcher(entry.keywords for entry in entries).matches
    hits, cap = (caps.hits, "max_hits") if caps.matches is None else (caps.matches, "max_matches")
    cap = "max_campaign_hits" if hits == caps.campaign_hits else cap
    found = {keyword: matches(_query(keyword)) for entry in entries for keyword in entry.keywords}
    widest = max(found, key=lambda keyword: len(found[keyword]))
    counted = {place for places in found.values() for place in places[:hits]}
    never = tuple(entry.label for place, entry in enumerate(entries) if place not in counted)
    return Overlap(len(found[widest]), " ".join(widest.words), hits, cap, never)
