"""The workflow of a draft: start, save, submit, approve, discard, launch. Each step is recorded in the audit log.

    state      | step, and who may take it                      | next state
    ---------- | ---------------------------------------------- | ----------
    DRAFT      | `submit`: a valid draft                        | IN_REVIEW
    IN_REVIEW  | `approve`: anybody but its last editor         | APPROVED
    any open   | `save`: an edit                                | DRAFT
    any open   | `discard`                                      | DISCARDED
    any open   | `launch.launch`: APPROVED, if the server asks  | LAUNCHED

Every step names the revision that it was based on. A step on an older one fails, so nobody overwrites another's edit.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.errors import Rejected, Rejection, invalid
from pdd_server.services.accounts.addresses import folded
from pdd_server.services.accounts.model import Account, Role
from pdd_server.services.accounts.timestamps import minutes_of
from pdd_server.services.campaigns.drafts.draft_content import DraftContent
from pdd_server.services.campaigns.drafts.draft_validation import validate
from pdd_server.services.campaigns.drafts.model import Draft, DraftState, InvalidDraft, StaleDraft, of_stored, to_stored
from pdd_server.store.accounts import accounts, audit
from pdd_server.store.campaigns import drafts
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.messages import Campaign

PREFIX = "draft_"
"""Begins every draft's id. No campaign's id has an underscore, so access to a draft never is access to a campaign."""


MOST_DRAFTS = 100
"""The most open drafts of one account, so that nobody fills the disk with them."""


@dataclass(frozen=True)
class Act:
    """A write transaction that acts as an account or as the operator.

    Attributes:
        connection: The write transaction.
        config: The settings.
        now: The server's time.
        account: The account that acts; None for a command of the operator's.
    """

    connection: Connection
    config: Config
    now: datetime
    account: Account | None

    @property
    def who(self) -> str | None:
        """The account's id; None for the operator."""
        return self.account.id if self.account else None

    @property
    def today(self) -> date:
        """The data day of the act."""
        return day_of(self.now, self.config.time_zone)

    def record(self, action: str, subject: str, detail: str = "") -> None:
        """Write the act into the audit log, in the transaction that does it."""
        audit.add(self.connection, minutes_of(self.now), self.who, action, subject, detail)


def start(act: Act, name: str, typed: DraftContent) -> Draft:
    """Start a draft, which belongs to the account that starts it.

    Args:
        act: The transaction.
        name: Random hex of 128 bits, for the draft's id.
        typed: The form's content.

    Raises:
        Rejected: INVALID, with the field `drafts`, if the account has MOST_DRAFTS open drafts.
    """
    if act.account:
        _check_room(act.connection, act.account)
    draft = Draft(PREFIX + name, DraftState.DRAFT, 1, typed, act.who, act.today)
    drafts.add(act.connection, to_stored(draft))
    if act.account:
        accounts.belong(act.connection, act.account.id, draft.id)
    act.record("draft.started", draft.id)
    return draft


def _check_room(connection: Connection, account: Account) -> None:
    # An administrator reaches all drafts. Only those that it started or was given count.
    own = [of_stored(stored) for stored in drafts.all_of(connection, account.campaigns)]
    if sum(not draft.ended for draft in own) >= MOST_DRAFTS:
        raise invalid("drafts", f"An account has at most {MOST_DRAFTS} open drafts. Discard those you don't need.")


def get(connection: Connection, draft: str) -> Draft:
    """Return the draft of this id.

    Raises:
        Rejected: NOT_FOUND.
    """
    stored = drafts.get(connection, draft)
    if stored is None:
        raise Rejected(Rejection.NOT_FOUND, "this server has no such draft")
    return of_stored(stored)


def drafts_of(connection: Connection, account: Account | None) -> list[Draft]:
    """Return the drafts that an account may see, latest edit first; None and administrators see all."""
    everything = account is None or account.role == Role.ADMINISTRATOR
    among = None if account is None or everything else account.campaigns
    return [of_stored(stored) for stored in drafts.all_of(connection, among)]


def names_of(connection: Connection, account: Account) -> dict[str, str]:
    """Return the names of the drafts that an account may see, by id."""
    return {one.id: f"{one.name} ({one.state.value})" for one in drafts_of(connection, account)}


def save(act: Act, draft: str, revision: int, typed: DraftContent) -> Draft:
    """Save a draft's content as a new revision, which is not reviewed. Unchanged content makes no new revision.

    Raises:
        Rejected: NOT_FOUND; INVALID if the draft has ended.
        StaleDraft: `revision` is not the newest.
    """
    old = open_draft(act, draft, revision)
    if typed == old.typed:
        return old
    return _keep(act, Draft(draft, DraftState.DRAFT, revision + 1, typed, act.who, act.today), "draft.saved")


def submit(act: Act, draft: str, revision: int) -> Draft:
    """Submit a valid draft for review; a draft that is in review or approved already stays as it is.

    Raises:
        InvalidDraft: It has validation errors.
        StaleDraft: `revision` is not the newest.
        Rejected: NOT_FOUND; INVALID if the draft has ended.
    """
    old = open_draft(act, draft, revision)
    if old.state != DraftState.DRAFT:
        return old
    campaign_of(act, old)
    return _keep(act, replace(old, state=DraftState.IN_REVIEW), "draft.submitted")


def approve(act: Act, draft: str, revision: int) -> Draft:
    """Approve a draft in review.

    Raises:
        Rejected: NOT_FOUND; INVALID if the draft is not in review, or if its last editor approves it.
        StaleDraft: `revision` is not the newest.
        InvalidDraft: The server's settings or campaigns have changed, and it has validation errors now.
    """
    old = open_draft(act, draft, revision)
    if old.state != DraftState.IN_REVIEW:
        raise Rejected(Rejection.INVALID, "only a draft in review can be approved; give it to review first")
    if not may_approve(old, act.who):
        raise Rejected(Rejection.INVALID, "you edited this draft last, so you can't approve it; ask somebody else to")
    campaign_of(act, old)
    return _keep(act, replace(old, state=DraftState.APPROVED, approver=act.who), "draft.approved")


def discard(act: Act, draft: str, revision: int) -> Draft:
    """Discard a draft for good.

    Raises:
        Rejected: NOT_FOUND; INVALID if the draft has ended.
        StaleDraft: `revision` is not the newest.
    """
    return _keep(act, replace(open_draft(act, draft, revision), state=DraftState.DISCARDED), "draft.discarded")


def share(act: Act, draft: str, email: str) -> None:
    """Let another account work on a draft, as far as its role allows.

    Raises:
        Rejected: INVALID if no account has this address, or a disabled one; NOT_FOUND for the draft.
    """
    found = accounts.by_email(act.connection, folded(email))
    if found is None or found.disabled is not None:
        raise Rejected(Rejection.INVALID, "nobody here has this e-mail address; an administrator can invite them")
    accounts.belong(act.connection, found.id, get(act.connection, draft).id)
    act.record("draft.shared", draft, found.email)


def may_approve(draft: Draft, who: str | None) -> bool:
    """Return whether this account may approve a draft: it must not be the last editor.

    An approval says that a second person has read the draft. So this holds on servers that don't ask for one, too.

    Args:
        draft: The draft.
        who: The account's id; None for the operator.
    """
    return who != draft.editor


def campaign_of(act: Act, draft: Draft) -> Campaign:
    """Return the campaign that a draft makes.

    Raises:
        InvalidDraft: It has validation errors.
    """
    found = validate(act.connection, act.config, draft.typed)
    if found.campaign is None:
        raise InvalidDraft(found.problems)
    return found.campaign


def open_draft(act: Act, draft: str, revision: int) -> Draft:
    """Return a draft that is about to be changed, after checking that it may be.

    Raises:
        Rejected: NOT_FOUND; INVALID if it has ended.
        StaleDraft: `revision` is not the newest.
    """
    found = get(act.connection, draft)
    if found.ended:
        raise Rejected(Rejection.INVALID, f"this draft was {found.state.value} already")
    if found.revision != revision:
        raise StaleDraft(found)
    return found


def _keep(act: Act, draft: Draft, action: str) -> Draft:
    drafts.replace(act.connection, to_stored(draft))
    act.record(action, draft.id, f"revision {draft.revision}")
    return draft
