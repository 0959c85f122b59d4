"""The commands by which a donor decides when it gives: pauses, and days sent after a look or by themselves."""

import argparse
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from pdd_client import showing
from pdd_client.core.decisions import Sending
from pdd_client.donor import Donor
from pdd_client.errors import DonorError
from pdd_shared.days import day_bounds, parse_instant

Command = Callable[[Donor, argparse.Namespace], int]
_Lines = Callable[[Donor, argparse.Namespace], Iterable[str]]

_SENDING: dict[Sending, str] = {
    "review": "each day waits until you `pdd-donor approve` it. A day you don't approve in time is sent as zeros. "
    "`pdd-donor sending by-itself` sends days without waiting",
    "by-itself": "days are sent at the next check-in, without waiting for you. "
    "`pdd-donor sending review` makes each day wait",
}


def add_decisions(add: Callable[..., object]) -> None:
    """Add the commands by `add(name, command, text, *options)`."""
    add("pause", _printing(_pause), "give nothing for a time, or until you resume", "--until")
    add("resume", _printing(_resume), "end the pause")
    add("sending", _printing(_sending), "whether days wait for you before they are sent", "mode")
    add(
        "approve", _printing(_approve), "show the counts of a day, and send them and nothing more", "--day", "--history"
    )
    add("withhold", _printing(_withhold), "give nothing of a day", "--day")


def sending_text(mode: Sending) -> str:
    """Return a line that says how days are sent, and how to change that."""
    return f"{mode}: {_SENDING[mode]}"


def _printing(lines: _Lines) -> Command:
    def command(donor: Donor, chosen: argparse.Namespace) -> int:
        for line in lines(donor, chosen):
            print(showing.printable(line))
        return 0

    return command


def _pause(donor: Donor, chosen: argparse.Namespace) -> Iterable[str]:
    until = _until(donor, chosen.until) if chosen.until else None
    donor.pause(until)
    when = f" until {until.astimezone(donor.installation.zone):%Y-%m-%d %H:%M}" if until else ""
    yield f"paused{when}: you take part without giving anything, and what you search now never counts"


def _until(donor: Donor, text: str) -> datetime:
    if text == "tomorrow":
        return day_bounds(donor.today, donor.installation.zone)[1]
    if text == "week":
        return donor.installation.clock() + timedelta(days=7)
    try:
        return parse_instant(text)
    except ValueError as error:
        raise DonorError(f"--until: {error}, or `tomorrow`, or `week`") from None


def _resume(donor: Donor, _chosen: argparse.Namespace) -> Iterable[str]:
    donor.resume()
    yield "resumed: what you search from now on counts"


def _sending(donor: Donor, chosen: argparse.Namespace) -> Iterable[str]:
    if chosen.mode:
        donor.set_sending(chosen.mode)
    yield sending_text(donor.sending())


def _approve(donor: Donor, chosen: argparse.Namespace) -> Iterable[str]:
    review = donor.approve(chosen.day or donor.today, histories=chosen.history)
    yield from showing.review_text(review)
    yield f"approved: at the next check-in after {review.day} this is sent, and nothing more"


def _withhold(donor: Donor, chosen: argparse.Namespace) -> Iterable[str]:
    day = chosen.day or donor.today
    donor.withhold(day)
    yield f"of {day} nothing is given; `pdd-donor approve --day {day}` changes that until it is locked"
