"""Which searches are counted, under which caps, and what a donor keeps out."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from pdd_client.core.donation.consent import AnyPlan, Consent
from pdd_client.core.donation.decisions import Decision, Seen
from pdd_client.core.donation.donation import Donation
from pdd_client.core.donation.exclusions import Exclusions, Pause, RemovedSearch, blocked_entry, blocked_vocabulary
from pdd_client.core.donation.expected_plan import expected_plan
from pdd_client.core.donation.ledger import Ledger
from pdd_client.core.donation.prepare_donation import DonorState, prepare_donation
from pdd_client.core.errors import DonorError
from pdd_client.core.searches import Search, find_searches, result_pages
from pdd_client.core.visits import Visit
from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.signing import sign
from tests.client.fakes import Clock, FakeServer, campaign, part_of
from tests.support.terms import terms

UTC_ZONE = ZoneInfo("UTC")
DAY = date(2026, 11, 20)
MORNING = datetime(2026, 11, 20, 6, tzinfo=UTC)
LATER = MORNING + timedelta(days=1)
NOTHING = Exclusions(blocked_vocabulary([]))
SERVER_KEY = SigningKey(b"s" * 32)


def consent_to(text: Campaign, stratum: str | None = None) -> Consent:
    return Consent(sign(text, SERVER_KEY), text, "en", MORNING, stratum)


def made(*queries: str, every: timedelta = timedelta(minutes=40)) -> tuple[Search, ...]:
    """Return searches for these queries, one after the other."""
    visits = [
        Visit(f"https://www.google.com/search?q={query.replace(' ', '+')}", MORNING + every * i, "firefox")
        for i, query in enumerate(queries)
    ]
    return find_searches(result_pages(visits), UTC_ZONE, b"k" * 32)


def given_of(text: Campaign, searches: tuple[Search, ...] | None, exclusions: Exclusions = NOTHING) -> Donation:
    plan = expected_plan(FakeServer(Clock()).info(), DAY, [part_of(text)])
    return prepared(plan, text, text, searches, exclusions)


def prepared(
    plan: AnyPlan,
    agreed: Campaign,
    newest: Campaign,
    searches: tuple[Search, ...] | None,
    exclusions: Exclusions = NOTHING,
) -> Donation:
    """Return the counts for a plan by a donor who sends by itself and agreed to texts up to this one."""
    consents, info = {agreed.id: [consent_to(agreed)]}, FakeServer(Clock()).info()
    state = DonorState(consents, {newest.id: newest}, info, Ledger((), None), exclusions, None, None, LATER)
    return prepare_donation(plan, state, lambda: searches).donation


def test_each_search_counts_once_for_each_entry_it_matches() -> None:
    """Each search counts once in the total, and once in each entry that it matches, in any word order."""
    donation = given_of(campaign(), made("flu flu", "child with fever", "weather", "cough flu"))
    assert list(donation.vector()) == [1, 4, 2, 1, 1]


def test_a_blocked_search_is_as_if_it_had_never_been_made() -> None:
    """A search with a blocked word counts nowhere, and does not use up the cap."""
    text = campaign(terms=campaign().terms.model_copy(update={"max_searches": 2}))
    searches = made("Secret flu", "flu", "cough")
    assert list(given_of(text, searches).vector()) == [1, 2, 2, 0, 0]
    blocked = Exclusions(blocked_vocabulary([blocked_entry("SECRET").label]))
    assert list(given_of(text, searches, blocked).vector()) == [1, 2, 1, 0, 1]


def test_blocked_words_follow_the_tokenizer() -> None:
    """Several words are blocked together, a word of a script without spaces within others, and no word is an error."""
    several = Exclusions(blocked_vocabulary([blocked_entry("John Smith").label]))
    assert [several.reason(s) for s in made("smith, john", "john")] == ["blocked", None]
    unspaced = Exclusions(blocked_vocabulary([blocked_entry("流感").label]))
    assert [unspaced.reason(s) for s in made("今年流感疫苗")] == ["blocked"]
    with pytest.raises(DonorError, match="no word to block"):
        blocked_entry(" -- ")


@pytest.mark.parametrize("other", [-29, 29])
def test_a_removed_search_survives_another_visit_that_joins_the_search(other: int) -> None:
    """A removed search stays removed when a visit found later makes it begin earlier or end later; the next one
    counts.
    """
    time = MORNING + timedelta(hours=3)
    page = "https://www.google.com/search?q=flu"
    (search,) = find_searches(result_pages([Visit(page, time, "firefox")]), UTC_ZONE, b"k" * 32)
    more = [Visit(page, time + timedelta(minutes=m), "chrome") for m in (0, other, other + 61)]
    exclusions = Exclusions(blocked_vocabulary([]), removed=(RemovedSearch(search.mark, search.time, search.day),))
    one, two = find_searches(result_pages(more), UTC_ZONE, b"k" * 32)
    reasons = {s.visits: exclusions.reason(s) for s in (one, two)}
    assert reasons == {2: "removed", 1: None}


def test_a_removed_search_is_of_one_day() -> None:
    """The same query shortly before and after midnight is two searches, and removing one keeps the other."""
    midnight = datetime(2026, 11, 21, tzinfo=UTC)
    page = "https://www.google.com/search?q=flu"
    times = (midnight - timedelta(minutes=10), midnight + timedelta(minutes=5))
    both = find_searches(result_pages([Visit(page, time, "firefox") for time in times]), UTC_ZONE, b"k" * 32)
    for search in both:
        removed = (RemovedSearch(search.mark, search.time, search.day),)
        exclusions = Exclusions(blocked_vocabulary([]), removed=removed)
        assert [other for other in both if exclusions.reason(other)] == [search]


def test_searches_made_in_a_pause_never_count() -> None:
    """Searches made during a pause never count; the day's other searches do, and the donor still takes part."""
    searches = made("flu", "flu cough", "cough")
    pause = Pause(MORNING + timedelta(minutes=30), MORNING + timedelta(minutes=60))
    resumed = Exclusions(blocked_vocabulary([]), pauses=(pause,))
    assert list(given_of(campaign(), searches, resumed).vector()) == [1, 2, 1, 0, 1]


@pytest.mark.parametrize("end", [None, datetime(2026, 11, 21, tzinfo=UTC)])
def test_a_pause_that_goes_on_or_held_all_day_gives_nothing(end: datetime | None) -> None:
    """A pause that goes on, or covered the whole day, makes all numbers of the campaign zero, `joined` too."""
    paused = Exclusions(blocked_vocabulary([]), pauses=(Pause(datetime(2026, 11, 20, tzinfo=UTC), end),))
    donation = given_of(campaign(), made("flu"), paused)
    assert donation.paused == ("flu",)
    assert not donation.vector().any()


def test_without_a_readable_history_nothing_is_claimed() -> None:
    """If no history is readable the donor gives zeros, `joined` too, and does not claim that it made no search."""
    donation = given_of(campaign(), None)
    assert donation.objections == {"flu": "no-history"}
    assert not donation.vector().any()
    assert list(given_of(campaign(), ()).vector()) == [1, 0, 0, 0, 0]


def test_other_days_are_not_counted() -> None:
    """Only searches of the plan's day count."""
    assert list(given_of(campaign(), made("flu", "flu", every=timedelta(hours=20))).vector()) == [1, 1, 1, 0, 0]


def test_an_index_counts_a_search_once_and_uses_up_one_match() -> None:
    """A search that matches two keywords of an index counts once for it, and then for one more entry under its cap."""
    text = campaign(
        vocabulary=("flu index: any of flu, influenza", "flu", "fever"), terms=terms(max_searches=9, max_matches=2)
    )
    (given,) = given_of(text, made("flu or influenza with fever", "influenza", "cold")).given
    assert given.labels == ("flu index", "flu", "fever")
    assert given.counts.entries == (2, 1, 0)
    assert [len(searches) for searches in given.behind] == [2, 1, 0]
    assert [len(searches) for searches in given.beyond] == [0, 0, 1]


def test_entries_appended_since_the_consent_or_since_the_plan_count_zero() -> None:
    """Entries beyond the consent or beyond the plan count zero and are not matched."""
    one_match = campaign().terms.model_copy(update={"max_matches": 1})
    short, long = (campaign(vocabulary=v, terms=one_match) for v in (("flu",), ("flu", "cough")))
    plan = FakeServer(Clock(), campaigns=[long]).plan(DAY)
    donation = prepared(plan, short, long, made("cough", "flu"))
    assert list(donation.vector()) == [1, 2, 1, 0]
    plan = FakeServer(Clock(), campaigns=[short]).plan(DAY)
    donation = prepared(plan, long, long, made("cough", "flu"))
    assert list(donation.vector()) == [1, 2, 1]


WORDS = ("flu", "cough", "fever", "child", "tea")


@given(
    queries=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join), max_size=12),
    max_searches=st.integers(1, 8),
    max_matches=st.integers(1, 4),
)
def test_the_caps_hold(queries: list[str], max_searches: int, max_matches: int) -> None:
    """Capped counts equal a plain recount: the first searches, each for its first distinct entries in order."""
    text = campaign(vocabulary=WORDS[:4], terms=terms(max_searches, max_matches))
    searches = made(*queries)
    donation = given_of(text, searches)
    counts = [0] * 4
    for search in searches[:max_searches]:
        matching = [i for i, word in enumerate(WORDS[:4]) if word in search.query.split()]
        for index in matching[:max_matches]:
            counts[index] += 1
    assert list(donation.vector()) == [1, min(len(searches), max_searches), *counts]
    (part,) = donation.given
    assert tuple(map(len, part.behind)) == part.counts.entries
    assert sum(counts) <= max_searches * max_matches
    assert part.labels == Vocabulary.parse(text.vocabulary).labels


def test_an_approved_count_is_sent_only_for_the_keywords_it_was_approved_for() -> None:
    """A donor approves an index, and agrees on the same day to other keywords of that name: it sends none of them."""
    one = campaign(vocabulary=("health index: any of flu, influenza",))
    two = campaign(vocabulary=("health index: any of cancer, hiv",))
    again = Consent(sign(two, SERVER_KEY), two, "en", MORNING + timedelta(hours=9), None)
    searches = made("flu", "hiv")
    seen = given_of(one, searches).given[0]
    assert (seen.counts.entries, seen.texts) == ((1,), one.vocabulary)
    approved = {"flu": Seen(seen.counts.searches, dict(zip(seen.texts, seen.counts.entries, strict=True)))}
    decision = Decision(DAY, True, MORNING + timedelta(hours=8), approved)
    info = FakeServer(Clock()).info()
    consents = {"flu": [consent_to(one), again]}
    state = DonorState(consents, {"flu": two}, info, Ledger((), None), NOTHING, decision, None, LATER)
    plan = expected_plan(info, DAY, [part_of(two)])
    assert prepare_donation(plan, state, lambda: searches).donation.given[0].counts.entries == (0,)


def test_a_consent_whose_texts_are_not_canonical_is_an_objection() -> None:
    """An earlier version read such texts. The donor is asked again, and its other campaigns go on."""
    old, new = campaign(vocabulary=("Flu", "child+fever")), campaign(vocabulary=("flu", "child + fever", "cough"))
    plan = expected_plan(FakeServer(Clock()).info(), DAY, [part_of(new)])
    assert prepared(plan, old, new, made("flu")).objections == {"flu": "changed-vocabulary"}
