"""Decisions about a day: approve the reviewed counts, withhold them, or take a decision back."""

from datetime import date

from pdd_client.core.donation.decisions import Decision, Seen
from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.days.calendar import Calendar
from pdd_client.donor.days.review import Review
from pdd_client.donor.installation import Installation
from pdd_client.donor.schedule import check_in_soon
from pdd_shared.protocol.days import last_day


def check_unlocked(installation: Installation, day: date) -> None:
    """Raise DonorError if the day's counts are locked."""
    if installation.store.days.blinded(day) is not None:
        raise DonorError(
            f"the counts of {day} are locked already: `pdd-donor review --day {day}` shows what was sent",
            Code.DAY_LOCKED,
        )


def check_open(installation: Installation, day: date, today: date) -> None:
    """Check that the donor can decide about a day.

    Raises:
        DonorError: the day is locked, over, still to come, or no period of a joined campaign ends on it.

    """
    calendar = Calendar(installation, today)
    if day > today:
        raise DonorError(f"{day} is still to come: decide about it when it has begun")
    check_unlocked(installation, day)
    if calendar.is_in_week(day):
        raise DonorError(
            f"your campaigns count {day} with its week: decide about {last_day('week', day)}, the week's last day",
            Code.DAY_NOT_COUNTED,
        )
    if not calendar.is_counted(day):
        raise DonorError(
            f"no campaign that you have joined counts {day}: `pdd-donor status` says when each one runs",
            Code.DAY_NOT_COUNTED,
        )
    if not calendar.can_be_sent(day):
        raise DonorError(
            f"nothing can be sent of {day} any more: its time is over, or this computer was not there on that day",
            Code.DAY_OVER,
        )


def approve(installation: Installation, review: Review, today: date) -> None:
    """Keep the decision that the counts of a review are sent, and nothing more.

    In `plain`, a check-in that sends a past day is planned within minutes. In `cohort`, no check-in is brought forward,
    because its time would tell the server that the donor approved.

    Args:
        installation: the home.
        review: what the donor has seen.
        today: the data day now.

    Raises:
        DonorError: nothing can be decided about the day, as `check_open` says.

    """
    seen = {
        campaign.id: Seen(campaign.searches, {row.text: row.count for row in campaign.entries})
        for campaign in review.decided
        if campaign.why is None
    }
    decision = Decision(review.day, True, review.time or installation.clock(), seen)
    with installation.store.transaction():
        check_open(installation, review.day, today)
        installation.store.days.decide(decision)
        if review.day < today and installation.membership().info.protocol != "cohort":
            check_in_soon(installation)


def withhold(installation: Installation, day: date, today: date) -> None:
    """Keep the decision that the day is sent as zeros; DonorError as in `approve`.

    A withheld day gives nothing to its week either. So its kept counts are deleted.
    """
    store = installation.store
    with store.transaction():
        check_open(installation, day, today)
        store.days.decide(Decision(day, False, installation.clock(), {}))
        store.kept.forget_days(day, day)
    store.forget()


def reconsider(installation: Installation, day: date, today: date) -> None:
    """Delete the decision about the day; DonorError as in `approve`.

    A day that was withheld is kept for its week again when a history is read next.
    """
    with installation.store.transaction():
        check_open(installation, day, today)
        installation.store.days.undecide(day)
