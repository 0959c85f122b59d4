"""The Today page's sentences about a day: its state, what will leave, and what keeps numbers from leaving."""

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop.texts import campaign_texts, wording
from pdd_client.desktop.texts.display_names import browser_name
from pdd_client.desktop.texts.wording import counted
from pdd_client.desktop.today.view_model import DayViewModel
from pdd_client.gateways.browser_history.history_copy import EMPTY
from pdd_shared.protocol.days import last_day

if TYPE_CHECKING:
    from pdd_client.donor.status import JoinedCampaign

translate = QCoreApplication.translate

_QUIET_DAYS = timedelta(days=2)
"""After this time without a contact the page warns: a donor checks in every day when it can."""


def named(name: str, state: str) -> str:
    """Return the label of a day in the list of days.

    Args:
        name: the date as the locale writes it.
        state: a `DayState`. For any other state the label is the date alone.

    """
    texts = {
        "counting": translate("today", "{day}"),
        "waits-for-you": translate("today", "{day}: waits for you"),
        "approved": translate("today", "{day}: approved"),
        "nothing": translate("today", "{day}: nothing will be given"),
        "sent": translate("today", "{day}: sent"),
        "zeros-sent": translate("today", "{day}: nothing was given"),
        "in-week": translate("today", "{day}: goes out with its week"),
    }
    return texts.get(state, texts["counting"]).format(day=name)


def found(day: DayViewModel) -> str:
    """Return how many searches were found and, while the day can still be sent, how many count for keywords."""
    count = counted.tr("%n search(es) found.", "", len(day.searches))
    if not day.joined or day.locked or day.not_counted:
        return count
    matching = counted.tr("%n of them count for keywords.", "", day.matching)
    return translate("today", "{found} {matching}").format(found=count, matching=matching)


def who_sees(day: DayViewModel) -> str:
    """Return the sentence that says who has seen what the page shows."""
    if day.locked:
        return translate(
            "today", "The numbers of this day are locked and sent. What you keep out now does not change them."
        )
    if day.not_counted:
        return translate("today", "Only you can see this. It stays on this computer.")
    return translate(
        "today",
        "Only you can see this. Searches never leave this computer. Counts leave it only when "
        "they are sent, and locked.",
    )


def what_leaves(day: DayViewModel) -> str:
    """Return how many numbers leave, or have left, and with how many other people's they are added up.

    The text is empty if no campaign counts the day and the server runs none on it.
    """
    if (day.not_counted or day.in_week) and not day.numbers:
        return ""
    people = counted.tr("at least %n other people's", "", day.others)
    if day.in_cohort:
        return "\n".join((_locked_numbers(day).format(people=people), *_why_then(day)))
    return _locked_numbers(day).format(people=people)


def _locked_numbers(day: DayViewModel) -> str:
    if day.locked:
        return counted.tr(
            "%n locked number(s) were sent. An honest server can read them only as a sum with {people}.",
            "",
            day.numbers,
        )
    return counted.tr(
        "%n locked number(s) will be sent. An honest server can read them only as a sum with {people}.", "", day.numbers
    )


def _why_then(day: DayViewModel) -> Iterator[str]:
    """Yield why a `cohort` day is not sent at once, if the donor reviews days and may expect that."""
    if day.goes_out and day.sending == "review":
        yield translate(
            "today",
            "Approved or not, it goes out then and not at once. So the time does not show whether you gave anything.",
        )


def decision(day: DayViewModel) -> str:
    """Return what happens to the day as it stands, and until when the donor can change that."""
    ends_week = any(part.last == day.day for part in day.campaigns)
    week = (translate("today", "The week that ends with this day goes out with it."),) if ends_week else ()
    again = (
        translate(
            "today",
            "A week is asked for once more. Its totals could not be published the first time. "
            "Its privacy cost is charged again.",
        ),
    )
    return "\n".join((_decision(day), *week, *(again if any(part.repeated for part in day.campaigns) else ())))


def _decision(day: DayViewModel) -> str:
    """Return what happens to the day alone."""
    if day.not_counted:
        nothing = translate("today", "None of your campaigns counts this day. There is nothing to send.")
        return "\n".join((nothing, *map(_campaign_state, day.joined_campaigns)))
    if day.in_week:
        text = translate("today", "This day goes out with its week. There is nothing to decide before {day}.")
        return text.format(day=wording.day(last_day("week", day.day)))
    if day.goes_out and not day.locked:
        return _goes_out(day).format(when=wording.when(day.goes_out, day.goes_out_at))
    until = wording.day(day.until) if day.until else ""
    if day.state == "waits-for-you":
        text = translate("today", "You can decide until {day}. After that, only zeros are sent.")
    elif day.state == "approved":
        text = translate(
            "today",
            "These counts go out once the day is over and the server asks for them. Later searches won't be added.",
        )
    elif day.state == "nothing":
        text = translate("today", "You give nothing of this day. Only zeros are sent.")
    elif day.state == "sent":
        text = translate("today", "This was sent.")
    elif day.state == "zeros-sent":
        text = translate("today", "Nothing was given of this day: zeros went out.")
    elif day.sending == "by-itself":
        text = translate("today", "It is sent automatically once the day is over.")
    else:
        text = translate("today", "Today isn't over yet. Send what you have now, or come back tomorrow.")
    return text.format(day=until)


def _goes_out(day: DayViewModel) -> str:
    """Return what is sent of a `cohort` day; the placeholder `{when}` stands for the time."""
    if day.state == "waits-for-you":
        return translate("today", "It goes out on {when}: your counts if you approve them before, else zeros.")
    if day.state == "approved":
        return translate("today", "These counts go out on {when}. Later searches won't be added.")
    if day.state == "nothing":
        return translate("today", "You give nothing of this day. Only zeros are sent, on {when}.")
    if day.sending == "by-itself":
        return translate("today", "It is sent automatically on {when}.")
    return translate(
        "today", "Today isn't over. It goes out on {when}. You can approve it now, or look again tomorrow."
    )


def approved(day: DayViewModel | None) -> str:
    """Return the sentence that confirms an approval, with the time of sending if it is known.

    Args:
        day: the approved day; None if the page shows no day.

    """
    if day is None or day.goes_out is None:
        return translate("today", "These counts go out when the server asks for them.")
    text = translate("today", "These counts go out on {when}.")
    return text.format(when=wording.when(day.goes_out, day.goes_out_at))


def approved_all(done: int, wanted: int) -> str:
    """Return the sentence that confirms the approval of several days.

    Args:
        done: how many days were approved.
        wanted: how many days the person wanted to approve.

    """
    if done == wanted:
        return translate("today", "Approved. Each day says when it goes out.")
    text = counted.tr("%n day(s) approved, {missed} not. Look at your days again.", "", done)
    return text.format(missed=wording.number(wanted - done))


def _campaign_state(campaign: "JoinedCampaign") -> str:
    text = translate("today", "{campaign}: {progress}")
    return text.format(campaign=campaign.title, progress=campaign_texts.progress(campaign))


def _outdated(day: DayViewModel) -> Iterator[str]:
    """Yield which of app and extension to update, for each browser whose searches are left out until then."""
    texts = {
        "extension": translate(
            "today",
            "The extension in {browser} is too old for this app. Searches that only it sees do not count. "
            "Update the extension.",
        ),
        "app": translate(
            "today",
            "This app is too old for the extension in {browser}. Searches that only the extension sees do not count. "
            "Update this app.",
        ),
    }
    for browser, which in day.outdated if day.joined else ():
        yield texts[which].format(browser=browser_name(browser))


def warnings(day: DayViewModel) -> Iterator[str]:
    """Yield one sentence for each thing that keeps numbers from leaving, and what the donor can do about it."""
    if day.waits_for_epoch:
        yield translate("today", "Too few people have joined so far. No counts are sent yet.")
    if day.paused_since and day.paused_until:
        text = translate("today", "Paused until {time}. You take part without giving anything.")
        yield text.format(time=wording.moment(day.paused_until))
    elif day.paused_since:
        yield translate("today", "Paused. You take part without giving anything until you resume.")
    if day.unreadable:
        yield translate(
            "today",
            "No browser history can be read, so nothing is given of this day. Look at your browsers in Settings.",
        )
    elif unread := sum(one.reason != EMPTY for one in day.unread):
        yield counted.tr("%n history file(s) could not be read. Their searches do not count.", "", unread)
    yield from _outdated(day)
    if any(part.why in ("over-ceiling", "over-budget") for part in day.campaigns):
        yield translate(
            "today", "A limit is reached, so nothing is given to a campaign. The page Sent shows your account."
        )
    if day.joined and day.last_check_in and day.now - day.last_check_in > _QUIET_DAYS:
        text = translate(
            "today",
            "The server was last reached on {day}. Your counts stay here, and days may be missed until it is again.",
        )
        yield text.format(day=wording.moment(day.last_check_in))
