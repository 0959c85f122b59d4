"""What the pages of drafts share: the form as it was sent, who acts, and what is shown of a draft."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import flash, request

from pdd_server.services.campaigns.drafts.draft_forecast import Forecast, forecast
from pdd_server.services.campaigns.drafts.draft_validation import SHOWN, Examined, examine
from pdd_server.services.campaigns.drafts.form_values import ConsentTyped, Typed
from pdd_server.services.campaigns.drafts.keyword_files import UploadError, entries_of
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.web.context import now_and_today, server
from pdd_server.web.portal.authentication import current

LARGEST_FORM = 4 << 20
"""Bytes: a list of keywords of 1 MB, of which a browser may send each sign as three, and an upload beside it."""

LABELS = {
    "title": "Title",
    "id": "Short name",
    "purpose": "The question",
    "contact": "Who answers for it",
    "ethics": "Ethics approval",
    "consent": "What a donor agrees to",
    "vocabulary": "Keywords",
    "threshold": "List only totals of at least",
    "strata": "Regions or groups",
    "max_searches": "Searches of one day that count",
    "max_matches": "Keywords that one search counts for",
    "public": "Public page",
    "start": "First day",
    "end": "Last day",
    "way": "You give",
    "amount": "How much",
    "delta": "Delta",
    "noise": "Law of the noise",
    "colluders": "How many may add none",
    "min_cohort": "Fewest donors in a sum",
    "donors": "Donors there on a day",
    "rate": "Searches of a donor a day",
    "share": "Percent of the searches",
}
"""What the pages call each field, in the order of the form."""

_LONG = ("purpose", "strata", "vocabulary")
_FIELDS = tuple(name for name in Typed.model_fields if name not in ("consent", "public"))


@dataclass(frozen=True)
class Looked:
    """A draft looked through, and what it would give."""

    examined: Examined
    forecast: Forecast

    @property
    def faults(self) -> dict[str, str]:
        """For each field, why it can't be taken; those of assumptions too."""
        found = {field: "\n".join(reasons[:SHOWN]) for field, reasons in self.examined.by_field.items()}
        return found | {
            fault.path[0]: f"{fault.reason[:1].upper()}{fault.reason[1:]}" for fault in self.forecast.faults
        }


def take_long_lists(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Lists of keywords are larger than any message of a donor's."""
    request.max_content_length = LARGEST_FORM
    request.max_form_memory_size = LARGEST_FORM


@contextmanager
def acting() -> Iterator[Act]:
    """A transaction in which who is signed in does something."""
    now, _ = now_and_today()
    with server().store.write() as connection:
        yield Act(connection, server().config, now, current())


def look(typed: Typed) -> Looked:
    """Look through what was typed, without keeping the database waiting for the sums."""
    with server().store.read() as connection:
        found = examine(connection, server().config, typed)
    return Looked(found, forecast(server().config, typed, found))


def sent(old: Typed) -> Typed:
    """The form as it was sent; fields that were not sent stay as they are."""
    fields: dict[str, Any] = {name: _text(name) for name in _FIELDS if name in request.form}
    if "consent-text" in request.form:
        pairs = zip(request.form.getlist("consent-language"), request.form.getlist("consent-text"), strict=False)
        texts = [
            ConsentTyped(language=tag[:100], text=_lines(text)) for tag, text in pairs if tag.strip() or text.strip()
        ]
        fields["consent"] = texts[:50] or [ConsentTyped()]
        fields["public"] = "public" in request.form
    return Typed.model_validate({**old.model_dump(), **fields})


def with_upload(typed: Typed) -> Typed:
    """The form with the entries of an uploaded file, if one was sent, in place of those typed; a fault is flashed."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return typed
    try:
        return typed.model_copy(update={"vocabulary": entries_of(file.filename, file.read())})
    except UploadError as error:
        flash(f"{error} The keywords are as they were.", "warning")
        return typed


def revision() -> int:
    """The revision that a form was filled in from; 0, which none is, where that is no number."""
    text = request.form.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _text(name: str) -> str:
    text = _lines(request.form[name])
    return text if name in _LONG else text.replace("\n", " ")[:2_000]


def _lines(text: str) -> str:
    """Browsers end lines with two signs; files and databases have one."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
