"""A home's service on a committee: it certifies one list of a (sub-)cohort's day, and later answers for that list.

The donor need not do anything for it. Certifying and answering take two contacts, because a quorum of the committee
must certify in between.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from pdd_client.donor.cohort.agreements import Agreements
from pdd_client.donor.cohort.epochs import CohortContact, HomePlace, NoPlace
from pdd_client.gateways.home_store.cohort.epoch_store import WhatLeaves
from pdd_client.gateways.home_store.cohort.journal_store import KeptList
from pdd_client.gateways.server_http.server_http import ServerProblem
from pdd_shared.protocol.messages import CertifyTask, OpenTask
from pdd_shared.rounds.cohort.day import member
from pdd_shared.rounds.cohort.day.member import MemberDay
from pdd_shared.rounds.cohort.day.uploads import SIGNATURE_SIZE
from pdd_shared.rounds.cohort.epoch.leaf_proofs import read_shown
from pdd_shared.rounds.cohort.epoch.places import CohortLeaves, Committee, open_cohort, open_committee
from pdd_shared.rounds.cohort.messages import CohortPlan
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True)
class Service:
    """The checked data of one (sub-)cohort's day whose committee the home serves on.

    Attributes:
        home_place: the home's place and ticket in the day's epoch.
        day: the plan, the committee and the cohort's leaves, checked against each other.

    """

    home_place: HomePlace
    day: MemberDay

    @property
    def plan(self) -> CohortPlan:
        """The day's plan."""
        return self.day.plan.plan

    @property
    def part(self) -> str:
        """The cohort's and sub-cohort's numbers as the API's paths have them, such as "3/0"."""
        return f"{self.day.committee.cohort}/{self.day.sub_cohort}"


def certify_list(cohort: CohortContact, task: CertifyTask, epoch: int) -> None:
    """Fetch the list of a (sub-)cohort's day, check it, and send this member's signature under it.

    The home signs one list of a (sub-)cohort's day and never another: with two certified lists, the server could
    subtract one sum from the other.

    Args:
        cohort: the state of this check-in's `cohort` tasks.
        task: the server's request.
        epoch: the number of the task's epoch.

    Raises:
        NoPlace: the home has no place in the epoch.
        Refused: the plan, the committee or the list breaks a rule. `answer_for_list` then passes over this plan.

    """
    try:
        _certify(cohort, task, epoch)
    except Refused:
        cohort.not_certified.add(task.plan.payload)
        raise


def _certify(cohort: CohortContact, task: CertifyTask, epoch: int) -> None:
    service = _open(cohort, task, epoch)
    contact, day, plan = cohort.contact, service.day, service.plan
    data = contact.server.included(contact.token, str(plan.day), service.part)
    certified = member.certify(
        day,
        data,
        secrets=service.home_place.ticket.secrets,
        home=cohort.view(service.home_place, own=False),
        journal=contact.store.journal.of_day(plan.day),
    )
    kept = KeptList(plan.day, day.committee.cohort, day.sub_cohort, service.home_place.number, cohort.today, data)
    # Where another program of this home wrote first, its journal says whether this signature may be sent.
    with suppress(sqlite3.IntegrityError), contact.store.transaction():
        contact.store.journal.write(certified.entries)
        contact.store.journal.keep_list(kept)
        contact.report.log("signature", plan.day, SIGNATURE_SIZE)
    signature = certified.release(contact.store.journal.of_day(plan.day))
    with _unless_over():
        contact.server.send_signature(contact.token, str(plan.day), service.part, day.place, signature)
        contact.report.add_sent(plan.day, "certify", len(signature))


def answer_for_list(cohort: CohortContact, task: OpenTask, epoch: int) -> None:
    """Send this member's answer for the list that it certified, so that the server can unlock the list's sum.

    The answer is the sum of this member's streams over the listed donors. It tells nothing about a single one.

    Args:
        cohort: the state of this check-in's `cohort` tasks.
        task: the server's request.
        epoch: the number of the task's epoch.

    Raises:
        NoPlace: the home has no place in the epoch, or refused in this contact to certify a list of the plan.
        Refused: the home certified no list of this day, or the plan, committee or certificate breaks a rule.

    """
    service = _open(cohort, task, epoch)
    contact, day, plan = cohort.contact, service.day, service.plan
    listed = contact.store.journal.list_of(plan.day, day.committee.cohort, day.sub_cohort)
    if listed is None:
        if task.plan.payload in cohort.not_certified:
            raise NoPlace  # the server asked for both in one answer, and the refusal to certify is logged
        raise Refused(Reason.BAD_CERTIFICATE, f"this home certified no list of {plan.day}")
    agreements = Agreements(cohort.kept, service.home_place)
    answer = member.answer(
        day,
        listed,
        contact.server.certificate(contact.token, str(plan.day), service.part),
        secrets=service.home_place.ticket.secrets,
        home=cohort.view(service.home_place, own=False),
        journal=contact.store.journal.of_day(plan.day),
        agree=agreements.agree_all,
    )
    with contact.store.transaction():
        agreements.keep()
        contact.report.log("answer", plan.day, len(answer))
    with _unless_over():
        contact.server.send_answer(contact.token, str(plan.day), service.part, day.place, answer)
        contact.report.add_sent(plan.day, "open", len(answer))
    with contact.store.transaction():
        contact.store.journal.mark_answered(plan.day, day.committee.cohort, day.sub_cohort)


@contextmanager
def _unless_over() -> Iterator[None]:
    """Ignore the server's TOO_LATE: other members have unlocked the sum meanwhile, so nothing is left to do."""
    try:
        yield
    except ServerProblem as problem:
        if problem.name != Reason.TOO_LATE:
            raise


def _open(cohort: CohortContact, task: CertifyTask | OpenTask, epoch: int) -> Service:
    home_place = cohort.home_place(epoch)
    checked = cohort.plan(task.plan, home_place, own=False)
    committee = _committee(cohort, home_place, task.cohort)
    committee.place_of(home_place.place.leaf.index)  # before half a megabyte of leaves is fetched
    leaves = _leaves(cohort, home_place, task.cohort)
    own = home_place.place.leaf.index
    return Service(home_place, member.open_day(checked, committee, leaves, sub_cohort=task.sub_cohort, own=own))


def _committee(cohort: CohortContact, home_place: HomePlace, number: int) -> Committee:
    if number == home_place.place.cohort:
        return home_place.place.served
    contact, kept = cohort.contact, cohort.kept.leaves(home_place.number, number, "committee")
    shown = kept or contact.server.committee(contact.token, home_place.number, number)
    read = read_shown(shown)
    committee = open_committee(home_place.place.draw, number, read.leaves, read.proof)
    if kept is None:
        _keep(cohort, home_place, number, "committee", shown)
    return committee


def _leaves(cohort: CohortContact, home_place: HomePlace, number: int) -> CohortLeaves:
    contact, kept = cohort.contact, cohort.kept.leaves(home_place.number, number, "cohort")
    shown = kept or contact.server.cohort(contact.token, home_place.number, number)
    read = read_shown(shown)
    leaves = open_cohort(home_place.place.draw, number, read.leaves, read.proof)
    if kept is None:
        _keep(cohort, home_place, number, "cohort", shown)
    return leaves


def _keep(cohort: CohortContact, home_place: HomePlace, number: int, what: WhatLeaves, shown: bytes) -> None:
    with cohort.contact.store.transaction():
        cohort.kept.keep_leaves(home_place.number, number, what, shown)
