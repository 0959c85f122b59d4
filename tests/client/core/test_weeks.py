"""Weeks: the caps hold for all seven days together, and clearing a browser's history loses nothing."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from pdd_client.core.donation.consent import Consent, of_day
from pdd_client.core.donation.decisions import Decision, Seen
from pdd_client.core.donation.donation import Donation
from pdd_client.core.donation.exclusions import Exclusions, Pause, blocked_vocabulary
from pdd_client.core.donation.expected_plan import expected_plan
from pdd_client.core.donation.ledger import Ledger
from pdd_client.core.donation.period_days import KeptDay, keep_day, newer
from pdd_client.core.donation.prepare_donation import DonorState, prepare_donation
from pdd_client.core.searches import Search, find_searches, result_pages
from pdd_client.core.visits import Visit
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.day.layout import cohort_part_of
from tests.client.fakes import Clock, FakeServer, campaign
from tests.support.terms import cohort_terms

ZONE = ZoneInfo("UTC")
MONDAY, SUNDAY = date(2026, 11, 16), date(2026, 11, 22)
DAYS = [MONDAY + timedelta(days=after) for after in range(7)]
WORDS = ("flu", "cough", "fever", "child", "tea")
SERVER_KEY = SigningKey(b"s" * 32)
NOW = datetime(2026, 11, 23, 6, tzinfo=UTC)


def weekly(searches: int, hits: int, each: int) -> Campaign:
    """Return a campaign of four keywords that counts by week under these caps."""
    each = min(each, hits, searches)
    caps = {"max_searches": searches, "max_hits": hits, "max_hits_per_keyword": each, "max_matches": None}
    return campaign(vocabulary=WORDS[:4], terms=cohort_terms(period="week", **caps))


def consent_of(text: Campaign, day: date = MONDAY) -> Consent:
    return Consent(sign(text, SERVER_KEY), text, "en", datetime(day.year, day.month, day.day, tzinfo=UTC), None)


def searched(queries: list[tuple[int, str]]) -> tuple[Search, ...]:
    """Return searches, each made on one of the week's days."""
    visits = [
        Visit(
            f"https://www.google.com/search?q={query.replace(' ', '+')}",
            datetime(2026, 11, 16 + day, 1, tzinfo=UTC) + timedelta(minutes=40 * number),
            "firefox",
        )
        for number, (day, query) in enumerate(queries)
    ]
    return find_searches(result_pages(visits), ZONE, b"k" * 32)


def donation(
    text: Campaign,
    searches: tuple[Search, ...] | None,
    kept: dict[date, KeptDay] | None = None,
    exclusions: Exclusions | None = None,
    consents: list[Consent] | None = None,
    decision: Decision | None = None,
) -> Donation:
    """Return what is given of the week, of the searches in the history and of what was kept."""
    info = FakeServer(Clock(), protocol="cohort").info()
    excluded = exclusions or Exclusions(blocked_vocabulary([]))
    held = {text.id: consents or [consent_of(text)]}
    state = DonorState(
        held, {text.id: text}, info, Ledger((), None), excluded, decision, None, NOW, {text.id: kept or {}}
    )
    plan = expected_plan(info, SUNDAY, [cohort_part_of(text)])
    return prepare_donation(plan, state, lambda: searches).donation


def kept_of(
    consents: list[Consent], searches: tuple[Search, ...], exclusions: Exclusions | None = None
) -> dict[date, KeptDay]:
    """Return what a home that saw all these searches keeps of each day."""
    excluded = exclusions or Exclusions(blocked_vocabulary([]))
    return {
        day: keep_day(of_day(consents, day, ZONE), day, [one for one in searches if one.day == day], excluded)
        for day in DAYS
    }


QUERIES = st.lists(
    st.tuples(st.integers(0, 6), st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)), max_size=16
)
CAPS = st.builds(weekly, searches=st.integers(1, 12), hits=st.integers(1, 8), each=st.integers(1, 4))
PAUSES = st.lists(st.tuples(st.integers(0, 6), st.integers(1, 30), st.integers(1, 60)), max_size=2)
BLOCKED = st.lists(st.sampled_from(WORDS), max_size=1)


def excluding(blocked: list[str], pauses: list[tuple[int, int, int]]) -> Exclusions:
    """Return exclusions: blocked words, and pauses of so many hours that begin on a day at an hour."""
    starts = [
        (datetime(2026, 11, 16 + day, tzinfo=UTC) + timedelta(hours=hour % 24), hours) for day, hour, hours in pauses
    ]
    held = tuple(Pause(start, min(start + timedelta(hours=hours), NOW)) for start, hours in starts)
    return Exclusions(blocked_vocabulary(blocked), pauses=held)


@given(CAPS, QUERIES)
def test_a_week_counts_its_first_searches_and_hits(text: Campaign, queries: list[tuple[int, str]]) -> None:
    """The counts equal a plain recount: the first searches of the week, and their hits until a cap is reached."""
    searches, caps = searched(queries), text.terms.caps
    counts: Counter[str] = Counter()
    for search in searches[: caps.searches]:
        for word in WORDS[:4]:
            if word in search.query.split() and counts.total() < caps.hits and counts[word] < caps.hits_per_keyword:
                counts[word] += 1
    (part,) = donation(text, searches).given
    assert part.counts.searches == min(len(searches), caps.searches)
    assert part.counts.entries == tuple(counts[word] for word in WORDS[:4])


@given(CAPS, QUERIES, st.sets(st.sampled_from(DAYS)), PAUSES, BLOCKED)
def test_clearing_the_history_loses_nothing(
    text: Campaign,
    queries: list[tuple[int, str]],
    cleared: set[date],
    pauses: list[tuple[int, int, int]],
    blocked: list[str],
) -> None:
    """Whatever days are cleared, and even if no history can be read any more, the vector is the same."""
    searches, excluded = searched(queries), excluding(blocked, pauses)
    kept = kept_of([consent_of(text)], searches, excluded)
    rest = tuple(search for search in searches if search.day not in cleared)
    whole = list(donation(text, searches, exclusions=excluded).vector())
    assert list(donation(text, rest, kept, excluded).vector()) == whole
    assert list(donation(text, None, kept, excluded).vector()) == whole


@given(CAPS, QUERIES, QUERIES, st.integers(0, 8), PAUSES, BLOCKED, st.booleans(), st.integers(0, 5))
def test_nobody_adds_more_than_the_caps_of_a_week(
    text: Campaign,
    queries: list[tuple[int, str]],
    earlier: list[tuple[int, str]],
    joined: int,
    pauses: list[tuple[int, int, int]],
    blocked: list[str],
    again: bool,
    agreed: int,
) -> None:
    """Whatever was searched, kept, paused, blocked, and agreed to when: one week adds at most the caps, once."""
    consents = [consent_of(text, MONDAY - timedelta(days=1) + timedelta(days=joined))]
    if again:
        shorter = text.model_copy(update={"vocabulary": text.vocabulary[: max(1, agreed - 1)]})
        consents = [consents[0], consent_of(shorter, MONDAY + timedelta(days=min(6, joined + agreed)))]
    kept = kept_of(consents, searched(earlier))
    seen = {text.id: Seen(agreed, dict.fromkeys(text.vocabulary, agreed))}
    decision = Decision(SUNDAY, True, NOW, seen) if again else None
    found = donation(text, searched(queries), kept, excluding(blocked, pauses), consents, decision)
    numbers = [int(number) for number in found.vector()]
    assert numbers[0] <= 1
    assert text.terms.caps.allow(numbers[1], numbers[2:])
    assert len(found.charges()) == numbers[0]


def test_a_history_with_fewer_searches_does_not_take_the_place_of_what_is_kept() -> None:
    """A day is kept anew if the history has as many searches of it as before, and stays where it has fewer."""
    consent = consent_of(weekly(5, 3, 1))
    none = Exclusions(blocked_vocabulary([]))
    two, one, other = (
        keep_day(consent, MONDAY, searched([(0, query) for query in queries]), none)
        for queries in (("flu", "tea"), ("flu",), ("cough", "tea"))
    )
    before = {"flu": {MONDAY: two}}
    assert [list(newer([day], before)) for day in (one, two, other)] == [[], [], [other]]
    assert list(newer([one], {})) == [one]


def test_what_is_kept_shows_nothing_in_a_repr() -> None:
    """A kept day has no query and no time, and its counts are not in its repr."""
    kept = keep_day(consent_of(weekly(5, 3, 1)), MONDAY, searched([(0, "flu")]), Exclusions(blocked_vocabulary([])))
    assert repr(kept) == "KeptDay(campaign='flu', day=datetime.date(2026, 11, 16))"
