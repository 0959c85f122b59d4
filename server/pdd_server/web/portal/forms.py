"""Forms of the portal: pydantic models that are parsed from a request, like the API's messages.

A form never refuses a request because of a text in it. It takes what was sent, cut to a bound, and services say what is
wrong with it, so that pages, programs and commands get the same reasons. Fields that the form does not name are ignored
(no mass assignment).
"""

from collections.abc import Iterable
from typing import Annotated, Self, get_origin
from urllib.parse import urlsplit

from flask import request
from pydantic import BaseModel, BeforeValidator, ConfigDict

LONGEST = 2_000
"""The most characters that are kept of a field of one line."""
_DIGITS = 9


def one_line(text: str) -> str:
    """Return a field's text, cut to LONGEST; a question mark stands for what UTF-8 cannot encode."""
    return text[:LONGEST].encode(errors="replace").decode()


def sent_texts(names: Iterable[str]) -> dict[str, str]:
    """Return those of the request's form fields with these names that were sent, with normalised line ends."""
    return {name: lines_of(request.form[name]) for name in names if name in request.form}


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else 0


def lines_of(text: str) -> str:
    r"""Return a text with \n at the end of each line: browsers send \r\n."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


Line = Annotated[str, BeforeValidator(one_line)]
"""A text field."""
Trimmed = Annotated[str, BeforeValidator(lambda text: one_line(text).strip())]
"""A text field, without the spaces around it."""
Text = Annotated[str, BeforeValidator(lines_of)]
"""A text of several lines, as long as the request may be."""
Number = Annotated[int, BeforeValidator(lambda text: _number(text.strip()))]
"""A whole number; 0, which services reject, if the text is malformed."""


class Form(BaseModel):
    """A form as a browser sent it; subclasses declare the fields."""

    model_config = ConfigDict(frozen=True, extra="ignore", validate_default=False)

    @classmethod
    def sent(cls) -> Self:
        """Parse the request's form. A field that was not sent has its default."""
        return cls.model_validate(
            {
                name: request.form.getlist(name) if get_origin(field.annotation) is tuple else request.form[name]
                for name, field in cls.model_fields.items()
                if name in request.form
            }
        )


def safe_way(wanted: str | None) -> str:
    """Return where to go after the sign-in: the portal's page that was asked for, or the portal's first page.

    Only plain addresses of the portal are taken: any other would let a forged link send people elsewhere (open
    redirect).
    """
    text = wanted or ""
    try:
        parts = urlsplit(text)
    except ValueError:
        return "/portal/"
    ours = not (parts.scheme or parts.netloc) and parts.path.startswith("/portal/")
    plain = text.isascii() and text.isprintable() and "\\" not in text and "//" not in text
    return text if ours and plain and ".." not in text else "/portal/"
