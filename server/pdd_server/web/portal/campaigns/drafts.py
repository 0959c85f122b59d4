"""The portal's pages of a draft: the form with its forecast, sharing, review and launch."""

import secrets
from collections.abc import Callable
from threading import Lock
from typing import Any

from apiflask import APIBlueprint
from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.accounts.authorisation import Action, may
from pdd_server.services.campaigns.donor_texts.privacy import certainty
from pdd_server.services.campaigns.donor_texts.texts import texts_in
from pdd_server.services.campaigns.draft_templates.templates import TEMPLATES, from_template
from pdd_server.services.campaigns.drafts import launch as launching
from pdd_server.services.campaigns.drafts import workflow
from pdd_server.services.campaigns.drafts.draft_content import FIELDS, ConsentText
from pdd_server.services.campaigns.drafts.model import Draft, StaleDraft
from pdd_server.services.campaigns.drafts.tried_queries import MOST_QUERIES, try_queries
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.services.campaigns.privacy_sentences import noises, sentences
from pdd_server.services.licences import LICENCES
from pdd_server.services.operations.campaign_changes import publish_change
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal.authentication import acting, allowed, current
from pdd_server.web.portal.campaigns.draft_form import (
    LABELS,
    DraftForm,
    LaunchForm,
    QueriesForm,
    ShareForm,
    StartForm,
    StepForm,
    assess,
    take_long_lists,
    with_uploaded_keywords,
)
from pdd_shared.planning import answer_text
from pdd_shared.planning.keyword_rates import KNOWN_RATES

blueprint = APIBlueprint("drafts", __name__, enable_openapi=False)
blueprint.add_app_template_filter(answer_text.answer_rows)
blueprint.add_app_template_filter(answer_text.overlap_sentences)
blueprint.add_app_template_filter(answer_text.share)
blueprint.url_value_preprocessor(take_long_lists)
SHOWN_KEYWORDS = 200
"""How many keywords the preview of the consent page lists."""
_WORKING = Lock()
"""Held while a forecast is computed for `preview`."""


@blueprint.get("/campaigns/new")
@allowed(Action.CHANGE, of=None)
def new() -> str:
    """What a campaign needs, and the templates to begin with."""
    return render_template("portal/drafts/new.html", server=server().config, templates=TEMPLATES)


@blueprint.post("/campaigns/new")
@allowed(Action.CHANGE, of=None)
def start() -> ResponseReturnValue:
    """Start a draft from the chosen template; abort with 400 if there is none of that name."""
    template = StartForm.sent().template
    if template not in TEMPLATES:
        abort(400)
    try:
        with acting() as act:
            content = from_template(template, server().config.protocol, act.today)
            draft = workflow.start(act, secrets.token_hex(16), content)
    except Rejected as error:
        flash(error.detail, "warning")
        return redirect(url_for("portal.overview.show"), 303)
    return redirect(url_for(".show", draft=draft.id), 303)


@blueprint.get("/drafts/<draft>")
@allowed(Action.SEE, of="draft")
def show(draft: str) -> ResponseReturnValue:
    """The form with the forecast beside it; with the validation errors if `?checked` asks for them."""
    found = _get(draft)
    if found.campaign is not None:
        return redirect(f"/portal/campaigns/{found.campaign}", 303)
    assessment = assess(found.typed)
    told = assessment.problems if "checked" in request.args else {}
    return _page(
        "drafts/draft", found, assessment=assessment, problems=told, may_change=may(current(), Action.CHANGE, draft)
    )


@blueprint.post("/drafts/<draft>")
@allowed(Action.CHANGE, of="draft")
def save(draft: str) -> ResponseReturnValue:
    """Save the form as it was sent, valid or not; then do what the pressed button asks for."""
    form = DraftForm.sent()
    typed = with_uploaded_keywords(form.content)
    if form.do == "language":
        typed = typed.model_copy(update={"consent": (*typed.consent, ConsentText())})
    try:
        with acting() as act:
            kept = workflow.save(act, draft, form.revision, typed)
    except StaleDraft as error:
        return _page("drafts/conflict", error.current, mine=typed), 409
    except Rejected as error:
        return _back(draft, error)
    return _go_on(kept, form.do)


def _go_on(kept: Draft, wanted: str) -> ResponseReturnValue:
    """Do what the pressed button asks for after the draft was saved; show the errors if it is not valid for that."""
    if wanted in ("consent", "queries"):
        return redirect(url_for(f".{wanted}", draft=kept.id), 303)
    if wanted == "language":
        return redirect(url_for(".show", draft=kept.id, _anchor="consent"), 303)
    if wanted in ("submit", "launch") and assess(kept.typed).validated.campaign:
        if wanted == "launch":
            return redirect(url_for(".confirm", draft=kept.id), 303)
        with acting() as act:
            workflow.submit(act, kept.id, kept.revision)
        flash("The draft is in review. Anyone but its last editor can approve it now. An edit makes it a draft again.")
    return redirect(url_for(".show", draft=kept.id, checked="1"), 303)


@blueprint.post("/drafts/<draft>/preview")
@allowed(Action.SEE, of="draft")
def preview(draft: str) -> str:  # noqa: ARG001 - `allowed` reads it
    """The forecast of the form as it was sent, without saving it: the part of the page beside the form.

    Only one forecast is computed at a time, and others get 429. Finding the noise for a budget of years takes seconds,
    and donors' requests need the threads.
    """
    typed = DraftForm.sent().content
    if not _WORKING.acquire(blocking=False):
        abort(429)
    try:
        return render_template("portal/drafts/forecast.html", server=server().config, assessment=assess(typed))
    finally:
        _WORKING.release()


@blueprint.get("/drafts/<draft>/consent")
@allowed(Action.SEE, of="draft")
def consent(draft: str) -> str:
    """What a donor reads before it agrees, in each language."""
    found = _get(draft)
    assessment = assess(found.typed)
    reads = assessment.forecast.reads
    keywords = assessment.validated.texts
    return _page(
        "drafts/consent",
        found,
        reads=reads,
        keywords=keywords[:SHOWN_KEYWORDS],
        count=len(keywords),
    )


@blueprint.get("/drafts/<draft>/queries")
@allowed(Action.SEE, of="draft")
def queries(draft: str) -> str:
    """The box for queries to try the draft's keywords with."""
    return _page("drafts/queries", _get(draft), tried=None, most=MOST_QUERIES, asked="")


@blueprint.post("/drafts/<draft>/queries")
@allowed(Action.SEE, of="draft")
def try_them(draft: str) -> str:
    """What the draft's keywords find in the queries sent, which are not kept."""
    found, asked = _get(draft), QueriesForm.sent().queries
    languages = [one.language for one in found.typed.consent]
    tried = try_queries(assess(found.typed).validated.texts, asked.splitlines(), languages)
    return _page("drafts/queries", found, tried=tried, most=MOST_QUERIES, asked=asked)


@blueprint.post("/drafts/<draft>/approve")
@allowed(Action.LAUNCH, of="draft")
def approve(draft: str) -> ResponseReturnValue:
    """Approve the draft as it is."""
    assess(_get(draft).typed)  # caches what takes long, so that the write transaction is quick
    done = "Approved. It can be launched as it is; an edit takes the approval back."
    return _done(draft, lambda act: workflow.approve(act, draft, StepForm.sent().revision), done)


@blueprint.post("/drafts/<draft>/share")
@allowed(Action.CHANGE, of="draft")
def share(draft: str) -> ResponseReturnValue:
    """Let somebody else work on the draft."""
    done = "They see this draft now; what they may do depends on their role."
    return _done(draft, lambda act: workflow.share(act, draft, ShareForm.sent().email), done)


@blueprint.post("/drafts/<draft>/discard")
@allowed(Action.CHANGE, of="draft")
def discard(draft: str) -> ResponseReturnValue:
    """Discard the draft."""
    return _done(
        draft, lambda act: workflow.discard(act, draft, StepForm.sent().revision), "The draft is discarded.", "/portal/"
    )


@blueprint.get("/drafts/<draft>/launch")
@allowed(Action.LAUNCH, of="draft")
def confirm(draft: str) -> ResponseReturnValue:
    """The exact terms to confirm before the launch, which can't be undone."""
    found = _get(draft)
    campaign = assess(found.typed).validated.campaign
    if found.ended or campaign is None:
        return redirect(url_for(".show", draft=draft, checked="1"), 303)
    _, today = now_and_today()
    waits, late = not launching.reviewed(server().config, found), today > campaign.end
    shown = {"campaign": campaign, "digest": launching.digest(campaign), "reads": sentences(campaign, server().config)}
    shown |= {"noises": noises(campaign.terms), "verdict": certainty(campaign.terms.budget, texts_in("en"))}
    error = launching.error_of(server().config, found, campaign)
    return _page("drafts/launch", found, waits=waits, late=late, error=error, **shown)


@blueprint.post("/drafts/<draft>/launch")
@allowed(Action.LAUNCH, of="draft")
def launch(draft: str) -> ResponseReturnValue:
    """Create the campaign that was shown, and write its public files."""
    form = LaunchForm.sent()
    assess(_get(draft).typed)  # as in `approve`
    try:
        with acting() as act:
            accepted = form.accept_error == "yes"
            campaign = launching.launch(act, draft, form.revision, form.shown, accepted)
    except Rejected as error:
        return _back(draft, error)
    publish_change(server())
    flash(f"{campaign.title} is launched. Donors can join it from now on.")
    return redirect(url_for("portal.recruiting.show", campaign=campaign.id), 303)


def _get(draft: str) -> Draft:
    try:
        with server().store.read() as connection:
            return workflow.get(connection, draft)
    except Rejected:
        abort(404)


def _done(draft: str, change: Callable[[Act], object], words: str, way: str | None = None) -> ResponseReturnValue:
    """Change a draft, confirm it, and redirect.

    Args:
        draft: The draft's id.
        change: The change, in a transaction that acts as the signed-in account.
        words: What the next page says if the change is done.
        way: Where to go; None for the draft's page.
    """
    try:
        with acting() as act:
            change(act)
    except Rejected as error:
        return _back(draft, error)
    flash(words)
    return redirect(way or url_for(".show", draft=draft), 303)


def _back(draft: str, error: Rejected) -> ResponseReturnValue:
    """Go back to the draft with a warning that nothing was changed, and why; 404 for an unknown draft."""
    if error.name == Rejection.NOT_FOUND:
        abort(404)
    flash(f"Nothing was changed: {error}.", "warning")
    return redirect(url_for(".show", draft=draft, checked="1"), 303)


def _page(template: str, found: Draft, **shown: Any) -> str:
    approvable = workflow.may_approve(found, current().id)
    common = {
        "server": server().config,
        "draft": found,
        "typed": found.typed,
        "approvable": approvable,
        "LABELS": LABELS,
        "FIELDS": FIELDS,
        "licences": [("", "none yet"), *((name, f"{name}: {one.asks}") for name, one in LICENCES.items())],
        "known_rates": tuple(KNOWN_RATES.values()),
    }
    return render_template(f"portal/{template}.html", **{"problems": {}, **common, **shown})
