"""A draft, its states, and the errors of changing it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.campaigns.drafts.content_validation import FieldProblem
from pdd_server.services.campaigns.drafts.draft_content import DraftContent
from pdd_server.store.campaigns.drafts import StoredDraft


class DraftState(StrEnum):
    """The state of a draft; `workflow` has the table of transitions."""

    DRAFT = "draft"
    IN_REVIEW = "in-review"
    APPROVED = "approved"
    LAUNCHED = "launched"
    DISCARDED = "discarded"


@dataclass(frozen=True)
class Draft:
    """A campaign in preparation.

    Attributes:
        id: The draft's id, which differs from the id of the campaign.
        state: The draft's state.
        revision: The number of the content's revision, from 1.
        typed: The content as it was typed last, valid or not.
        editor: The id of the account that edited the draft last; None for the operator's commands.
        edited: The data day of the last edit.
        approver: The id of the account that approved this revision, if one did.
        campaign: The id of the campaign launched from this draft, if it was launched.
    """

    id: str
    state: DraftState
    revision: int
    typed: DraftContent
    editor: str | None
    edited: date
    approver: str | None = None
    campaign: str | None = None

    @property
    def ended(self) -> bool:
        """Whether the draft was launched or discarded, so that it can't change any more."""
        return self.state in (DraftState.LAUNCHED, DraftState.DISCARDED)

    @property
    def name(self) -> str:
        """The draft's title, else its short name, else a text that says it has none."""
        return self.typed.title.strip() or self.typed.id.strip() or "Untitled campaign"


class StaleDraft(Rejected):
    """A step was based on an old revision, because somebody saved the draft meanwhile.

    Attributes:
        current: The draft as it is now.
    """

    def __init__(self, current: Draft) -> None:
        what = f"somebody saved revision {current.revision} meanwhile; look at it, then save again"
        super().__init__(Rejection.STALE_STATE, what)
        self.current = current


class InvalidDraft(Rejected):
    """The draft has validation errors, so it makes no campaign yet.

    Attributes:
        problems: The errors; the first one is in the exception's text.
    """

    def __init__(self, problems: tuple[FieldProblem, ...]) -> None:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(Rejection.INVALID, f"{first.reason}{more}", first.key)
        self.problems = problems


def of_stored(stored: StoredDraft) -> Draft:
    """Return the draft in a database row."""
    typed = DraftContent.model_validate_json(stored.content)
    fields = (stored.editor, stored.edited, stored.approver, stored.campaign)
    return Draft(stored.id, DraftState(stored.state), stored.revision, typed, *fields)


def to_stored(draft: Draft) -> StoredDraft:
    """Return the database row of a draft."""
    content = draft.typed.model_dump_json()
    fields = (draft.editor, draft.edited, draft.approver, draft.campaign)
    return StoredDraft(draft.id, draft.state.value, draft.revision, content, *fields)
