"""The protocol in JavaScript compared with Python, beyond the vectors: random good and bad input."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random  # noqa: TID251 - mutations of messages are no secret
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.protocol import messages
from pdd_shared.protocol.completion_codes import Completion, Completions
from pdd_shared.protocol.days import day_bounds, day_of
from pdd_shared.protocol.terms import Budget, Noise, PlainTerms
from pdd_shared.rounds.layout import layout_digest
from tests.extension.javascript import answers

slow = settings(max_examples=5, phases=[Phase.generate])

HEX32, HEX64 = "0f" * 32, "a1" * 64
TERMS = PlainTerms(
    protocol="plain",
    max_searches=20,
    max_matches=3,
    noise=Noise(law="discrete-laplace", scale=Decimal("81.5")),
    budget=Budget(epsilon=Decimal(45), delta=Decimal("0.000001")),
    min_group=5,
)
PART = messages.Part(campaign="flu", entries=3, vocabulary=HEX32, strata=("north", "south"), terms=TERMS)
MEMBER = messages.Member(identity=HEX32, exchange=HEX32, signature=HEX64)
SIGNED = messages.Signed(payload="{}", signature=HEX64)
DAY = date(2026, 11, 20)
CODES = (
    Completion(campaign="flu", days=3, there=1, code=None),
    Completion(campaign="sleep", days=1, there=1, code="K7QM"),
)
GOOD: dict[str, BaseModel] = {
    "parseCampaign": messages.Campaign(
        id="flu",
        title="Winter flu 🤧",
        purpose="To see\nthe flu come.",
        contact="flu@example.org",
        consent={"en": "I agree.", "de-CH": "Ich stimme zu."},
        vocabulary=("flu", "fever + child"),
        strata=(),
        start=DAY,
        end=DAY,
        terms=TERMS,
        counting_rules=3,
        threshold=4,
    ),
    "parsePlan": messages.Plan(
        protocol="plain",
        version=1,
        server=HEX32,
        day=DAY,
        zone="Europe/London",
        group_size=8,
        min_group=5,
        delay=2,
        counting_rules=2,
        layout=(PART,),
    ),
    "parseRoster": messages.Roster(plan=HEX32, day=DAY, group=7, members=(MEMBER, MEMBER)),
    "parseServerInfo": messages.ServerInfo(
        name="A server",
        key=HEX32,
        online=SIGNED,
        zone="UTC",
        protocol="cohort",
        group_size=100,
        min_group=3,
        delay=2,
        oldest_client="0.1.0",
        invitation_required=False,
    ),
    "parseTicketMessage": messages.TicketMessage(exchange=HEX32, signing=HEX32, signature=HEX64),
    "parseRegistered": messages.Registered(token=HEX32, number=0),
    "parseReceipt": messages.Receipt(day=DAY, digest=HEX32),
    "parseCampaignList": messages.CampaignList(campaigns=(SIGNED,)),
    "parseCompletions": Completions(completions=CODES),
    "parseCheckInAnswer": messages.CheckInAnswer(
        number=3,
        time="2026-11-20T12:00:00+00:00",
        day=DAY,
        online=SIGNED,
        reset=SIGNED,
        tasks=(
            messages.SubmitTask(plan=SIGNED, roster=SIGNED),
            messages.TicketTask(epoch=4),
            messages.UploadTask(plan=SIGNED, epoch=SIGNED),
            messages.CertifyTask(plan=SIGNED, epoch=SIGNED, cohort=0, sub_cohort=7),
            messages.OpenTask(plan=SIGNED, epoch=SIGNED, cohort=2**32 - 1, sub_cohort=0),
        ),
        completions=CODES,
    ),
}
ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 255, 3, 10**6, 2**32 - 1, 1.0, 0.5, "", "x", [], {}, [1], ["a"], {"a": 1}),
    *("2026-02-30", "2024-02-29", "2026-13-01", "0000-01-01", "0001-01-01", "2026-1-1", "2026-11-20T00:00:00", "١"),
    *(
        "81.50",
        "0",
        "1e3",
        "0.000001",
        "0.0011",
        "10000.5",
        "1000000",
        "1000000.1",
        "plain",
        "cohort",
        "prepare",
        "a\u2028",
    ),
    *(
        "discrete-gaussian",
        "skellam",
        "0F" * 32,
        "0f" * 32 + "\n",
        "flu\n",
        *("flu \u202egp.exe", "\u202a", "\u2066flu\u2069", "\u2069", "\u202f", "\u2065"),
        "-flu",
        "f" * 64,
        "f" * 65,
        "🤧" * 500,
        "🤧" * 501,
        "\u0085",
    ),
]


def mutated(value: Any, chance: Random) -> Any:
    """Return the JSON value with one place changed, left out, doubled or made odd."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        name = chance.choice(list(value))
        return {key: mutated(each, chance) if key == name else each for key, each in value.items()}
    if isinstance(value, list) and value and chance.random() < 0.85:
        place = chance.randrange(len(value))
        return [mutated(each, chance) if at == place else each for at, each in enumerate(value)]
    if isinstance(value, dict):
        changes: list[Callable[[], Any]] = [
            lambda: {**value, "unknown": 1},
            lambda: {key: each for key, each in value.items() if key != chance.choice([*value, ""])},
            lambda: dict(reversed(value.items())),
        ]
        return chance.choice(changes)()
    if isinstance(value, list) and chance.random() < 0.5:
        return [*value, *value] if value else ODD
    return chance.choice(ODD)


def accepted(kind: type[BaseModel], text: str) -> bool:
    try:
        kind.model_validate_json(text)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("odd", [True, 1.0, 4, "1"])
@pytest.mark.parametrize("name", ["version", "counting_rules"])
def test_both_languages_refuse_what_is_no_known_version(name: str, odd: Any) -> None:
    """So they do with True and 1.0, which equal 1 in one language or both."""
    text = json.dumps({**GOOD["parsePlan"].model_dump(mode="json"), name: odd})
    assert not accepted(type(GOOD["parsePlan"]), text)
    assert answers(("protocol/messages", "parsePlan", text)) == [{"error": "InvalidMessage"}]


@given(st.randoms(use_true_random=False))
@slow
def test_both_languages_accept_the_same_messages(chance: Random) -> None:
    """Good messages, and 1,250 with one place changed, are accepted or refused alike."""
    texts = [(name, good.model_dump_json()) for name, good in GOOD.items()]
    for name, good in chance.choices(list(GOOD.items()), k=250):
        texts.append((name, json.dumps(mutated(good.model_dump(mode="json"), chance), ensure_ascii=False)))
    found = answers(*(("protocol/messages", name, text) for name, text in texts))
    for (name, text), answer in zip(texts, found, strict=True):
        assert ("done" in answer) == accepted(type(GOOD[name]), text), (name, text)
        assert "done" in answer or answer["error"] == "InvalidMessage", (answer, text)


def test_a_message_is_read_to_what_was_written() -> None:
    """Each message is read with Python's fields and values, in the same order."""
    texts = {name: good.model_dump_json() for name, good in GOOD.items()}
    for (name, text), answer in zip(
        texts.items(), answers(*(("protocol/messages", *item) for item in texts.items())), strict=True
    ):
        assert json.dumps(answer["done"], separators=(",", ":"), ensure_ascii=False) == text, name


def test_numbers_with_a_fraction_or_exponent_are_no_integers() -> None:
    """1.0, 1e0 and the like are refused for an integer in both languages."""
    good = GOOD["parseRegistered"].model_dump_json()
    texts = [
        good.replace(":0}", f":{number}}}") for number in ("0", "1.0", "1e0", "0E0", "-0", "01", "+1", "NaN", '"1"')
    ]
    found = [
        "done" in answer for answer in answers(*(("protocol/messages", "parseRegistered", text) for text in texts))
    ]
    assert found[0]
    assert not any(found[1:])
    assert found[:4] == [accepted(messages.Registered, text) for text in texts[:4]]


def test_a_layout_has_the_same_digest() -> None:
    """The digest of a layout read from a message, on which every mask depends, equals Python's."""
    plan = GOOD["parsePlan"].model_dump_json()
    layout = answers(("protocol/messages", "parsePlan", plan))[0]["done"]["layout"]
    assert answers(("rounds/layout", "layoutDigest", layout)) == [{"done": {"hex": layout_digest((PART,)).hex()}}]


ZONES = [
    "UTC",
    "Europe/London",
    "America/Sao_Paulo",
    "Asia/Beirut",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Africa/Cairo",
]
ZONES += ["America/Havana", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati", "America/Santiago", "Asia/Gaza"]
instants = st.datetimes(datetime(2005, 1, 1), datetime(2035, 1, 1)).map(
    lambda time: time.replace(tzinfo=UTC, microsecond=0)
)


@given(st.lists(st.tuples(instants, st.sampled_from(ZONES)), min_size=150, max_size=150))
@slow
def test_days_begin_and_end_alike(times: list[tuple[datetime, str]]) -> None:
    """Random instants in 13 zones fall on the same day with the same bounds."""
    calls = [("protocol/days", "dayOf", time.timestamp() * 1000, zone) for time, zone in times]
    days = [day_of(time, ZoneInfo(zone)) for time, zone in times]
    assert [answer["done"] for answer in answers(*calls)] == [day.isoformat() for day in days]
    bounds = answers(
        *(("protocol/days", "dayBounds", day.isoformat(), zone) for day, (_, zone) in zip(days, times, strict=True))
    )
    for day, (_, zone), answer in zip(days, times, bounds, strict=True):
        expected = [bound.timestamp() * 1000 for bound in day_bounds(day, ZoneInfo(zone))]
        assert answer["done"] == expected, (day, zone)


def test_each_change_of_clocks_is_alike() -> None:
    """The days around each clock change of twenty years have the same bounds, also where midnight is skipped."""
    days = [(date(2006, 1, 1) + timedelta(days=day), zone) for zone in ZONES for day in range(20 * 366)]
    changing = [(day, zone) for day, zone in days if _length(day, zone) != timedelta(days=1)]
    assert len(changing) > 200
    found = answers(*(("protocol/days", "dayBounds", day.isoformat(), zone) for day, zone in changing))
    for (day, zone), answer in zip(changing, found, strict=True):
        assert answer["done"] == [bound.timestamp() * 1000 for bound in day_bounds(day, ZoneInfo(zone))], (day, zone)


def _length(day: date, zone: str) -> timedelta:
    start, end = day_bounds(day, ZoneInfo(zone))
    return end - start


CHARGES = [
    (1, "1", 1, 0.0),
    (1, "0.5", 1, 1e-6),
    (81, "81", 1, 1e-6),
    (81, "81", 30, 1e-6),
    (81, "40.5", 180, 1e-6),
    (81, "810", 365, 1e-9),
    (41, "10000", 3650, 1e-6),
    (81, "8100", 3650, 1e-5),
    (3, "2.5", 30, 1e-5),
    (5, "0.5", 7, 1e-12),
]


@pytest.mark.parametrize(("sensitivity", "scale", "days", "delta"), CHARGES)
def test_what_days_cost_together_is_alike(sensitivity: int, scale: str, days: int, delta: float) -> None:
    """The composed epsilon agrees with Python's upper bound within 1%."""
    charge = {"law": "discrete-laplace", "scale": scale, "sensitivity": sensitivity, "delta": 0}
    [answer] = answers(("privacy/accounting/composition", "epsilon", [{"charge": charge, "days": days}], delta))
    expected = epsilon({Charge("discrete-laplace", Decimal(scale), sensitivity): days}, delta)
    assert answer["done"] == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("delta", [1e-3, 1e-6])
def test_gaussian_days_cost_the_same(delta: float) -> None:
    """Discrete Gaussian days cost what they do in Python, to nine digits and never less."""
    charge = {"law": "discrete-gaussian", "scale": "200", "sensitivity": 1601, "delta": 0}
    [answer] = answers(("privacy/accounting/composition", "epsilon", [{"charge": charge, "days": 90}], delta))
    expected = epsilon({Charge("discrete-gaussian", Decimal(200), 1601): 90}, delta)
    assert expected <= answer["done"] <= expected * (1 + 1e-8)


def test_a_vocabulary_of_many_entries_is_named_alike() -> None:
    """The digests of 2,000 entries, and what they match, equal Python's."""
    entries = [f"word{n}" if n % 3 else f"word{n} + other{n}" for n in range(2000)]
    campaign = json.loads(GOOD["parseCampaign"].model_dump_json()) | {"vocabulary": entries}
    [answer] = answers(("rounds/layout", "partOf", campaign))
    assert answer["done"]["vocabulary"] == Vocabulary.parse(entries).digest().hex()
