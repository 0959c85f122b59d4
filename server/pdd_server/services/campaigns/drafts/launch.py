"""From a draft to a campaign: in one transaction, and not to be taken back."""

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
    """The error to expect is large, and whoever launches the draft did not say that it is accepted."""


def launch(act: Act, draft: str, revision: int, shown: str | None = None, accept_error: bool = False) -> Campaign:
    """Create the draft's campaign and end the draft; everybody who worked on the one works on the other.

    `shown` is the digest of the campaign that was confirmed, if one was. `accept_error` says that a large error was
    read and accepted. Rejected, ErrorNotAccepted, InvalidDraft or StaleDraft; nothing is changed then.
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
    """Return the error to expect under the draft's own assumptions."""
    return expected_error(config, campaign, assumptions(draft.typed)[0])


def check_error(expected: ExpectedError) -> None:
    """ErrorNotAccepted where the error is so large that it has to be accepted."""
    if expected.too_large:
        words = expected.in_words.removesuffix(".")
        what = f"an expected error above {MOST:.0%} has to be accepted before a launch. {words}"
        raise ErrorNotAccepted(Rejection.INVALID, what)


def reviewed(config: Config, draft: Draft) -> bool:
    """Whether the draft may be launched as far as review goes."""
    return not config.review.second_person or draft.state == DraftState.APPROVED


def digest(campaign: Campaign) -> str:
    """Names a campaign to the letter, so that nothing else is launched than what was shown."""
    return hashlib.sha256(campaign.model_dump_json().encode()).hexdigest()


def _create(act: Act, draft: Draft, campaign: Campaign) -> None:
    campaigns.create(act.connection, act.config, campaign)
    if not draft.typed.public:
        drafts.hide(act.connection, campaign.id)
    drafts.belong_too(act.connection, draft.id, campaign.id)
    drafts.replace(act.connection, to_stored(replace(draft, state=DraftState.LAUNCHED, campaign=campaign.id)))
    act.record("campaign.launched", campaign.id, f"revision {draft.revision} of {draft.id}")
