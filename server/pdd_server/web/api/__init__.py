"""The HTTP API of docs/reference/protocol.md, with one blueprint for each topic."""

from apiflask import APIFlask

from pdd_server.web import problems, security
from pdd_server.web.api import campaigns, openapi, programs, researchers
from pdd_server.web.api.donors import check_in, cohort_rounds, plain_rounds, registration
from pdd_server.web.api.researchers import status


def install(app: APIFlask) -> None:
    """Add the API to an application: routes, errors as problem+json, protection, the OpenAPI document."""
    for topic in (campaigns, programs, check_in, cohort_rounds, registration, plain_rounds, status):
        app.register_blueprint(topic.blueprint, url_prefix="/v1")
    app.register_blueprint(researchers.blueprint, url_prefix="/v1/portal")
    problems.install(app)
    security.install(app)
    openapi.install(app)
