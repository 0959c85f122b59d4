"""The output of the commands about searches, reviews, check-ins and the log, as JSON and as lines of text.

docs/reference/donor-commands.md describes the JSON keys.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from pdd_client.cli.texts.status import CHANGED_PROTOCOL
from pdd_client.core.donation.consent import Objection
from pdd_client.core.donation.exclusions import Excluded
from pdd_client.core.texts.printable import one_line
from pdd_client.core.visits import UnreadHistory
from pdd_client.donor.contact.report import CheckInReport
from pdd_client.donor.days.calendar import Day
from pdd_client.donor.days.days import LocalSearches
from pdd_client.donor.days.review import LeftOut, Review, ReviewedCampaign, ReviewedDay, WhyLeftOut
from pdd_client.gateways.home_store.log_store import Logged
from pdd_shared.protocol.days import last_day

# By the kind of a sent message, the start of a line about it; the day follows, except for a ticket.
_SENT = {
    "submit": "sent the locked message of",
    "ticket": "sent keys for a week of sums",
    "upload": "sent the locked message of",
    "certify": "checked and signed the list of people in the sum of",
    "open": "helped to unlock the sum of",
}

# Why a search does not count for a campaign at all, and (_LEFT_OUT_FOR) why it does not count for some keywords.
_LEFT_OUT: dict[WhyLeftOut, str] = {
    "blocked": "with a blocked word",
    "removed": "removed",
    "paused": "made in a pause",
    "site": "made on a site that you left out",
    "hours": "made in hours that you left out",
    "over-searches": "over the campaign's limit of searches",
    "not-seen": "not in what you approved",
}
_LEFT_OUT_FOR: dict[WhyLeftOut, str] = {
    "over-hits": "the campaign's limit for keywords is reached",
    "not-seen": "not in what you approved",
}

# --- JSON


def searches_json(found: LocalSearches, zone: ZoneInfo, review: Review | None = None) -> dict[str, Any]:
    """Return the searches found on this computer as a JSON object.

    Args:
        found: the searches.
        zone: time zone in which times are written, with its offset.
        review: the review of the searches' day, which says for which campaigns a search does not count; None if the
            searches are not those of one day.

    """
    left_out = _by_search(review)
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
            "left_out": left_out.get(search.id, []),
        }
        for search, excluded in found.searches
    ]
    return {"searches": searches, "unread": unread_json(found.unread)}


def review_json(review: Review, day: Day | None = None) -> dict[str, Any]:
    """Return a review as a JSON object: what would be sent, or was, and why a campaign gets zeros.

    Args:
        review: the review of one day.
        day: the day's state, which may hold the moment at which it goes out; None if the day can no longer be decided.

    """
    campaigns = [
        {
            "id": campaign.id,
            "searches": campaign.searches,
            "counted": list(campaign.counted),
            "left_out": [asdict(one) | {"entries": list(one.entries)} for one in campaign.left_out],
            "entries": [asdict(entry) | {"searches": list(entry.searches)} for entry in campaign.entries],
            "joined": campaign.why is None,
            "why": campaign.why,
            "period": campaign.period,
            "last": (campaign.repeats or last_day(campaign.period, review.day)).isoformat(),
            "repeats": campaign.repeats.isoformat() if campaign.repeats else None,
            "left": _hits_json(campaign.left),
            "days": [asdict(one) | {"day": one.day.isoformat(), "entries": dict(one.entries)} for one in campaign.days],
        }
        for campaign in review.campaigns
    ]
    return {
        "day": review.day.isoformat(),
        "locked": review.locked,
        "withheld": review.withheld,
        "goes_out": day.goes_out.isoformat() if day and day.goes_out else None,
        "goes_out_at": day.goes_out_at.isoformat() if day and day.goes_out_at else None,
        "campaigns": campaigns,
        "unread": unread_json(review.unread),
    }


def _hits_json(left: tuple[int, int] | None) -> dict[str, int] | None:
    """Return the hits left of those that count in all periods of a campaign, as a JSON object."""
    return None if left is None else {"after": left[0], "of": left[1]}


def check_in_json(report: CheckInReport) -> dict[str, Any]:
    """Return a check-in's report as a JSON object: what was sent, what was refused, and which days wait."""
    refused: list[dict[str, Any]] = []
    for part in report.refused:
        row = {"round": part.round.isoformat() if part.round else None, "reason": part.reason}
        refused.append(row | ({"campaign": part.campaign} if part.campaign else {}))
    return {
        "sent": [{"round": sent.round.isoformat(), "kind": sent.kind, "bytes": sent.bytes} for sent in report.sent],
        "refused": refused,
        "waiting": [day.isoformat() for day in report.waiting],
        "unread": unread_json(report.unread),
    }


def log_json(lines: Sequence[Logged]) -> dict[str, Any]:
    """Return the log as a JSON object: everything that left this computer, and every refusal."""
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
                "campaign": line.campaign,
            }
            for line in lines
        ]
    }


def unread_json(unread: Sequence[UnreadHistory]) -> list[dict[str, str]]:
    """Return the history files that could not be read, with the reasons, as a JSON list."""
    return [{"file": str(one.file), "reason": one.reason} for one in unread]


# --- text


def searches_text(found: LocalSearches, zone: ZoneInfo, review: Review | None = None) -> Iterator[str]:
    """Yield the searches, one in each line, and then their number; the arguments are those of `searches_json`."""
    left_out = _by_search(review)
    for search, excluded in found.searches:
        why = [f"{_LEFT_OUT[excluded.value]}: does not count"] if excluded else []
        notes = why or map(_left_out_note, left_out.get(search.id, []))
        note = "".join(f"  ({text})" for text in notes)
        time = search.time.astimezone(zone).strftime("%Y-%m-%d %H:%M")
        yield f"{search.id}  {time}  {search.engine}  {search.browser}  {one_line(search.query)}{note}"
    yield from unread_text(found.unread)
    count = len(found.searches)
    yield f"{count} {'search' if count == 1 else 'searches'}. Nobody else sees this: it stays on this computer."


def _by_search(review: Review | None) -> dict[str, list[dict[str, Any]]]:
    """Return, by search id, the campaigns for which the search does not count, and why.

    Searches that the donor keeps out (blocked words, pauses and so on) are left out: they count for no campaign.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for campaign in review.campaigns if review else ():
        for one in campaign.left_out:
            if one.why not in tuple(Excluded):
                row = {"campaign": campaign.id, "why": one.why, "entries": list(one.entries)}
                found.setdefault(one.search, []).append(row)
    return found


def _left_out_note(row: dict[str, Any]) -> str:
    """Return why a search does not count for a campaign at all, or for some of its keywords."""
    if row["entries"]:
        return f"{row['campaign']}: does not count for {', '.join(row['entries'])}, {_LEFT_OUT_FOR[row['why']]}"
    return f"{row['campaign']}: does not count, {_LEFT_OUT[row['why']]}"


_WHY_NOT = {
    "over": "the campaign is over: `pdd-donor status` says since when",
    "not-begun": "the campaign has not begun: `pdd-donor status` says when it does",
}


def when_text(day: Day, zone: ZoneInfo) -> str:
    """Return when a day is sent, as the end of a sentence; empty if that is not known."""
    if day.goes_out is None:
        return ""
    if day.goes_out_at is None:
        return f"on {day.goes_out}"
    return f"on {day.goes_out_at.astimezone(zone):%Y-%m-%d at %H:%M}"


def goes_out_text(day: Day, zone: ZoneInfo) -> Iterator[str]:
    """Yield a line that says when a day is sent, and why it is sent whether approved or not; none if that is not known.

    If the time of sending depended on the approval, it would tell the server whether the donor gave anything.
    """
    if when := when_text(day, zone):
        yield (f"{day.day} goes out {when}, approved or not. So the time does not show whether you gave anything.")


def review_text(review: Review) -> Iterator[str]:
    """Yield a review as lines of text: campaign by campaign, what would be sent, or was."""
    if review.locked:
        yield f"The counts of {review.day} are locked already. This was sent; what you keep out now does not change it."
    if review.withheld:
        yield f"You chose to send nothing of {review.day}. This is what would be sent if you approve it after all."
    for campaign in review.campaigns:
        if campaign.why is not None:
            why = _WHY_NOT.get(campaign.why, campaign.why)
            yield f"{campaign.id}: no counts are sent of {_period(campaign, review.day)} ({why})"
            if campaign.why == Objection.CHANGED_PROTOCOL:
                yield f"  {CHANGED_PROTOCOL}"
            continue
        yield f"{campaign.id}, {_period(campaign, review.day)}:"
        for row in campaign.entries:
            behind = f"  ({', '.join(row.searches)})" if row.searches else ""
            yield f"  {row.entry}  {row.count}{behind}"
        yield "  all other keywords  0"
        yield f"  all searches  {campaign.searches}  (number only)"
        if campaign.left is not None:
            yield "  after this, {} of {} times are left that a search of yours can add to it".format(*campaign.left)
        yield from _left_out_text(campaign.left_out)
        yield from map(_day_text, campaign.days)
    yield from unread_text(review.unread)
    if any(campaign.why is None for campaign in review.campaigns):
        yield (
            "These numbers leave locked. An honest server can read them only as a sum with other people's. "
            "Searches never leave."
        )


def _period(campaign: ReviewedCampaign, day: date) -> str:
    """Return the day of a review, or the week that it is about if the campaign counts by week."""
    if campaign.repeats is not None:
        return f"the week to {campaign.repeats}, asked for once more, because its totals could not be published"
    last = last_day(campaign.period, day)
    if campaign.period == "day":
        return str(day)
    so_far = "" if last == day else ", so far; it goes out with that day"
    return f"the week to {last}{so_far}"


def _day_text(day: ReviewedDay) -> str:
    """Return a line about one day of a week: what counts of it, or why nothing does."""
    if day.why is not None:
        return f"  {day.day:%A %Y-%m-%d}: nothing counts ({day.why})"
    counts = "".join(f", {label} {count}" for label, count in day.entries)
    kept = "; counted earlier, and the history was cleared since" if day.kept else ""
    return f"  {day.day:%A %Y-%m-%d}: {day.searches} {'search' if day.searches == 1 else 'searches'}{counts}{kept}"


def _left_out_text(left_out: Sequence[LeftOut]) -> Iterator[str]:
    """Yield the searches that don't count, by reason, so that all numbers add up to the searches found."""
    for why, text in _LEFT_OUT.items():
        ids = [one.search for one in left_out if one.why == why and not one.entries]
        if ids:
            yield f"  not counted, {text}  {len(ids)}  ({', '.join(ids)})"
    for one in left_out:
        if one.entries:
            yield f"  not counted for {', '.join(one.entries)}, {_LEFT_OUT_FOR[one.why]}  ({one.search})"


def check_in_text(report: CheckInReport, goes_out: Mapping[date, str] | None = None) -> Iterator[str]:
    """Yield a check-in's report as lines of text.

    Args:
        report: what the check-in did.
        goes_out: by day that the donor can still decide about, a line that says when it is sent.

    """
    for sent in report.sent:
        what = _SENT[sent.kind] if sent.kind == "ticket" else f"{_SENT[sent.kind]} {sent.round}"
        yield f"{what} ({sent.bytes} bytes)"
    for part in report.refused:
        where = f" for {part.campaign}" if part.campaign else ""
        yield f"refused{where}, {part.round or 'a day that is not named'}: {part.reason}"
    for day in report.waiting:
        yield f"{day} waits for you: `pdd-donor approve --day {day}` sends what it shows"
        if goes_out and day in goes_out:
            yield goes_out[day]
    yield from unread_text(report.unread)
    if not report.sent and not report.waiting:
        yield "checked in; there was nothing to send"


def log_text(lines: Sequence[Logged]) -> Iterator[str]:
    """Yield the log as text, one line for each of its entries."""
    for line in lines:
        parts = [line.time.strftime("%Y-%m-%d %H:%M:%S"), line.what]
        parts += [str(line.round)] if line.round else []
        parts += [f"{line.bytes} bytes"] if line.bytes is not None else []
        parts += [_given_text(given) for given in line.given or ()]
        parts += [part for part in (line.campaign, line.reason, line.detail) if part]
        yield "  ".join(parts)
    if not lines:
        yield "Nothing has left this computer."


def _given_text(given: Any) -> str:
    counts = "".join(f", {label} {count}" for label, count in given["counts"].items())
    return f"{given['campaign']}: {given['searches']} searches{counts}"


def unread_text(unread: Sequence[UnreadHistory]) -> Iterator[str]:
    """Yield the history files that could not be read, one in each line."""
    for one in unread:
        yield f"left out: {one.file}: {one.reason}"
