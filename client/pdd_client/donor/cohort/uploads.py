"""A home's own upload of a data day, and when it is sent.

The time of a message must not tell whether it holds counts or zeros. So nothing that the donor decides about a day, or
that is found of it, moves the day's message; only the chosen way of sending does:

- "review": at the first contact on or after the plan's earliest close, approved or not. That is the last contact that
  is sure to be in time. A plan may only put it off, compared with what the server said when the home joined: the donor
  was told a day. Approving a day brings no contact forward either (`decide.approve`).
- "by-itself": at the first contact after the data day. Waiting would hide which way a donor chose, but would lose the
  day of everybody who is away on the day of the earliest close: one in six of active donors.

A home without anything to give, or that has agreed to nothing, sends noise alone at the same time. Histories are read
before the server hears of the contact (`read_ahead`). So the upload takes no longer where there is something in them.
"""

import sqlite3
from collections.abc import Collection, Mapping
from datetime import date
from functools import partial

from pdd_client.core.donation.decisions import last_day
from pdd_client.core.donation.prepare_donation import Donation
from pdd_client.donor.cohort.agreements import Agreements
from pdd_client.donor.cohort.epochs import CohortContact, Held
from pdd_client.donor.contact.lock_donation import Waits, lock_day, record_locked, send_again
from pdd_client.gateways.home_store.journal_store import KeptPlan
from pdd_client.gateways.home_store.rows import Blinded
from pdd_client.gateways.server_http.server_http import ServerProblem
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.day import donor
from pdd_shared.rounds.cohort.day.donor import DonorDay, Submission
from pdd_shared.rounds.cohort.day.journal import Key, Kind
from pdd_shared.rounds.cohort.day.plans import CheckedPlan
from pdd_shared.rounds.refusals import Reason, Refused


def upload_day(cohort: CohortContact, signed: Signed, epoch: int) -> None:
    """Send the upload of a plan's day, the same bytes however often, and keep its receipt; Refused says why not.

    `epoch` is the number of the plan's epoch. Waits while the day is not to be sent yet.
    """
    held = cohort.hold(epoch)
    checked = cohort.plan(signed, held, own=True)
    plan, store = checked.plan, cohort.contact.store
    was_made = store.journal.of_day(plan.day).get(Key(Kind.SENT, plan.day)) is not None
    if not was_made:
        if store.blinded(plan.day) is not None:
            raise Refused(Reason.DAY_SIGNED_BEFORE, f"{plan.day} was given under another protocol")
        _wait_for_donor(cohort, checked, signed)
    day = donor.open_day(checked, held.place, cohort.published(held))
    data = _again(cohort, held, day) if was_made else _make(cohort, held, day)
    try:
        _send(cohort, day, data)
    except ServerProblem as problem:
        if problem.name != Reason.TOO_LATE:
            raise
        _give_up(cohort, day)
        if not was_made:
            raise


def unconfirmed_uploads(cohort: CohortContact, but: Collection[date]) -> Mapping[date, KeptPlan]:
    """Return the plans of uploads whose receipt did not come, but of these days.

    A server that has the upload asks for it no more, also if its receipt was lost.
    """
    journal = cohort.contact.store.journal
    plans = journal.plans()
    return {day: plans[day] for day in journal.unconfirmed() if day in plans and day not in but}


def _wait_for_donor(cohort: CohortContact, checked: CheckedPlan, signed: Signed) -> None:
    """Keep the plan until there is a receipt. Waits if the day is reviewed, and is not to go out yet."""
    plan, contact = checked.plan, cohort.contact
    told = last_day(plan.day, contact.membership.info.delay)
    goes_out = max(plan.earliest_close, told)
    with contact.store.transaction():
        contact.store.journal.keep_plan(plan.day, KeptPlan(plan.epoch, goes_out, signed))
    if contact.installation.sending_of(plan.day) == "review" and cohort.today < goes_out:
        raise Waits


def _make(cohort: CohortContact, held: Held, day: DonorDay) -> bytes:
    """Return a new upload; counts, charge, journal and upload are written in one transaction."""
    plan, contact = day.plan.plan, cohort.contact
    agreements = Agreements(cohort.kept, held)

    def make(donation: Donation) -> Submission:
        return donor.submit(
            day,
            donation.counts(),
            secrets=held.ticket.secrets,
            home=cohort.view(held, own=True),
            journal=contact.store.journal.of_day(plan.day),
            random_bytes=contact.installation.random_bytes,
            agree=agreements.agree,
        )

    def keep(donation: Donation, made: Submission) -> None:
        # The upload itself is in the journal; here stands that the day is locked.
        blinded = Blinded(plan.day, day.context, None, sent=False)
        record_locked(contact, donation, blinded, day.frame.size)
        contact.store.journal.write(made.entries)
        agreements.keep()

    try:
        submission = lock_day(contact, plan, make, keep, day.layout.closed)
    except sqlite3.IntegrityError:
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"another program of this home locked {plan.day}") from None
    return submission.release(contact.store.journal.of_day(plan.day))


def _again(cohort: CohortContact, held: Held, day: DonorDay) -> bytes:
    """Return the upload of before; Refused if it was received, or is erased."""
    journal = cohort.contact.store.journal.of_day(day.plan.plan.day)
    resend = partial(donor.submit, secrets=held.ticket.secrets, home=cohort.view(held, own=True), journal=journal)
    made = resend(day, {}, random_bytes=cohort.contact.installation.random_bytes)
    return send_again(cohort.contact, "vector", day.plan.plan.day, made.release(journal))


def _give_up(cohort: CohortContact, day: DonorDay) -> None:
    """Erase an upload that the server takes no more: the one of before may be in the sum, its receipt was lost."""
    with cohort.contact.store.transaction():
        cohort.contact.store.journal.erase_upload(day.plan.plan.day)


def _send(cohort: CohortContact, day: DonorDay, data: bytes) -> None:
    """Send the upload. With its receipt it is erased, and nothing more is sent for the day."""
    contact, number = cohort.contact, day.plan.plan.day
    signed = contact.server.send_upload(contact.token, str(number), day.context.hex(), data)
    received = donor.open_receipt(signed, day, contact.server_key, contact.store.journal.of_day(number))
    with contact.store.transaction():
        contact.store.journal.write(received.entries)
        contact.store.journal.erase_upload(number)
        contact.store.mark_sent(number)
    contact.report.add_sent(number, "upload", len(data))
