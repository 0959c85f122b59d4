"""The commands about what is sent and when: pauses, approving or withholding a day, check-ins, and the log."""

import argparse
from datetime import datetime, timedelta

from pdd_client.cli.common import day_to_review, print_lines, show, with_donor
from pdd_client.cli.texts import reports
from pdd_client.core.donation.decisions import Sending
from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from pdd_shared.protocol.days import day_bounds, parse_instant

_SENDING: dict[Sending, str] = {
    "review": "each day waits until you `pdd-donor approve` it. A day you don't approve in time is sent as zeros. "
    "`pdd-donor sending by-itself` sends days without waiting",
    "by-itself": "days are sent at the next check-in, without waiting for you. "
    "`pdd-donor sending review` makes each day wait",
}


def sending_text(mode: Sending) -> str:
    """Return a line that says how days are sent, and how to change that."""
    return f"{mode}: {_SENDING[mode]}"


@with_donor
def pause(donor: Donor, chosen: argparse.Namespace) -> int:
    """Start a pause: no counts are sent until its end, or until the donor resumes."""
    until = _until(donor, chosen.until) if chosen.until else None
    donor.exclusions.pause(until)
    when = f" until {until.astimezone(donor.installation.zone):%Y-%m-%d %H:%M}" if until else ""
    print_lines([f"paused{when}: no counts are sent, and what you search now never counts"])
    return 0


@with_donor
def resume(donor: Donor, _chosen: argparse.Namespace) -> int:
    """End the pause."""
    donor.exclusions.resume()
    print_lines(["resumed: what you search from now on counts"])
    return 0


@with_donor
def sending(donor: Donor, chosen: argparse.Namespace) -> int:
    """Set the mode of sending if one is given, and show it."""
    if chosen.mode:
        donor.settings.set_sending(chosen.mode)
    print_lines([sending_text(donor.settings.sending())])
    return 0


@with_donor
def approve(donor: Donor, chosen: argparse.Namespace) -> int:
    """Show the counts of a day (today by default) and approve them: they are sent, and nothing more."""
    review = donor.days.approve(chosen.day or donor.today, histories=chosen.history)
    print_lines(reports.review_text(review))
    day = day_to_review(donor, review.day)
    when = reports.when_text(day, donor.installation.zone) if day else ""
    when = when or f"at the next check-in after {review.day}"
    print_lines([f"approved: {when} this is sent. Later searches won't be added"])
    return 0


@with_donor
def withhold(donor: Donor, chosen: argparse.Namespace) -> int:
    """Withhold a day (today by default): no counts of it are sent."""
    day = chosen.day or donor.today
    donor.days.withhold(day)
    print_lines([f"no counts of {day} are sent; `pdd-donor approve --day {day}` changes that until it is locked"])
    return 0


@with_donor
def check_in(donor: Donor, chosen: argparse.Namespace) -> int:
    """Contact the server and send what is due."""
    report = donor.check_in(chosen.history)
    zone = donor.installation.zone
    goes_out = {day.day: line for day in donor.days.to_review() for line in reports.goes_out_text(day, zone)}
    return show(chosen, reports.check_in_json(report), reports.check_in_text(report, goes_out))


@with_donor
def log(donor: Donor, chosen: argparse.Namespace) -> int:
    """Show everything that ever left this computer."""
    lines = donor.log()
    return show(chosen, reports.log_json(lines), reports.log_text(lines))


def _until(donor: Donor, text: str) -> datetime:
    """Return the end of a pause: "tomorrow" is the end of today's data day, "week" is 7 days from now.

    Raises:
        DonorError: the text is neither of these, nor an ISO 8601 time with an offset.

    """
    if text == "tomorrow":
        return day_bounds(donor.today, donor.installation.zone)[1]
    if text == "week":
        return donor.installation.clock() + timedelta(days=7)
    try:
        return parse_instant(text)
    except ValueError as error:
        raise DonorError(f"--until: {error}, or `tomorrow`, or `week`") from None
