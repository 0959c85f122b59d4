"""A campaign as somebody typed it, right or wrong, and what a campaign file would hold of it."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from pdd_server.services.campaigns.drafts.content_validation import FieldProblem

Short = Annotated[str, Field(max_length=2_000)]
Long = Annotated[str, Field(max_length=4_000_000)]


WAYS = ("epsilon", "epsilon_per_day", "scale")
"""In which a campaign says how much it protects: the key under which `amount` stands in a file."""
_NUMBER = re.compile(r"[+-]?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,3})?", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,40}", re.ASCII)


class ConsentText(BaseModel):
    """The text a donor reads and accepts, in one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: Short = ""
    text: Long = ""


class DraftContent(BaseModel):
    """The fields of the form; lists are texts with an entry a line.

    `donors`, `rate`, `share` are assumptions of a forecast: donors a day, searches of each, percent for a keyword.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Short = ""
    title: Short = ""
    purpose: Long = ""
    contact: Short = ""
    ethics: Short = ""
    start: Short = ""
    end: Short = ""
    strata: Long = ""
    vocabulary: Long = ""
    consent: Annotated[tuple[ConsentText, ...], Field(max_length=50)] = (ConsentText(language="en"),)
    max_searches: Short = "10"
    max_matches: Short = "2"
    way: Short = "epsilon"
    amount: Short = ""
    delta: Short = "0.000001"
    noise: Short = "discrete-laplace"
    colluders: Short = ""
    min_cohort: Short = ""
    threshold: Short = ""
    public: bool = True
    donors: Short = "1000"
    rate: Short = "5"
    share: Short = "1"

    @property
    def entries(self) -> list[tuple[int, str]]:
        """The keywords, each with its line, from 1; lines with nothing on them are no entries."""
        lines = enumerate(self.vocabulary.split("\n"), start=1)
        return [(line, text) for line, text in lines if text.strip()]


def values_of(typed: DraftContent) -> dict[str, Any]:
    """What a campaign file would hold; what is no number or date stays text, for the check to refuse."""
    texts = ("title", "purpose", "contact", "ethics")
    values: dict[str, Any] = {key: text for key in texts if (text := _of(typed, key))}
    values |= {key: _day(text) for key in ("start", "end") if (text := _of(typed, key).strip())}
    if name := typed.id.strip():
        values["id"] = name
    values["strata"] = [text.strip() for text in typed.strata.split("\n") if text.strip()]
    values["vocabulary"] = [text for _, text in typed.entries]
    values["consent"] = {one.language.strip(): one.text for one in typed.consent if one.language.strip() or one.text}
    values["caps"] = {key: _whole(text) for key in ("max_searches", "max_matches") if (text := _of(typed, key).strip())}
    values["privacy"] = _privacy(typed)
    threshold = typed.threshold.strip()
    values["publication"] = {"threshold": _whole(threshold)} if threshold else {}
    return values


def _privacy(typed: DraftContent) -> dict[str, Any]:
    numbers = {typed.way.strip(): _number(typed.amount), "delta": _number(typed.delta)}
    found: dict[str, Any] = {key: number for key, number in numbers.items() if number != ""}
    if noise := typed.noise.strip():
        found["noise"] = noise
    return found | {key: _whole(text) for key in ("colluders", "min_cohort") if (text := _of(typed, key).strip())}


def twice(typed: DraftContent) -> Iterator[FieldProblem]:
    """What a file cannot hold at all: two texts in one language."""
    seen = set[str]()
    for one in typed.consent:
        language = one.language.strip()
        if language in seen and (language or one.text):
            yield FieldProblem(("consent", language), "is there twice; keep one text a language")
        seen.add(language)


def typed_of(values: Mapping[str, Any]) -> DraftContent:
    """What somebody would have typed for a file's content; KeyError names a key that the form has no field for."""
    fields: dict[str, Any] = {"delta": "", "max_searches": "", "max_matches": "", "consent": []}
    seen = set[str]()
    for path, value in _flat(values):
        field = field_of(path)
        if path[:1] == ("consent",) and len(path) > 1:
            fields["consent"].append(ConsentText(language=path[1], text=_text(value)))
            continue
        if path not in _FIELDS or field in seen:
            raise KeyError(".".join(path))
        seen.add(field)
        fields[field] = _text(value)
        if field == "amount":
            fields["way"] = path[1]
    return DraftContent(**fields)


def field_of(path: tuple[str, ...]) -> str:
    """The field of the form for a key of the file, or for a part of it."""
    return _FIELDS.get(path) or _FIELDS.get(path[:2]) or _FIELDS.get(path[:1]) or _TABLES.get(path[0], path[0])


_FIELDS: dict[tuple[str, ...], str] = {
    **{(key,): key for key in ("id", "title", "purpose", "contact", "ethics", "start", "end", "strata", "vocabulary")},
    **{("caps", key): key for key in ("max_searches", "max_matches")},
    **{("privacy", way): "amount" for way in WAYS},
    **{("privacy", key): key for key in ("delta", "noise", "colluders", "min_cohort")},
    ("publication", "threshold"): "threshold",
}
_TABLES = {"caps": "max_searches", "privacy": "amount", "publication": "threshold"}
"""Where a person is sent for what is wrong with a table as a whole."""


def _flat(values: Mapping[str, Any], within: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, (*within, key))
        else:
            yield (*within, key), value


def _of(typed: DraftContent, key: str) -> str:
    text: str = getattr(typed, key)
    return text


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(map(_text, value))
    return value.isoformat() if isinstance(value, date) else str(value)


def _day(text: str) -> date | str:
    try:
        return date.fromisoformat(text) if len(text) == len("2026-11-20") else text
    except ValueError:
        return text


def _whole(text: str) -> int | str:
    return int(text) if _WHOLE.fullmatch(text) else text


def _number(text: str) -> Decimal | str:
    stripped = text.strip()
    return Decimal(stripped) if _NUMBER.fullmatch(stripped) else stripped
