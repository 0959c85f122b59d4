"""A campaign's results as JSON data: the published days, the missing ones, the privacy cost, and the keys' meaning."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection

from pdd_server.services.campaigns.budgets import cost_of_day
from pdd_server.services.campaigns.campaigns import get
from pdd_server.services.numbers import settled
from pdd_server.store.results import charges, growing_days, publications
from pdd_server.store.results.publications import Missing, Publication
from pdd_shared.counting.entry_texts import label_of, parts_of
from pdd_shared.privacy.accounting.charges import Charge, Charges, Neighbours, PartsCharge
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon
from pdd_shared.privacy.accounting.parts.release import Part
from pdd_shared.privacy.noise.distributions import half_width
from pdd_shared.privacy.noise.sums import sum_half_width
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Budget
from pdd_shared.series.published_days import law_in

MEANING = {
    "privacy": "What the days published so far cost a donor together: differential privacy for all that it gave to "
    "this campaign (neighbours: its vectors are zeros in one of two worlds), at the budget's delta.",
    "budget": "What all days of the campaign may cost together. Nothing is published beyond it.",
    "spent": "Days charged, which are those published, spoiled, or dropped after members saw a list; the epsilon of "
    "their composition; and basic_epsilon, the sum of the days' epsilons.",
    "period": "What a row is about: day or week. A week is from Monday to Sunday. Its row has the Sunday as its `day`, "
    "and what is said here of a day holds for the week.",
    "threshold": "Of each day, only entries whose total, with its noise, is at least this are listed; null: all. "
    "A day and stratum of which none is listed is in the JSON only.",
    "days": "One item for each data day and stratum with totals. A data day is midnight to midnight in its zone.",
    "stratum": "The region or other part of the donors that the totals are of; null where the campaign has none.",
    "donors": "Donors that gave their counts to this campaign and stratum that day, with noise.",
    "searches": "Searches of these donors that were counted that day, of each donor at most the cap (max_searches), "
    "whether or not an entry matched; with noise. Those beyond the cap are in no number.",
    "full": "Donors who used up their hits in this period: what they search later adds to no total. With noise, of the "
    "same half width as the totals. Only if the campaign caps the hits of all periods together (max_campaign_hits).",
    "confidence": "Share of the donors active on the server that day, whatever they joined, whose vectors "
    "are in these sums; in the protocol cohort, of the donors who were there until the day's window closed.",
    "totals": "Searches that matched each entry, with noise. May be below zero, which keeps averages right.",
    "noise": "Each number has its own draw of this law added; scale is the law's, epsilon and delta what the day costs "
    "a donor. added_by donors: `shares` has pairs [shares, of]: each number carries so many donors' shares, of which "
    "`of` make a draw of the law. Several pairs: cohorts with different numbers were added up. If `donors` and "
    "`searches` are in it, those numbers have that noise, and the rest is about the totals. sd is the standard "
    "deviation of what a number carries, of all shares in it and the rounding to units; it is not the scale.",
    "cohorts": "How many cohorts are in these sums, of those planned. Until a day is final, cohorts still to come are "
    "added to its numbers, and its intervals change with them.",
    "cohorts_planned": "How many cohorts the day has in this campaign; a day of the protocol plain counts as one.",
    "final": "Whether the day's numbers stay as they are.",
    "counting_rules": "The version of the rules by which donors counted. 3: pages of a text that is still typed, "
    "queries with bangs, pages that redirect (in Chromium) and start pages are no searches, and answers of AI are. 2: "
    "a page that is loaded again is no new search. 1: it was one after 30 minutes, as with each tab that a browser "
    "opened again at its start, so counts are higher. Donors whose programs were newer than the server counted by a "
    "later one already.",
    "decoys": "Numbers that carry the donors' noise and nothing else, of the cohorts of published days: anybody can "
    "hold them against the law. `shares` donors' shares are in each, and `of` of them make a draw of the law.",
    "half_width_95": "With 95% probability a number is off its true sum by at most this. Absent donors come on top. "
    "With a threshold: of all keywords, listed or not; those that are listed are off by more, more often.",
    "half_width_95_together": "Only with strata: like half_width_95, for the sum of a keyword's totals of all strata "
    "that the day has here. It is exact, which the root of the sum of their squares is not.",
    "low_95": "The total less half_width_95; high_95 is the total plus it. The true sum lies between them with 95% "
    "probability (with a threshold: of all keywords, listed or not). May be below zero, as the total may.",
    "missing": "Days without totals. waiting: fewer donors than a sum needs. lost: too few sent what a sum takes. "
    "down: the server was not running in the week after the day, or was restored from a backup. budget: the campaign's "
    "privacy budget was spent, or kept for rounds that were open. spoiled: no sum was sound, because a donor's program "
    "sent false numbers. dropped: too few committee members answered. min-cohort: the day's cohorts had fewer donors "
    "than the campaign asks for. no-room: the day's sums had no room for this campaign's numbers beside those of the "
    "others. Spoiled days, and dropped days of which members saw a list, are charged all the same.",
    "indexes": "The entries that count several keywords as one, by name, each with its keywords: a search counts once "
    "if it matches any of them.",
    "log": "In the protocol cohort, the signed checkpoint of the server's public log when this file was written: how "
    "many lines it had, and their root. Donors' programs compare it with what they were shown. Null in plain.",
    "active": "Of a missing day: donors that were there.",
    "needed": "Of a missing day: the fewest donors that a sum needs.",
}
"""What each key of the results means; it is published with them."""


def results(connection: Connection, campaign: str) -> dict[str, Any]:
    """Return all published results of a campaign, as JSON data.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN.
    """
    found = get(connection, campaign).campaign
    frame = about(connection, found)
    return {
        "campaign": campaign,
        "period": frame["period"],
        "privacy": frame["privacy"],
        "days": [json.loads(day) for day in days(connection, found)],
        "decoys": list(decoys(connection, campaign)),
        **frame,
    }


def about(connection: Connection, campaign: Campaign) -> dict[str, Any]:
    """Return the results without days and decoys: the privacy cost, missing days, indexes, and what each key means."""
    return {
        "campaign": campaign.id,
        "period": campaign.terms.period,
        "privacy": {**privacy(connection, campaign), "threshold": campaign.threshold},
        "missing": [_missing(day) for day in publications.missing_of(connection, campaign.id)],
        "indexes": {label_of(text): list(parts) for text in campaign.vocabulary if (parts := parts_of(text))},
        "meaning": {key: text for key, text in MEANING.items() if key != "full" or campaign.terms.caps.has_full},
    }


def days(connection: Connection, campaign: Campaign) -> Iterator[str]:
    """Yield the days of the results, by day and stratum, each as the JSON text of one object on one line.

    The stored JSON of the totals is split and copied as text. That takes a third of the time of parsing it.
    """
    keys = [f"{json.dumps(label_of(text), ensure_ascii=False)}: " for text in campaign.vocabulary]
    for _, strata in groupby(publications.stored(connection, campaign.id), lambda pair: pair[0].day):
        ones, texts = zip(*strata, strict=True)
        for day, totals in zip(_strata(ones, campaign.terms.budget), texts, strict=True):
            # The vocabulary only ever grows at its end, so the totals of an older day belong to its first keywords.
            numbers = zip(keys, totals[1:-1].split(","), strict=False)
            listed = ", ".join(key + number for key, number in numbers if number != "null")
            yield f'{json.dumps(day, ensure_ascii=False)[:-1]}, "totals": {{{listed}}}}}'


def _strata(ones: Sequence[Publication], budget: Budget) -> list[dict[str, Any]]:
    """Return the published metadata of a day's strata, each with the half width of the sum of them all."""
    found = [_day(one, budget) for one in ones]
    if ones[0].stratum is not None:
        together = sum_half_width(Counter(law_in(one["noise"]) for one in found))
        for one in found:
            one["noise"]["half_width_95_together"] = together
    return found


def decoys(connection: Connection, campaign: str) -> Iterator[dict[str, Any]]:
    """Yield the decoys of a campaign's published days, as JSON data: one item for each law of each cohort."""
    for one in growing_days.decoys_of(connection, campaign):
        yield {
            "day": one.day.isoformat(),
            "law": one.law,
            "scale": float(one.scale),
            "shares": one.uploads,
            "of": one.makers,
            "numbers": list(one.numbers),
        }


def privacy(connection: Connection, campaign: Campaign) -> dict[str, Any]:
    """Return what a campaign may cost a donor and what it has cost so far, as JSON data."""
    budget, charged = campaign.terms.budget, charges.of_campaign(connection, campaign.id)
    return {
        "neighbours": Neighbours.ONE_DONOR,
        "budget": {"epsilon": float(budget.epsilon), "delta": float(budget.delta)},
        "spent": spent(charged, float(budget.delta)),
    }


def spent(charged: Charges, delta: float) -> dict[str, Any]:
    """Return what charges have cost a donor together, as JSON data."""
    return {
        "days": sum(charged.values()),
        "epsilon": settled(epsilon(charged, delta)),
        "basic_epsilon": settled(basic_epsilon(charged, delta)),
    }


def _day(one: Publication, budget: Budget) -> dict[str, Any]:
    return {
        "day": one.day.isoformat(),
        "stratum": one.stratum,
        "donors": one.donors,
        "searches": one.searches,
        **({} if one.full is None else {"full": one.full}),
        "confidence": one.confidence,
        "cohorts": one.cohorts,
        "cohorts_planned": one.cohorts_planned,
        "final": one.final,
        "counting_rules": one.counting_rules,
        "noise": noise_of(one, budget),
    }


def noise_of(one: Publication, budget: Budget) -> dict[str, Any]:
    """Return the law of the noise on each number of a day and stratum, and the privacy cost of the day, as JSON data.

    Where each kind of number has noise of its own, it is that of the totals, and `donors` and `searches` have theirs.

    Args:
        one: The published numbers.
        budget: The campaign's budget; its delta gives a Gaussian's epsilon.
    """
    day_epsilon, day_delta = cost_of_day(one.charge, budget)
    of_totals = one.charge.counts if isinstance(one.charge, PartsCharge) else one.charge
    noise: dict[str, Any] = {
        **_law_of(of_totals),
        "added_by": "donors" if one.shares else "server",
        "epsilon": day_epsilon,
        "delta": day_delta,
    }
    if one.shares:
        noise["shares"] = [list(pair) for pair in one.shares]
    noise.update(_spread_of(noise))
    if isinstance(one.charge, PartsCharge):
        noise["donors"] = _noise_of_kind(one.charge.joined, noise)
        noise["searches"] = _noise_of_kind(one.charge.searches, noise)
    return noise


def _noise_of_kind(part: Part, of_totals: dict[str, Any]) -> dict[str, Any]:
    """Return the noise on a day's donors or searches, which as many donors' shares made as that on its totals."""
    own = _law_of(part)
    return {**own, **_spread_of({**of_totals, **own})}


def _spread_of(noise: dict[str, Any]) -> dict[str, Any]:
    """Return the half width of the 95% interval of noise, and its standard deviation, in counts."""
    law = law_in(noise)
    return {"half_width_95": half_width([law]), "sd": settled(law.variance**0.5)}


def _law_of(charged: Charge | Part) -> dict[str, Any]:
    """Return law, scale in counts, and unit of noise that is charged like this."""
    if isinstance(charged, Part):
        scale = float(charged.drawn_scale * charged.unit)
        return {"law": charged.law, "scale": scale, "unit": charged.unit}
    return {"law": charged.law, "scale": float(charged.scale), "unit": 1}


def _missing(day: Missing) -> dict[str, Any]:
    return {
        "day": day.day.isoformat(),
        "reason": day.reason,
        "active": day.active,
        "needed": day.needed,
        "confidence": 0.0,
    }
