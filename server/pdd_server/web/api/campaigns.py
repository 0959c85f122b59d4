"""Views that need no token: the server's description, its campaigns, and their published results."""

from apiflask import APIBlueprint
from flask import Response, request

from pdd_server.services.campaigns import campaigns
from pdd_server.services.concurrency_limit import LONG_ANSWERS
from pdd_server.services.results.exports import exports
from pdd_server.services.rounds.cohort.epochs.cosigning import witnessed
from pdd_server.web.api import published_results
from pdd_server.web.context import now_and_today, server
from pdd_server.web.problems import documented
from pdd_server.web.rate_limits import limit_by_network
from pdd_shared.protocol.messages import CampaignList, KeyChain, ServerInfo

blueprint = APIBlueprint("campaigns", __name__, tag="Campaigns")


@blueprint.get("/server")
@blueprint.output(ServerInfo)
def info() -> ServerInfo:
    """What a donor learns of this server before it joins, its key among it."""
    config = server().config
    with server().store.read() as connection:
        found = witnessed(connection, config.witnesses)
    return ServerInfo(
        name=config.name,
        key=server().identity.hex(),
        online=server().online,
        zone=config.zone,
        protocol=config.protocol,
        group_size=config.group_size,
        min_group=config.min_group,
        delay=config.delay,
        oldest_client=config.oldest_client,
        invitation_required=bool(config.invitations),
        witnesses=found.policy if found else None,
    )


@blueprint.get("/keys")
@blueprint.output(KeyChain)
def keys() -> KeyChain:
    """The chain of the server's online keys, which its identity key signed link by link."""
    return server().chain


@blueprint.get("/campaigns")
@blueprint.output(CampaignList)
@blueprint.doc(responses={304: "The list is the one whose ETag the request names."})
def list_campaigns() -> CampaignList:
    """The campaigns that are not closed and not over, each signed."""
    _, today = now_and_today()
    with server().store.read() as connection:
        return campaigns.serve(connection, server().config, server().online_key, today)


@blueprint.after_request
def spare_what_is_known(response: Response) -> Response:
    """Let clients ask for the list of campaigns only if it has changed (ETag, RFC 9110).

    A long vocabulary would be half of all bytes that a donor receives in a day.
    """
    if request.endpoint == "campaigns.list_campaigns" and response.status_code == 200:
        response.headers["Cache-Control"] = "public, no-cache"
        response.add_etag(weak=True)
        response.make_conditional(request)
    return response


@blueprint.get("/campaigns/<campaign>/results.<any(json, csv, parquet, sqlite, zip):form>")
@limit_by_network("requests")
@blueprint.doc(
    responses={
        304: "The results are those whose ETag the request names.",
        **documented("no-such-campaign", "not-found", "busy"),
    }
)
def results(campaign: str, form: str) -> Response:
    """All that is published of a campaign; or the rows of some days and entries, where the request says which."""
    published_results.check_form(form)
    folder = server().published.of(campaign).absolute()
    # A campaign whose files are not written yet gets them now; an unknown one gets an error.
    if not (folder / published_results.FILES[form]).exists():
        with server().store.read() as connection:
            campaigns.check_exists(connection, campaign)
        with LONG_ANSWERS.turn():
            exports.publish_soon(server().store, server().published)
    response = published_results.answer(folder, form, campaign)
    response.headers["Cache-Control"] = "public, no-cache"
    return response
