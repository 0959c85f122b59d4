"""The job that reads a day for the Today page."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pdd_client.core.errors import DonorError
from pdd_client.core.visits import HistoryFile
from pdd_client.desktop.today.job import ShowDayJob
from pdd_client.donor.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from tests.client.desktop.opened_pages import ROUND
from tests.client.fakes import URL, FakeServer, open_donor


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
