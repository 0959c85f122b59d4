"""What the pages' forms share: fields as they were sent, and addresses one may be sent on to."""

from urllib.parse import urlsplit

from flask import request

LONGEST = 2_000
"""Characters of a field that is one line."""


def field(name: str) -> str:
    """A field of the form as it was sent; empty where it was not. What UTF-8 can't write becomes a question mark."""
    return request.form.get(name, "")[:LONGEST].encode(errors="replace").decode()


def safe_way(wanted: str | None) -> str:
    """Where to go after signing in: the researchers' page that was asked for, and the first page for anything else."""
    text = wanted or ""
    try:
        parts = urlsplit(text)
    except ValueError:
        return "/portal/"
    ours = not (parts.scheme or parts.netloc) and parts.path.startswith("/portal/")
    plain = text.isascii() and text.isprintable() and "\\" not in text and "//" not in text
    return text if ours and plain and ".." not in text else "/portal/"
