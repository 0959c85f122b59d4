"""The researchers' portal: pages for signed-in accounts, rendered by the server and usable without scripts."""

from apiflask import APIBlueprint, APIFlask
from flask import Blueprint

from pdd_server.web.portal import authentication, overview
from pdd_server.web.portal.accounts import (
    administration,
    audit_log,
    invitations,
    own_account,
    passkeys,
    sign_in,
)
from pdd_server.web.portal.campaigns import (
    completion_codes,
    drafts,
    ethics,
    launched_campaigns,
    monitoring,
    recruiting,
    results,
)
from pdd_server.web.rate_limits import limit_together, network_key

assets = Blueprint(
    "portal_assets", __name__, template_folder="templates", static_folder="static", static_url_path="/static/portal"
)
"""Templates, styles and scripts. They lie outside of /portal, so the page that asks for HTTPS gets its style, too."""

blueprint = APIBlueprint("portal", __name__, enable_openapi=False)
"""All pages of the portal."""
limit_together(blueprint, authentication.account_key, network_key)
blueprint.context_processor(lambda: {"account": authentication.account()})
for _topic in (
    sign_in,
    invitations,
    own_account,
    passkeys,
    administration,
    audit_log,
    drafts,
    recruiting,
    completion_codes,
    launched_campaigns,
    ethics,
    overview,
    results,
    monitoring,
):
    blueprint.register_blueprint(_topic.blueprint)


def install(app: APIFlask) -> None:
    """Add the portal to an application."""
    # Error pages belong to no blueprint, so they ask for the account themselves.
    app.jinja_env.globals["signed_in_account"] = authentication.account
    app.register_blueprint(assets)
    app.register_blueprint(blueprint, url_prefix="/portal")
