"""The job that reads a day for the Today page."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from pdd_client.core.errors import DonorError
from pdd_client.core.visits import HistoryFile
from pdd_client.desktop.today.job import ShowDayJob
from pdd_client.donor.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from pdd_shared.rounds.cohort.day.layout import cohort_part_of, count_numbers
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cohort_fakes import CohortServer, cohort_campaign, cohort_terms
from tests.client.cohort_players import player
from tests.client.desktop.opened_pages import ROUND
from tests.client.fakes import NOON, URL, Clock, FakeServer, open_donor


def test_a_day_is_shown_from_one_look_at_the_histories(home: Path, server: FakeServer, history: Path) -> None:
    """The day's searches and counts come from one reading of the histories, which can take a second."""
    looks = []

    def find() -> Sequence[HistoryFile]:
        looks.append(1)
        return [HistoryFile(history, "chrome")]

    with Donor.open(home, clock=server.clock, keychain=FileKeychain(home), connect=server.connect, find=find) as donor:
        donor.campaigns.join(URL)
        looks.clear()
        day = ShowDayJob(ROUND).run(donor)
        assert (len(looks), len(day.searches), day.matching) == (1, 4, 3)
        donor.days.approve(ROUND)
        assert len(looks) == 1, "what is approved is what was shown"


def test_the_numbers_of_a_day_are_those_of_its_vector(tmp_path: Path) -> None:
    """With a cap over all periods a campaign has one number more in each stratum."""
    caps = {"max_matches": None, "max_hits_per_keyword": 1, "max_campaign_hits": 4}
    made = cohort_campaign(terms=cohort_terms(**caps), strata=("north", "south"))
    server = CohortServer(Clock(NOON), campaigns=[made])
    write_chrome(tmp_path / "History", [])
    with closing(player(tmp_path / "home", server, tmp_path / "History").donor) as donor:
        donor.campaigns.join(URL, [made.id], "north")
        assert ShowDayJob().run(donor).numbers == count_numbers((cohort_part_of(made),))


def test_a_day_is_shown_where_joining_was_interrupted(home: Path, server: FakeServer) -> None:
    """If joining was interrupted after registration, the day shows searches and nothing to review."""
    with open_donor(home, server) as donor:
        offer = donor.campaigns.fetch_offer(URL)
        server.lose_answers = True
        with pytest.raises(DonorError):
            donor.campaigns.accept(offer)
        assert len(server.donors) == 1
        day = ShowDayJob().run(donor)
    assert (day.joined, day.review, day.campaigns) == (False, None, ())
