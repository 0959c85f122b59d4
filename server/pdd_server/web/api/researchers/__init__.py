"""API views for researchers' programs: launched campaigns, results and the server's status."""

from apiflask import APIBlueprint

from pdd_server.web.api.researchers import completion_codes, ethics, launched_campaigns, results
from pdd_server.web.rate_limits import limit_together, network_key, token_key

blueprint = APIBlueprint("researchers", __name__, tag="Researchers")
"""All views under /v1/portal, which need a personal token."""
limit_together(blueprint, token_key, network_key)
for _topic in (launched_campaigns, completion_codes, ethics, results):
    blueprint.register_blueprint(_topic.blueprint)
