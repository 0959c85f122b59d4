"""A draft's content as it was typed, valid or not, and its conversion to and from the keys of a campaign file."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from pdd_server.services.campaigns.drafts.content import entry_text
from pdd_server.services.campaigns.drafts.content_validation import FieldProblem
from pdd_shared.counting.entry_texts import index_text
from pdd_shared.protocol.informing_lines import LINES

# The bounds are in characters.
Short = Annotated[str, Field(max_length=2_000)]
Long = Annotated[str, Field(max_length=4_000_000)]


CAPS = ("max_searches", "max_hits", "max_hits_per_keyword")
"""The keys of the table `caps`."""
PARTS = ("joined", "searches", "keywords")
"""The keys of the table `privacy.parts`, in the order in which the form has their shares."""
USUAL_PARTS = "5, 5, 90"
"""The shares with which a new draft of `cohort` begins. Keywords have far less noise so than with one for all."""
WAYS = ("epsilon", "epsilon_per_day", "scale")
"""The keys of a campaign file under which the form's `amount` may stand; the form's `way` names one of them."""
_NUMBER = re.compile(r"[+-]?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,3})?", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,40}", re.ASCII)


class ConsentText(BaseModel):
    """The text a donor reads and accepts, in one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: Short = ""
    text: Long = ""


_LINES: dict[str, Any] = dict.fromkeys(LINES, (Short, ""))
_InformingLines: Any = create_model("_InformingLines", **_LINES)


class DraftContent(_InformingLines):
    """The fields of the form; lists are texts with an entry a line.

    `parts` has the shares of the budget for donors, searches and keywords, in percent. `donors`, `rate`, `share` and
    `effect` are assumptions of a forecast: donors a day, searches of each, percent for a keyword, percent of a rise.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Short = ""
    title: Short = ""
    purpose: Long = ""
    contact: Short = ""
    start: Short = ""
    end: Short = ""
    period: Short = "day"
    strata: Long = ""
    vocabulary: Long = ""
    consent: Annotated[tuple[ConsentText, ...], Field(max_length=50)] = (ConsentText(language="en"),)
    max_searches: Short = "10"
    max_hits: Short = "2"
    max_hits_per_keyword: Short = "1"
    way: Short = "epsilon"
    amount: Short = ""
    delta: Short = "0.000001"
    noise: Short = ""
    parts: Short = ""
    colluders: Short = ""
    min_cohort: Short = ""
    threshold: Short = ""
    public: bool = True
    donors: Short = "1000"
    rate: Short = "5"
    share: Short = "0.0052"
    effect: Short = "20"

    @property
    def entries(self) -> list[tuple[int, str]]:
        """The keywords, each with its line from 1; blank lines are left out."""
        lines = enumerate(self.vocabulary.split("\n"), start=1)
        return [(line, text) for line, text in lines if text.strip()]


def values_of(typed: DraftContent) -> dict[str, Any]:
    """Return a draft's content by the keys of a campaign file.

    Malformed numbers and dates stay text, so that the validation reports them. Empty fields of one value are left out.
    """
    texts = ("title", "purpose", "contact", *LINES, "period")
    values: dict[str, Any] = {key: text for key in texts if (text := _of(typed, key))}
    values |= {key: _day(text) for key in ("start", "end") if (text := _of(typed, key).strip())}
    if name := typed.id.strip():
        values["id"] = name
    values["strata"] = [text.strip() for text in typed.strata.split("\n") if text.strip()]
    values["vocabulary"] = [text for _, text in typed.entries]
    values["consent"] = {one.language.strip(): one.text for one in typed.consent if one.language.strip() or one.text}
    values["caps"] = {key: _whole(text) for key in CAPS if (text := _of(typed, key).strip())}
    values["privacy"] = _privacy(typed)
    threshold = typed.threshold.strip()
    values["publication"] = {"threshold": _whole(threshold)} if threshold else {}
    return values


def _privacy(typed: DraftContent) -> dict[str, Any]:
    numbers = {typed.way.strip(): _number(typed.amount), "delta": _number(typed.delta)}
    found: dict[str, Any] = {key: number for key, number in numbers.items() if number != ""}
    if typed.parts.strip():
        found["parts"] = _parts(typed.parts)
    elif noise := typed.noise.strip():
        found["noise"] = noise
    return found | {key: _whole(text) for key in ("colluders", "min_cohort") if (text := _of(typed, key).strip())}


def twice(typed: DraftContent) -> Iterator[FieldProblem]:
    """Yield an error for each consent text whose language has one already.

    `values_of` has one text a language, so the validation of its values can't find this error.
    """
    seen = set[str]()
    for one in typed.consent:
        language = one.language.strip()
        if language in seen and (language or one.text):
            yield FieldProblem(("consent", language), "is there twice; keep one text a language")
        seen.add(language)


def typed_of(values: Mapping[str, Any]) -> DraftContent:
    """Return the content of a draft's form for the values of a campaign file.

    Raises:
        KeyError: The form has no field for a key, or two keys would share one. Its argument names the key.
        ValueError: A text is longer than its field may be.
    """
    fields: dict[str, Any] = {"delta": "", **dict.fromkeys(CAPS, ""), "consent": []}
    seen = set[str]()
    for path, value in _flat(_with_typed_parts(values)):
        field = field_of(path)
        if path[:1] == ("consent",) and len(path) > 1:
            fields["consent"].append(ConsentText(language=path[1], text=_text(value)))
            continue
        if path not in _FIELDS or field in seen:
            raise KeyError(".".join(path))
        seen.add(field)
        fields[field] = _text([_entry(one) for one in value] if field == "vocabulary" and _is_list(value) else value)
        if field == "amount":
            fields["way"] = path[1]
    return DraftContent(**fields)


def field_of(path: tuple[str, ...]) -> str:
    """Return the field of the form for a key of the campaign file, for an item of its list, or for a whole table."""
    return _FIELDS.get(path) or _FIELDS.get(path[:2]) or _FIELDS.get(path[:1]) or _TABLES.get(path[0], path[0])


_FIELDS: dict[tuple[str, ...], str] = {
    **{
        (key,): key
        for key in (
            "id",
            "title",
            "purpose",
            "contact",
            *LINES,
            "start",
            "end",
            "period",
            "strata",
            "vocabulary",
        )
    },
    **{("caps", key): key for key in CAPS},
    **{("privacy", way): "amount" for way in WAYS},
    **{("privacy", key): key for key in ("delta", "noise", "parts", "colluders", "min_cohort")},
    ("publication", "threshold"): "threshold",
}
_TABLES = {"caps": "max_searches", "privacy": "amount", "publication": "threshold"}
"""The field that shows the errors of a table as a whole."""


def _parts(text: str) -> dict[str, Any] | str:
    """Return the shares of a budget for a text such as "5, 5, 90"; the text itself if it has not three numbers."""
    numbers = [_number(part) for part in text.split(",")]
    shares = [number / 100 for number in numbers if isinstance(number, Decimal)]
    return dict(zip(PARTS, shares, strict=True)) if len(shares) == len(numbers) == len(PARTS) else text


def _with_typed_parts(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of a campaign file with the shares of its budget as one text, as the form has them.

    Other parts than three numbers stay as they are, and have no field.
    """
    privacy = values.get("privacy")
    parts = privacy.get("parts") if isinstance(privacy, Mapping) else None
    if not isinstance(parts, Mapping) or set(parts) != set(PARTS) or not all(map(_is_number, parts.values())):
        return values
    text = ", ".join(f"{(100 * Decimal(parts[kind])).normalize():f}" for kind in PARTS)
    return {**values, "privacy": {**dict(privacy or {}), "parts": text}}


def _is_number(value: Any) -> bool:
    return isinstance(value, Decimal | int) and not isinstance(value, bool) and Decimal(value).is_finite()


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
    if _is_list(value):
        return "\n".join(map(_text, value))
    return value.isoformat() if isinstance(value, date) else str(value)


def _entry(written: Any) -> Any:
    """Return an index as the line that the form has for it, right or wrong; anything else stays as it is.

    Raises:
        KeyError: The index has a key that no index has, and that the line would lose.
    """
    if not isinstance(written, Mapping):
        return written
    if unknown := sorted(set(written) - {"name", "any"}):
        raise KeyError(f"vocabulary.{unknown[0]}")
    try:
        return entry_text(written)
    except ValueError:
        parts = written.get("any", [])
        return index_text(_text(written.get("name", "")), map(_text, parts if _is_list(parts) else [parts]))


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


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
