"""The days of a campaign's period: which searches count on each, and what a home keeps of a day for its week.

A week's numbers leave once, with its Sunday. By then the donor may have cleared the browser's history. So a home keeps
counts of each day of a running week (`KeptDay`). It keeps no searches: it would hold what the browser was told to
forget. While the history has the day, the day is counted from it again, so a word blocked later still holds.

Each day is cut to the caps of the campaign. The week loses nothing by it. A hit beyond the caps of its day finds its
keyword's cap, or that of all hits, reached in the week too; and so does a search beyond the cap on searches.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from pdd_client.core.donation.consent import Consent, Objection
from pdd_client.core.donation.exclusions import Exclusions
from pdd_client.core.searches import Search
from pdd_shared.counting.hits import within_caps
from pdd_shared.protocol.terms import Caps

KeptDays = Mapping[str, Mapping[date, "KeptDay"]]
"""What a home keeps, by campaign id and day."""


@dataclass(frozen=True)
class MatchedSearch:
    """A search that may count: its id, and the indices of the entries that it matches, in the vocabulary's order."""

    id: str
    entries: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True)
class KeptDay:
    """What a home keeps of one day for one weekly campaign: counts, no query, no id and no time.

    Attributes:
        campaign: the campaign's id.
        day: the data day.
        searches: how many searches count.
        hits: the hits that count, in order. Each is the number of its search among the searches that count, from 0,
            and the index of its entry. The number shows which hits the week's cap on searches leaves out.
        seen: how many searches of the day the history had, with those that don't count.

    """

    campaign: str
    day: date
    searches: int = field(repr=False)
    hits: tuple[tuple[int, int], ...] = field(repr=False)
    seen: int = field(repr=False)

    def matched(self) -> tuple[MatchedSearch, ...]:
        """Return the day's searches again. Their ids have the day and a number from 1, because the real ones are gone.

        What a search matched beyond the caps is not kept, so it is missing here.
        """
        entries: list[list[int]] = [[] for _ in range(self.searches)]
        for search, entry in self.hits:
            entries[search].append(entry)
        return tuple(MatchedSearch(f"{self.day}#{number}", tuple(of)) for number, of in enumerate(entries, 1))


@dataclass(frozen=True)
class PeriodDay:
    """One day of a campaign's period.

    Attributes:
        day: the data day.
        why: why it gives nothing: an objection, or "paused"; None if its searches count.
        kept: whether its searches come from what the home kept, because the history has fewer now.
        searches: the searches that may count, in the order they were made.

    """

    day: date
    why: Objection | str | None
    kept: bool = False
    searches: tuple[MatchedSearch, ...] = ()


def matched(searches: Iterable[Search], consent: Consent) -> tuple[MatchedSearch, ...]:
    """Return the searches with the entries of the consent's vocabulary that they match."""
    return tuple(MatchedSearch(search.id, tuple(consent.vocabulary.matches(search.query))) for search in searches)


def count_hits(searches: Sequence[MatchedSearch], entries: int, caps: Caps) -> Iterator[tuple[int, int, bool]]:
    """Yield for each hit the number of its search, its entry, and whether it counts under the caps.

    Args:
        searches: the searches that count, the oldest first.
        entries: how many of the vocabulary's first entries are counted.
        caps: the campaign's caps.

    """
    hits = [
        (number, entry, place)
        for number, search in enumerate(searches)
        for place, entry in enumerate(search.entries)
        if entry < entries
    ]
    counted = within_caps([(entry, place) for _, entry, place in hits], caps)
    for (number, entry, _), counts in zip(hits, counted, strict=True):
        yield number, entry, counts


def keep_day(consent: Consent, day: date, searches: Sequence[Search], exclusions: Exclusions) -> KeptDay:
    """Count one day for a weekly campaign, to keep.

    Args:
        consent: the consent that holds for the day.
        day: the data day.
        searches: all searches of the day that the history has, the oldest first.
        exclusions: what the donor keeps out.

    """
    caps = consent.campaign.terms.caps
    counting = [search for search in searches if exclusions.reason(search) is None][: caps.searches]
    found = matched(counting, consent)
    every = count_hits(found, len(consent.vocabulary), caps)
    hits = tuple((number, entry) for number, entry, counts in every if counts)
    return KeptDay(consent.campaign.id, day, len(found), hits, len(searches))


def newer(days: Iterable[KeptDay], before: KeptDays) -> Iterator[KeptDay]:
    """Yield the days that take the place of what was kept, because the history has at least as many searches now."""
    for one in days:
        known = before.get(one.campaign, {}).get(one.day)
        if known is None or (one.seen >= known.seen and one != known):
            yield one


def is_cleared(kept: KeptDay | None, searches: Collection[Search] | None) -> bool:
    """Return whether a history has fewer searches of a day than were counted for what is kept of it.

    Args:
        kept: what is kept of the day; None if nothing is.
        searches: all searches of the day that the history has; None if no history can be read.

    """
    return kept is not None and (searches is None or len(searches) < kept.seen)
