"""A person's own counts of the last week, before they agree to anything."""

from datetime import timedelta
from pathlib import Path

from pdd_client.core.visits import HistoryFile
from pdd_client.donor.donor import Donor
from scripts.rehearsal.history_writer import write_chrome
from tests.client.fakes import DAY, NOON, URL, FakeServer, campaign, open_donor, visits
from tests.support.terms import cohort_terms, terms

SEARCHES = (
    ("flu", NOON - 7 * DAY),  # too long ago
    *(("flu", NOON - 6 * DAY - timedelta(hours=ago)) for ago in (3, 2, 1)),
    ("flu cough", NOON - 2 * DAY),
    ("tea", NOON - DAY),
    ("cough", NOON),
)


def opened(home: Path, server: FakeServer, folder: Path) -> Donor:
    write_chrome(folder / "History", visits(*SEARCHES))
    return open_donor(home, server, find=lambda: [HistoryFile(folder / "History", "chrome", "Default")])


def test_counts_are_those_that_a_campaign_would_get(home: Path, server: FakeServer, tmp_path: Path) -> None:
    """Seven days count under the caps of each campaign's period; what the donor keeps out doesn't; nothing is kept."""
    weekly = cohort_terms(period="week", max_searches=5, max_matches=2)
    server.campaigns = [campaign(terms=terms(max_searches=2)), campaign(id="weekly", terms=weekly)]
    with opened(home, server, tmp_path) as donor:
        offer = donor.campaigns.fetch_offer(URL)
        # Two searches of a day count, or five of the week.
        assert donor.days.last_week(offer) == {
            "flu": {"flu": 3, "fever + child": 0, "cough": 2},
            "weekly": {"flu": 4, "fever + child": 0, "cough": 1},
        }
        donor.exclusions.block("cough")
        assert donor.days.last_week(offer) == {
            "flu": {"flu": 2, "fever + child": 0, "cough": 0},
            "weekly": {"flu": 3, "fever + child": 0, "cough": 0},
        }
        assert donor.installation.joined() is None
        assert not donor.installation.store.consents.newest()
    assert server.requests == ["GET server", "GET campaigns"]


def test_a_history_that_can_not_be_read_is_no_zero(home: Path, server: FakeServer) -> None:
    """Without a readable history there are no counts, not even zeros."""
    with open_donor(home, server) as donor:
        assert donor.days.last_week(donor.campaigns.fetch_offer(URL)) is None
