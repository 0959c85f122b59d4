"""API views of drafts, for researchers' programs. They do what the portal's pages of drafts do.

Each change names the draft's ETag in If-Match, so nobody overwrites an edit that they have not seen (RFC 9110, section
13.1.1).
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from apiflask import APIBlueprint
from flask import Response, jsonify, request, url_for

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.accounts.model import Account
from pdd_server.services.campaigns.drafts import launch as launching
from pdd_server.services.campaigns.drafts import workflow
from pdd_server.services.campaigns.drafts.draft_forecast import forecast
from pdd_server.services.campaigns.drafts.draft_validation import validate
from pdd_server.services.campaigns.drafts.form_values import DraftContent, field_of
from pdd_server.services.campaigns.drafts.launch import ErrorNotAccepted
from pdd_server.services.campaigns.drafts.model import Draft, StaleDraft
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.services.operations.campaign_changes import publish_change
from pdd_server.web.api import paging
from pdd_server.web.api.authentication import caller
from pdd_server.web.api.researchers.schemas import DraftCheck, Drafts, DraftShown
from pdd_server.web.context import now_and_today, server
from pdd_server.web.problems import documented
from pdd_shared.protocol.messages import Campaign

blueprint = APIBlueprint("drafts", __name__, tag="Researchers")

LARGEST_BODY = 4 << 20
"""The most bytes of a request with a draft or a list of keywords."""
_SAME: dict[int, str] = {304: "The answer is the one whose ETag the request names."}
_DONE = {200: "It is done; this is how it is now."}
_REFUSED = documented("not-authorised", "forbidden", "no-such-campaign", "not-found", "stale-state", "invalid-message")
_SEEN: dict[int, str] = {
    200: "As it is now.",
    **documented("not-authorised", "forbidden", "no-such-campaign", "not-found"),
    **_SAME,
}
_IF_MATCH: dict[str, Any] = {"name": "If-Match", "in": "header", "required": True, "schema": {"type": "string"}}
_ACCEPT_ERROR: dict[str, Any] = {
    "name": "accept_error",
    "in": "query",
    "schema": {"type": "boolean", "default": False},
    "description": "true: the error to expect was read and is accepted, also above 50%.",
}
_MATCHED: dict[str, Any] = {
    "security": "researcher",
    "responses": {**_DONE, **_REFUSED},
    "extensions": {"parameters": [_IF_MATCH]},
}


@blueprint.url_value_preprocessor
def take_long_lists(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Raise the size limit for the request: lists of keywords may be larger than donors' messages."""
    request.max_content_length = LARGEST_BODY


@blueprint.get("/drafts")
@blueprint.output(Drafts)
@blueprint.doc(
    security="researcher",
    responses={200: "The drafts.", **documented("not-authorised", "forbidden"), **_SAME},
    extensions={paging.PAGED: True},
)
def list_drafts() -> Response:
    """The drafts that the token reaches, ended ones among them, by id; `after` is the last id of the page before."""
    account, limit, after = caller(Action.SEE), paging.limit(), paging.after() or ""
    with server().store.read() as connection:
        found = sorted(workflow.drafts_of(connection, account), key=lambda one: one.id)
    found = [one for one in found if one.id > after]
    last = found[limit - 1].id if len(found) > limit else None
    return paging.page_of("drafts", [_summary(one) for one in found[:limit]], last)


@blueprint.post("/drafts")
@blueprint.input(DraftContent, arg_name="typed")
@blueprint.output(DraftShown, status_code=201)
@blueprint.doc(security="researcher", responses={201: "The draft.", **documented("not-authorised", "forbidden")})
def start(typed: DraftContent) -> Response:
    """A new draft, as typed, right or wrong."""
    with acting(caller(Action.CHANGE)) as act:
        response = _shown(draft := workflow.start(act, secrets.token_hex(16), typed))
    response.headers["Location"] = url_for(".show", draft=draft.id)
    response.status_code = 201
    return response


@blueprint.get("/drafts/<draft>")
@blueprint.output(DraftShown)
@blueprint.doc(security="researcher", responses=_SEEN)
def show(draft: str) -> Response:
    """A draft as it was typed last; its ETag is what changes name in If-Match."""
    caller(Action.SEE, draft)
    response = _shown(_get(draft))
    response.make_conditional(request)
    return response


@blueprint.put("/drafts/<draft>")
@blueprint.input(DraftContent, arg_name="typed")
@blueprint.output(DraftShown)
@blueprint.doc(**_MATCHED)
def save(draft: str, typed: DraftContent) -> Response:
    """Keep what was typed in place of the revision that If-Match names; a lost update is refused."""
    with acting(caller(Action.CHANGE, draft)) as act:
        return _shown(workflow.save(act, draft, _matched(draft), typed))


@blueprint.delete("/drafts/<draft>")
@blueprint.output({}, status_code=204)
@blueprint.doc(**{**_MATCHED, "responses": _REFUSED})
def discard(draft: str) -> str:
    """Put a draft away for good."""
    with acting(caller(Action.CHANGE, draft)) as act:
        workflow.discard(act, draft, _matched(draft))
    return ""


@blueprint.get("/drafts/<draft>/check")
@blueprint.output(DraftCheck)
@blueprint.doc(security="researcher", responses=_SEEN)
def check(draft: str) -> Response:
    """All that is wrong with a draft, keywords that overlap, and what the campaign would give and cost."""
    caller(Action.SEE, draft)
    typed = _get(draft).typed
    with server().store.read() as connection:
        found = validate(connection, server().config, typed)
    expected = forecast(server().config, typed, found, months=True)
    told = (*found.problems, *expected.problems)
    problems = [{"key": one.key, "field": field_of(one.path), "reason": one.reason} for one in told]
    shown = {
        "problems": problems,
        "overlaps": found.overlaps_in_words,
        "plan": expected.plan,
        "totals": expected.totals,
        "answer": expected.answer,
    }
    return paging.with_etag(jsonify(shown))


@blueprint.post("/drafts/<draft>/submit")
@blueprint.output(DraftShown)
@blueprint.doc(**_MATCHED)
def submit(draft: str) -> Response:
    """Give a draft without problems to review."""
    account = caller(Action.CHANGE, draft)
    _work_out(draft)
    with acting(account) as act:
        return _shown(workflow.submit(act, draft, _matched(draft)))


@blueprint.post("/drafts/<draft>/approve")
@blueprint.output(DraftShown)
@blueprint.doc(**_MATCHED)
def approve(draft: str) -> Response:
    """Approve a draft in review, as somebody other than its last editor."""
    account = caller(Action.LAUNCH, draft)
    _work_out(draft)
    with acting(account) as act:
        return _shown(workflow.approve(act, draft, _matched(draft)))


@blueprint.post("/drafts/<draft>/launch")
@blueprint.output(Campaign, status_code=201)
@blueprint.doc(
    security="researcher",
    responses={201: "The campaign as donors read it.", **_REFUSED},
    extensions={"parameters": [_IF_MATCH, _ACCEPT_ERROR]},
)
def launch(draft: str) -> Response:
    """Create the draft's campaign. It can't be taken back. An expected error above 50% has to be accepted."""
    account = caller(Action.LAUNCH, draft)
    accepted = _accepted()
    _work_out(draft)
    with acting(account) as act:
        campaign = launching.launch(act, draft, _matched(draft), accept_error=accepted)
    publish_change(server())
    response = as_json(campaign)
    response.status_code = 201
    return response


def _accepted() -> bool:
    text = request.args.get("accept_error", "false")
    if text not in ("true", "false"):
        raise Rejected(Rejection.INVALID, "accept_error is true or false.")
    return text == "true"


@contextmanager
def acting(account: Account) -> Iterator[Act]:
    """Open a write transaction that acts as an account.

    An error in the block rolls the transaction back.

    Raises:
        Rejected: As the block; if a large expected error was not accepted, INVALID with how a program accepts it.
    """
    now, _ = now_and_today()
    try:
        with server().store.write() as connection:
            yield Act(connection, server().config, now, account)
    except ErrorNotAccepted as error:
        raise Rejected(Rejection.INVALID, f"{error.answer} Launch with ?accept_error=true all the same.") from None


def _get(draft: str) -> Draft:
    with server().store.read() as connection:
        return workflow.get(connection, draft)


def _work_out(draft: str) -> None:
    """Validate the draft before the write transaction.

    Finding the noise may take seconds, for which no donor's request should wait. The costs that it computes are cached,
    so the transaction is quick.
    """
    with server().store.read() as connection:
        validate(connection, server().config, _get(draft).typed)


def _matched(draft: str) -> int:
    """Return the draft's revision.

    Raises:
        Rejected: INVALID without If-Match; NOT_FOUND for an unknown draft.
        StaleDraft: If-Match names another version than the newest.
    """
    found = _get(draft)
    if not request.if_match:
        raise Rejected(Rejection.INVALID, "If-Match has to name the draft's ETag, so that nobody's edit is lost.")
    if not request.if_match.contains_weak(_tag(found)):
        raise StaleDraft(found)
    return found.revision


def _tag(draft: Draft) -> str:
    """Return a draft's ETag. A review changes the state without a new revision, so the tag has both."""
    return f"{draft.revision}-{draft.state.value}"


def _summary(draft: Draft) -> dict[str, Any]:
    shown = {"id": draft.id, "state": draft.state.value, "revision": draft.revision, "title": draft.typed.title}
    return {**shown, "edited": draft.edited.isoformat(), "campaign": draft.campaign}


def _shown(draft: Draft) -> Response:
    response = jsonify({**_summary(draft), "content": draft.typed.model_dump(mode="json")})
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(_tag(draft), weak=True)
    return response


def as_json(campaign: Campaign) -> Response:
    """Return the response with a campaign as donors read it."""
    return Response(campaign.model_dump_json(), content_type="application/json")
