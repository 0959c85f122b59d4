"""The extension's requests for results: a campaign that the server lists for one donor alone names it in none."""

import json
from datetime import timedelta

from tests.client.donor.campaigns.test_results import PublishingServer, document
from tests.client.fakes import NOON, Clock, campaign
from tests.client.loopback import listening
from tests.extension.donors import donors_in_javascript


def test_a_campaign_that_is_listed_for_one_donor_names_it_in_no_request() -> None:
    """An id that came beside a check-in alone is not asked for; one that left the list is, during 60 days."""
    offered = [campaign(), campaign(id="sleep", title="Sleep")]
    texts = {name: json.dumps(document(name)) for name in ("flu", "sleep")}
    server = PublishingServer(Clock(), campaigns=offered, texts=texts)

    with donors_in_javascript() as donors, listening(server) as url:

        def asked(days: int = 0) -> list[str]:
            server.clock.now = NOON + timedelta(days=days)
            donors.at(server.clock.now)
            server.asked.clear()
            donors.call("home", "campaigns.fetchResults")
            return [request.url.path.split("/")[3] for request in server.asked if "results" in request.url.path]

        donors.at(NOON)
        donors.join("home", url, ["sleep"])
        server.campaigns.append(campaign(id="donor-7"))
        donors.call("home", "checkIn")
        server.campaigns.pop()
        assert asked() == ["flu", "sleep"]
        server.campaigns.pop()
        assert [asked(), asked(60), asked(61)] == [["flu", "sleep"], ["flu", "sleep"], ["flu"]]
