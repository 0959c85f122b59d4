"""Campaign files: TOML as a researcher writes it (docs/researcher.md), checked, with the line of what is wrong."""

import tomllib
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated, NoReturn

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pdd_server.services.campaign_terms import Caps, Privacy, TermsError, terms_of
from pdd_server.services.toml_lines import Lines, find_lines
from pdd_shared.messages import Campaign, Identifier, Line, Text
from pdd_shared.privacy.budget import MAX_DAYS
from pdd_shared.vocabulary import Vocabulary, VocabularyError


class CampaignFileError(ValueError):
    """A campaign file that cannot be used: names file, line, key, and what to do."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class _Publication(_Table):
    threshold: Annotated[int, Field(ge=1)] | None = None


class _File(_Table):
    """What the file holds; the bounds of its values are those of the messages they become."""

    id: Identifier
    title: Line
    purpose: Text
    contact: Line
    ethics: Line | None = None
    start: date
    end: date
    strata: Annotated[tuple[Identifier, ...], Field(strict=False)] = ()
    vocabulary: Annotated[tuple[Line, ...], Field(strict=False, min_length=1)]
    consent: Annotated[dict[str, Text], Field(min_length=1)]
    caps: Caps
    privacy: Privacy
    publication: _Publication = _Publication()

    @property
    def days(self) -> int:
        """How many data days it runs."""
        return (self.end - self.start).days + 1


def read_campaign(file: Path, min_group: int) -> Campaign:
    """The campaign a file describes, under the server's floor; CampaignFileError names the line."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise CampaignFileError(f"{file}: {error.strerror}; give the path of a campaign file") from None
    except UnicodeDecodeError:
        raise CampaignFileError(f"{file}: is not UTF-8 text; save it as UTF-8") from None
    return _Reader(file, text).read(min_group)


class _Reader:
    """One file's text, and how to say where in it something is wrong."""

    def __init__(self, file: Path, text: str) -> None:
        self._file, self._text = file, text
        self._lines: Lines = find_lines(text)

    def read(self, min_group: int) -> Campaign:
        try:
            values = tomllib.loads(self._text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            raise CampaignFileError(f"{self._file}: is not TOML: {error}; correct it there") from None
        except (ValueError, ArithmeticError):  # of Python's own numbers
            raise CampaignFileError(f"{self._file}: holds a number of too many digits; write it shorter") from None
        try:
            content = _File.model_validate(values)
            self._check_dates(content)
            self._check_strata(content)
            return self._campaign(content, min_group)
        except ValidationError as error:
            self._refuse_first(error)
        except TermsError as error:
            self._refuse(error.path, str(error))

    def _campaign(self, content: _File, min_group: int) -> Campaign:
        fields = content.model_dump(exclude={"caps", "privacy", "publication", "vocabulary"})
        labels, terms = (
            self._labels(content.vocabulary),
            terms_of(content.caps, content.privacy, content.days, min_group),
        )
        return Campaign(**fields, vocabulary=labels, terms=terms, threshold=content.publication.threshold)

    def _labels(self, written: tuple[str, ...]) -> tuple[str, ...]:
        try:
            return Vocabulary.parse(written).labels
        except VocabularyError as error:
            position = next(n for n in range(1, len(written) + 1) if not _parses(written[:n]))
            self._refuse(("vocabulary", str(position - 1)), str(error))

    def _check_dates(self, content: _File) -> None:
        if content.end < content.start:
            self._refuse(("end",), f"{content.end} is before start, {content.start}; set end to start or later")
        if content.days > MAX_DAYS:
            self._refuse(("end",), f"is {content.days} days after start; a campaign has at most {MAX_DAYS}")

    def _check_strata(self, content: _File) -> None:
        for index, stratum in enumerate(content.strata):
            if stratum in content.strata[:index]:
                self._refuse(("strata", str(index)), f"{stratum!r} is there twice; remove one")

    def _refuse_first(self, error: ValidationError) -> NoReturn:
        first = error.errors(include_url=False)[0]
        path = tuple(str(step) for step in first["loc"])
        if first["type"] == "string_type" and path[-1].isdigit():
            path = path[:-1]  # Only strings are found by their place in a list.
        if first["type"] == "missing":
            self._refuse(path, "is missing; add it, there is no default")
        if first["type"] == "extra_forbidden":
            self._refuse(path, "is no key of a campaign file; remove it, or see docs/researcher.md")
        reason = first["msg"].removeprefix("Value error, ")
        self._refuse(path, f"{reason[:1].lower()}{reason[1:]}; correct it")

    def _refuse(self, path: tuple[str, ...], reason: str) -> NoReturn:
        named = [step for step in path if not step.isdigit() and step != "[key]"]
        raise CampaignFileError(f"{self._file}:{self._lines.of(path)}: {'.'.join(named)}: {reason}") from None


def _parses(written: tuple[str, ...]) -> bool:
    try:
        Vocabulary.parse(written)
    except VocabularyError:
        return False
    return True
