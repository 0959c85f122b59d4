"""A check-in: contact the server and answer its tasks. Everything that is sent is logged before it is sent.

The order is fixed, because it protects the donor:

1. Erase old secrets by the home's own clock (`cohort.erasure`), so that no server can delay it.
2. Read what takes time before the server hears of the contact: consents and, in `cohort`, histories and vocabularies
   (`cohort.read_ahead`).
3. Ask the server for its tasks, and check the signing key that its answer names.
4. Fetch the list of all campaigns, whatever the donor has joined.
5. Answer the tasks: `plain` rounds, then `cohort` tasks. Then keep the completion codes that step 3 was told.
"""

from collections.abc import Mapping, Sequence
from datetime import date

from pdd_client.core.donation.consent import Consent
from pdd_client.donor.campaigns.campaign_list import refresh_campaigns
from pdd_client.donor.campaigns.completions import learn_completions
from pdd_client.donor.check_in.plain_round import submit_plain
from pdd_client.donor.cohort.erasure import erase_by_calendar
from pdd_client.donor.cohort.public_log import kept_lines
from pdd_client.donor.cohort.read_ahead import parse_ahead, parse_changed, read_ahead
from pdd_client.donor.cohort.tasks import answer_tasks, upload_days
from pdd_client.donor.contact.contact import Contact, ReadSearches, VersionedCache
from pdd_client.donor.contact.lock_donation import DayNotReady
from pdd_client.donor.contact.report import CheckInReport, ContactReport
from pdd_client.donor.installation import Installation, Membership
from pdd_client.donor.server_keys import follow_keys
from pdd_client.gateways.home_store.log_store import Logged
from pdd_client.gateways.keychain import Credentials
from pdd_client.gateways.server_http.server_http import ServerHttp, ServerProblem, encoded
from pdd_shared.protocol.days import day_of, parse_instant
from pdd_shared.protocol.messages import CheckIn, CheckInAnswer, CohortTask, Plan, SubmitTask
from pdd_shared.protocol.signing import BadSignature, open_signed
from pdd_shared.rounds.refusals import Reason, Refused

_UNKNOWN_STATE = ("stale-state", "not-registered")
"""Names of the server's problems when a home was restored or copied, or the server has forgotten it."""


def check_in(installation: Installation, read: ReadSearches) -> CheckInReport:
    """Contact the server once and answer its tasks. If an error interrupts them, the next check-in continues.

    Args:
        installation: the home, which has joined a server.
        read: reads the searches from a first to a last data day.

    Raises:
        DonorError: the server can't be reached, or another check-in of this home is under way.

    """
    with installation.store.exclusive():
        # Read under the lock, because another process may have erased the home a moment ago.
        membership = installation.membership()
        try:
            with installation.server(membership.url) as server:
                report = _answer_all(installation, membership, server, read)
        finally:
            # Also after an error: secrets that were erased before it must not stay in the database's write-ahead log.
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
    consents: VersionedCache[Mapping[str, Sequence[Consent]]] = VersionedCache(store, store.consents.agreed)
    before = store.consents.campaigns()
    # Read before the server hears of the contact: see `cohort.read_ahead`.
    consents.get()
    credentials, answer = _contact(installation, membership, server)
    membership = _with_key(installation, membership, server, answer)
    tasks = _opened(answer, membership)
    of_cohort = [task for task in answer.tasks if isinstance(task, CohortTask)]
    vectors = frozenset(plan.day for _, plan in tasks if plan)
    _keep_answer(installation, answer, vectors if all(plan for _, plan in tasks) else None)
    # Every donor asks for all campaigns at every check-in, so that the request does not tell what it has joined.
    newest = refresh_campaigns(installation, membership, server, tagged=True)
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
    if in_cohorts or of_cohort:
        answer_tasks(contact, of_cohort, answer, today)
    learn_completions(store, answer.completions)
    return contact.report


def _contact(
    installation: Installation, membership: Membership, server: ServerHttp
) -> tuple[Credentials, CheckInAnswer]:
    """Ask the server for its tasks, and return its answer with the credentials that it accepted.

    A home whose keys are missing, or whose state the server does not know, registers anew. Then it asks once more.
    """
    reason = "keys-missing"
    if (credentials := installation.credentials()) is not None:
        try:
            return credentials, _ask(installation, server, credentials)
        except ServerProblem as problem:
            if problem.name not in _UNKNOWN_STATE:
                raise
            reason = problem.name
    credentials = installation.register_anew(server, membership.info, reason)
    return credentials, _ask(installation, server, credentials)


def _ask(installation: Installation, server: ServerHttp, credentials: Credentials) -> CheckInAnswer:
    """Send one check-in message and return the answer.

    The nonce is kept until the answer is kept. If the answer is lost, the next check-in sends the same nonce, so the
    server can recognise the repetition.
    """
    store = installation.store
    nonce = store.fact("nonce") or installation.random_bytes(32).hex()
    message = CheckIn(number=int(store.fact("number") or 0), nonce=nonce, log=len(kept_lines(store)))
    with store.transaction():
        store.set_fact("nonce", nonce)
        store.log.add(Logged(installation.clock(), "check-in", bytes=len(encoded(message))))
    return server.check_in(credentials.token, message)


def _with_key(
    installation: Installation, membership: Membership, server: ServerHttp, answer: CheckInAnswer
) -> Membership:
    """Check the online key that the answer names, keep it, and return the membership with it.

    Raises:
        DonorError: the server's identity key does not vouch for this online key today, or has replaced it.
        ServerUnreachable: the server does not give the chain of its keys.

    """
    info = membership.info.model_copy(update={"online": answer.online})
    follow_keys(installation, server, info, day_of(installation.clock(), membership.zone))
    if info != membership.info:
        with installation.store.transaction():
            installation.store.set_fact("server", info.model_dump_json())
    return Membership(membership.url, info)


def _opened(answer: CheckInAnswer, membership: Membership) -> list[tuple[SubmitTask, Plan | None]]:
    """Return the tasks of `plain`, each with its plan; None as the plan if its signature is wrong."""
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
    """Keep the check-in's number and time, and erase the vectors of days that the server no longer asks for.

    `asked` are the days of the `plain` tasks. It is None if a plan's signature is wrong, so that the days are not
    known: then nothing is erased.
    """
    store, now = installation.store, installation.clock()
    with store.transaction():
        store.set_fact("number", str(answer.number))
        store.set_fact("nonce", None)
        store.set_fact("last_check_in", now.isoformat())
        store.set_fact("clock_ahead", _seconds_ahead(now.timestamp(), answer))
        if asked is not None:
            store.days.forget_data(asked)


def _seconds_ahead(now: float, answer: CheckInAnswer) -> str | None:
    try:
        return str(round(now - parse_instant(answer.time).timestamp()))
    except ValueError:
        return None


def _answer(contact: Contact, task: SubmitTask, plan: Plan | None) -> None:
    """Do one `plain` task. Log it if it is refused, report it if its day waits for the donor."""
    day = plan.day if plan else None
    try:
        if plan is None:
            raise Refused(Reason.BAD_SIGNATURE, "this plan is not signed by the expected key")
        submit_plain(contact, task, plan)
    except DayNotReady:
        if plan is not None:
            contact.report.add_waiting(plan.day)
    except (Refused, ServerProblem) as error:
        reason = error.reason if isinstance(error, Refused) else error.name
        with contact.store.transaction():
            contact.report.refuse(day, reason, error.detail)
