"""The researchers' pages, for those signed in: server-rendered, and whole without scripts."""

from apiflask import APIBlueprint, APIFlask
from flask import Blueprint

from pdd_server.web.portal import overview, security
from pdd_server.web.portal.accounts import administration, audit_log, invitations, own_account, sign_in
from pdd_server.web.portal.campaigns import (
    completion_codes,
    drafts,
    launched_campaigns,
    monitoring,
    recruiting,
    results,
)

assets = Blueprint(
    "portal", __name__, template_folder="templates", static_folder="static", static_url_path="/static/portal"
)
"""Templates, styles and scripts; its files need no sign-in and count for no rate limit."""

BLUEPRINTS: tuple[APIBlueprint, ...] = (
    sign_in.blueprint,
    invitations.blueprint,
    own_account.blueprint,
    administration.blueprint,
    audit_log.blueprint,
    drafts.blueprint,
    recruiting.blueprint,
    completion_codes.blueprint,
    launched_campaigns.blueprint,
    overview.blueprint,
    results.blueprint,
    monitoring.blueprint,
)
"""One a topic."""


def install(app: APIFlask) -> None:
    """Add the researchers' pages to an application."""
    security.install(app)
    app.register_blueprint(assets)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint, url_prefix="/portal")
    security.limit_tries(app)
    security.limit_requests(app)
