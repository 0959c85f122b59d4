"""The researchers' pages, for those signed in: server-rendered, and whole without scripts."""

from apiflask import APIBlueprint, APIFlask

from pdd_server.desk import (
    account,
    accounts,
    audit,
    completing,
    drafting,
    entries,
    launched,
    overview,
    recruiting,
    safety,
    second_factor,
    signing_in,
    watching,
)

BLUEPRINTS: tuple[APIBlueprint, ...] = (
    signing_in.blueprint,
    second_factor.blueprint,
    account.blueprint,
    accounts.blueprint,
    audit.blueprint,
    drafting.blueprint,
    recruiting.blueprint,
    completing.blueprint,
    launched.blueprint,
    overview.blueprint,
    entries.blueprint,
    watching.blueprint,
)
"""One a topic."""


def install(app: APIFlask) -> None:
    """Add the researchers' pages to an application."""
    safety.install(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint, url_prefix="/desk")
    safety.limit_tries(app)
    safety.limit_requests(app)
