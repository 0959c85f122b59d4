"""The HTTP API of docs/protocol.md: one blueprint a topic, over the services."""

from apiflask import APIFlask

from pdd_server.api import (
    campaigns,
    check_in,
    cohort,
    completions,
    compression,
    desk_accounts,
    desk_campaigns,
    desk_launched,
    desk_results,
    donors,
    openapi,
    problems,
    rounds,
    security,
    status,
)

BLUEPRINTS = (
    campaigns.blueprint,
    check_in.blueprint,
    cohort.blueprint,
    completions.blueprint,
    donors.blueprint,
    rounds.blueprint,
    status.blueprint,
    desk_accounts.blueprint,
    desk_campaigns.blueprint,
    desk_launched.blueprint,
    completions.desk_blueprint,
    desk_results.blueprint,
)
"""One a topic."""


def install(app: APIFlask) -> None:
    """Add the API to an application: routes, errors as problem+json, limits, headers, the OpenAPI document."""
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint, url_prefix="/v1")
    problems.install(app)
    security.install(app)
    compression.install(app)
    openapi.install(app)
