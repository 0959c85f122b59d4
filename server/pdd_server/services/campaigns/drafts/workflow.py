"""What is done to drafts: started, saved, given to review, approved, discarded; each act goes into the audit log."""

from dataclasses import dataclass, replace
from datetime import date, datetime

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.errors import Rejected, Rejection
from pdd_server.services.accounts import audit
from pdd_server.services.accounts.addresses import folded
from pdd_server.services.accounts.model import Account, Role
from pdd_server.services.campaigns.drafts.draft_validation import examine
from pdd_server.services.campaigns.drafts.form_values import Typed
from pdd_server.services.campaigns.drafts.model import Draft, DraftState, InvalidDraft, StaleDraft, of_stored, to_stored
from pdd_server.store.accounts import accounts
from pdd_server.store.campaigns import drafts
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.messages import Campaign

PREFIX = "draft_"
"""No campaign's id has an underscore, so what belongs to a draft never belongs to a campaign of that name."""


@dataclass(frozen=True)
class Act:
    """Who does something, when, and in which transaction; the account is None for a command of the operator's."""

    connection: Connection
    config: Config
    now: datetime
    account: Account | None

    @property
    def who(self) -> str | None:
        """The account's id."""
        return self.account.id if self.account else None

    @property
    def today(self) -> date:
        """The data day it happens on."""
        return day_of(self.now, self.config.time_zone)

    def record(self, action: str, subject: str, detail: str = "") -> None:
        """Write the act down."""
        audit.record(self.connection, self.now, self.account, action, subject, detail)


def start(act: Act, name: str, typed: Typed) -> Draft:
    """A new draft, which belongs to who starts it; `name` is random hex of 128 bits."""
    draft = Draft(PREFIX + name, DraftState.DRAFT, 1, typed, act.who, act.today)
    drafts.add(act.connection, to_stored(draft))
    if act.account:
        accounts.belong(act.connection, act.account.id, draft.id)
    act.record("draft.started", draft.id)
    return draft


def get(connection: Connection, draft: str) -> Draft:
    """The draft of that id; Rejected."""
    stored = drafts.get(connection, draft)
    if stored is None:
        raise Rejected(Rejection.NOT_FOUND, "this server has no such draft")
    return of_stored(stored)


def drafts_of(connection: Connection, account: Account | None) -> list[Draft]:
    """The drafts that an account may see, the latest edited first; all of them for administrators and the operator."""
    everything = account is None or account.role == Role.ADMINISTRATOR
    among = None if account is None or everything else account.campaigns
    return [of_stored(stored) for stored in drafts.all_of(connection, among)]


def names_of(connection: Connection, account: Account) -> dict[str, str]:
    """What the drafts that an account may see are called, by their ids."""
    return {one.id: f"{one.name} ({one.state.value})" for one in drafts_of(connection, account)}


def save(act: Act, draft: str, revision: int, typed: Typed) -> Draft:
    """Keep what was typed, in place of `revision`; StaleDraft where it is not the newest. The same again is no edit."""
    old = open_draft(act, draft, revision)
    if typed == old.typed:
        return old
    return _keep(act, Draft(draft, DraftState.DRAFT, revision + 1, typed, act.who, act.today), "draft.saved")


def submit(act: Act, draft: str, revision: int) -> Draft:
    """Give a draft without faults to review; InvalidDraft."""
    old = open_draft(act, draft, revision)
    if old.state != DraftState.DRAFT:
        return old
    campaign_of(act, old)
    return _keep(act, replace(old, state=DraftState.IN_REVIEW), "draft.submitted")


def approve(act: Act, draft: str, revision: int) -> Draft:
    """Approve a draft in review, as it is; Rejected for its last editor, whatever the settings."""
    old = open_draft(act, draft, revision)
    if old.state != DraftState.IN_REVIEW:
        raise Rejected(Rejection.INVALID, "only a draft in review can be approved; give it to review first")
    if not may_approve(old, act.who):
        raise Rejected(Rejection.INVALID, "you edited this draft last, so you can't approve it; ask somebody else to")
    campaign_of(act, old)
    return _keep(act, replace(old, state=DraftState.APPROVED, approver=act.who), "draft.approved")


def discard(act: Act, draft: str, revision: int) -> Draft:
    """Put a draft away for good."""
    return _keep(act, replace(open_draft(act, draft, revision), state=DraftState.DISCARDED), "draft.discarded")


def share(act: Act, draft: str, email: str) -> None:
    """Let the account of an e-mail address work on a draft too, as its role allows; Rejected if there is none."""
    found = accounts.by_email(act.connection, folded(email))
    if found is None or found.disabled is not None:
        raise Rejected(Rejection.INVALID, "nobody here has this e-mail address; an administrator can invite them")
    accounts.belong(act.connection, found.id, get(act.connection, draft).id)
    act.record("draft.shared", draft, found.email)


def may_approve(draft: Draft, who: str | None) -> bool:
    """Return whether this account (None: the operator) is another than the one that edited the draft last.

    An approval means that a second person has read it, so this holds where settings ask for none, too.
    """
    return who != draft.editor


def campaign_of(act: Act, draft: Draft) -> Campaign:
    """The campaign a draft makes; InvalidDraft."""
    found = examine(act.connection, act.config, draft.typed)
    if found.campaign is None:
        raise InvalidDraft(found.faults)
    return found.campaign


def open_draft(act: Act, draft: str, revision: int) -> Draft:
    """The draft, to be changed: Rejected if it has ended, StaleDraft if `revision` is not its newest."""
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
