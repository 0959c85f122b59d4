"""What each attack does and what no attack here tries, in words for somebody who has to judge a release."""

from collections.abc import Mapping
from typing import Any

from pdd_research.audit.campaign_results import Results

ATTACKS = {
    "known donor": "knows all others, and that somebody searched for one thing alone; sees what of it is released",
    "known donor, beyond the caps": "the same, of somebody who searches three times as often as may count",
    "known donor, selection": "the same, of whether the query is released alone, held against that step's own claim",
    "known donor, counts": "the same, of the count alone, of a query that many search",
    "known donor, clicks": "the same, of the number of clicks alone",
    "known donor, URLs": "the same, of whether a URL from the log is released",
    "known donor, URL counts": "the same, of the number of clicks on a URL that many click on",
    "unique searches": "looks for what one person alone searched: but for delta, none of it may be released",
    "shadow model": "knows only about how many the others are, and has learnt from releases of logs of its own",
    "known donor, terms": "pool's terms alone: knows all others, and that somebody searched for as many as may count",
    "known donor, terms, beyond the caps": "the same, of three times as many",
    "known donor, transitions": "pool's transitions alone: knows all others, and that somebody repeats one",
    "known donor, transitions, beyond the caps": "the same, of one made three times as often as may count",
    "known donor, which transitions": "the same, of whether it is released alone, held against that step's own claim",
    "known donor, transition counts": "the same, of its count alone",
    "known donor, one day": "knows what all others gave, and that somebody gave the most that caps allow",
    "shadow model, one day": "knows the others only by how much the published days differ",
    "difference of two days": "takes the day before somebody joined from the day after",
    "sum of strata": "adds up to three strata, of which somebody is in one",
    "known donor, several days": "sees as many days of the same searches as were published, three at most; "
    "claimed is their sum, or the budget where that is less",
    "two campaigns, one day": "sees another campaign that counts the same; claimed is the sum of both",
    "known donor, one cohort": "is the server: sees one cohort's sum, and knows the noise that colluders added to it",
}
"""What the attacker knows and does, by the finding's name."""
_MADE = (
    "whether the numbers were made as manifest.json says: it is that algorithm that is run again. "
    "Published counts below 0 are held against it below"
)
_WORSE = "other people than the one planted: it is the worst that we know of, and there may be worse"
_AGAIN = "two releases of the same people: each has an epsilon of its own, and they add up"


def subject_of_log(name: str, manifest: Mapping[str, Any]) -> str:
    """Return what a log's release is, and what it claims."""
    claim = f"epsilon {manifest['epsilon']:.4g} at delta {manifest['delta']:.4g}"
    return f"{name}: a log released by {manifest['algorithm']}. Claimed: {claim}, for {manifest.get('neighbours')}."


def subject_of_campaign(name: str, results: Results) -> str:
    """Return what a campaign has published, and what it claims."""
    days = dict.fromkeys(f"epsilon {one.epsilon:.4g} at delta {one.delta:.4g}" for one in results.claims)
    epsilon, delta = results.budget
    return (
        f"{name}: campaign {results.campaign}, days: {results.days}, strata: {results.strata}. "
        f"Claimed: a day {', or '.join(days)}; all days at most epsilon {epsilon:.4g} at delta {delta:.4g}."
    )


def untried_of_log(manifest: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the audit of a log's release leaves open."""
    steps = any(manifest["parameters"].get(name) for name in ("terms", "transitions"))
    alone = ("terms and transitions together with the rest: they are tried alone",) if steps else ()
    return (_MADE, *alone, _WORSE, _AGAIN)


def untried_of_campaign(results: Results) -> tuple[str, ...]:
    """Return what the audit of a campaign's results leaves open."""
    return (
        *(_BY_DONORS if any(claim.of for claim in results.claims) else _BY_SERVER),
        "who took part and when, which is public; more than three days or two campaigns, which budgets are for",
        _WORSE,
    )


_BY_DONORS = (
    "whether donors added the noise that is stated: the published decoys are held against it below",
    "more donors who tell the server their noise, or add none, than the terms allow for",
)
_BY_SERVER = (
    "whether the noise that is stated was added: numbers below 0 are held against it below",
    "the server's own view: in plain the server adds the noise, and sees each group's sum without it",
)
