"""The HTTP API of docs/reference/protocol.md: one blueprint a topic, over the services."""

from apiflask import APIFlask

from pdd_server.web import compression, problems, security
from pdd_server.web.api import campaigns, openapi
from pdd_server.web.api.donors import check_in, cohort_rounds, plain_rounds, registration
from pdd_server.web.api.researchers import accounts, completion_codes, drafts, launched_campaigns, results, status

BLUEPRINTS = (
    campaigns.blueprint,
    check_in.blueprint,
    cohort_rounds.blueprint,
    completion_codes.blueprint,
    registration.blueprint,
    plain_rounds.blueprint,
    status.blueprint,
    accounts.blueprint,
    drafts.blueprint,
    launched_campaigns.blueprint,
    completion_codes.researchers_blueprint,
    results.blueprint,
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
