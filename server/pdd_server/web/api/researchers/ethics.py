"""API view of the ethics kit: editable documents about a campaign for an ethics board, as a zip."""

from apiflask import APIBlueprint
from flask import Response

from pdd_server.services.accounts.authorisation import Action
from pdd_server.services.campaigns.ethics.kit import Study, files_of, packed, study_of_campaign
from pdd_server.web.api.authentication import caller
from pdd_server.web.context import server
from pdd_server.web.problems import documented

blueprint = APIBlueprint("ethics", __name__, tag="Researchers")
_DOC: dict[int, str] = {200: "The kit.", **documented("not-authorised", "forbidden", "no-such-campaign")}


@blueprint.get("/campaigns/<campaign>/ethics-kit.zip")
@blueprint.doc(security="researcher", responses=_DOC)
def of_campaign(campaign: str) -> Response:
    """The ethics kit of a launched campaign."""
    caller(Action.SEE, campaign)
    with server().store.read() as connection:
        found = study_of_campaign(connection, server().config, campaign)
    return as_zip(found)


def as_zip(study: Study) -> Response:
    """Return the response that downloads a kit."""
    name = f"ethics-kit-{study.campaign.id}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(packed(files_of(study)), content_type="application/zip", headers=headers)
