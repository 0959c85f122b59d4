"""Validation of a campaign's content, the same for files and forms. It finds all errors, each with its key."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from pdd_server.errors import Rejected
from pdd_server.services.campaigns.drafts.consent_checks import (
    consent_problems,
    contact_problems,
    notice_problems,
)
from pdd_server.services.campaigns.drafts.content import Content, Publication
from pdd_server.services.campaigns.drafts.keywords import Keywords, Place, position, validate_keywords
from pdd_server.services.campaigns.terms import problems, terms_of
from pdd_server.services.licences import LICENCES
from pdd_shared.protocol.days import Period, nearest_ends, periods_in
from pdd_shared.protocol.limits import COUNTING_RULES, MAX_BUDGET_DAYS
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Protocol


@dataclass(frozen=True)
class FieldProblem:
    """A validation error.

    Attributes:
        path: The key, such as ("privacy", "delta"); for an item of a list its index from 0 comes last.
        reason: What is wrong and what to do: the end of a sentence that begins with the key.
    """

    path: tuple[str, ...]
    reason: str

    @property
    def key(self) -> str:
        """The key as a person reads it, without an index."""
        return ".".join(step for step in self.path if not step.isdigit() and step != "[key]")


@dataclass(frozen=True)
class ValidationResult:
    """A valid campaign, or its validation errors.

    Attributes:
        campaign: The campaign; None if there are errors.
        problems: The errors.
        keywords: What was found in the campaign's list of keywords; empty if that key is missing or malformed.
    """

    campaign: Campaign | None
    problems: tuple[FieldProblem, ...]
    keywords: Keywords


_DAY = timedelta(days=1)
_ADAPTERS = {name: TypeAdapter(field.rebuild_annotation()) for name, field in Content.model_fields.items()}
_CONSENT: TypeAdapter[dict[str, str]] = TypeAdapter(Campaign.model_fields["consent"].rebuild_annotation())
_Sound = dict[str, Any]
"""The values of the keys that are valid by themselves, parsed to their types."""


def check(values: Mapping[str, Any], min_group: int, protocol: Protocol, place: Place = position) -> ValidationResult:
    """Validate the content of a campaign.

    Args:
        values: The keys of a campaign file.
        min_group: The server's floor, in donors.
        protocol: The server's protocol.
        place: Says where a keyword stands, by its index from 0.
    """
    sound, found = _read(values)
    keywords = validate_keywords(sound.get("vocabulary", ()), place)
    found += [FieldProblem(("vocabulary", str(problem.index)), problem.text) for problem in keywords.problems]
    for rule in (_dates, _strata, _languages, _contact, _notice, _licence, _consent, _privacy(min_group, protocol)):
        found += rule(sound)
    if found:
        return ValidationResult(None, tuple(found), keywords)
    try:
        return ValidationResult(_campaign(sound, keywords.as_launched, min_group, protocol), (), keywords)
    except Rejected as error:
        return ValidationResult(None, (_problem_of(error),), keywords)


def _read(values: Mapping[str, Any]) -> tuple[_Sound, list[FieldProblem]]:
    """Return the keys that are valid by themselves, and the errors of the others.

    So rules between keys can still be checked where one key is wrong.
    """
    try:
        return dict(Content.model_validate(values)), []
    except ValidationError as error:
        found = [_problem(detail) for detail in error.errors(include_url=False)]
    broken = {problem.path[0] for problem in found}
    return {key: _ADAPTERS[key].validate_python(values[key]) for key in values if key not in broken}, found


def _problem(detail: ErrorDetails) -> FieldProblem:
    path = tuple(str(step) for step in detail["loc"])
    if detail["type"] == "string_type" and path[-1].isdigit():
        path = path[:-1]  # `campaign_files.Lines` knows the lines of strings only, and this item is no string.
    if detail["type"] == "missing":
        return FieldProblem(path, "is missing; add it, there is no default")
    if path == ("caps", "max_matches"):
        return FieldProblem(path, "is a cap of older campaigns; give max_hits and max_hits_per_keyword in its place")
    if detail["type"] == "extra_forbidden":
        return FieldProblem(path, "is no key of a campaign file; remove it, or see docs/guides/researcher.md")
    return FieldProblem(path, f"{_in_words(detail)}; correct it")


def _in_words(detail: ErrorDetails) -> str:
    """Return the reason of an error in plain words in place of pydantic's."""
    kind, key = detail["type"], detail["loc"][0]
    if kind == "string_pattern_mismatch" and key in ("id", "strata"):
        return "may have only a-z, 0-9 and hyphens, at most 64 of them"
    if kind == "string_pattern_mismatch" and key == "vocabulary":
        return "must be one line of text"
    if kind.startswith("date_") or kind == "is_instance_of":
        return "must be a day such as 2026-11-20"
    reason = _WORDS.get(kind) or detail["msg"].removeprefix("Value error, ")
    reason = reason.replace("Input should be", "must be").replace("String should have", "must have")
    return f"{reason[:1].lower()}{reason[1:]}"


_WORDS = {
    "string_pattern_mismatch": "must be one line of text, of 1 to 500 characters",
    "string_too_short": "must not be empty",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "too_short": "must not be empty",
    "tuple_type": "must be a list",
    "model_type": "must be three shares of the budget, for joined, searches and keywords, such as 5%, 5% and 90%",
}


def _dates(sound: _Sound) -> Iterator[FieldProblem]:
    if "start" not in sound or "end" not in sound:
        return
    start: date = sound["start"]
    end: date = sound["end"]
    days = (end - start).days + 1
    if end < start:
        yield FieldProblem(("end",), f"{end} is before start, {start}; set end to start or later")
    if days > MAX_BUDGET_DAYS:
        yield FieldProblem(("end",), f"is {days} days after start; a campaign has at most {MAX_BUDGET_DAYS}")
    yield from _weeks(sound.get("period", "day"), start, end)


def _weeks(period: Period, start: date, end: date) -> Iterator[FieldProblem]:
    """Yield an error for each date that is in the middle of a period, with the nearest days that are not."""
    starts = [day + _DAY for day in nearest_ends(period, start - _DAY)]
    if start not in starts:
        yield FieldProblem(("start",), f"{start} is no Monday, the first day of a week; set it to {_either(starts)}")
    ends = nearest_ends(period, end)
    if end not in ends:
        choices = [day for day in ends if day >= start]
        yield FieldProblem(("end",), f"{end} is no Sunday, the last day of a week; set it to {_either(choices)}")


def _either(days: Iterable[date]) -> str:
    return " or ".join(map(str, days))


def _strata(sound: _Sound) -> Iterator[FieldProblem]:
    strata: tuple[str, ...] = sound.get("strata", ())
    first: dict[str, int] = {}
    for index, stratum in enumerate(strata):
        if first.setdefault(stratum, index) != index:
            yield FieldProblem(("strata", str(index)), f"{stratum!r} is there twice; remove one")


def _languages(sound: _Sound) -> Iterator[FieldProblem]:
    try:
        _CONSENT.validate_python(sound.get("consent", {}))
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            yield FieldProblem(
                ("consent", *_problem(detail).path), "is no language tag such as en or pt-BR; correct it"
            )


def _contact(sound: _Sound) -> Iterator[FieldProblem]:
    if "contact" in sound:
        yield from (FieldProblem(("contact",), reason) for reason in contact_problems(sound["contact"]))


def _licence(sound: _Sound) -> Iterator[FieldProblem]:
    if (licence := sound.get("licence")) and licence not in LICENCES:
        yield FieldProblem(("licence",), f"is no licence for data that we know; choose one of {', '.join(LICENCES)}")


def _notice(sound: _Sound) -> Iterator[FieldProblem]:
    if notice := sound.get("data_protection"):
        yield from (FieldProblem(("data_protection",), reason) for reason in notice_problems(notice))


def _consent(sound: _Sound) -> Iterator[FieldProblem]:
    found = consent_problems(sound.get("consent", {}), sound.get("contact"))
    yield from (FieldProblem(("consent", language), reason) for language, reason in found)


def _privacy(min_group: int, protocol: Protocol) -> Callable[[_Sound], Iterator[FieldProblem]]:
    def rule(sound: _Sound) -> Iterator[FieldProblem]:
        if "privacy" in sound:
            in_all = sound["caps"].max_campaign_hits if "caps" in sound else None
            found = problems(sound["privacy"], min_group, protocol, sound.get("period", "day"), in_all)
            yield from map(_problem_of, found)

    return rule


def _campaign(sound: _Sound, texts: tuple[str, ...], min_group: int, protocol: Protocol) -> Campaign:
    publication: Publication = sound["publication"]
    period: Period = sound["period"]
    periods = periods_in(period, sound["start"], sound["end"])
    terms = terms_of(sound["caps"], sound["privacy"], periods, min_group, protocol, period)
    elsewhere = ("period", "caps", "privacy", "publication", "vocabulary")
    plain = {key: value for key, value in sound.items() if key not in elsewhere}
    return Campaign(
        **plain,
        vocabulary=texts,
        counting_rules=COUNTING_RULES,
        terms=terms,
        threshold=publication.threshold,
    )


def _problem_of(error: Rejected) -> FieldProblem:
    return FieldProblem(tuple(error.field.split(".")), error.detail)
