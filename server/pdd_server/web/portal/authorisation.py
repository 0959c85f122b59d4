"""What a page asks before it shows or does anything: who is there, and may they."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pdd_server.services.accounts.authorisation import Action, may
from pdd_server.services.accounts.model import Account
from pdd_server.web.context import server
from pdd_server.web.portal import sessions

log = logging.getLogger(__name__)

View = Callable[..., ResponseReturnValue]


def current() -> Account:
    """Who is signed in; only views that are `allowed` may ask."""
    account = sessions.account()
    if account is None:
        abort(403)
    return account


def allowed(action: Action, of: str | None = "campaign") -> Callable[[View], View]:
    """Let a view be reached by those alone who may do this to the campaign its argument `of` names.

    Who is not signed in is sent to do so, and back; a form about a campaign is kept, to be sent again. A campaign one
    may not see is not found; one that may be seen, but not changed so, is refused. With `of` None there is no campaign.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **named: Any) -> ResponseReturnValue:
            account = sessions.account()
            if account is None:
                return _sign_in_first(keep=of is not None)
            campaign = None if of is None else named[of]
            if campaign is not None and not may(account, Action.SEE, campaign):
                abort(404)
            if not may(account, action, campaign):
                log.warning("refused: account %s, %s", account.id, request.endpoint)
                abort(403)
            return view(*args, **named)

        return guarded

    return guard


def _sign_in_first(*, keep: bool) -> ResponseReturnValue:
    """To the sign-in, and back to this page; or a page that holds the form as it was sent, where that is to be kept.

    The form was checked not to be forged before this. Whoever signs in anew in this browser can send it again.
    """
    if request.method == "POST" and keep:
        sent = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
        files = any(file.filename for file in request.files.values())
        return render_template("portal/sign_in/signed_out.html", server=server().config, sent=sent, files=files), 403
    way = request.full_path.rstrip("?") if request.method == "GET" else None
    return redirect(url_for("portal_sign_in.show", next=way), 303)
