"""The extension counts as the desktop client does: random days with everything that affects them, in both."""

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import quote_plus
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl.signing import SigningKey

from pdd_client.core.donation.consent import Consent
from pdd_client.core.donation.decisions import Decision, Seen, zeros_because
from pdd_client.core.donation.exclusions import (
    Exclusions,
    Hours,
    Pause,
    RemovedSearch,
    blocked_entry,
    blocked_vocabulary,
)
from pdd_client.core.donation.ledger import GivenDay, Ledger
from pdd_client.core.donation.prepare_donation import DonorState, PreparedDonation, prepare_donation
from pdd_client.core.searches import AFTER_RELOAD, Search, find_searches, result_pages
from pdd_client.core.visits import Visit
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.protocol.days import day_bounds
from pdd_shared.protocol.decimals import as_text
from pdd_shared.protocol.messages import Campaign, Plan
from pdd_shared.protocol.signing import sign
from tests.client.fakes import Clock, FakeServer, budget, campaign, part_of
from tests.extension.javascript import EXTENSION, node
from tests.support.cohort.memory_cohort import part as cohort_part
from tests.support.terms import laplace, terms

KEY = SigningKey(b"s" * 32)
SECRET = b"k" * 32
ZONES = ("UTC", "Europe/London", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo")
DAYS = (date(2026, 3, 29), date(2026, 10, 25), date(2026, 11, 1), date(2026, 4, 5), date(2026, 11, 20))
ENGINES = (
    "https://www.google.com/search?q={}",
    "https://www.bing.com/search?q={}",
    "https://duckduckgo.com/?q={}",
    "https://www.google.com/search?q={}&start=10",
    "https://example.org/?q={}",
)
WORDS = ("flu", "flu", "Fever", "child", "cough", "asthma", "流感", "naïve", "2026", "don't")
ENTRIES = ("flu", "fever + child", "cough", '"flu cough"', "child", "流感", "asthma + flu", "2026")
ENTRIES += ('any illness: any of flu, cough, "fever child"', "child illness: any of child, asthma + flu")
HALF_HOUR = timedelta(minutes=30)
MICROSECOND = timedelta(microseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Count = Callable[[dict[str, Any]], dict[str, Any]]


@pytest.fixture(scope="module")
def javascript() -> Iterator[Count]:
    command = [node(), "tests/programs/donations.js"]
    with subprocess.Popen(
        command, cwd=EXTENSION, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def count(case: dict[str, Any]) -> dict[str, Any]:
            stdin.write(json.dumps(case) + "\n")
            stdin.flush()
            return dict(json.loads(stdout.readline()))

        yield count
        stdin.close()


class Case:
    """A random day: visits, consents, a plan, exclusions, a decision, a ledger."""

    def __init__(self, random: Any) -> None:
        self.random = random
        self.server = FakeServer(Clock(), zone=random.choice(ZONES))
        self.zone, self.day = ZoneInfo(self.server.zone), random.choice(DAYS)
        self.start, self.end = day_bounds(self.day, self.zone)
        self.now = self.end + timedelta(hours=random.randrange(30))
        self.visits = [self._visit() for _ in range(random.randrange(25))]
        self.searches = find_searches(result_pages(self.visits), self.zone, SECRET)
        self.agreed: dict[str, list[Consent]] = {}
        self.newest: dict[str, Campaign] = {}
        names = random.sample(["flu", "cold", "sleep"], random.randint(1, 3))
        self.plan = self._plan([self._campaign(name) for name in names])
        self.exclusions = self._exclusions()
        self.decision, self.sending = self._decision(), random.choice(["review", "by-itself", "by-itself"])
        self.ledger = Ledger(self._given(names), random.choice([None, None, Decimal(2), Decimal(40)]))
        self.readable = random.random() < 0.9
        self.elsewhere = random.random() < 0.1
        self.reviewed = random.random() < 0.4

    def _moment(self) -> datetime:
        """Return a time, often on a boundary of the day or of half an hour, or 10 seconds or 1 microsecond off."""
        begin: datetime = self.random.choice([self.start - HALF_HOUR, self.start, self.end - 4 * HALF_HOUR])
        quarters, beside = int(self.random.randrange(10)), int(self.random.randint(-1, 1))
        return begin + quarters * HALF_HOUR / 2 + beside * MICROSECOND + self.random.choice([0, 0, 1]) * AFTER_RELOAD

    def _visit(self) -> Visit:
        query = " ".join(self.random.choices(WORDS, k=self.random.choice([1, 1, 2, 3])))
        return Visit(
            self.random.choice(ENGINES).format(quote_plus(query)), self._moment(), "browser", self.random.random() < 0.3
        )

    def _campaign(self, name: str) -> Campaign:
        """Return a campaign's current text, with words that an earlier consent may lack."""
        entries = tuple(self.random.sample(ENTRIES, self.random.randint(1, len(ENTRIES))))
        strata = self.random.choice([(), ("north", "south")])
        noise = laplace(self.random.choice([20, 40]))
        limits = terms(
            max_searches=self.random.randint(1, 8),
            max_matches=self.random.randint(1, 3),
            noise=noise,
            budget=self.random.choice([budget(2), budget(1000), budget(1000)]),
            min_group=self.random.choice([3, 3, 4]),
        )
        start = self.day - timedelta(days=self.random.choice([-1, 0, 1, 2, 3, 4, 5]))
        end = self.day + timedelta(days=self.random.choice([-1, 0, 1, 2, 3, 4, 5]))
        now = campaign(id=name, vocabulary=entries, strata=strata, terms=limits, start=min(start, end), end=end)
        self.newest[name] = self._perhaps_changed(now)
        if self.random.random() < 0.9:
            stratum = self.random.choice(strata) if strata else None
            texts = [now, now.model_copy(update={"vocabulary": entries[: self.random.randint(1, len(entries))]})]
            for text in map(self._perhaps_changed, self.random.choices(texts, k=self.random.randint(1, 2))):
                time = self.start - timedelta(days=self.random.choice([-1, 0, 1, 1, 2, 3]))
                consent = Consent(sign(text, KEY), text, "en", time, stratum)
                self.agreed.setdefault(name, []).append(consent)
        return now

    def _perhaps_changed(self, text: Campaign) -> Campaign:
        """Change the campaign, seldom, to another protocol or terms than those of the plan."""
        weaker = text.terms.model_copy(update={"max_searches": 9})
        return text.model_copy(update={"terms": self.random.choice([*[text.terms] * 8, cohort_part().terms, weaker])})

    def _plan(self, campaigns: list[Campaign]) -> Plan:
        """Return an honest plan, or one that lies about a part."""
        parts = [part_of(text) for text in campaigns]
        lie = self.random.randrange(20)
        if lie == 0:
            parts[0] = part_of(campaigns[0], terms=parts[0].terms.model_copy(update={"max_searches": 9}))
        if lie == 1:
            parts[0] = part_of(campaigns[0], vocabulary="0" * 64)
        if lie == 2:
            parts.append(parts[0])
        if lie == 3:
            parts[0] = part_of(campaigns[0], strata=("elsewhere",))
        zone = "Asia/Tokyo" if lie == 4 else self.server.zone
        if lie in (5, 6) and len(campaigns[0].vocabulary) > 1:
            parts[0] = part_of(campaigns[0].model_copy(update={"vocabulary": campaigns[0].vocabulary[:-1]}))
        return self.server.plan(
            self.day, layout=tuple(parts), zone=zone, min_group=self.random.choice([3, 4, 4, 4, 4, 4])
        )

    def _exclusions(self) -> Exclusions:
        blocked = [blocked_entry(word).label for word in self.random.sample(WORDS, self.random.choice([0, 0, 1]))]
        taken = self.random.sample(self.searches, min(len(self.searches), self.random.randrange(3)))
        moved = self.random.choice([timedelta(0), HALF_HOUR, HALF_HOUR + MICROSECOND, -HALF_HOUR])
        removed = tuple(RemovedSearch(search.mark, search.time + moved, search.day) for search in taken)
        pauses = tuple(
            Pause(begin, self.random.choice([None, begin + timedelta(hours=self.random.choice([1, 2, 60]))]))
            for begin in [self._moment() for _ in range(self.random.choice([0, 0, 0, 0, 0, 1, 2]))]
        )
        sites = frozenset(self.random.sample(["google", "bing", "duckduckgo"], self.random.choice([0, 0, 0, 1, 2])))
        return Exclusions(blocked_vocabulary(blocked), removed, pauses, sites, self._hours())

    def _hours(self) -> Hours | None:
        """Return hours on the clock of one of some zones, which may begin or end at a search; mostly none."""
        if self.random.random() < 0.6:
            return None
        zone = ZoneInfo(self.random.choice(["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns"]))
        moments = [search.time for search in self.searches] or [self._moment()]
        local = self.random.choice(moments).astimezone(zone)
        minutes = {60 * local.hour + local.minute, self.random.randrange(1440), self.random.randrange(1440)}
        start, end = self.random.sample(sorted(minutes), 2) if len(minutes) > 1 else (0, 1)
        return Hours(start, end, zone)

    def _decision(self) -> Decision | None:
        if self.random.random() < 0.6:
            return None
        seen = {
            name: Seen(self.random.randrange(9), {entry: self.random.randrange(5) for entry in ENTRIES[:6]})
            for name in self.random.sample(["flu", "cold", "sleep"], 2)
        }
        moments = [search.time for search in self.searches] or [self._moment()]
        return Decision(self.day, self.random.random() < 0.7, self.random.choice(moments), seen)

    def _given(self, names: list[str]) -> tuple[GivenDay, ...]:
        charge = Charge("discrete-laplace", Decimal(20), self.random.choice([5, 21]))
        days = range(self.random.choice([0, 0, 1, 4]))
        return tuple(GivenDay(self.day - timedelta(days=back), self.random.choice(names), charge) for back in days)

    def prepared(self) -> PreparedDonation:
        """Return what the desktop client gives, or shows in a review."""
        state = DonorState(
            consents=self.agreed,
            newest=self.newest,
            info=self.server.info(),
            ledger=self.ledger,
            exclusions=self.exclusions,
            decision=self.decision,
            zeros=zeros_because(self.sending, self.decision, given_elsewhere=self.elsewhere),
            now=self.now,
        )
        asked = state.as_if_approved() if self.reviewed else state
        return prepare_donation(self.plan, asked, lambda: self.searches if self.readable else None)

    def as_json(self) -> dict[str, Any]:
        """Return the same for the JavaScript program."""
        return {
            "zone": self.server.zone,
            "now": micros(self.now),
            "secret": SECRET.hex(),
            "plan": self.plan.model_dump_json(),
            "info": self.server.info().model_dump_json(),
            "visits": [[visit.url, micros(visit.time), visit.reload] for visit in self.visits],
            "blocked": [entry.label for entry in self.exclusions.blocked.entries],
            "removed": [
                {"mark": one.mark.hex(), "time": micros(one.time), "day": str(one.day)}
                for one in self.exclusions.removed
            ],
            "sites": sorted(self.exclusions.sites),
            "hours": hours_json(self.exclusions.hours),
            "pauses": [[micros(pause.start), pause.end and micros(pause.end)] for pause in self.exclusions.pauses],
            "decision": self.decision
            and {
                "approved": self.decision.approved,
                "time": micros(self.decision.time),
                "seen": {name: asdict(seen) for name, seen in self.decision.seen.items()},
            },
            "sending": self.sending,
            "consents": {name: list(map(consent_json, consents)) for name, consents in self.agreed.items()},
            "newest": {name: text.model_dump_json() for name, text in self.newest.items()},
            "given": [given_json(one) for one in self.ledger.given],
            "ceiling": self.ledger.ceiling and as_text(self.ledger.ceiling),
            "readable": self.readable,
            "elsewhere": self.elsewhere,
            "reviewed": self.reviewed,
        }


def micros(time: datetime) -> int:
    return (time - EPOCH) // MICROSECOND


def hours_json(hours: Hours | None) -> dict[str, Any] | None:
    return hours and {"start": hours.start, "end": hours.end, "zone": str(hours.zone)}


def consent_json(consent: Consent) -> dict[str, Any]:
    language, time, stratum = consent.language, micros(consent.time), consent.stratum
    return {"payload": consent.signed.payload, "language": language, "time": time, "stratum": stratum}


def given_json(one: GivenDay) -> dict[str, Any]:
    charge = {"law": one.charge.law, "scale": as_text(one.charge.scale), "sensitivity": one.charge.sensitivity}
    return {"day": str(one.day), "campaign": one.campaign, "charge": charge | {"delta": one.charge.delta}}


def search_json(search: Search, exclusions: Exclusions) -> dict[str, Any]:
    return {
        "id": search.id,
        "mark": search.mark.hex(),
        "day": str(search.day),
        "time": micros(search.time) / 1000,
        "last": micros(search.last) / 1000,
        "engine": search.engine,
        "query": search.query,
        "visits": search.visits,
        "why": exclusions.reason(search),
    }


@settings(max_examples=300)
@given(random=st.randoms(use_true_random=True))
def test_both_count_the_same(javascript: Count, random: Any) -> None:
    """Random visits, words, caps, exclusions, decisions, ledgers and lying plans give the same counts and
    objections.
    """
    case = Case(random)
    prepared, found = case.prepared(), javascript(case.as_json())
    donation = prepared.donation
    assert found["searches"] == [search_json(search, case.exclusions) for search in case.searches]
    assert found["objections"] == dict(donation.objections)
    assert (found["paused"], found["canWait"]) == (list(donation.paused), prepared.can_wait)
    assert found["undecided"] == [one.described() for one in prepared.undecided.given]
    assert found["vector"] == [int(number) for number in donation.vector()]
    behind = [{"behind": [list(ids) for ids in one.behind]} for one in donation.given]
    assert found["given"] == [one.described() | more for one, more in zip(donation.given, behind, strict=True)]
    assert found["charges"] == [given_json(one) for one in donation.charges()]
