"""API views of the token's account and its tokens, and for administrators of all accounts and the audit log."""

from datetime import date, datetime
from typing import Annotated, Any

from apiflask import APIBlueprint
from flask import Response, jsonify
from pydantic import BaseModel, ConfigDict, Field

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.accounts import invitations
from pdd_server.services.accounts.authentication import tokens as services
from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.accounts.model import Role
from pdd_server.services.accounts.timestamps import instant_of, minutes_of
from pdd_server.store.accounts import account_invitations
from pdd_server.store.accounts import accounts as stored_accounts
from pdd_server.store.accounts import audit as stored_audit
from pdd_server.store.accounts import tokens as stored_tokens
from pdd_server.web.api import paging
from pdd_server.web.api.authentication import caller
from pdd_server.web.context import now_and_today, server
from pdd_server.web.problems import documented

blueprint = APIBlueprint("accounts", __name__, tag="Researchers")

_REFUSED = documented("not-authorised", "forbidden")
_SAME = {304: "The answer is the one whose ETag the request names."}


class _Shown(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Me(_Shown):
    """The account of a token, with the campaigns that the token reaches; an administrator's reaches all."""

    id: str
    email: str
    name: str
    role: Role
    campaigns: list[str]


class AccountShown(Me):
    """An account as administrators see it."""

    created: date
    seen: date
    disabled: date | None


class TokenShown(_Shown):
    """A token, all but itself: `campaigns` is none where it reaches all of its account's."""

    id: str
    name: str
    scope: Scope
    campaigns: list[str] | None
    created: date
    expires: date
    seen: date | None


class Act(_Shown):
    """An act in the audit log: `account` is none where nobody was signed in."""

    number: int
    at: datetime
    account: str | None
    action: str
    subject: str
    detail: str


class Accounts(_Shown):
    """A page of accounts."""

    accounts: list[AccountShown]


class InvitationShown(_Shown):
    """An open invitation; `account` is the account that it sets up anew, none where it makes one."""

    email: str
    role: Role
    expires: datetime
    account: str | None


class Invitations(_Shown):
    """A page of open invitations."""

    invitations: list[InvitationShown]


class Withdrawn(_Shown):
    """The invitation to withdraw: the address that it is for."""

    email: Annotated[str, Field(min_length=1, max_length=254)]


class Tokens(_Shown):
    """A page of tokens."""

    tokens: list[TokenShown]


class Acts(_Shown):
    """A page of the audit log."""

    acts: list[Act]


@blueprint.get("/me")
@blueprint.output(Me)
@blueprint.doc(security="researcher", responses={**_REFUSED, **_SAME})
def me() -> Response:
    """Whose token this is: the account, with the campaigns that the token reaches."""
    account = caller(Action.SEE)
    shown = Me(**{**vars(account), "campaigns": sorted(account.campaigns)})
    return paging.with_etag(jsonify(shown.model_dump(mode="json")))


@blueprint.get("/accounts")
@blueprint.output(Accounts)
@blueprint.doc(security="researcher", responses={**_REFUSED, **_SAME}, extensions={paging.PAGED: True})
def accounts() -> Response:
    """Every account, by id, for administrators; `after` is the last id of the page before."""
    caller(Action.ADMINISTER)
    limit, after = paging.limit(), paging.after() or ""
    with server().store.read() as connection:
        found = sorted(stored_accounts.all_of(connection), key=lambda one: one.id)
    found = [one for one in found if one.id > after]
    shown = [_account(one) for one in found[:limit]]
    return paging.page_of("accounts", shown, found[limit - 1].id if len(found) > limit else None)


@blueprint.get("/invitations")
@blueprint.output(Invitations)
@blueprint.doc(security="researcher", responses={**_REFUSED, **_SAME}, extensions={paging.PAGED: True})
def open_invitations() -> Response:
    """Every open invitation, by address, for administrators; `after` is the last address of the page before."""
    caller(Action.ADMINISTER)
    limit, after = paging.limit(), paging.after() or ""
    now, _ = now_and_today()
    with server().store.read() as connection:
        found = account_invitations.open_ones(connection, minutes_of(now))
    found = [one for one in found if one.email > after]
    shown = [_invitation(one) for one in found[:limit]]
    return paging.page_of("invitations", shown, found[limit - 1].email if len(found) > limit else None)


@blueprint.post("/invitations/withdraw")
@blueprint.input(Withdrawn, arg_name="wanted")
@blueprint.output({}, status_code=204)
@blueprint.doc(security="researcher", responses={**_REFUSED, **documented("invalid-message", "not-found")})
def withdraw(wanted: Withdrawn) -> str:
    """Withdraw an open invitation, so that its link is good no more."""
    account = caller(Action.ADMINISTER)
    now, _ = now_and_today()
    with server().store.write() as connection:
        invitations.withdraw(connection, now, account, wanted.email)
    return ""


@blueprint.get("/tokens")
@blueprint.output(Tokens)
@blueprint.doc(security="researcher", responses={**_REFUSED, **_SAME}, extensions={paging.PAGED: True})
def tokens() -> Response:
    """The tokens of the account whose token this is, by id; of each, what it is for."""
    account = caller(Action.SEE)
    limit, after = paging.limit(), paging.after() or ""
    with server().store.read() as connection:
        found = sorted(stored_tokens.of_account(connection, account.id), key=lambda one: one.id)
    found = [one for one in found if one.id > after]
    return paging.page_of("tokens", [_token(one) for one in found[:limit]], _last(found, limit))


@blueprint.delete("/tokens/<token>")
@blueprint.output({}, status_code=204)
@blueprint.doc(security="researcher", responses={**_REFUSED, **documented("not-found")})
def revoke(token: str) -> str:
    """End a token of the account's; it may be the one that asks."""
    account = caller(Action.SEE)
    now, _ = now_and_today()
    with server().store.write() as connection:
        known = services.revoke(connection, now, account, token)
    if not known:
        raise Rejected(Rejection.NOT_FOUND, "The account has no such token.")
    return ""


@blueprint.get("/audit")
@blueprint.output(Acts)
@blueprint.doc(security="researcher", responses={**_REFUSED, **_SAME}, extensions={paging.PAGED: True})
def audit() -> Response:
    """The audit log, the newest act first, for administrators; `after` is the last number of the page before."""
    caller(Action.ADMINISTER)
    limit, after = paging.limit(), paging.after()
    if after is not None and not (after.isascii() and after.isdigit() and len(after) < 16):
        raise Rejected(Rejection.INVALID, "after is the number of an act.")
    with server().store.read() as connection:
        found = stored_audit.page(connection, limit + 1, int(after) if after else None)
    shown = [_act(one) for one in found[:limit]]
    return paging.page_of("acts", shown, str(found[limit - 1].number) if len(found) > limit else None)


def _last(found: list[stored_tokens.StoredToken], limit: int) -> str | None:
    return found[limit - 1].id if len(found) > limit else None


def _invitation(one: account_invitations.StoredInvitation) -> dict[str, Any]:
    shown = InvitationShown(email=one.email, role=Role(one.role), expires=instant_of(one.expires), account=one.account)
    return shown.model_dump(mode="json")


def _account(one: stored_accounts.StoredAccount) -> dict[str, Any]:
    campaigns = sorted(one.campaigns)
    fields = {name: getattr(one, name) for name in AccountShown.model_fields if name != "campaigns"}
    return AccountShown(**fields, campaigns=campaigns).model_dump(mode="json")


def _token(one: stored_tokens.StoredToken) -> dict[str, Any]:
    campaigns = None if one.campaigns is None else sorted(one.campaigns)
    fields = {name: getattr(one, name) for name in TokenShown.model_fields if name != "campaigns"}
    return TokenShown(**fields, campaigns=campaigns).model_dump(mode="json")


def _act(one: stored_audit.Entry) -> dict[str, Any]:
    at, account = instant_of(one.at), one.email
    act = Act(number=one.number, at=at, account=account, action=one.action, subject=one.subject, detail=one.detail)
    return act.model_dump(mode="json")
