"""A home in a campaign that caps the hits of all its weeks together: no way leads past the cap."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_client.cli.texts.account import account_text
from pdd_client.cli.texts.offers import offer_text
from pdd_client.cli.texts.reports import review_text
from pdd_client.desktop.sent.account_texts import campaign_row
from pdd_client.donor.restored_home import charge_unrecorded
from pdd_client.extension_bridge.handover import AskStatus, HandOver, greet, take_over
from pdd_client.gateways.home_store.extension_store import Connected
from tests.client.cohort_fakes import CohortServer, cohort_campaign, cohort_terms
from tests.client.cohort_players import Player
from tests.client.fakes import URL, Clock
from tests.client.weekly_homes import MONDAY, ONE, SUNDAY, asks_again, live, search, weekly_homes

WEEK = timedelta(days=7)
CAPS = {"max_searches": 9, "max_campaign_hits": 3, "max_hits_per_keyword": 3, "max_matches": None}
SOURCE = "ab" * 16


@pytest.fixture
def server() -> CohortServer:
    """A server with one campaign, of which a donor adds three hits at most in its six weeks."""
    text = {"title": "By week", "start": SUNDAY - 13 * ONE, "end": SUNDAY + 28 * ONE}
    return CohortServer(
        Clock(MONDAY - 4 * ONE), [cohort_campaign(id="week", terms=cohort_terms(period="week", **CAPS), **text)]
    )


@pytest.fixture
def homes(tmp_path: Path, server: CohortServer) -> Iterator[list[Player]]:
    """Four homes that have joined; the first searches for flu twice in each week from Monday on."""
    with weekly_homes(tmp_path, server) as opened:
        hours = [MONDAY + week * WEEK + hour * timedelta(hours=1) for week in range(4) for hour in (1, 2)]
        search(opened[0], [("flu", hour) for hour in hours])
        yield opened


def hits(one: Player) -> list[int]:
    """Return the hits of each charge of the home, the oldest first; the week before the searches has none."""
    return [given.hits for given in one.donor.installation.store.charges.given()]


def counts(one: Player) -> list[dict[str, int]]:
    """Return the counts of each week that was given, the oldest first."""
    return [part["counts"] for line in one.donor.log() for part in line.given or ()]


def test_a_donor_adds_no_more_hits_than_the_campaign_allows(server: CohortServer, homes: list[Player]) -> None:
    """The second week has the last hit, and one for `full`; the third still counts as joined, with no hit."""
    live(server, homes, MONDAY + 26 * ONE)
    assert counts(homes[0])[:4] == [{}, {"flu": 2}, {"flu": 1}, {}]
    assert hits(homes[0])[:4] == [0, 2, 2, 0]
    assert sum(hits(homes[0])) == CAPS["max_campaign_hits"] + 1  # type: ignore[operator]
    searched = [part["searches"] for line in homes[0].donor.log() for part in line.given or ()]
    assert searched[:4] == [0, 2, 2, 2]


def test_a_donor_sees_how_many_hits_are_left(server: CohortServer, homes: list[Player]) -> None:
    """The offer says how many there are, a review how many it would leave, and the account how many are used."""
    one = homes[0].donor
    assert "At most 3 times can a search of yours" in "\n".join(
        offer_text(one.campaigns.fetch_offer(URL, ["week"]), "en")
    )
    live(server, homes, MONDAY + 12 * ONE)
    lines = list(review_text(one.days.review(SUNDAY + WEEK, homes[0].histories)))
    assert "  after this, 0 of 3 times are left that a search of yours can add to it" in lines
    (row,) = one.account.ledger().campaigns
    assert row.hits == (2, 3)
    assert any("2 weeks, 2 of 3 times used" in line for line in account_text(one.account.ledger()))
    assert campaign_row(row, {})[1] == "2 weeks; 2 of 3 times used"


def left(one: Player, server: CohortServer) -> int | None:
    """Return how many hits the home may still count."""
    return one.donor.installation.ledger().hits_left(server.campaigns[0], server.campaigns[0].terms.caps)


def _leave_and_join(one: Player, server: CohortServer) -> None:
    one.donor.campaigns.leave("week")
    one.donor.campaigns.join(URL, ["week"])


def _ask_again(one: Player, server: CohortServer) -> None:
    asks_again(server, SUNDAY + 8 * ONE, SUNDAY)


def _hear_of_an_extension(one: Player, server: CohortServer) -> None:
    said = {"type": "hand-over", "bound": [], "source": SOURCE, "used": {"week": 1, "other": 9}}
    for _ in range(2):  # the same extension on another day: its hits don't count twice
        take_over(one.donor.installation, HandOver.model_validate(said), Connected("/nowhere", "chromium"))


@pytest.mark.parametrize(
    ("way", "when", "more"),
    [(_leave_and_join, 12, [2]), (_ask_again, 14, [2]), (_hear_of_an_extension, 12, [])],
    ids=["re-join", "repeat", "extension"],
)
def test_no_way_leads_past_the_cap(
    server: CohortServer, homes: list[Player], way: Callable[[Player, CohortServer], None], when: int, more: list[int]
) -> None:
    """Hits stay used after leaving, for a week that is asked for once more, and if an extension used them."""
    live(server, homes, MONDAY + 12 * ONE)
    assert hits(homes[0]) == [0, 2]
    live(server, homes, MONDAY + when * ONE)
    way(homes[0], server)
    live(server, homes, MONDAY + 26 * ONE)
    assert [used for used in hits(homes[0])[2:] if used] == more
    assert sum(sum(given.values()) for given in counts(homes[0])) <= CAPS["max_campaign_hits"]  # type: ignore[operator]


@pytest.mark.parametrize("last", [(MONDAY + 6 * ONE).isoformat(), None], ids=["last contact", "none before"])
def test_a_restored_home_takes_all_hits_for_used(server: CohortServer, homes: list[Player], last: str | None) -> None:
    """A copy from before a week was given may have given it, so it is charged for it and counts nothing more."""
    one = homes[0]
    live(server, homes, MONDAY + 12 * ONE)
    installation = one.donor.installation
    with installation.store.transaction():
        installation.store.set_fact("last_check_in", last)
        for table in ("charges", "journal"):  # as the copy was
            installation.store._database.execute(f"DELETE FROM {table}")
    assert left(one, server) == 3
    charge_unrecorded(installation.store, server.clock.now, installation.membership().info)
    assert left(one, server) == 0
    assert SUNDAY in installation.store.charges.days()
    assert greet(installation, "chromium", AskStatus(type="status")).used is None


def test_app_and_extensions_tell_each_other_what_they_used(server: CohortServer, homes: list[Player]) -> None:
    """The app tells an extension its own hits and those of others, not those that this extension used."""
    one = homes[0].donor.installation
    live(server, homes, MONDAY + 12 * ONE)
    for source, used in ((SOURCE, 1), ("cd" * 16, 5), ("cd" * 16, 4)):
        greet(one, "chromium", AskStatus(type="status", source=source, used={"week": used}))
    assert greet(one, "chromium", AskStatus(type="status", source=SOURCE)).used == {"week": 2 + 5}
    assert greet(one, "chromium", AskStatus(type="status")).used == {"week": 2 + 5 + 1}
    assert one.ledger().hits_elsewhere == {"week": 6}


def test_an_app_waits_for_the_extension_that_took_over(server: CohortServer, homes: list[Player]) -> None:
    """Once an extension has taken over, a re-joined app counts no hits until the extension hands over again."""
    one = homes[0]
    live(server, homes, MONDAY + 12 * ONE)
    one.donor.campaigns.leave("week")
    takes_over = AskStatus(type="status", source=SOURCE, takes_over=True)
    told = greet(one.donor.installation, "chromium", takes_over)
    assert (told.state, told.used) == ("not-joined", {"week": 2})
    assert told.home == greet(one.donor.installation, "chromium", takes_over).home
    one.donor.campaigns.join(URL, ["week"])
    assert left(one, server) == 0
    greet(one.donor.installation, "chromium", AskStatus(type="status", source=SOURCE))
    assert left(one, server) == 0, "it may still give"
    said = {"type": "hand-over", "bound": [], "source": SOURCE, "used": {}}
    take_over(one.donor.installation, HandOver.model_validate(said), Connected("/nowhere", "chromium"))
    assert left(one, server) == 1
