"""The forms of a draft's pages, and a draft with its validation errors and forecast."""

from dataclasses import dataclass
from typing import Any, Self

from flask import abort, flash, request

from pdd_server.errors import Rejected
from pdd_server.services.campaigns.drafts.draft_content import FIELDS, ConsentText, DraftContent
from pdd_server.services.campaigns.drafts.draft_forecast import Forecast, forecast
from pdd_server.services.campaigns.drafts.draft_validation import SHOWN, ValidatedDraft, validate
from pdd_server.services.campaigns.drafts.keyword_files import entries_of
from pdd_server.web.context import server
from pdd_server.web.portal.forms import LONGEST, Form, Line, Number, Text, lines_of, sent_texts

LARGEST_FORM = 4 << 20
"""The most bytes of a form. A list of keywords of 1 MB may be sent with three bytes a character, and an upload too."""

LABELS = {name: asked.label for name, asked in FIELDS.items()}
"""What the pages call each field, in the order of the form."""
_TEXTS = tuple(name for name in FIELDS if name not in ("consent", "public"))
_ALWAYS_SENT = tuple(name for name in _TEXTS if not FIELDS[name].by_protocol)


class DraftForm(Form):
    """The form of a draft.

    Attributes:
        content: The draft's content.
        revision: The revision that the form was filled from.
        do: The button that was pressed.
    """

    content: DraftContent
    revision: Number
    do: Line

    @classmethod
    def sent(cls) -> Self:
        """Parse the request's form; abort with 400 if a field is missing, which would empty it in the draft."""
        form = request.form
        if any(name not in form for name in (*_ALWAYS_SENT, "consent-text")):
            abort(400)
        texts = sent_texts(_TEXTS)
        short = {name: text.replace("\n", " ")[:LONGEST] for name, text in texts.items() if not FIELDS[name].is_long}
        pairs = zip(form.getlist("consent-language"), form.getlist("consent-text"), strict=False)
        consent = [
            ConsentText(language=language[:100], text=lines_of(text))
            for language, text in pairs
            if language.strip() or text.strip()
        ]
        fields = {**texts, **short, "consent": tuple(consent[:50]) or (ConsentText(),), "public": "public" in form}
        content = DraftContent.model_validate(fields)
        return cls(content=content, revision=form.get("revision", ""), do=form.get("do", ""))


class StartForm(Form):
    """The template that a new draft begins with."""

    template: Line = ""


class StepForm(Form):
    """A step in a draft's workflow, based on the revision that the page showed."""

    revision: Number = 0


class ShareForm(Form):
    """The e-mail address of the account that a draft is shared with."""

    email: Line = ""


class QueriesForm(Form):
    """Queries that a researcher tries, one a line."""

    queries: Text = ""


class LaunchForm(StepForm):
    """A confirmed launch: the digest of the terms that were shown, and whether a large expected error is accepted."""

    shown: Line = ""
    accept_error: Line = ""


@dataclass(frozen=True)
class DraftAssessment:
    """A draft with its validation errors and its forecast."""

    validated: ValidatedDraft
    forecast: Forecast

    @property
    def problems(self) -> dict[str, str]:
        """The errors of each field, one a line, those of the forecast's assumptions included."""
        found = {field: "\n".join(reasons[:SHOWN]) for field, reasons in self.validated.by_field.items()}
        return found | {
            problem.path[0]: f"{problem.reason[:1].upper()}{problem.reason[1:]}" for problem in self.forecast.problems
        }


def take_long_lists(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Raise the size limits for the request: lists of keywords may be larger than donors' messages."""
    request.max_content_length = LARGEST_FORM
    request.max_form_memory_size = LARGEST_FORM


def assess(typed: DraftContent) -> DraftAssessment:
    """Return a draft's validation errors and forecast. The forecast is computed after the snapshot is closed."""
    with server().store.read() as connection:
        found = validate(connection, server().config, typed)
    return DraftAssessment(found, forecast(server().config, typed, found))


def with_uploaded_keywords(content: DraftContent) -> DraftContent:
    """Return the content with the keywords of the uploaded file, if one was sent, in place of those typed.

    A file that cannot be read is named on the next page, and the keywords stay as they were typed.
    """
    file = request.files.get("file")
    if file is None or not file.filename:
        return content
    try:
        return content.model_copy(update={"vocabulary": entries_of(file.filename, file.read())})
    except Rejected as error:
        flash(f"{error} The keywords are as they were.", "warning")
        return content
