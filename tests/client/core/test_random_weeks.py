"""Random fortnights: a donor never adds more than its caps in any period, whatever it does and whatever it is asked."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from hypothesis import given, target
from hypothesis import strategies as st
from nacl.signing import SigningKey

from pdd_client.core.donation.consent import Consent, of_day
from pdd_client.core.donation.decisions import Decision, Seen
from pdd_client.core.donation.donation import Donation, Given
from pdd_client.core.donation.exclusions import Exclusions, Hours, Pause, RemovedSearch, blocked_vocabulary
from pdd_client.core.donation.expected_plan import expected_plan
from pdd_client.core.donation.ledger import GivenDay, Ledger
from pdd_client.core.donation.period_days import KeptDay, keep_day, newer
from pdd_client.core.donation.prepare_donation import DonorState, prepare_donation
from pdd_client.core.searches import Search, find_searches, result_pages
from pdd_client.core.visits import Visit
from pdd_shared.protocol.days import last_day
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.signing import sign
from pdd_shared.protocol.terms import Caps
from pdd_shared.rounds.cohort.day.layout import cohort_part_of
from tests.client.fakes import Clock, FakeServer, campaign
from tests.support.terms import cohort_terms

ZONE, DAY = ZoneInfo("UTC"), timedelta(days=1)
MONDAY = date(2026, 11, 16)
WORDS = ("flu", "cough", "fever", "child", "tea")
KEY = SigningKey(b"s" * 32)
INFO = FakeServer(Clock(), protocol="cohort").info()


def capped(name: str, searches: int, hits: int, each: int, most: int | None = None) -> Campaign:
    """Return a campaign of four keywords under these caps, which counts by the period of this name.

    `most` is the cap on the hits of all periods.
    """
    hits = min(hits, most or hits)
    caps = {"max_searches": searches, "max_hits": hits, "max_hits_per_keyword": min(each, hits, searches)}
    terms = cohort_terms(period=name, max_matches=None, max_campaign_hits=most, **caps)
    return campaign(id=name, start=MONDAY - 14 * DAY, vocabulary=WORDS[:4], terms=terms)


@dataclass
class Person:
    """A donor of a weekly and a daily campaign, its browser's history, and the decisions that it has made."""

    texts: tuple[Campaign, ...]
    today: date = MONDAY
    visits: list[Visit] = field(default_factory=list)
    consents: dict[str, list[Consent]] = field(default_factory=dict)
    exclusions: Exclusions = field(default_factory=lambda: Exclusions(blocked_vocabulary([])))
    kept: dict[str, dict[date, KeptDay]] = field(default_factory=dict)
    decision: Decision | None = None
    withheld: set[date] = field(default_factory=set)
    given: tuple[GivenDay, ...] = ()
    elsewhere: Counter[str] = field(default_factory=Counter)

    def at(self, hour: int) -> datetime:
        """Return an hour of today."""
        return datetime.combine(self.today, time(hour), UTC)

    def searches(self) -> tuple[Search, ...]:
        """Return the searches that the history has."""
        return find_searches(result_pages(self.visits), ZONE, b"k" * 32)

    # --- what may happen on a day

    def search(self, queries: list[str]) -> None:
        """Search for these, 50 minutes apart, and let the home keep what it has counted."""
        for number, query in enumerate(queries):
            url = f"https://www.google.com/search?q={query.replace(' ', '+')}"
            self.visits.append(Visit(url, self.at(1) + number * timedelta(minutes=50), "firefox"))
        self.keep()

    def keep(self) -> None:
        """Keep counts of each day of the week, as each contact does."""
        found = self.searches()
        for name, consents in self.consents.items():
            days = {search.day for search in found} - self.withheld
            own = partial(self._kept_day, consents, found)
            self.kept.setdefault(name, {}).update({one.day: one for one in newer(map(own, days), self.kept)})

    def _kept_day(self, consents: list[Consent], found: tuple[Search, ...], day: date) -> KeptDay:
        own = [search for search in found if search.day == day]
        return keep_day(of_day(consents, day, ZONE), day, own, self.exclusions)

    def clear(self, back: int) -> None:
        """Clear the history of a day, half of it if `back` is odd."""
        gone = [visit for visit in self.visits if visit.time.date() == self.today - back * DAY]
        for visit in gone[: len(gone) // (1 + back % 2)]:
            self.visits.remove(visit)

    def block(self, word: str) -> None:
        """Block a word alone. Kept days are counted anew."""
        self.exclusions = replace(self.exclusions, blocked=blocked_vocabulary([word]))
        self.kept = {}
        self.keep()

    def remove(self, index: int) -> None:
        """Remove a search."""
        found = self.searches()
        if found:
            one = found[index % len(found)]
            removed = (*self.exclusions.removed, RemovedSearch(one.mark, one.time, one.day))
            self.exclusions = replace(self.exclusions, removed=removed)
            self.kept = {}
            self.keep()

    def leave_out(self, start: int, length: int) -> None:
        """Leave out some hours of each day. Kept days are counted anew."""
        hours = Hours(start, (start + length) % 1440, ZONE)
        self.exclusions = replace(self.exclusions, hours=hours)
        self.kept = {}
        self.keep()

    def leave_out_site(self, engine: str) -> None:
        """Leave out a search engine alone. Kept days are counted anew."""
        self.exclusions = replace(self.exclusions, sites=frozenset([engine]))
        self.kept = {}
        self.keep()

    def pause(self, hours: int) -> None:
        """Pause from two in the morning on."""
        pause = Pause(self.at(2), self.at(2) + timedelta(hours=hours))
        self.exclusions = replace(self.exclusions, pauses=(*self.exclusions.pauses, pause))

    def agree(self, keywords: int) -> None:
        """Agree again, to a text with so many of the keywords."""
        for text in self.texts:
            shorter = text.model_copy(update={"vocabulary": text.vocabulary[:keywords]})
            consent = Consent(sign(shorter, KEY), shorter, "en", self.at(3), None)
            self.consents.setdefault(text.id, []).append(consent)

    def rejoin(self, keywords: int) -> None:
        """Leave, and join again at once."""
        self.consents, self.kept = {}, {}
        self.agree(keywords)

    def approve(self, searches: int) -> None:
        """Approve a review that has shown so many searches, and as many hits of each keyword."""
        seen = Seen(searches, dict.fromkeys(WORDS[:4], searches))
        self.decision = Decision(self.today, True, self.at(20), {text.id: seen for text in self.texts})

    def withhold(self, back: int) -> None:
        """Withhold a day. What is kept of it is deleted."""
        day = self.today - back * DAY
        self.withheld.add(day)
        for kept in self.kept.values():
            kept.pop(day, None)

    def reconsider(self, back: int) -> None:
        """Take back that a day is withheld."""
        self.withheld.discard(self.today - back * DAY)

    def use(self, hits: int) -> None:
        """Hand over from an extension that has used some hits more."""
        self.elsewhere.update({text.id: hits for text in self.texts})

    # --- what is given

    def donation(self) -> Donation:
        """Return what is given if the server asks for every campaign today, which only a lying one does."""
        newest = {text.id: text for text in self.texts}
        decision = self.decision if self.decision and self.decision.day == self.today else None
        ledger, now = Ledger(self.given, None, self.elsewhere), self.at(0) + 30 * DAY
        state = DonorState(
            self.consents,
            newest,
            INFO,
            ledger,
            self.exclusions,
            decision,
            None,
            now,
            dict(self.kept),
            withheld=self.withheld,
        )
        plan = expected_plan(INFO, self.today, ())
        asked = plan.model_copy(update={"layout": tuple(map(cohort_part_of, self.texts))})
        return prepare_donation(asked, state, self.searches).donation


QUERIES = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join), max_size=9)
Event = Callable[[Person], None]
SEARCHING: st.SearchStrategy[Event] = QUERIES.map(lambda queries: lambda person: person.search(queries))
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.integers(0, 6).map(lambda back: lambda person: person.clear(back)),
    st.sampled_from(WORDS).map(lambda word: lambda person: person.block(word)),
    st.integers(0, 20).map(lambda index: lambda person: person.remove(index)),
    st.integers(1, 60).map(lambda hours: lambda person: person.pause(hours)),
    st.tuples(st.integers(0, 1439), st.integers(1, 1439)).map(lambda hours: lambda person: person.leave_out(*hours)),
    st.sampled_from(["google", "bing"]).map(lambda engine: lambda person: person.leave_out_site(engine)),
    st.integers(1, 4).map(lambda keywords: lambda person: person.agree(keywords)),
    st.integers(1, 4).map(lambda keywords: lambda person: person.rejoin(keywords)),
    st.integers(0, 9).map(lambda searches: lambda person: person.approve(searches)),
    st.integers(0, 6).map(lambda back: lambda person: person.withhold(back)),
    st.integers(0, 6).map(lambda back: lambda person: person.reconsider(back)),
    st.integers(0, 2).map(lambda hits: lambda person: person.use(hits)),
)
DAYS = st.builds(lambda search, events: [search, *events], SEARCHING, st.lists(EVENTS, max_size=2))
FORTNIGHTS = st.lists(DAYS, min_size=7, max_size=14)
CAPS = st.tuples(st.integers(1, 12), st.integers(1, 8), st.integers(1, 4))


def lived(person: Person, days: list[list[Event]]) -> Iterator[tuple[date, Given]]:
    """Yield what is given in the plan of each day, after the day's events."""
    for events in days:
        for event in events:
            event(person)
        donation = person.donation()
        assert len(donation.charges()) == len(donation.given)
        person.given += tuple(one for one in donation.charges() if one.hits)
        for one in donation.given:
            earlier = [day for day in one.days if day.day in person.withheld and day.day != person.today]
            assert all(day.why and not day.searches for day in earlier), "withheld days stay out of their weeks"
            yield last_day("week" if one.campaign == "week" else "day", person.today), one
        person.today += DAY


@given(CAPS, CAPS, FORTNIGHTS)
def test_no_sequence_of_events_adds_more_than_the_caps_of_any_period(
    weekly: tuple[int, int, int], daily: tuple[int, int, int], days: list[list[Event]]
) -> None:
    """Over searches, pauses, blocked words, clearings and joinings, a day and a week are given once, within the caps.

    The server asks for the week on each of its days.
    """
    person = Person((capped("week", *weekly), capped("day", *daily)))
    person.agree(4)
    caps: dict[str, Caps] = {text.id: text.terms.caps for text in person.texts}
    periods, most = [], 0
    for period, one in lived(person, days):
        assert caps[one.campaign].allow(one.counts.searches, one.counts.entries)
        assert len(one.days) == (7 if one.campaign == "week" else 1)
        periods.append((one.campaign, period))
        most = max(most, one.counts.searches)
    assert len(set(periods)) == len(periods)
    target(float(most))


@given(CAPS, CAPS, st.integers(1, 12), FORTNIGHTS)
def test_no_sequence_of_events_adds_more_than_the_cap_of_all_periods(
    weekly: tuple[int, int, int], daily: tuple[int, int, int], most: int, days: list[list[Event]]
) -> None:
    """Over the same events and hits of extensions, all periods add no more hits than their cap, and one `full`."""
    person = Person((capped("week", *weekly, most), capped("day", *daily, most)))
    person.agree(4)
    hits, full = Counter[str](), Counter[str]()
    for _, one in lived(person, days):
        hits[one.campaign] += sum(one.counts.entries)
        full[one.campaign] += one.is_full
    assert all(hits[name] <= most and hits[name] + full[name] <= most + 1 for name in hits)
    target(float(full.total()))
