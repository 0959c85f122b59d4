"""Locking a day: its counts, charge and message are kept in one transaction before anything is sent.

A day is locked once. After an interruption, the same bytes are sent again: with two different messages of one day, the
server could subtract one from the other.
"""

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from typing import TypeVar

from pdd_client.core.donation.consent import AnyPlan, Objection
from pdd_client.core.donation.decisions import last_day
from pdd_client.core.donation.donation import Donation
from pdd_client.core.donation.prepare_donation import prepare_donation
from pdd_client.donor.contact.contact import Contact
from pdd_client.donor.days.donor_state import donor_state
from pdd_client.donor.days.keep_days import is_weekly
from pdd_client.gateways.home_store.day_store import Blinded
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.days import last_day as last_day_of_period
from pdd_shared.protocol.messages import Plan
from pdd_shared.rounds.refusals import Reason, Refused

Made = TypeVar("Made")


class DayNotReady(Exception):
    """Raised for a day that is not to be sent yet.

    The donor has not decided about it, it is too early to send it, or an approved history can't be read now.
    """


def lock_day(
    contact: Contact,
    plan: AnyPlan,
    make: Callable[[Donation], Made],
    keep: Callable[[Donation, Made], None],
    closed: Mapping[str, Objection] = MappingProxyType({}),
) -> Made:
    """Make the day's message from the donor's choices, and keep both in one transaction.

    The donor may change a choice in another program meanwhile. So the message is kept only if nobody else has written
    to the home since the choices were read. Otherwise it is made again.

    Args:
        contact: the contact with the server.
        plan: the day's plan.
        make: makes the message.
        keep: writes the donation and its message to the home, in the transaction that is open when it is called.
        closed: by id, the campaigns that get noise alone, whatever the donor decided, and why.

    Returns:
        What `make` returned.

    Raises:
        DayNotReady: the day is of a `plain` round and can still wait. The donor has not decided yet, or an
            approved history can't be read now.
        Refused: the day is charged already: the home is a restored one, which may have given it before.

    """
    store = contact.store
    if plan.day in store.charges.days():
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"{plan.day} may have been given before this home was restored")
    while True:
        version = store.version()
        donation = _prepare(contact, plan, closed)
        made = make(donation)
        with store.transaction():
            if store.version() == version:
                keep(donation, made)
                return made


def _prepare(contact: Contact, plan: AnyPlan, closed: Mapping[str, Objection]) -> Donation:
    state = donor_state(
        contact.installation, contact.membership, plan.day, consents=contact.consents.get(), newest=contact.newest
    )
    prepared = prepare_donation(plan, state, contact.searches.get, closed)
    # A `cohort` day never waits here, because its time of sending follows rules of its own (`cohort.uploads`).
    in_time = isinstance(plan, Plan) and contact.today < last_day(plan.day, plan.delay)
    if prepared.can_wait and in_time:
        raise DayNotReady
    return prepared.donation


def record_locked(contact: Contact, donation: Donation, blinded: Blinded, size: int) -> None:
    """Keep a locked day, its charges and its log lines, in the caller's transaction.

    Args:
        contact: the contact with the server.
        donation: what the donor gives of the day.
        blinded: the row that locks the day.
        size: the message's size in bytes.

    """
    day, store, report = donation.plan.day, contact.store, contact.report
    store.days.keep_blinded(blinded)
    _forget_decision(contact, day)
    _forget_weeks(store, donation)
    store.charges.add(donation.charges())
    report.log("vector", day, size, given=tuple(given.described() for given in donation.given))
    for campaign, reason in donation.objections.items():
        report.refuse(day, reason, campaign=campaign)


def _forget_decision(contact: Contact, day: date) -> None:
    """Delete the decision about a locked day. That it was withheld is kept if its week may still be asked for."""
    days = contact.store.days
    if day not in days.withheld() or not is_weekly(contact.installation):
        days.undecide(day)


def _forget_weeks(store: LocalStore, donation: Donation) -> None:
    """Delete the kept days of weeks that are given no more: those given twice, and those of which nothing was given.

    A week that was given once may be lost. Then a later plan asks for it once more.
    """
    day, given = donation.plan.day, {one.campaign: one for one in donation.charges()}
    for campaign in store.kept.every():
        charge = given.get(campaign)
        if charge is not None and charge.repeats is not None:
            store.kept.forget_week(campaign, charge.repeats)
        elif charge is None and last_day_of_period("week", day) == day:
            store.kept.forget_week(campaign, day)


def send_again(contact: Contact, what: str, day: date, data: bytes | None) -> bytes:
    """Return the bytes that were made earlier, and log that they are sent again.

    Args:
        contact: the contact with the server.
        what: the kind of the log line.
        day: the data day.
        data: the bytes; None if they are erased.

    Raises:
        Refused: the bytes are erased. Nothing is made twice for one day.

    """
    if data is None:
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"{day} was done with, and its bytes are erased")
    with contact.store.transaction():
        contact.report.log(what, day, len(data), detail="the same bytes again")
    return data
