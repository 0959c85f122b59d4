"""The launch of a draft. It creates the campaign in one transaction and can't be undone."""

import hashlib
from dataclasses import replace

from pdd_server.config import Config
from pdd_server.errors import Rejected, Rejection
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts.draft_forecast import assumptions
from pdd_server.services.campaigns.drafts.model import Draft, DraftState, to_stored
from pdd_server.services.campaigns.drafts.workflow import Act, campaign_of, open_draft
from pdd_server.services.campaigns.forecast.expected_error import MOST, ExpectedError, expected_error
from pdd_server.store.campaigns import drafts
from pdd_shared.protocol.messages import Campaign


class ErrorNotAccepted(Rejected):
    """The expected error of the campaign is large, and the launch did not say that it is accepted."""


def launch(act: Act, draft: str, revision: int, shown: str | None = None, accept_error: bool = False) -> Campaign:
    """Create the draft's campaign and end the draft. The accounts of the draft get access to the campaign.

    Args:
        act: The transaction.
        draft: The draft's id.
        revision: The revision that the launch is based on.
        shown: The digest of the campaign whose terms were confirmed on a page; None for programs and commands.
        accept_error: Whether a large expected error was read and accepted.

    Returns:
        The campaign.

    Raises:
        Rejected: NOT_FOUND; INVALID if the draft has ended or needs an approval, if its terms have changed since they
            were shown, or if the server can't take the campaign.
        StaleDraft: `revision` is not the newest.
        InvalidDraft: The draft has validation errors.
        ErrorNotAccepted: The expected error is large and not accepted.
    """
    found = open_draft(act, draft, revision)
    if not reviewed(act.config, found):
        raise Rejected(
            Rejection.INVALID,
            "this server asks for a second person's approval before a launch; give the draft to review",
        )
    campaign = campaign_of(act, found)
    if shown is not None and shown != digest(campaign):
        raise Rejected(
            Rejection.INVALID, "the server's settings have changed since these terms were shown; look at them again"
        )
    if not accept_error:
        check_error(error_of(act.config, found, campaign))
    _create(act, found, campaign)
    return campaign


def error_of(config: Config, draft: Draft, campaign: Campaign) -> ExpectedError:
    """Return the expected error under the draft's own assumptions."""
    return expected_error(config, campaign, assumptions(draft.typed)[0])


def check_error(expected: ExpectedError) -> None:
    """Check that the expected error is small enough to launch without accepting it.

    Raises:
        ErrorNotAccepted: It is too large.
    """
    if expected.too_large:
        words = expected.sentence.removesuffix(".")
        what = f"an expected error above {MOST:.0%} has to be accepted before a launch. {words}"
        raise ErrorNotAccepted(Rejection.INVALID, what)


def reviewed(config: Config, draft: Draft) -> bool:
    """Return whether the draft has the approval that the settings ask for, if they do."""
    return not config.review.second_person or draft.state == DraftState.APPROVED


def digest(campaign: Campaign) -> str:
    """Return a hash of the whole campaign, in hex, so that only the campaign that was shown is launched."""
    return hashlib.sha256(campaign.model_dump_json().encode()).hexdigest()


def _create(act: Act, draft: Draft, campaign: Campaign) -> None:
    campaigns.create(act.connection, act.config, campaign)
    if not draft.typed.public:
        drafts.hide(act.connection, campaign.id)
    drafts.belong_too(act.connection, draft.id, campaign.id)
    drafts.replace(act.connection, to_stored(replace(draft, state=DraftState.LAUNCHED, campaign=campaign.id)))
    act.record("campaign.launched", campaign.id, f"revision {draft.revision} of {draft.id}")
