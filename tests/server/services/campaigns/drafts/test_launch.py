"""Launching a draft: the same campaign as from a file, all or nothing, for everybody who worked on it."""

import json
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import text

from pdd_server.cli import main
from pdd_server.errors import Rejected
from pdd_server.services.campaigns import amendments, campaigns
from pdd_server.services.campaigns.campaign_files import read_values
from pdd_server.services.campaigns.campaign_status import campaign_statuses
from pdd_server.services.campaigns.drafts.form_values import typed_of
from pdd_server.services.campaigns.drafts.launch import ErrorNotAccepted, digest, launch
from pdd_server.services.campaigns.drafts.model import InvalidDraft
from pdd_server.services.campaigns.drafts.workflow import save, share, start
from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from pdd_shared.protocol.messages import Campaign
from tests.server.services.campaigns.drafts.draft_authors import account, act, audited, typed
from tests.server.services.campaigns.test_campaign_files import GOOD
from tests.server.simulated_server import DAY, HandClock, dump


def test_a_draft_of_a_files_fields_launches_the_files_campaign(tmp_path: Path, clock: HandClock) -> None:
    """`campaign create` and a launched draft of the same content leave the same campaign on two equal servers."""
    file = tmp_path / "flu.toml"
    file.write_text(GOOD + "[publication]\nthreshold = 7\n")
    found = []
    for name in ("by-file", "by-draft"):
        data = tmp_path / name
        assert main(["init", "--data", str(data), "--protocol", "plain"]) == 0
        if name == "by-file":
            assert main(["campaign", "create", str(file), "--accept-error", "--data", str(data)]) == 0
        server = open_folder(Folder(data), clock)
        if name == "by-draft":
            with act(server) as one:
                launch(one, start(one, "ab" * 16, typed_of(read_values(file))).id, 1, accept_error=True)
        with server.store.read() as connection:
            found.append(campaigns.get(connection, "winter-flu"))
        server.store.dispose()
    assert found[0] == found[1]
    assert found[0].campaign.threshold == 7


def test_all_who_worked_on_a_draft_work_on_its_campaign(server: Deployment) -> None:
    """The person who started a draft and those it was shared with belong to its campaign, and nobody else."""
    ann, eve = account(server, "ann"), account(server, "eve")
    account(server, "bob")
    with act(server, ann) as one:
        draft = start(one, "ab" * 16, typed())
        share(one, draft.id, "bob@example.org")
        launch(one, draft.id, 1)
    for name in ("ann", "bob"):
        assert "winter-flu" in account(server, name).campaigns
    assert account(server, "eve") == eve


@pytest.mark.sqlite
def test_a_launch_that_fails_changes_nothing(server: Deployment) -> None:
    """If the last write of a launch fails, there is no campaign and the draft can still be launched."""
    with act(server) as one:
        draft = start(one, "ab" * 16, typed(public=False))
        one.connection.execute(
            text("CREATE TRIGGER no BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no room'); END")
        )
    before = dump(server)
    with pytest.raises(Exception, match="no room"), act(server) as one:
        launch(one, draft.id, 1)
    assert dump(server) == before


def test_an_id_that_is_taken_is_a_problem_of_the_draft(server: Deployment) -> None:
    """A conflict with the server's other campaigns is reported before the launch, at its field."""
    with act(server) as one, pytest.raises(InvalidDraft, match="exists already"):
        launch(one, start(one, "ab" * 16, typed(id="flu")).id, 1)


def test_only_what_was_shown_is_launched(server: Deployment) -> None:
    """A launch is refused if the server would create other terms than those confirmed."""
    with act(server) as one:
        draft = start(one, "ab" * 16, typed())
        with pytest.raises(Rejected, match="look at them again"):
            launch(one, draft.id, 1, shown="0" * 64)
        assert isinstance(launch(one, draft.id, 1, shown=None), Campaign)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"donors": "100"}, r"times the true count\. Noise hides the result"),
        ({"donors": "400"}, r"is \d\d% of the true count"),
        ({"donors": "2"}, "No totals are to be expected"),
        ({"donors": "many"}, "unknown"),
    ],
)
def test_a_large_error_has_to_be_accepted(server: Deployment, changes: dict[str, str], says: str) -> None:
    """A launch with a forecast error above 50% is refused with the error unless it accepts that."""
    with act(server) as one:
        draft = start(one, "ab" * 16, typed(**changes))
    before = dump(server)
    with pytest.raises(ErrorNotAccepted, match=says), act(server) as one:
        launch(one, draft.id, 1)
    assert dump(server) == before
    with act(server) as one:
        assert launch(one, draft.id, 1, accept_error=True).id == "winter-flu"


def test_what_is_shown_is_named_to_the_letter(server: Deployment) -> None:
    """The digest of the shown terms changes with any text or number in them."""
    with act(server) as one:
        first = launch(one, start(one, "ab" * 16, typed()).id, 1)
    assert digest(first) != digest(first.model_copy(update={"threshold": 1}))


@pytest.mark.parametrize("public", [True, False])
def test_a_campaign_may_have_no_public_page(server: Deployment, public: bool) -> None:
    """A draft decides whether its campaign has a public page; a campaign from a file has one."""
    with act(server) as one:
        draft = save(one, start(one, "ab" * 16, typed()).id, 1, typed(public=public))
        launch(one, draft.id, draft.revision)
    with server.store.read() as connection:
        listed = {one.campaign.id for one in campaign_statuses(connection, date(2026, 11, 20)) if one.listed}
    assert listed == ({"flu", "winter-flu"} if public else {"flu"})


def test_a_launched_campaign_takes_only_what_is_stricter(server: Deployment) -> None:
    """A launched campaign takes new keywords after validation beside its old ones, and an earlier end that is not
    past.
    """
    with server.store.read() as connection:
        flu = campaigns.get(connection, "flu").campaign
    found = amendments.look_at(flu, [(1, "Child + fever"), (3, "cold"), (4, "flu + cold"), (5, "COLD")])
    assert [(problem.index, "line" in problem.text) for problem in found.problems] == [(0, False), (3, True)]
    assert "among the campaign's keywords" in found.problems[0].text
    assert [overlap.index for overlap in found.overlaps] == [2]
    with act(server) as one:
        assert amendments.append(one, "flu", ("cold",)).vocabulary == (*flu.vocabulary, "cold")
        for day in (flu.end, date(2027, 1, 1), date(2026, 11, 19)):
            with pytest.raises(Rejected, match="end: must be from 2026-11-20 to"):
                amendments.end_sooner(one, "flu", day)
        assert amendments.end_sooner(one, "flu", DAY).end == DAY
        amendments.close(one, "flu")
        amendments.close(one, "flu")
        with pytest.raises(Rejected, match="closed on"):
            amendments.end_sooner(one, "flu", DAY)
    actions = [action for _, action, _ in audited(server)]
    assert actions == ["campaign.appended", "campaign.shortened", "campaign.closed"]


def test_the_audit_log_has_nothing_of_a_draft_but_its_names(server: Deployment) -> None:
    """The audit log names a draft's revision and id, and contains none of its text."""
    with act(server) as one:
        launch(one, start(one, "ab" * 16, typed(purpose="Unmistakable")).id, 1)
    log = [line for line in dump(server) if "audit_log" in line and line.startswith("INSERT")]
    assert len(log) == 2
    assert "Unmistakable" not in json.dumps(log)
