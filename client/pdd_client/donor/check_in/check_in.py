"""A check-in: contact the server, answer its tasks, and note all that leaves before it leaves."""

from collections.abc import Mapping, Sequence
from datetime import date

from pdd_client.core.donation.consent import Consent
from pdd_client.donor.campaigns.campaign_list import refresh_campaigns
from pdd_client.donor.campaigns.completions import learn_completions
from pdd_client.donor.check_in.plain_round import submit_plain
from pdd_client.donor.cohort.erasure import erase_by_calendar
from pdd_client.donor.cohort.read_ahead import parse_ahead, parse_changed, read_ahead
from pdd_client.donor.cohort.tasks import answer_tasks, upload_days
from pdd_client.donor.contact.contact import Contact, ReadSearches, VersionedCache
from pdd_client.donor.contact.lock_donation import Waits
from pdd_client.donor.contact.report import CheckInReport, ContactReport
from pdd_client.donor.installation import Installation, Membership, check_online_key
from pdd_client.gateways.home_store.rows import Logged
from pdd_client.gateways.keychain import Credentials
from pdd_client.gateways.server_http.server_http import ServerHttp, ServerProblem, encoded
from pdd_shared.protocol.days import day_of, parse_instant
from pdd_shared.protocol.messages import CheckIn, CheckInAnswer, CohortTask, Plan, SubmitTask
from pdd_shared.protocol.signing import BadSignature, open_signed
from pdd_shared.rounds.refusals import Reason, Refused

_UNKNOWN_STATE = ("stale-state", "not-registered")
"""The server's answers to a donor that was restored, copied, or forgotten."""


def check_in(installation: Installation, read: ReadSearches) -> CheckInReport:
    """Contact the server once and answer its tasks; what an error interrupts, the next check-in takes up.

    Raises:
        DonorError: the server can't be reached, or another check-in of this home is under way.

    """
    with installation.store.exclusive():
        # Under the lock: what was joined a moment ago may have been erased since.
        membership = installation.membership()
        try:
            with installation.server(membership.url) as server:
                report = _answer_all(installation, membership, server, read)
        finally:
            # Also when a message could not be sent: what was erased before it must not stay in the write-ahead log.
            installation.store.forget()
    return report.finished()


def _answer_all(
    installation: Installation, membership: Membership, server: ServerHttp, read: ReadSearches
) -> ContactReport:
    """Ask the server for its tasks and answer them all."""
    # First, and by this computer's clock: no server can put it off, by its answers or by giving none.
    today = day_of(installation.clock(), membership.zone)
    erase_by_calendar(installation.store, today)
    store, in_cohorts = installation.store, membership.info.protocol == "cohort"
    if in_cohorts:
        read = read_ahead(installation, today, read)
        parse_ahead(store)
    consents: VersionedCache[Mapping[str, Sequence[Consent]]] = VersionedCache(store, store.agreed)
    before = store.campaigns()
    # Read before the server hears of the contact: see `cohort.read_ahead`.
    consents.get()
    credentials, answer = _contact(installation, membership, server)
    membership = _with_key(installation, membership, answer)
    tasks = _opened(answer, membership)
    of_cohort = [task for task in answer.tasks if isinstance(task, CohortTask)]
    vectors = frozenset(plan.day for _, plan in tasks if plan)
    _keep_answer(installation, answer, vectors if all(plan for _, plan in tasks) else None)
    # Always, and always all: what a donor asks for must not tell what it has joined.
    newest = refresh_campaigns(installation, membership, server)
    if in_cohorts:
        parse_changed(before.values(), newest.values())
    days = vectors | upload_days(of_cohort, membership.server_key)
    contact = Contact(
        installation,
        membership,
        credentials,
        server,
        answer.day,
        newest,
        consents,
        searches=VersionedCache(store, lambda: read(min(days), max(days))),
        report=ContactReport(store, installation.clock),
    )
    for task, plan in tasks:
        _answer(contact, task, plan)
    answer_tasks(contact, of_cohort, answer.reset, today)
    learn_completions(store, server, credentials.token)
    return contact.report


def _contact(
    installation: Installation, membership: Membership, server: ServerHttp
) -> tuple[Credentials, CheckInAnswer]:
    """The server's answer; a donor whose state it does not know registers anew and asks again, once."""
    credentials = installation.credentials() or installation.register_anew(server, membership.info, "keys-missing")
    try:
        return credentials, _ask(installation, server, credentials)
    except ServerProblem as problem:
        if problem.name not in _UNKNOWN_STATE:
            raise
        reason = problem.name
    credentials = installation.register_anew(server, membership.info, reason)
    return credentials, _ask(installation, server, credentials)


def _ask(installation: Installation, server: ServerHttp, credentials: Credentials) -> CheckInAnswer:
    """One contact. Its nonce is kept until its answer is, so that a lost answer is asked for again, not a new one."""
    store = installation.store
    nonce = store.fact("nonce") or installation.random_bytes(32).hex()
    message = CheckIn(number=int(store.fact("number") or 0), nonce=nonce)
    with store.transaction():
        store.set_fact("nonce", nonce)
        store.log(Logged(installation.clock(), "check-in", bytes=len(encoded(message))))
    return server.check_in(credentials.token, message)


def _with_key(installation: Installation, membership: Membership, answer: CheckInAnswer) -> Membership:
    """The membership with the key that the server signs with today, which is kept."""
    info = membership.info.model_copy(update={"online": answer.online})
    check_online_key(info, day_of(installation.clock(), membership.zone))
    if info != membership.info:
        with installation.store.transaction():
            installation.store.set_fact("server", info.model_dump_json())
    return Membership(membership.url, info)


def _opened(answer: CheckInAnswer, membership: Membership) -> list[tuple[SubmitTask, Plan | None]]:
    """The tasks of `plain`, each with its plan; None for one that the server's key has not signed."""
    tasks: list[tuple[SubmitTask, Plan | None]] = []
    for task in answer.tasks:
        if not isinstance(task, SubmitTask):
            continue
        try:
            tasks.append((task, open_signed(task.plan, Plan, membership.server_key)))
        except BadSignature:
            tasks.append((task, None))
    return tasks


def _keep_answer(installation: Installation, answer: CheckInAnswer, asked: frozenset[date] | None) -> None:
    """Keep where the server stands, and erase the vectors of days that it does not ask for any more.

    `asked` is None where that is unknown.
    """
    store, now = installation.store, installation.clock()
    with store.transaction():
        store.set_fact("number", str(answer.number))
        store.set_fact("nonce", None)
        store.set_fact("last_check_in", now.isoformat())
        store.set_fact("clock_ahead", _seconds_ahead(now.timestamp(), answer))
        if asked is not None:
            store.forget_data(asked)


def _seconds_ahead(now: float, answer: CheckInAnswer) -> str | None:
    try:
        return str(round(now - parse_instant(answer.time).timestamp()))
    except ValueError:
        return None


def _answer(contact: Contact, task: SubmitTask, plan: Plan | None) -> None:
    """Do what the task asks for, or say why not."""
    day = plan.day if plan else None
    try:
        if plan is None:
            raise Refused(Reason.BAD_SIGNATURE, "this plan is not signed by the expected key")
        submit_plain(contact, task, plan)
    except Waits:
        if plan is not None:
            contact.report.add_waiting(plan.day)
    except (Refused, ServerProblem) as error:
        reason = error.reason if isinstance(error, Refused) else error.name
        with contact.store.transaction():
            contact.report.refuse(day, reason, error.detail)
