"""Authentication of researchers by bearer token, and authorisation of their requests."""

import logging

from flask import request

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.accounts.authentication import tokens
from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.authorisation import Action, may
from pdd_server.services.accounts.model import Account
from pdd_server.services.accounts.timestamps import date_of
from pdd_server.store.accounts import tokens as stored_tokens
from pdd_server.web.context import bearer_hash, is_private, now_and_today, server

log = logging.getLogger(__name__)

_READ_ON_THE_WAY = (
    "This token came over plain HTTP, where anybody on the way could read it. Nothing was done. Revoke it, make a new "
    "one, and send that over HTTPS alone."
)


def caller(action: Action, campaign: str | None = None) -> Account:
    """Return the account whose token the request carries, cut down to the token's campaigns.

    Args:
        action: What the request does.
        campaign: The id of the campaign or draft that it is about; None if it is about none.

    Raises:
        Rejected: NOT_AUTHORISED without a valid token, or if the token came over plain HTTP. FORBIDDEN if the account
            may not do this, or if the token is for reading and the request is not. NO_SUCH_CAMPAIGN for a campaign that
            the account may not see, so that nobody learns which ones exist.
    """
    account, scope = _who()
    if scope == Scope.READ and request.method not in ("GET", "HEAD"):
        raise _refused(account, "This token is for reading.")
    if campaign is not None and not may(account, Action.SEE, campaign):
        raise Rejected(Rejection.NO_SUCH_CAMPAIGN, "There is no such campaign.")
    if not may(account, action, campaign):
        raise _refused(account, "The account of this token may not do this.")
    return account


def private() -> None:
    """Refuse a token, valid or not, that somebody on the way could have read.

    Raises:
        Rejected: NOT_AUTHORISED.
    """
    if request.authorization and not is_private():
        raise Rejected(Rejection.NOT_AUTHORISED, _READ_ON_THE_WAY)


def _refused(account: Account, why: str) -> Rejected:
    log.warning("refused: account %s, %s", account.id, request.endpoint)
    return Rejected(Rejection.FORBIDDEN, why)


def _who() -> tuple[Account, Scope]:
    """Return the account and the scope of the request's token, and record the day of the token's last use."""
    private()
    now, _ = now_and_today()
    with server().store.read() as connection:
        found = tokens.find(connection, bearer_hash(), now)
    if found is None:
        raise Rejected(Rejection.NOT_AUTHORISED, "This needs a researcher's token that has not ended.")
    who, token = found
    if token.seen != date_of(now):
        with server().store.write() as connection:
            stored_tokens.touch(connection, token.id, date_of(now))
    return who.account, who.scope
