"""The portal's pages of accounts, for administrators: invite, change, disable, enable, reset."""

import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

from apiflask import APIBlueprint
from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import BeforeValidator
from sqlalchemy import Connection

from pdd_server.errors import Rejected
from pdd_server.services.accounts import administration, invitations, personal_data
from pdd_server.services.accounts.addresses import folded
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.accounts.mail import messages, smtp
from pdd_server.services.accounts.mail.messages import Sender
from pdd_server.services.accounts.mail.smtp import Unsent
from pdd_server.services.accounts.model import Account, Role
from pdd_server.services.accounts.timestamps import minutes_of
from pdd_server.services.campaigns.drafts.workflow import names_of
from pdd_server.store.accounts import account_invitations
from pdd_server.store.accounts import accounts as stored_accounts
from pdd_server.store.campaigns import campaigns
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal.authentication import allowed, current
from pdd_server.web.portal.confirmation import confirmed
from pdd_server.web.portal.forms import Form, Line

log = logging.getLogger(__name__)
blueprint = APIBlueprint("administration", __name__, enable_openapi=False)

GivenRole = Annotated[Role, BeforeValidator(lambda text: text if text in list(Role) else Role.VIEWER)]
"""A role. An unknown one becomes the weakest; the portal's own forms never send one."""


class AccountForm(Form):
    """What an account may do, and for which campaigns."""

    role: GivenRole = Role.VIEWER
    campaigns: tuple[str, ...] = ()


class InvitationForm(AccountForm):
    """An invitation: the role and campaigns of the new account, and the e-mail address it is for."""

    email: Line = ""


class WithdrawalForm(Form):
    """The invitation to withdraw: the e-mail address that it is for."""

    email: Line = ""


Change = Callable[[Connection, datetime, Account, Account], None]
"""Changes an account. The arguments are a write transaction, the time, the administrator, and the account to change."""


@blueprint.get("/accounts")
@allowed(Action.ADMINISTER, of=None)
def show() -> ResponseReturnValue:
    """Every account, and who is invited."""
    return _page()


@blueprint.post("/accounts")
@allowed(Action.ADMINISTER, of=None)
@confirmed("Make a link with which somebody gets an account")
def invite() -> ResponseReturnValue:
    """Invite somebody, and show the link this once: it is in this answer and nowhere else."""
    form, (now, _) = InvitationForm.sent(), now_and_today()
    try:
        with server().store.write() as connection:
            link = invitations.invite(
                connection, now, current(), form.email, form.role, form.campaigns, secrets.token_bytes
            )
    except Rejected as error:
        return _page({error.field: error.detail}), 400
    return _link(link, folded(form.email))


@blueprint.post("/accounts/withdraw")
@allowed(Action.ADMINISTER, of=None)
@confirmed("Withdraw an invitation")
def withdraw() -> ResponseReturnValue:
    """Withdraw an open invitation, so that its link is good no more."""
    form, (now, _) = WithdrawalForm.sent(), now_and_today()
    try:
        with server().store.write() as connection:
            invitations.withdraw(connection, now, current(), form.email)
    except Rejected as error:
        return _page({error.field: error.detail}), 404
    flash("Withdrawn. The link is not good any more.")
    return redirect(url_for(".show"), 303)


@blueprint.get("/accounts/<account>")
@allowed(Action.ADMINISTER, of=None)
def show_one(account: str) -> ResponseReturnValue:
    """One account, to change it."""
    return _page_of(account)


@blueprint.post("/accounts/<account>")
@allowed(Action.ADMINISTER, of=None)
@confirmed("Change an account's role and campaigns")
def change(account: str) -> ResponseReturnValue:
    """Give an account its role and campaigns."""
    form = AccountForm.sent()
    return _done(
        account,
        lambda connection, now, by, one: administration.change(connection, now, by, one, form.role, form.campaigns),
        "Changed.",
    )


@blueprint.post("/accounts/<account>/disable")
@allowed(Action.ADMINISTER, of=None)
@confirmed("Disable an account")
def disable(account: str) -> ResponseReturnValue:
    """Disable an account, so that it can't sign in."""
    return _done(account, administration.disable, "Disabled. Its sessions and tokens have ended.")


@blueprint.post("/accounts/<account>/enable")
@allowed(Action.ADMINISTER, of=None)
@confirmed("Let a disabled account sign in again")
def enable(account: str) -> ResponseReturnValue:
    """Let a disabled account sign in again."""
    return _done(account, administration.enable, "It can sign in again.")


@blueprint.post("/accounts/<account>/reset")
@allowed(Action.ADMINISTER, of=None)
@confirmed("Take away an account's second factor, and make a link to set it up anew")
def reset(account: str) -> ResponseReturnValue:
    """Take away an account's second factor, and show a link to sign in anew."""
    now, _ = now_and_today()
    with server().store.write() as connection:
        one = _found(connection, account)
        link = invitations.reset(connection, now, current(), one, secrets.token_bytes)
    return _link(link, one.email)


@blueprint.post("/accounts/<account>/erase")
@allowed(Action.ADMINISTER, of=None)
@confirmed("Erase an account for good")
def erase(account: str) -> ResponseReturnValue:
    """Erase an account, with its address and name."""
    return _done(account, personal_data.erase, "Erased. The audit log no longer says whose it was.")


def _found(connection: Connection, account: str) -> Account:
    try:
        return administration.get(connection, account)
    except Rejected:
        abort(404)


def _done(account: str, change: Change, words: str) -> ResponseReturnValue:
    """Change an account, confirm it in these words, and go back to the list; show the account's errors otherwise."""
    now, _ = now_and_today()
    try:
        with server().store.write() as connection:
            change(connection, now, current(), _found(connection, account))
    except Rejected as error:
        return _page_of(account, {error.field: error.detail}), 400
    flash(words)
    return redirect(url_for(".show"), 303)


def _link(link: str, email: str) -> str:
    """Return the page that says where the link went, or shows it."""
    address = url_for("portal.invitations.show", _anchor=link, _external=True)
    problem = _mail_problem(email, address)
    shown = {"address": address if problem is not None else None, "email": email, "problem": problem}
    return render_template("portal/accounts/invited.html", server=server().config, **shown)


def _mail_problem(email: str, address: str) -> str | None:
    """Send a link to its owner; return None if that was done, otherwise why not, which is empty without mail.

    Where the mail goes, the administrator does not see the link, and can't use it in the owner's place. If it can't be
    sent, nothing is kept for later: the page shows the link, as it does without mail.
    """
    settings, (now, _) = server().config.mail, now_and_today()
    if settings is None:
        return ""
    try:
        smtp.send(settings, messages.invitation(Sender(server().config.name, settings.sender), email, address, now))
    except ValueError:
        return "No mail can be sent to this address."
    except Unsent as error:
        log.warning("mail: an invitation was not sent: %s", error)
        return "The mail could not be sent."
    return None


def _page(problems: dict[str, str] | None = None) -> str:
    now, _ = now_and_today()
    with server().store.read() as connection:
        shown: dict[str, Any] = {
            "accounts": stored_accounts.all_of(connection),
            "invited": account_invitations.open_ones(connection, minutes_of(now)),
            "campaigns": [one.campaign.id for one in campaigns.all_of(connection)],
            "names": names_of(connection, current()),
        }
    return render_template(
        "portal/accounts/accounts.html",
        server=server().config,
        problems=problems or {},
        sent=request.form,
        roles=Role,
        **shown,
    )


def _page_of(account: str, problems: dict[str, str] | None = None) -> str:
    with server().store.read() as connection:
        one = stored_accounts.get(connection, account)
        known = {each.campaign.id for each in campaigns.all_of(connection)}
        names = names_of(connection, current())
    if one is None:
        abort(404)
    return render_template(
        "portal/accounts/account.html",
        server=server().config,
        problems=problems or {},
        one=one,
        roles=Role,
        names=names,
        campaigns=sorted(known | one.campaigns),
    )
