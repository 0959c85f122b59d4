"""Promises to donors can only get stricter: no path on the server loosens a campaign's terms."""

from pathlib import Path

import pytest

from pdd_server.errors import Rejected, SetupError
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from pdd_server.store.campaigns import campaigns as stored_campaigns
from pdd_shared.protocol.messages import Campaign
from tests.server.services.campaigns.test_budgets import SHORT, play
from tests.server.simulated_server import DAY, HandClock, campaign, donors, new_server, night, settings, status_of
from tests.support.terms import laplace, terms


def reopened(server: Deployment, value: object, key: str = "min_group") -> Deployment:
    """Open the same folder again under another floor or setting."""
    server.store.dispose()
    text = server.folder.config.read_text()
    lines = [f"{key} = {value}" if line.startswith(f"{key} =") else line for line in text.splitlines()]
    server.folder.config.write_text("\n".join(lines))
    return open_folder(Folder(server.folder.path), server.clock)


def stored(server: Deployment) -> Campaign:
    """Return the stored campaign `flu`."""
    with server.store.read() as connection:
        return campaigns.get(connection, "flu").campaign


def test_a_floor_below_a_promise_is_refused(tmp_path: Path, clock: HandClock) -> None:
    """Settings with a floor below a running campaign's are refused; once it is closed they are accepted and it is
    shown.
    """
    promised = terms(min_group=5)
    server = new_server(tmp_path, clock, campaign(terms=promised), group_size=10, min_group=5)
    with pytest.raises(SetupError, match=r"config\.toml: min_group: 4 is below 5, which campaign 'flu' promised"):
        reopened(server, 4)
    server = reopened(server, 5)
    with server.store.write() as connection:
        campaigns.close(connection, "flu", DAY)
    server = reopened(server, 4)
    assert campaigns.in_force(stored(server), server.config).terms == promised
    server.store.dispose()


def test_a_changed_protocol_is_told_to_the_operator(tmp_path: Path, clock: HandClock) -> None:
    """After a protocol change, status and the first nightly run say that no day is counted, until the campaign is
    closed.
    """
    server = new_server(tmp_path, clock)
    assert status_of(server)["warnings"] == []
    server = reopened(server, '"cohort"', "protocol")
    (warning,) = status_of(server)["warnings"]
    assert "no day is counted for campaign 'flu', whose donors agreed to 'plain'; launch one under 'cohort'" in warning
    assert night(server).warnings == (warning,)
    with server.store.write() as connection:
        campaigns.close(connection, "flu", DAY)
    assert status_of(server)["warnings"] == []
    server.store.dispose()


def test_a_raised_floor_is_a_promise_from_the_next_night_on(tmp_path: Path, clock: HandClock) -> None:
    """A raised floor that was in force for one nightly run cannot be lowered again."""
    server = new_server(tmp_path, clock, group_size=10)
    server = reopened(server, 6)
    assert stored(server).terms.min_group == 3
    server = reopened(server, 3)
    server = reopened(server, 6)
    night(server)
    assert stored(server).terms == terms(min_group=6, noise=laplace(81))
    with pytest.raises(SetupError, match="min_group: 3 is below 6"):
        reopened(server, 3)


def test_a_campaign_cannot_be_made_under_a_lower_floor(tmp_path: Path, clock: HandClock) -> None:
    """A campaign that promises larger groups than the server makes is refused."""
    server = new_server(tmp_path, clock)
    with server.store.write() as connection, pytest.raises(Rejected, match="min_group"):
        campaigns.create(connection, settings(), campaign(id="big", terms=terms(min_group=4)))
    server.store.dispose()


def test_nothing_that_changes_a_campaign_loosens_its_terms(tmp_path: Path, clock: HandClock) -> None:
    """Appending, raising the floor, nightly runs and closing never weaken terms, and keep threshold and dates."""
    server = new_server(tmp_path, clock, SHORT.model_copy(update={"threshold": 7}), group_size=10)
    before = stored(server)
    with server.store.write() as connection:
        campaigns.append(connection, server.config, "flu", ["cough"])
    server = reopened(server, 5)
    play(server, clock, donors(server, 6), 3)
    with server.store.write() as connection:
        campaigns.close(connection, "flu", DAY)
    after = stored(server)
    assert after.terms.no_weaker_than(before.terms)
    assert (after.terms.noise, after.terms.budget) == (before.terms.noise, before.terms.budget)
    assert after.model_copy(update={"terms": before.terms, "vocabulary": before.vocabulary}) == before
    with server.store.read() as connection:
        assert [one.campaign.id for one in stored_campaigns.all_of(connection)] == ["flu"]
    server.store.dispose()
