"""The kit's Jinja templates: a folder a language, and the pages for the board in English."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from pdd_server.services.campaigns.drafts.consent_checks import MARKS
from pdd_server.services.campaigns.ethics.markdown import Written, escaped, quoted


def document(name: str, language: str, values: Mapping[str, Any]) -> str:
    """Return a document as Markdown. What `values` hold is escaped.

    Args:
        name: The template, such as `en/consent.md`.
        language: The language's tag.
        values: What the template shows.
    """
    return _environment(plain=False).get_template(f"{name}.jinja").render(values, ask=_ask(language))


def sentence(language: str, item: str) -> str:
    """Return the sentences of the consent text that give an item, as plain text: a block of the template."""
    template = _environment(plain=True).get_template(f"{language}/consent.md.jinja")
    context = template.new_context({"ask": lambda text: f"[{MARKS[language]}: {text}]"})
    return "".join(template.blocks[item](context)).strip()


def questions_in(text: str) -> int:
    """Return how many questions to the researcher a document has."""
    return sum(text.count(f"**[{mark}") for mark in MARKS.values())


def _ask(language: str) -> Callable[[str], Written]:
    return lambda text: Written(f"**[{MARKS[language]}: {text}]**")


@cache
def _environment(plain: bool) -> Environment:
    # Autoescaping is for HTML. Here `finalize` escapes every expression, for Markdown.
    made = Environment(  # noqa: S701
        loader=PackageLoader(__package__),
        undefined=StrictUndefined,
        finalize=str if plain else escaped,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["quoted"] = quoted
    return made
