"""The portal's page of the audit log, for administrators: who did what, the newest first."""

from apiflask import APIBlueprint
from flask import render_template, request
from flask.typing import ResponseReturnValue

from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.accounts.timestamps import instant_of
from pdd_server.store.accounts import audit
from pdd_server.web.context import server
from pdd_server.web.portal.authentication import allowed

blueprint = APIBlueprint("audit_log", __name__, enable_openapi=False)

_PAGE = 100
"""Entries on a page."""


@blueprint.get("/audit")
@allowed(Action.ADMINISTER, of=None)
def show() -> ResponseReturnValue:
    """A page of the log; `?after=N` goes on after the act of that number."""
    after = request.args.get("after", "")
    before = int(after) if after.isascii() and after.isdigit() and len(after) < 16 else None
    with server().store.read() as connection:
        found = audit.page(connection, _PAGE + 1, before)
    return render_template(
        "portal/accounts/audit_log.html",
        server=server().config,
        entries=found[:_PAGE],
        later=found[_PAGE - 1].number if len(found) > _PAGE else None,
        instant_of=instant_of,
        first=before is None,
        kept=server().config.retention.audit,
    )
