"""Run the `cohort` tasks of one check-in, in the order of the table in `pdd_client.donor.cohort`."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import TypeVar

from pdd_client.donor.cohort.attempts import Attempts, Enough
from pdd_client.donor.cohort.epochs import CohortContact
from pdd_client.donor.cohort.log_comparison import read_and_compare
from pdd_client.donor.cohort.public_log import note_asked, note_left_out
from pdd_client.donor.cohort.service import answer_for_list, certify_list
from pdd_client.donor.cohort.tickets import note_reset, send_ticket, to_send
from pdd_client.donor.cohort.uploads import unconfirmed_uploads, upload_day
from pdd_client.donor.cohort.witnesses import count_vouched
from pdd_client.donor.contact.contact import Contact
from pdd_client.gateways.server_http.server_http import ServerProblem
from pdd_shared.protocol.messages import (
    CertifyTask,
    CheckInAnswer,
    CohortTask,
    OpenTask,
    Signed,
    TicketTask,
    UploadTask,
)
from pdd_shared.rounds.cohort.messages import CohortPlan, Epoch
from pdd_shared.rounds.cohort.signed_messages import open_message
from pdd_shared.rounds.refusals import Refused

DayTask = UploadTask | CertifyTask | OpenTask
"""A task about one data day. Every one carries its day's plan and its epoch, both signed."""
Asked = TypeVar("Asked", UploadTask, CertifyTask, OpenTask)


def upload_days(tasks: Sequence[CohortTask], online_key: bytes) -> frozenset[date]:
    """Return the data days for which the server asks for uploads. Plans without this key's signature are ignored."""
    plans = (_signed_plan(task, online_key) for task in tasks if isinstance(task, UploadTask))
    return frozenset(plan.day for plan in plans if plan)


def answer_tasks(contact: Contact, tasks: Sequence[CohortTask], answer: CheckInAnswer, today: date) -> None:
    """Do the server's tasks in order, or log why the home refuses them: tickets, uploads, certifying, opening.

    The public log is read first, and compared with what others were shown. If it is refused, the home does none of
    the tasks. Then a reset is noted. New epochs are settled before the first task of a day. Tickets and uploads that
    were sent earlier but never confirmed are sent again with the new ones.

    A request without a usable answer stops no other task, as long as the server answers the next one.

    Args:
        contact: the contact with the server.
        tasks: the tasks, in any order.
        answer: the server's answer, with the lines of its public log and its signed reset.
        today: the data day by the home's own clock when the contact began.

    Raises:
        ServerUnreachable: a request had no usable answer. Raised after all other tasks are done.

    """
    attempts = Attempts(contact)
    try:
        log = read_and_compare(contact, answer.log)
        cohort = CohortContact(contact, today, log, count_vouched(contact, log, answer.log))
    except (Refused, ServerProblem) as error:
        with suppress(Enough):
            attempts.refuse(None, error)
        return
    with suppress(Enough):
        _answer_all(cohort, attempts, tasks, answer.reset)
    attempts.complain()


def _answer_all(cohort: CohortContact, attempts: Attempts, tasks: Sequence[CohortTask], reset: Signed | None) -> None:
    if reset is not None:
        attempts.attempt(None, partial(note_reset, cohort, reset))
    left_out = partial(note_left_out, cohort.contact.store, cohort.log)
    attempts.attempt(None, partial(left_out, sent=False))
    asked = [task.epoch for task in tasks if isinstance(task, TicketTask)]
    of_days = [task for task in tasks if not isinstance(task, TicketTask)]
    try:
        for epoch in to_send(cohort, asked):
            attempts.attempt(None, partial(send_ticket, cohort, epoch))
    finally:  # also where the server takes no more requests, or a lying one could end each contact here
        attempts.attempt(None, partial(left_out, sent=True))
        note_asked(cohort.contact.store, cohort.log, cohort.today)
    named = list(_named(attempts, of_days))
    _settle(cohort, attempts, asked, named)
    _upload(cohort, attempts, named)
    for certify, epoch, plan in _by_day(attempts, named, CertifyTask):
        attempts.attempt(plan.day, partial(certify_list, cohort, certify, epoch))
    for answer, epoch, plan in _by_day(attempts, named, OpenTask):
        attempts.attempt(plan.day, partial(answer_for_list, cohort, answer, epoch))


def _named(attempts: Attempts, tasks: Sequence[DayTask]) -> Iterator[tuple[DayTask, int]]:
    """Yield each task with the number of its epoch. A task whose epoch has no valid signature is refused."""
    for task in tasks:
        try:
            yield task, open_message(task.epoch, Epoch, attempts.contact.server_key).number
        except Refused as error:
            attempts.refuse(None, error)


def _settle(
    cohort: CohortContact, attempts: Attempts, asked: Sequence[int], tasks: Sequence[tuple[DayTask, int]]
) -> None:
    """Settle all epochs that the tasks name, and those before them for which the home has a receipt, in rising order.

    A home that was away for some weeks has tickets in trees that no task names any more.
    """
    texts = {(number, task.epoch.payload): task.epoch for task, number in tasks}
    named = {number for number, _ in texts}
    before = max((*asked, *named), default=0)
    passed = {number for number in cohort.promised() if number < before} - named
    found: list[tuple[int, Signed | None]] = [(number, signed) for (number, _), signed in texts.items()]
    found += [(number, None) for number in passed]
    for number, signed in sorted(found, key=lambda one: one[0]):
        attempts.attempt(None, partial(cohort.settle, number, signed))


def _upload(cohort: CohortContact, attempts: Attempts, tasks: Sequence[tuple[DayTask, int]]) -> None:
    """Send the uploads that the server asks for, and those whose receipt was lost, by rising day.

    Stop after the first without a usable answer. On a slow line the others would fail too, and would use up the time
    for the home's committee service, which other donors need.
    """
    asked = {plan.day: (task.plan, epoch) for task, epoch, plan in _by_day(attempts, tasks, UploadTask)}
    lost = {day: (kept.signed, kept.epoch) for day, kept in unconfirmed_uploads(cohort, asked).items()}
    for day, (signed, epoch) in sorted((asked | lost).items()):
        if not attempts.attempt(day, partial(upload_day, cohort, signed, epoch)):
            break


def _by_day(
    attempts: Attempts, tasks: Sequence[tuple[DayTask, int]], kind: type[Asked]
) -> Iterator[tuple[Asked, int, CohortPlan]]:
    """Yield the tasks of one kind with their epoch's number and their plan, by rising day.

    Of several tasks about the same day, cohort and sub-cohort only the first is yielded, so that a server can't make a
    home work without end. For the same reason only the first task is refused whose plan has no valid signature: a plan
    that nobody signed is of no day.
    """
    found: list[tuple[Asked, int, CohortPlan]] = []
    forged: Refused | None = None
    for task, epoch in tasks:
        if isinstance(task, kind):
            try:
                found.append((task, epoch, open_message(task.plan, CohortPlan, attempts.contact.server_key)))
            except Refused as error:
                forged = forged or error
    if forged is not None:
        attempts.refuse(None, forged)
    done: set[tuple[date, int, int]] = set()
    for due in sorted(found, key=lambda one: one[2].day):
        part = _part(*due)
        if part not in done:
            done.add(part)
            yield due


def _part(task: DayTask, _epoch: int, plan: CohortPlan) -> tuple[date, int, int]:
    """Return the day, cohort and sub-cohort that a task is about. Uploads get 0, 0: a home has one for each day."""
    return (plan.day, 0, 0) if isinstance(task, UploadTask) else (plan.day, task.cohort, task.sub_cohort)


def _signed_plan(task: DayTask, online_key: bytes) -> CohortPlan | None:
    try:
        return open_message(task.plan, CohortPlan, online_key)
    except Refused:
        return None
