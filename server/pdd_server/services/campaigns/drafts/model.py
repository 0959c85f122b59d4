"""A draft, its states, and why something can't be done to it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.campaigns.drafts.content_validation import FieldProblem
from pdd_server.services.campaigns.drafts.form_values import DraftContent
from pdd_server.store.campaigns.drafts import StoredDraft


class DraftState(StrEnum):
    """Where a draft stands; an edit makes it a draft again."""

    DRAFT = "draft"
    IN_REVIEW = "in-review"
    APPROVED = "approved"
    LAUNCHED = "launched"
    DISCARDED = "discarded"


@dataclass(frozen=True)
class Draft:
    """A campaign being prepared: what was typed last, by whom, and who approved just that.

    `editor` and `approver` are ids of accounts, None for the operator's commands; `campaign` is what became of it.
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
        """Whether nothing more can be done to it."""
        return self.state in (DraftState.LAUNCHED, DraftState.DISCARDED)

    @property
    def name(self) -> str:
        """What it is called until it has a title."""
        return self.typed.title.strip() or self.typed.id.strip() or "Untitled campaign"


class StaleDraft(Rejected):
    """Somebody saved the draft meanwhile: `current` is what it is now."""

    def __init__(self, current: Draft) -> None:
        what = f"somebody saved revision {current.revision} meanwhile; look at it, then save again"
        super().__init__(Rejection.STALE_STATE, what)
        self.current = current


class InvalidDraft(Rejected):
    """The draft makes no campaign yet."""

    def __init__(self, problems: tuple[FieldProblem, ...]) -> None:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(Rejection.INVALID, f"{first.reason}{more}", first.key)
        self.problems = problems


def of_stored(stored: StoredDraft) -> Draft:
    """The draft of a row."""
    typed = DraftContent.model_validate_json(stored.content)
    fields = (stored.editor, stored.edited, stored.approver, stored.campaign)
    return Draft(stored.id, DraftState(stored.state), stored.revision, typed, *fields)


def to_stored(draft: Draft) -> StoredDraft:
    """The row of a draft."""
    content = draft.typed.model_dump_json()
    fields = (draft.editor, draft.edited, draft.approver, draft.campaign)
    return StoredDraft(draft.id, draft.state.value, draft.revision, content, *fields)
