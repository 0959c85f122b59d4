"""A home's own upload of a data day, and when it is sent.

The time of a message must not tell whether it holds counts or zeros. So neither the donor's decision about a day nor
the day's searches change the time. Only the chosen way of sending does:

- "review": the day is sent at the first contact on or after the plan's earliest close, approved or not. That is the
  last contact that is sure to be in time. The donor was told a date, computed from the server's `delay` on joining. So
  a plan may only move the sending to a later day. Approving a day brings no contact forward (`decide.approve`).
- "by-itself": the day is sent at the first contact after it. If these days waited too, the server could not tell which
  way a donor chose. But then every donor who is away on the day of the earliest close would lose the day: one in six
  of active donors.

If too few witnesses vouch for the day's epoch, every home waits up to two days longer. Then it sends noise alone.

A home that has nothing to give, or has joined no campaign, sends noise alone at the same time. Histories are read
before the server hears of the contact (`read_ahead`), and what counting takes is hidden (`gateways.hold`).
"""

import sqlite3
from collections.abc import Collection, Mapping
from datetime import date, timedelta
from functools import partial

from pdd_client.core.donation.consent import Objection
from pdd_client.core.donation.decisions import delay_of, last_day
from pdd_client.core.donation.donation import Donation
from pdd_client.donor.cohort.agreements import Agreements
from pdd_client.donor.cohort.epochs import CohortContact, HomePlace
from pdd_client.donor.contact.lock_donation import DayNotReady, lock_day, record_locked, send_again
from pdd_client.gateways.home_store.cohort.journal_store import KeptPlan
from pdd_client.gateways.home_store.day_store import Blinded
from pdd_client.gateways.server_http.server_http import ServerProblem
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.day import donor
from pdd_shared.rounds.cohort.day.donor import DonorDay, Submission
from pdd_shared.rounds.cohort.day.journal import Key, Kind
from pdd_shared.rounds.cohort.day.plans import CheckedPlan
from pdd_shared.rounds.refusals import Reason, Refused

_A_DAY = timedelta(days=1)
_PATIENCE = timedelta(days=2)
"""How long a home waits for the server's witnesses to vouch for an epoch."""


def upload_day(cohort: CohortContact, signed: Signed, epoch: int) -> None:
    """Send the upload of a plan's day and keep its receipt. A repeated call sends the same bytes again.

    Args:
        cohort: the state of this check-in's `cohort` tasks.
        signed: the day's signed plan.
        epoch: the number of the plan's epoch.

    Raises:
        NoPlace: the home has no place in the epoch.
        DayNotReady: the day is reviewed, and must not be sent yet.
        Refused: the plan, the place or the published epoch breaks a rule, or the day was sent before.
        ServerProblem: the server refuses the upload. If it is too late, it is erased, and only a new one raises this.

    """
    home_place = cohort.home_place(epoch)
    checked = cohort.plan(signed, home_place, own=True)
    plan, store = checked.plan, cohort.contact.store
    was_made = store.journal.of_day(plan.day).get(Key(Kind.SENT, plan.day)) is not None
    if not was_made:
        if store.days.blinded(plan.day) is not None:
            raise Refused(Reason.DAY_SIGNED_BEFORE, f"{plan.day} was given under another protocol")
        _wait(cohort, home_place, checked, signed)
    day = donor.open_day(checked, home_place.place, cohort.published(home_place))
    data = _again(cohort, home_place, day) if was_made else _make(cohort, home_place, day)
    try:
        _send(cohort, day, data)
    except ServerProblem as problem:
        if problem.name != Reason.TOO_LATE:
            raise
        _give_up(cohort, day)
        if not was_made:
            raise


def unconfirmed_uploads(cohort: CohortContact, but: Collection[date]) -> Mapping[date, KeptPlan]:
    """Return the plans of uploads without a receipt, by day, except for the days in `but`.

    The home must resend these unasked: a server that has the upload does not ask again, even if its receipt was lost.
    """
    journal = cohort.contact.store.journal
    plans = journal.plans()
    return {day: plans[day] for day in journal.unconfirmed() if day in plans and day not in but}


def _wait(cohort: CohortContact, home_place: HomePlace, checked: CheckedPlan, signed: Signed) -> None:
    """Keep the plan for resending, with the day on which the upload is sent.

    Raises:
        DayNotReady: the donor reviews this day, and the day of sending is not reached; or the witnesses may still come
            to vouch for the epoch.

    """
    plan, contact = checked.plan, cohort.contact
    # Every home computes this from the plan alone: a home that has joined a weekly campaign sends at the same time.
    delay = delay_of([part.terms for part in plan.layout], contact.membership.info.delay)
    told = last_day(plan.day, delay)
    goes_out = max(plan.earliest_close, told)
    sent = goes_out if contact.installation.sending_of(plan.day) == "review" else plan.day + _A_DAY
    patient_until = min(sent + _PATIENCE, plan.latest_close - _A_DAY)
    is_unwitnessed = sent <= cohort.today < patient_until and not cohort.is_vouched(home_place)
    with contact.store.transaction():
        contact.store.journal.keep_plan(plan.day, KeptPlan(plan.epoch, goes_out, signed))
        if is_unwitnessed and goes_out <= cohort.today:
            contact.store.journal.put_off(plan.day, cohort.today + _A_DAY)
    if cohort.today < sent or is_unwitnessed:
        raise DayNotReady


def _make(cohort: CohortContact, home_place: HomePlace, day: DonorDay) -> bytes:
    """Make the day's upload and return its bytes. Counts, charge, journal and upload are kept in one transaction.

    Raises:
        Refused: another program of this home locked the day first, or the plan breaks a rule of `donor.submit`.

    """
    plan, contact = day.plan.plan, cohort.contact
    agreements = Agreements(cohort.kept, home_place)

    def make(donation: Donation) -> Submission:
        return donor.submit(
            day,
            donation.counts(),
            secrets=home_place.ticket.secrets,
            home=cohort.view(home_place, own=True),
            journal=contact.store.journal.of_day(plan.day),
            random_bytes=contact.installation.random_bytes,
            agree=agreements.agree,
        )

    def keep(donation: Donation, made: Submission) -> None:
        # The journal keeps the upload's bytes, so this row has none. It marks the day as locked.
        blinded = Blinded(plan.day, day.context, None, sent=False)
        record_locked(contact, donation, blinded, day.frame.size)
        contact.store.journal.write(made.entries)
        agreements.keep()

    try:
        submission = lock_day(contact, plan, make, keep, _closed(cohort, home_place, day))
    except sqlite3.IntegrityError:
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"another program of this home locked {plan.day}") from None
    return submission.release(contact.store.journal.of_day(plan.day))


def _closed(cohort: CohortContact, home_place: HomePlace, day: DonorDay) -> Mapping[str, Objection]:
    """Return the campaigns that get noise alone from all donors, and why."""
    if not cohort.is_vouched(home_place):
        return {part.campaign: Objection.UNWITNESSED for part in day.plan.plan.layout}
    return dict.fromkeys(day.layout.closed, Objection.COHORT_TOO_SMALL)


def _again(cohort: CohortContact, home_place: HomePlace, day: DonorDay) -> bytes:
    """Return the bytes of the upload that was made before, and log that they are sent again.

    Raises:
        Refused: the server confirmed the upload, or its bytes are erased.

    """
    journal = cohort.contact.store.journal.of_day(day.plan.plan.day)
    resend = partial(
        donor.submit, secrets=home_place.ticket.secrets, home=cohort.view(home_place, own=True), journal=journal
    )
    made = resend(day, {}, random_bytes=cohort.contact.installation.random_bytes)
    return send_again(cohort.contact, "vector", day.plan.plan.day, made.release(journal))


def _give_up(cohort: CohortContact, day: DonorDay) -> None:
    """Erase an upload that the server no longer takes. It may be in the sum, if an earlier receipt was lost."""
    with cohort.contact.store.transaction():
        cohort.contact.store.journal.erase_upload(day.plan.plan.day)


def _send(cohort: CohortContact, day: DonorDay, data: bytes) -> None:
    """Send the upload and check its receipt. Then erase the upload, so that nothing more is sent for the day."""
    contact, number = cohort.contact, day.plan.plan.day
    contact.hold()
    signed = contact.server.send_upload(contact.token, str(number), day.context.hex(), data)
    received = donor.open_receipt(signed, day, contact.server_key, contact.store.journal.of_day(number))
    with contact.store.transaction():
        contact.store.journal.write(received.entries)
        contact.store.journal.erase_upload(number)
        contact.store.days.mark_sent(number)
    contact.report.add_sent(number, "upload", len(data))
