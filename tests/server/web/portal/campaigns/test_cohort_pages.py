"""Portal and public pages of a `cohort` server: its form, and days that are not final yet."""

import re
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from numpy.random import default_rng  # noqa: TID251 - a simulation in a test

from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns.donor_texts.privacy import certainty
from pdd_server.services.campaigns.donor_texts.texts import texts_in
from pdd_server.services.campaigns.drafts.draft_validation import validate
from pdd_server.services.campaigns.privacy_sentences import noises
from pdd_server.services.operations.status import status, status_text
from pdd_server.services.results.exports import exports
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.store.campaigns import campaigns
from pdd_shared.protocol.terms import CohortTerms
from tests.server.services.rounds.cohort.synthetic_days import Day, cohort_campaign, plan_of
from tests.server.simulated_server import DAY, HandClock, campaign, client_of, new_server
from tests.server.web.people import Person, Portal, send
from tests.server.web.portal.draft_forms import GOOD, draft_of, now_of, typed

COHORT_FORM = {"delta": "0.000001", "colluders": "5", "min_cohort": "40"}


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Any:
    """Return a server with a campaign of four cohorts, two of them in the newest day, and one of `plain`."""
    made = cohort_campaign()
    server = new_server(tmp_path, clock, made, protocol="cohort", group_size=100, min_group=50)
    day = Day(plan_of(made), default_rng(5))
    with server.store.write() as connection:
        campaigns.add(connection, campaign(id="old"))
        for cohort in range(2):
            day.charge(connection, cohort)
            publication.add_opened(connection, day.plan, 20_000, day.opened(cohort, 4_000))
    exports.write_all(server.store, server.folder.published)
    yield server
    server.store.dispose()


def text_of(client: Any, path: str) -> str:
    """Return the page's text on one line."""
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def test_pages_say_how_far_a_day_has_come(portal: Portal, people: dict[Role, Person]) -> None:
    """Until a day is final, public page and portal say how many cohorts are in; then they do not."""
    public, signed_in = client_of(portal.server), portal.client(people[Role.VIEWER])
    assert "Only 2 of its 4 cohorts are published so far, so these numbers" in text_of(public, "/campaigns/flu")
    assert "Only 2 of the day's 4 cohorts are published so far" in text_of(signed_in, "/portal/campaigns/flu")
    assert "coverage 40%, the share of this server's active donors" in text_of(public, "/campaigns/flu")
    with portal.server.store.write() as connection:
        publication.finish(connection, plan_of(cohort_campaign()), 20_000, Counter(opened=2, lost=2))
    exports.write_all(portal.server.store, portal.server.folder.published)
    assert "are in so far" not in text_of(public, "/campaigns/flu")
    assert "are in so far" not in text_of(signed_in, "/portal/campaigns/flu")


def test_the_etag_changes_while_a_day_grows(portal: Portal) -> None:
    """A reader with the day's first numbers gets later ones by the changed ETag, and 304 once they stay."""
    client = client_of(portal.server)
    for path in ("/v1/campaigns/flu/results.csv", "/v1/campaigns/flu/results.json?limit=5"):
        first = client.get(path)
        tag = {"If-None-Match": first.headers["ETag"]}
        assert client.get(path, headers=tag).status_code == 304
        with portal.server.store.write() as connection:
            day = Day(plan_of(cohort_campaign()), default_rng(6))
            publication.add_opened(connection, day.plan, 20_000, day.opened(2, 4_000))
        exports.write_all(portal.server.store, portal.server.folder.published)
        again = client.get(path, headers=tag)
        assert (again.status_code, again.text == first.text) == (200, False)


def test_the_form_makes_cohort_terms(portal: Portal, people: dict[Role, Person]) -> None:
    """The form asks for the share of colluders and the fewest donors, and the launch page shows the terms."""
    draft, client = draft_of(portal.server, people[Role.RESEARCHER], typed()).id, portal.client(people[Role.RESEARCHER])
    answer = send(client, f"/portal/drafts/{draft}", {**GOOD, **COHORT_FORM, "revision": "1", "do": "check"})
    page = client.get(answer.headers["Location"]).text
    assert "aria-invalid" not in page
    assert 'id="min_cohort"' in page
    assert "Only the sum can be opened, never yours alone." in unescape(page)
    with portal.server.store.read() as connection:
        found = validate(connection, portal.server.config, now_of(portal.server, draft).typed).campaign
    assert found is not None
    assert isinstance(found.terms, CohortTerms)
    assert (found.terms.colluders, found.terms.min_cohort) == (5, 40)
    shown = text_of(client, f"/portal/drafts/{draft}/launch")
    assert "added by the donors, 5 in 100 donors may add none" in shown
    assert "Smallest sum 40 donors" in shown
    assert f"What donors read of it {certainty(found.terms.budget, texts_in('en'))}" in shown
    assert len(stated := list(noises(found.terms))) == 3
    assert all(noise in shown for noise in stated), shown


def test_a_weekly_drafts_pages_say_that_the_budget_holds_one_week_again(
    portal: Portal, people: dict[Role, Person]
) -> None:
    """The forecast beside the form and the launch page name the lost week that the noise is planned for."""
    week = {"period": "week", "start": "2026-11-23", "end": "2026-12-20", "way": "epsilon", "amount": "10"}
    draft = draft_of(portal.server, people[Role.RESEARCHER], typed(**week, delta="0.000001")).id
    client = portal.client(people[Role.RESEARCHER])
    budget = "weeks together, and one lost week that is asked for again"
    assert f"for all 4 {budget}" in text_of(client, f"/portal/drafts/{draft}")
    assert f"for all {budget}" in text_of(client, f"/portal/drafts/{draft}/launch")


def test_a_draft_of_a_plain_server_is_told_what_to_change(portal: Portal, people: dict[Role, Person]) -> None:
    """A `plain` draft's noise law and missing delta are problems at their fields, which offer what this server
    accepts.
    """
    draft = draft_of(portal.server, people[Role.RESEARCHER], typed(noise="discrete-gaussian")).id
    page = unescape(portal.client(people[Role.RESEARCHER]).get(f"/portal/drafts/{draft}?checked=1").text)
    for field in ("noise", "delta"):
        assert re.search(rf'id="{field}"[^>]*aria-invalid="true"', page), field
    assert "Must be discrete-laplace on this server" in page


def test_status_names_campaigns_that_are_not_counted(portal: Portal) -> None:
    """A `plain` campaign has a state of its own on a `cohort` server, and a warning says what to do."""
    with portal.server.store.read() as connection:
        found = status(connection, portal.server, portal.server.clock(), DAY)
    assert {one["id"]: one["state"] for one in found["campaigns"]} == {"flu": "running", "old": "other-protocol"}
    (warning,) = found["warnings"]
    assert "no day is counted for campaign 'old', whose donors agreed to 'plain'" in warning
    assert "of another protocol than this server's: no day is counted" in status_text(found)
    assert "groups" not in status_text(found).replace(warning, "")
