"""Sentences of the portal and public pages that were once false are true of their pages."""

import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns.privacy_sentences import sentences
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from pdd_shared.privacy.noise.distributions import DiscreteLaplace, half_width
from tests.server.services.results.synthetic_results import long_campaign, publish
from tests.server.simulated_server import DAY, HandClock, campaign, client_of, donors, new_server, night
from tests.server.web.people import Person, Portal, add_person
from tests.server.web.portal.draft_forms import draft_of, typed
from tests.support.terms import laplace, terms

PROMISES = (
    "before anyone can read anything",
    "little randomness",
    "othing else is taken",
    "and nothing else",
    "only the sum of a whole group can be read",
    "nobody but a donor knows",
)
"""What is not true while the server opens the sum of each group."""


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Any:
    """Return a server with a two-strata campaign with ten published days, a round of six donors, and an empty one."""
    made = long_campaign(3, 12, strata=("north", "south"))
    server = new_server(tmp_path, clock, made, campaign(id="later", title="New", start=DAY + timedelta(days=3)))
    publish(server, made, 10)
    crowd = donors(server, 6)
    for _ in range(3):
        for donor in crowd:
            donor.work([1, 2, 0, 0, 0])
        clock.next_day()
        night(server)
    exports.write_all(server.store, server.folder.published)
    yield server
    server.store.dispose()


def text_of(client: Any, path: str) -> str:
    """Return the page's text on one line."""
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def test_pages_promise_no_more_than_is_true(portal: Portal, people: dict[Role, Person]) -> None:
    """With the server's noise, poster, public page and draft pages say that a donor who is alone can be read."""
    draft, client = draft_of(portal.server, people[Role.RESEARCHER], typed()), portal.client(people[Role.RESEARCHER])
    paths = [f"/portal/drafts/{draft.id}{part}" for part in ("", "/consent", "/launch")]
    for path in (*paths, "/campaigns/flu", "/portal/campaigns/flu/recruiting/poster"):
        text = text_of(client, path)
        assert not [promise for promise in PROMISES if promise in text], path
        assert "If you are the only one of your group in this study or region, that sum is your counts." in text, path
        assert "keeps your program's public keys, and on which of the last 60 days it connected" in text, path


def test_the_words_are_those_of_the_noise(server: Deployment) -> None:
    """The stated noise follows from its law, and the page says that the server can read a donor who is alone."""
    by_server = campaign(strata=(), terms=terms(min_group=3, noise=laplace(405)))
    told = " ".join(sentences(by_server, server.config))
    assert f"the server adds noise: ±{half_width([DiscreteLaplace(405.0)]):,} (95%)" in told
    assert "The server could read them." in told
    assert "or region" not in told


def test_a_draft_says_who_sees_it(portal: Portal, people: dict[Role, Person]) -> None:
    """A draft says that administrators can open it, which is true for one it is not shared with."""
    draft = draft_of(portal.server, people[Role.RESEARCHER], typed())
    text = text_of(portal.client(people[Role.ADMINISTRATOR]), f"/portal/drafts/{draft.id}")
    assert "shared with see it, and administrators." in text
    assert "Nobody" not in text


def test_the_chart_says_which_strata_it_shows(portal: Portal, people: dict[Role, Person]) -> None:
    """The chart says whether it shows all strata together or a single one."""
    client = portal.client(people[Role.VIEWER])
    for path in ("/portal/campaigns/flu", "/campaigns/flu"):
        assert "All strata added up." in text_of(client, path)
        one = text_of(client, f"{path}?stratum=north")
        assert "Stratum north alone." in one
        assert "All strata" not in one


def test_a_citation_is_of_the_campaign_not_of_the_period(portal: Portal, people: dict[Role, Person]) -> None:
    """For a period without totals the citation still names the last day with totals."""
    for path in ("/portal/campaigns/flu", "/campaigns/flu"):
        text = text_of(portal.client(people[Role.VIEWER]), f"{path}?from=2020-01-01&to=2020-01-02")
        assert "none published yet" not in text
        assert re.search(r"Cite as: .* 2026-11-08 to 2026-11-2\d\.", text), path


def test_no_day_is_promised_without_enough_donors(portal: Portal, people: dict[Role, Person]) -> None:
    """Before the first totals the page says what they depend on, without naming a day."""
    person = add_person(portal.server, Role.VIEWER, ["later"], "newcomer")
    for path in ("/portal/campaigns/later", "/campaigns/later"):
        text = text_of(portal.client(person), path)
        assert "if at least 3 donors were active on it" in text
        assert not re.search(r"\d days after", text)


@pytest.mark.slow
def test_each_number_of_donors_says_whose_it_is(portal: Portal, people: dict[Role, Person]) -> None:
    """The campaign's number of donors, with its noise, is shown apart from the server's."""
    text = text_of(portal.client(people[Role.VIEWER]), "/portal/campaigns/flu")
    assert re.search(r"This campaign: [\d,-]+ donors \(±[\d,]+, 95% interval\) gave counts on", text)
    assert re.search(r"The whole server, all its campaigns together: \d+ donors were active yesterday\.", text)
    overview = text_of(portal.client(people[Role.VIEWER]), "/portal/")
    assert "of its donors" not in overview


def test_a_campaign_can_be_without_strata(tmp_path: Path, clock: HandClock) -> None:
    """The pages of a campaign without strata don't mention strata."""
    server = new_server(tmp_path, clock, made := long_campaign(3, 10))
    publish(server, made, 10)
    exports.write_all(server.store, server.folder.published)
    assert "strata" not in text_of(client_of(server), "/campaigns/flu")
    server.store.dispose()
