"""The privacy account for a person and for a program, and how its numbers are worded."""

import json
import re
from datetime import date
from decimal import Decimal
from math import exp, inf
from pathlib import Path
from typing import Any

import pytest

from pdd_client.cli.texts.account import account_json, account_text, limit_text
from pdd_client.cli.texts.offers import offer_text
from pdd_client.core.donation.ledger import Account, CampaignAccount, Month
from pdd_client.core.errors import DonorError
from pdd_client.core.texts.numbers import at_most, chance, counted, exactly
from pdd_client.donor.donor import Donor
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, budget, campaign, gaussian
from tests.support.terms import laplace, terms

ROUND = NOON.date()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "0"),
        (1, "1"),
        (0.3, "0.3"),
        (0.1 + 0.2, "0.3"),
        (2.3461, "2.35"),
        (2.341, "2.35"),
        (10.44, "10.5"),
        (204.7, "205"),
        (999.9, "1,000"),
        (12_345, "12,400"),
        (999_999, "1 million"),
        (1_230_000, "1.23 million"),
        (7.7e9, "7.7 billion"),
        (999.9e9, "1 trillion"),
        (5e14, "500 trillion"),
        (1e15, "more than a thousand trillion"),
        (inf, "more than a thousand trillion"),
        (0.00001234, "0.0000124"),
    ],
)
def test_bounds_are_rounded_up_and_never_scientific(number: float, words: str) -> None:
    """Numbers have three digits, are never rounded down, and become words from a million on."""
    assert at_most(number) == words


@pytest.mark.parametrize(
    ("delta", "words"),
    [
        ("0.000001", "one in a million"),
        ("0.001", "one in 1,000"),
        ("0.0003", "one in 3,330"),
        ("0.000000001", "one in a billion"),
        ("0.0000004", "one in 2.5 million"),
        ("0.000000000000000001", "less than one in a thousand trillion"),
    ],
)
def test_chances_in_words(delta: str, words: str) -> None:
    """A probability is worded as one in so many, never smaller than it is."""
    assert chance(Decimal(delta)) == words


def test_what_was_chosen_is_shown_as_it_is() -> None:
    """Limits are shown as they were chosen, and a missing delta is no error."""
    assert [exactly(Decimal(text)) for text in ("20", "2.5", "1000", "0.000001")] == ["20", "2.5", "1,000", "0.000001"]
    assert (counted(1, "day"), counted(2_000, "day")) == ("1 day", "2,000 days")


def made(**changes: Any) -> Account:
    fields: dict[str, Any] = {
        "days": 30,
        "since": date(2026, 10, 20),
        "epsilon": 2.346,
        "basic_epsilon": 3.0,
        "campaigns": (
            CampaignAccount("flu", 30, 1.2, 1.5, budget("9", "0.000001")),
            CampaignAccount("sleep", 15, 1.5, 1.5, budget("4.5")),
        ),
        "months": (Month("2026-10", 12, 1.5), Month("2026-11", 18, 2.346)),
        "ceiling": Decimal(20),
        "days_left": 121,
    }
    fields |= changes
    fields.setdefault("factor", exp(fields["epsilon"]) if fields["epsilon"] < 700 else inf)
    return Account(**fields)


def test_the_account_in_words() -> None:
    """The account says what was given, what it means, each campaign's share of its limit, and how long the donor's
    lasts.
    """
    first, means, picture, guesses, relies, cost, flu, sleep, limit = account_text(made())
    assert first == "Privacy account: 30 days given, to 2 campaigns, since 2026-10-20."
    assert means == (
        "Someone who thought it 50:50 that your counts are in the results can now be at most 92% sure (barring a "
        "chance of one in a million)."
    )
    assert picture == f"  0% [{'#' * 20}|{'#' * 17}...] 100%"
    assert guesses == "Someone who compares two guesses at what you gave can become about as sure as at twice the cost."
    assert "by the server, or by enough of the people" in relies
    assert cost == "Privacy cost of all together: 2.35; simply added up 3."
    assert flu == "  flu: 30 days, privacy cost 1.2 of 9 at most, with a slack of one in a million"
    assert sleep == "  sleep: 15 days, privacy cost 1.5 of 4.5 at most"
    assert limit == "Limit: 20. At what your campaigns cost now it lasts at least 121 more days."


@pytest.mark.parametrize("epsilon", [0.0001, 14.0, 40.0, 800.0, inf])
def test_no_number_is_scientific(epsilon: float) -> None:
    """Whatever was spent, no line contains an exponent or an infinity."""
    lines = list(account_text(made(epsilon=epsilon, basic_epsilon=2 * epsilon)))
    assert not re.search(r"\de[+-]?\d|\binf|\bnan", " ".join(lines))
    assert ("promises little" in " ".join(lines)) == (10 < epsilon < inf)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"ceiling": None, "days_left": None}, "Limit: none"),
        ({"ceiling": Decimal(2)}, "Limit: 2. More than that was given already: from now on"),
        ({"days_left": None}, "No campaign that you have joined goes on"),
        ({"days_left": 0}, "given nothing"),
        ({"days_left": 1}, "lasts at least 1 more day."),
        ({"days_left": 10_000}, "lasts at least 10,000 more days."),
    ],
)
def test_limits_in_words(changes: dict[str, Any], says: str) -> None:
    """The account says how long the donor's own limit lasts, or why that is unknown."""
    assert says in limit_text(made(**changes))


def test_the_account_as_json() -> None:
    """The JSON has the keys that docs/reference/donor-commands.md describes, without floating-point digits;
    infinity is null.
    """
    found = account_json(made())
    assert found == {
        "days": 30,
        "since": "2026-10-20",
        "epsilon": 2.346,
        "basic_epsilon": 3.0,
        "delta": 1e-6,
        "factor": pytest.approx(exp(2.346)),
        "campaigns": [
            {
                "id": "flu",
                "days": 30,
                "period": "day",
                "epsilon": 1.2,
                "basic_epsilon": 1.5,
                "budget": {"epsilon": 9.0, "delta": 1e-6},
                "hits": None,
            },
            {
                "id": "sleep",
                "days": 15,
                "period": "day",
                "epsilon": 1.5,
                "basic_epsilon": 1.5,
                "budget": {"epsilon": 4.5, "delta": 0.0},
                "hits": None,
            },
        ],
        "months": [
            {"month": "2026-10", "days": 12, "epsilon": 1.5},
            {"month": "2026-11", "days": 18, "epsilon": 2.346},
        ],
        "ceiling": 20.0,
        "days_left": 121,
        "unrecorded": 0,
    }
    summed = account_json(made(basic_epsilon=75.60000000000001))
    assert summed["basic_epsilon"] == 75.6
    nothing = account_json(made(epsilon=inf, basic_epsilon=inf, ceiling=None, since=None))
    assert (nothing["epsilon"], nothing["basic_epsilon"], nothing["factor"]) == (None, None, None)
    json.dumps(nothing, allow_nan=False)


def test_an_account_grows_with_what_is_given(donor: Donor, server: FakeServer, history: Path, clock: Clock) -> None:
    """The account, the ceiling and what is left of it grow and shrink with what is given."""
    donor.campaigns.join(URL)
    assert donor.account.ledger().days == 0
    assert next(iter(account_text(donor.account.ledger()))) == "Privacy account: nothing given yet."
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    donor.check_in([history])
    donor.account.set_ceiling(Decimal("3.50"))
    found = donor.account.ledger()
    assert (found.days, found.since, found.epsilon, found.days_left) == (1, ROUND, pytest.approx(1, abs=1e-4), 2)
    assert (donor.account.ceiling(), donor.status().ceiling) == (Decimal("3.5"), Decimal("3.5"))
    clock.now = NOON + 60 * DAY  # the campaign is over
    assert donor.account.ledger().days_left is None
    clock.now = NOON + DAY
    server.campaigns.append(campaign(id="later", start=ROUND + 10 * DAY))
    donor.campaigns.join(URL, ["later"])
    assert donor.account.ledger().days_left == 2, "a campaign that has not begun costs nothing a day"
    server.campaigns = server.campaigns[1:]
    donor.check_in([history])
    assert donor.account.ledger().days_left is None, "nor does one that was closed early"
    donor.account.set_ceiling(None)
    assert donor.account.ceiling() is None


@pytest.mark.parametrize("wrong", ["0", "-1", "NaN", "Infinity", "1000001"])
def test_an_invalid_ceiling_is_refused(donor: Donor, wrong: str) -> None:
    """An invalid limit is refused for programs too, and the old limit stays."""
    donor.account.set_ceiling(Decimal(2))
    with pytest.raises(DonorError, match="above 0"):
        donor.account.set_ceiling(Decimal(wrong))
    assert donor.account.ceiling() == Decimal(2)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"noise": laplace(32), "budget": budget(15)},
            [
                "The server opens the group's sum, then adds random noise and publishes: each published number "
                "is within 96 of the true one, 95 times in 100. It could also open sums of fewer people. If you are "
                "the only one in your group who joined, the sum is your counts, and the server could read them.",
                "A day has a privacy cost of 0.5. All days together never cost more than 15: beyond that your computer",
                "Results could make someone almost sure that you took part.\n"
                "This privacy cost is high: it is above 5. Is that OK?",
            ],
        ),
        (
            {"noise": gaussian(40), "budget": budget(3, "0.001")},
            [
                "Results could make someone almost sure that you took part.\n"
                "This privacy cost is high: its delta is large. Is that OK?",
            ],
        ),
        (
            {"noise": gaussian(40), "budget": budget(9, "0.00001")},
            [
                "A day has a privacy cost of 0.872. All days together never cost more than 9, with a slack of",
                "be at most 99.99% sure (barring a chance of one in 4,540).",
            ],
        ),
    ],
)
def test_an_offer_says_who_adds_the_noise_and_what_it_costs(
    donor: Donor, server: FakeServer, changes: dict[str, Any], says: list[str]
) -> None:
    """For each kind of noise an offer says in plain words who adds it and what it costs."""
    server.campaigns = [campaign(terms=terms(5, 2, **changes))]
    text = "\n".join(offer_text(donor.campaigns.fetch_offer(URL), "en"))
    for part in says:
        assert part in text
