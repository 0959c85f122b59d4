"""The Today page's sentences about a day: its state, what will leave, and what keeps numbers from leaving."""

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from pdd_client.desktop.texts import campaign_texts, catalogue, wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.texts.display_names import browser_name
from pdd_client.desktop.today.view_model import DayViewModel
from pdd_client.gateways.browser_history.history_copy import EMPTY
from pdd_shared.protocol.days import last_day

if TYPE_CHECKING:
    from pdd_client.donor.status import JoinedCampaign


_LAST_DAYS = timedelta(days=7)
"""So long before its last day the page says when a campaign ends."""
_QUIET_DAYS = timedelta(days=2)
"""After this time without a contact the page warns: a donor checks in every day when it can."""


def named(name: str, state: str) -> str:
    """Return the label of a day in the list of days.

    Args:
        name: the date as the locale writes it.
        state: a `DayState`. For any other state the label is the date alone.

    """
    return (catalogue.named("day", state) or tr("day_counting")).format(day=name)


def found(day: DayViewModel) -> str:
    """Return how many searches were found and, while the day can still be sent, how many count for keywords."""
    count = counted("found", len(day.searches))
    if not day.joined or day.locked or day.not_counted:
        return count
    matching = counted("matching", day.matching)
    return tr("found_and_matching", found=count, matching=matching)


def who_sees(day: DayViewModel) -> str:
    """Return the sentence that says who has seen what the page shows."""
    if day.locked:
        return tr("seen_locked")
    if day.not_counted:
        return tr("seen_stays_here")
    return tr("seen_by_nobody")


def what_leaves(day: DayViewModel) -> str:
    """Return how many numbers leave, or have left, and with how many other people's they are added up.

    The text is empty if no campaign counts the day and the server runs none on it.
    """
    if (day.not_counted or day.in_week) and not day.numbers:
        return ""
    people = counted("others", day.others)
    if day.in_cohort:
        return "\n".join((_locked_numbers(day).format(people=people), *_why_then(day)))
    return _locked_numbers(day).format(people=people)


def _locked_numbers(day: DayViewModel) -> str:
    if day.locked:
        return counted("left", day.numbers)
    return counted("leaves", day.numbers)


def _why_then(day: DayViewModel) -> Iterator[str]:
    """Yield why a `cohort` day is not sent at once, if the donor reviews days and may expect that."""
    if day.goes_out and day.sending == "review":
        yield tr("goes_out_why")


def decision(day: DayViewModel) -> str:
    """Return what happens to the day as it stands, and until when the donor can change that."""
    ends_week = any(part.last == day.day for part in day.campaigns)
    week = (tr("decision_ends_week"),) if ends_week else ()
    again = (tr("decision_week_again"),)
    repeated = again if any(part.repeated for part in day.campaigns) else ()
    return "\n".join((_decision(day), *week, *repeated, *_ends_soon(day)))


def _ends_soon(day: DayViewModel) -> Iterator[str]:
    """Yield the last day of each campaign that is in its last days."""
    for one in day.joined_campaigns:
        if one.state == "running" and one.last and one.last - day.today <= _LAST_DAYS:
            yield tr("campaign_running", campaign=one.title, day=wording.short_day(one.last))


def _decision(day: DayViewModel) -> str:
    """Return what happens to the day alone."""
    if day.not_counted:
        told = () if day.farewells else map(_campaign_state, day.joined_campaigns)
        return "\n".join((tr("decision_no_campaign"), *told))
    if day.in_week:
        text = tr("decision_in_week")
        return text.format(day=wording.day(last_day("week", day.day)))
    if day.goes_out and not day.locked:
        return _goes_out(day).format(when=wording.when(day.goes_out, day.goes_out_at))
    by_state = {
        "waits-for-you": tr("decision_waits_for_you", day=wording.day(day.until) if day.until else ""),
        "late": tr("decision_late"),
        "approved": tr("decision_approved"),
        "nothing": tr("decision_nothing"),
        "sent": tr("decision_sent"),
        "zeros-sent": tr("decision_zeros_sent"),
    }
    running = tr("decision_itself") if day.sending == "by-itself" else tr("decision_goes_on")
    return by_state.get(day.state, running)


def _goes_out(day: DayViewModel) -> str:
    """Return what is sent of a `cohort` day; the placeholder `{when}` stands for the time."""
    if day.state == "waits-for-you":
        return tr("decision_goes_out_waits")
    if day.state == "approved":
        return tr("decision_goes_out_approved")
    if day.state == "nothing":
        return tr("decision_goes_out_nothing")
    if day.sending == "by-itself":
        return tr("decision_goes_out_itself")
    return tr("decision_goes_out_today")


def approved(day: DayViewModel | None) -> str:
    """Return the sentence that confirms an approval, with the time of sending if it is known.

    Args:
        day: the approved day; None if the page shows no day.

    """
    if day is None or day.goes_out is None:
        return tr("approved_when_asked")
    text = tr("approved_goes_out")
    return text.format(when=wording.when(day.goes_out, day.goes_out_at))


def approved_all(done: int, wanted: int) -> str:
    """Return the sentence that confirms the approval of several days.

    Args:
        done: how many days were approved.
        wanted: how many days the person wanted to approve.

    """
    if done == wanted:
        return tr("approved_all")
    text = counted("approved_some", done)
    return text.format(missed=wording.number(wanted - done))


def _campaign_state(campaign: "JoinedCampaign") -> str:
    text = tr("campaign_progress")
    return text.format(campaign=campaign.title, progress=campaign_texts.progress(campaign))


def _outdated(day: DayViewModel) -> Iterator[str]:
    """Yield which of app and extension to update, for each browser whose searches are left out until then."""
    for browser, which in day.outdated if day.joined else ():
        yield tr(f"outdated_{which}", browser=browser_name(browser))


def warnings(day: DayViewModel) -> Iterator[str]:
    """Yield one sentence for each thing that keeps numbers from leaving, and what the donor can do about it."""
    if day.waits_for_epoch:
        yield tr("waits_for_epoch")
    if day.paused_since and day.paused_until:
        text = tr("warning_paused_until")
        yield text.format(time=wording.moment(day.paused_until))
    elif day.paused_since:
        yield tr("warning_paused")
    if day.unreadable:
        yield tr("warning_no_history")
    elif unread := sum(one.reason != EMPTY for one in day.unread):
        yield counted("unreadable_files", unread)
    yield from _outdated(day)
    if any(part.why in ("over-ceiling", "over-budget") for part in day.campaigns):
        yield tr("warning_limit")
    if day.joined and day.last_check_in and day.now - day.last_check_in > _QUIET_DAYS:
        text = tr("warning_quiet")
        yield text.format(day=wording.moment(day.last_check_in))
