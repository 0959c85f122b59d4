"""Texts for donors in four languages, and how each language writes numbers and dates."""

import tomllib
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de", "es", "fr")


class Texts:
    """The texts in one language.

    Attributes:
        tag: The language's tag.
    """

    def __init__(self, tag: str, values: dict[str, Any]) -> None:
        """Keep the texts of a file, by name."""
        self.tag, self._months, self._values = tag, values["months"], values

    def __call__(self, name: str, **parts: object) -> str:
        """Return a text with its parts filled in; whole numbers are written as the language does."""
        shown = {key: self.number(part) if isinstance(part, int) else part for key, part in parts.items()}
        return str(self._values[name]).format(**shown)

    def has(self, name: str) -> bool:
        """Return whether there is a text of this name."""
        return name in self._values

    def number(self, number: int) -> str:
        """Return a whole number: 12,345 in English."""
        return f"{number:,}".replace(",", self._values["separator"])

    def decimal(self, text: str) -> str:
        """Return a number in digits, such as 99.4, with the language's decimal sign."""
        return text.replace(".", self._values["decimal"])

    def date(self, day: date) -> str:
        """Return a date as people write it: 20 November 2026."""
        return self("day", day=day.day, month=self._months[day.month - 1], year=str(day.year))


def values_of(package: str, name: str) -> dict[str, Any]:
    """Return the values of a TOML file beside a package's modules, such as `texts/en.toml`."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


@cache
def texts_in(language: str) -> Texts:
    """Return the texts in a language, one of LANGUAGES."""
    return Texts(language, values_of(__package__, f"{language}.toml"))
