"""Drafts: no edit is lost, a second person reviews, and every action is logged."""

from pathlib import Path

import pytest

from pdd_server.errors import Rejected
from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns.drafts.launch import launch
from pdd_server.services.campaigns.drafts.model import DraftState, InvalidDraft, StaleDraft
from pdd_server.services.campaigns.drafts.workflow import (
    MOST_DRAFTS,
    approve,
    discard,
    drafts_of,
    get,
    save,
    share,
    start,
    submit,
)
from pdd_server.services.operations.data_folder import Deployment
from tests.server.services.campaigns.drafts.draft_authors import account, act, audited, typed
from tests.server.simulated_server import HandClock, dump, new_server


def strict(tmp_path: Path, clock: HandClock) -> Deployment:
    """Return a server that asks for a second person's approval."""
    return new_server(tmp_path, clock, review={"second_person": True})


def test_a_lost_update_is_refused_with_what_is_there(server: Deployment) -> None:
    """Of two edits of one revision the second is refused, changes nothing, and gets the first one's content."""
    with act(server) as one:
        draft = start(one, "ab" * 16, typed())
        save(one, draft.id, 1, typed(title="First"))
    before = dump(server)
    with pytest.raises(StaleDraft) as raised, act(server) as one:
        save(one, draft.id, 1, typed(title="Second"))
    assert (raised.value.current.revision, raised.value.current.typed.title) == (2, "First")
    assert dump(server) == before


def test_saving_the_same_again_is_no_edit(server: Deployment) -> None:
    """Saving unchanged content changes neither revision nor state, so it takes no approval back."""
    with act(server, account(server, "ann")) as one:
        draft = submit(one, start(one, "ab" * 16, typed()).id, 1)
    with act(server) as one:
        approved = approve(one, draft.id, 1)
        assert save(one, draft.id, 1, typed()) == approved
        assert approved.state == DraftState.APPROVED


def test_a_draft_with_problems_is_not_reviewed_or_launched(server: Deployment) -> None:
    """A draft with problems can be neither submitted nor launched; both report the problems and change nothing."""
    with act(server) as one:
        draft = start(one, "ab" * 16, typed(title="", end="2026-01-01"))
    before = dump(server)
    for step in (submit, launch):
        with pytest.raises(InvalidDraft) as raised, act(server) as one:
            step(one, draft.id, 1)
        assert [problem.key for problem in raised.value.problems] == ["title", "end"]
    assert dump(server) == before


def test_a_second_person_has_to_approve(tmp_path: Path, clock: HandClock) -> None:
    """Where approval is required, the last editor can't approve, nothing unapproved is launched, and an edit ends
    approval.
    """
    server = strict(tmp_path, clock)
    ann, bob = account(server, "ann"), account(server, "bob")
    with act(server, ann) as one:
        draft = submit(one, start(one, "ab" * 16, typed()).id, 1)
        for step in (approve, launch):
            with pytest.raises(Rejected, match=r"edited this draft last|second person"):
                step(one, draft.id, 1)
    with act(server, bob) as one:
        assert approve(one, draft.id, 1).approver == bob.id
    with act(server, ann) as one:
        edited = save(one, draft.id, 1, typed(title="Other"))
        assert (edited.state, edited.approver) == (DraftState.DRAFT, None)
        with pytest.raises(Rejected, match="second person"):
            launch(one, draft.id, 2)
        submit(one, draft.id, 2)
    with act(server, bob) as one:
        approve(one, draft.id, 2)
    with act(server, ann) as one:
        assert launch(one, draft.id, 2).title == "Other"
    acts = ["started", "submitted", "approved", "saved", "submitted", "approved"]
    assert [action for _, action, _ in audited(server)] == [*(f"draft.{name}" for name in acts), "campaign.launched"]
    assert audited(server)[-1] == ("ann@example.org", "campaign.launched", "winter-flu")
    server.store.dispose()


def test_nobody_approves_what_they_edited_last(server: Deployment) -> None:
    """The last editor can't approve even where no approval is required, and nothing is logged as approved."""
    ann, bob = account(server, "ann"), account(server, "bob")
    for who, name in ((ann, "ab"), (None, "cd")):
        with act(server, who) as one:
            draft = submit(one, start(one, name * 16, typed()).id, 1)
        with pytest.raises(Rejected, match="you edited this draft last"), act(server, who) as one:
            approve(one, draft.id, 1)
    with act(server, bob) as one:
        save(one, draft.id, 1, typed(title="Bob's"))
        submit(one, draft.id, 2)
    with act(server, ann) as one:
        assert approve(one, draft.id, 2).approver == ann.id
    assert [action for _, action, _ in audited(server)].count("draft.approved") == 1


def test_an_approval_is_of_a_draft_in_review(server: Deployment) -> None:
    """Only a draft in review can be approved."""
    with act(server) as one:
        draft = start(one, "ab" * 16, typed())
        with pytest.raises(Rejected, match="give it to review"):
            approve(one, draft.id, 1)


@pytest.mark.parametrize("end", [launch, discard])
def test_ended_drafts_refuse_every_action(server: Deployment, end: object) -> None:
    """A launched or discarded draft refuses every action."""
    with act(server) as one:
        draft = start(one, "ab" * 16, typed())
        (launch if end is launch else discard)(one, draft.id, 1)
    before = dump(server)
    for step in (submit, approve, discard, launch):
        with pytest.raises(Rejected, match="already"), act(server) as one:
            step(one, draft.id, 1)
    with pytest.raises(Rejected, match="already"), act(server) as one:
        save(one, draft.id, 1, typed(title="Other"))
    assert dump(server) == before


def test_drafts_are_seen_by_those_they_belong_to(server: Deployment) -> None:
    """A draft is visible to its author, those it is shared with, administrators and the operator, and to nobody
    else.
    """
    ann, bob, eve = account(server, "ann"), account(server, "bob", Role.VIEWER), account(server, "eve")
    root = account(server, "root", Role.ADMINISTRATOR)
    with act(server, ann) as one:
        draft = start(one, "ab" * 16, typed())
        share(one, draft.id, " Bob@Example.org ")
        with pytest.raises(Rejected, match="nobody here has"):
            share(one, draft.id, "nobody@example.org")
    with server.store.read() as connection:
        for who in (account(server, "ann"), account(server, "bob"), root, None):
            assert [one.id for one in drafts_of(connection, who)] == [draft.id]
        assert drafts_of(connection, eve) == []
        assert bob.campaigns == frozenset()
        with pytest.raises(Rejected, match="no such draft"):
            get(connection, "draft_unknown")


def test_an_account_has_so_many_open_drafts(server: Deployment) -> None:
    """An account with the most open drafts starts no more until it discards one. Others' drafts don't count."""
    root = account(server, "root", Role.ADMINISTRATOR)
    with act(server) as one:
        start(one, "ff" * 16, typed())
    for number in range(MOST_DRAFTS):
        with act(server, account(server, "root")) as one:
            draft = start(one, f"{number:032x}", typed())
    with pytest.raises(Rejected, match="at most 100 open drafts"), act(server, account(server, "root")) as one:
        start(one, "ab" * 16, typed())
    with act(server, root) as one:
        discard(one, draft.id, 1)
    with act(server, account(server, "root")) as one:
        start(one, "ab" * 16, typed())
