"""What a donor's commands show: each result as JSON (its keys are described in docs/donor.md) and as lines of text."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import Any
from zoneinfo import ZoneInfo

from pdd_client.core.consent import Consent, language_of
from pdd_client.core.visits import Skipped
from pdd_client.donor import CheckInReport, LocalSearches
from pdd_client.gateways.store_rows import Logged
from pdd_client.in_words import at_most, exactly, with_slack
from pdd_client.joining import Offer
from pdd_client.reviewing import Review
from pdd_shared.messages import Campaign
from pdd_shared.privacy.charges import Charge
from pdd_shared.privacy.composition import epsilon
from pdd_shared.terms import Terms

_WIDTH = 100
_SENT = {
    "prepare": "announced yourself, with keys for one day, for the counts of",
    "submit": "sent the locked counts of",
    "reveal": "helped to unlock the sum of",
}

# --- JSON


def searches_json(found: LocalSearches, zone: ZoneInfo) -> dict[str, Any]:
    """What was found locally; times with the zone's offset."""
    searches = [
        {
            "id": search.id,
            "day": search.day.isoformat(),
            "time": search.time.astimezone(zone).isoformat(),
            "engine": search.engine,
            "query": search.query,
            "browser": search.browser,
            "visits": search.visits,
            "counts": excluded is None,
            "why": excluded,
        }
        for search, excluded in found.searches
    ]
    return {"searches": searches, "skipped": skipped_json(found.skipped)}


def review_json(review: Review) -> dict[str, Any]:
    """What would be sent, or was; a campaign that gets zeros says why."""
    campaigns = [
        {
            "id": campaign.id,
            "searches": campaign.searches,
            "entries": [asdict(entry) | {"searches": list(entry.searches)} for entry in campaign.entries],
            "joined": campaign.why is None,
            "why": campaign.why,
        }
        for campaign in review.campaigns
    ]
    return {
        "day": review.day.isoformat(),
        "locked": review.locked,
        "withheld": review.withheld,
        "campaigns": campaigns,
        "skipped": skipped_json(review.skipped),
    }


def check_in_json(report: CheckInReport) -> dict[str, Any]:
    """What was sent and what was refused."""
    refused: list[dict[str, Any]] = []
    for part in report.refused:
        row = {"round": part.round.isoformat() if part.round else None, "reason": part.reason}
        refused.append(row | ({"campaign": part.campaign} if part.campaign else {}))
    return {
        "sent": [{"round": sent.round.isoformat(), "kind": sent.kind, "bytes": sent.bytes} for sent in report.sent],
        "refused": refused,
        "waiting": [day.isoformat() for day in report.waiting],
        "skipped": skipped_json(report.skipped),
    }


def log_json(lines: Sequence[Logged]) -> dict[str, Any]:
    """Everything that left this computer, and every refusal."""
    return {
        "log": [
            {
                "time": line.time.isoformat(),
                "what": line.what,
                "round": line.round.isoformat() if line.round else None,
                "bytes": line.bytes,
                "given": line.given,
                "reason": line.reason,
                "detail": line.detail,
            }
            for line in lines
        ]
    }


def skipped_json(skipped: Sequence[Skipped]) -> list[dict[str, str]]:
    """The history files that could not be read."""
    return [{"file": str(one.file), "reason": one.reason} for one in skipped]


# --- text


def searches_text(found: LocalSearches, zone: ZoneInfo) -> Iterator[str]:
    """The searches, one a line."""
    for search, excluded in found.searches:
        note = f"  ({excluded}: does not count)" if excluded else ""
        time = search.time.astimezone(zone).strftime("%Y-%m-%d %H:%M")
        yield f"{search.id}  {time}  {search.engine}  {search.browser}  {one_line(search.query)}{note}"
    yield from skipped_text(found.skipped)
    count = len(found.searches)
    yield f"{count} {'search' if count == 1 else 'searches'}. Nobody else sees this: it stays on this computer."


def review_text(review: Review) -> Iterator[str]:
    """What would be sent, or was, campaign by campaign."""
    if review.locked:
        yield f"The counts of {review.day} are locked already. This was sent; what you keep out now does not change it."
    if review.withheld:
        yield f"You chose to send nothing of {review.day}. This is what would be sent if you approve it after all."
    for campaign in review.campaigns:
        if campaign.why is not None:
            yield f"{campaign.id}: nothing is given of {review.day} ({campaign.why})"
            continue
        yield f"{campaign.id}, {review.day}:"
        for row in campaign.entries:
            behind = f"  ({', '.join(row.searches)})" if row.searches else ""
            yield f"  {row.entry}  {row.count}{behind}"
        yield "  all other keywords  0"
        yield f"  all searches  {campaign.searches}  (only how many)"
    yield from skipped_text(review.skipped)
    yield "These numbers are locked together with other people's before they leave. The searches stay here."


def check_in_text(report: CheckInReport) -> Iterator[str]:
    """What a check-in did."""
    for sent in report.sent:
        yield f"{_SENT[sent.kind]} {sent.round} ({sent.bytes} bytes)"
    for part in report.refused:
        where = f" for {part.campaign}" if part.campaign else ""
        yield f"refused{where}, {part.round or 'a day that is not named'}: {part.reason}"
    for day in report.waiting:
        yield f"{day} waits for you: `pdd-donor approve --day {day}` sends what it shows"
    yield from skipped_text(report.skipped)
    if not report.sent:
        yield "checked in; there was nothing to send"


def log_text(lines: Sequence[Logged]) -> Iterator[str]:
    """The log, one line each."""
    for line in lines:
        parts = [line.time.strftime("%Y-%m-%d %H:%M:%S"), line.what]
        parts += [str(line.round)] if line.round else []
        parts += [f"{line.bytes} bytes"] if line.bytes is not None else []
        parts += [_given_text(given) for given in line.given or ()]
        parts += [part for part in (line.reason, line.detail) if part]
        yield "  ".join(parts)
    if not lines:
        yield "Nothing has left this computer."


def _given_text(given: Any) -> str:
    counts = "".join(f", {label} {count}" for label, count in given["counts"].items())
    return f"{given['campaign']}: {given['searches']} searches{counts}"


def offer_text(offer: Offer, preferred: str) -> Iterator[str]:
    """What would be agreed to, in full."""
    yield f"{offer.info.name} ({offer.url})"
    for campaign in offer.campaigns.values():
        yield ""
        yield from _campaign_text(campaign, preferred, offer.held.get(campaign.id))


def _campaign_text(campaign: Campaign, preferred: str, held: Consent | None) -> Iterator[str]:
    terms = campaign.terms
    yield f"{campaign.title} ({campaign.id}), {campaign.start} to {campaign.end}"
    yield campaign.purpose
    yield f"Who answers for it: {campaign.contact}"
    if campaign.ethics:
        yield f"Ethics: {campaign.ethics}"
    yield f"What you agree to: {campaign.consent.get(language_of(campaign, preferred), '')}"
    yield (
        f"Of one day at most your first {terms.max_searches} searches count, each for at most {terms.max_matches} "
        f"keywords. Your counts are added to those of at least {terms.min_group - 1} other people before anyone "
        f"sees them. {_noise_text(terms)}"
    )
    yield _cost_text(terms)
    yield from _keywords_text(campaign, held)
    if campaign.strata:
        yield f"Choose --stratum {' or '.join(campaign.strata)} (your choice stays on this computer)"


def _noise_text(terms: Terms) -> str:
    """Who adds the randomness."""
    if terms.noise.added_by == "server":
        return "The server adds a little randomness to the sum before it is published."
    enough = f" It is enough even if {terms.noise.colluders} of them add none." if terms.noise.colluders else ""
    return (
        "Each donor's computer adds its part of a little randomness before the counts leave it, so that nobody ever "
        f"sees the sum without it.{enough}"
    )


def _cost_text(terms: Terms) -> str:
    """The privacy cost of a day, and of all."""
    budget, charge = terms.budget, Charge.of_terms(terms)
    day = charge.epsilon if charge.law == "discrete-laplace" else epsilon({charge: 1}, float(budget.delta))
    return (
        f"A day has a privacy cost of {at_most(day)}. All days together never cost more than {exactly(budget.epsilon)}"
        f"{with_slack(budget.delta)}: beyond that your computer gives nothing."
    )


def _keywords_text(campaign: Campaign, held: Consent | None) -> Iterator[str]:
    """All the keywords; those that the consent held does not have are marked."""
    known = frozenset(held.campaign.vocabulary if held else campaign.vocabulary)
    new = sum(entry not in known for entry in campaign.vocabulary)
    yield f"Keywords: {len(campaign.vocabulary)}" + (f", {new} of them new since you agreed" if new else "")
    marked = [entry if entry in known else f"{entry} (new)" for entry in campaign.vocabulary]
    yield from wrap(", ".join(marked), _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def skipped_text(skipped: Sequence[Skipped]) -> Iterator[str]:
    """The history files that could not be read, one a line."""
    for one in skipped:
        yield f"left out: {one.file}: {one.reason}"


def one_line(text: str) -> str:
    """Text from a browser as one printable line."""
    return printable(text).replace("\n", " ")


def printable(text: str) -> str:
    """Text from outside without what would move the cursor or colour the screen; line breaks stay."""
    return "".join(character if character.isprintable() or character == "\n" else " " for character in text)
