"""A draft's content by the keys of a campaign file, and back."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from pdd_server.services.campaigns.drafts.content import entry_text
from pdd_server.services.campaigns.drafts.content_validation import FieldProblem
from pdd_server.services.campaigns.drafts.draft_content import FIELDS, PARTS, ConsentText, DraftContent, number_of
from pdd_shared.counting.entry_texts import index_text

CAPS = ("max_searches", "max_campaign_hits", "max_hits", "max_hits_per_keyword")
"""The keys of the table `caps`."""
WAYS = ("epsilon", "epsilon_per_day", "scale")
"""The keys of a campaign file under which the form's `amount` may stand; the form's `way` names one of them."""


def values_of(typed: DraftContent) -> dict[str, Any]:
    """Return a draft's content by the keys of a campaign file. Empty fields of one value are left out.

    Shares of the budget take the place of one noise for all numbers.
    """
    consent = {one.language.strip(): one.text for one in typed.consent if one.language.strip() or one.text}
    amount = number_of(typed.amount)
    privacy = {typed.way.strip(): amount} if amount is not None else {}
    values: dict[str, Any] = {"consent": consent, "caps": {}, "privacy": privacy, "publication": {}}
    for name, asked in FIELDS.items():
        if asked.key and (value := asked.read(getattr(typed, name))) is not None:
            *table, key = asked.key
            (values[table[0]] if table else values)[key] = value
    if "parts" in privacy:
        privacy.pop("noise", None)
    return values


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


_FIELDS = {asked.key: name for name, asked in FIELDS.items() if asked.key} | {
    ("privacy", way): "amount" for way in WAYS
}
_TABLES = {"caps": "max_searches", "privacy": "amount", "publication": "threshold"}
"""The field that shows the errors of a table as a whole."""


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
