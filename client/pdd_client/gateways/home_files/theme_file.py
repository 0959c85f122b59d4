"""The colours that the donor chose, in a small file of the home: the window is painted before the database is open."""

import os
from pathlib import Path
from typing import Literal, get_args

Theme = Literal["system", "light", "dark"]
FILE = "donor.theme"


def remember(home: Path, theme: Theme) -> None:
    """Have the next window begin in these colours; OSError if that can't be written."""
    with os.fdopen(os.open(home / FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(theme)


def remembered(home: Path) -> Theme:
    """The colours to begin in; the system's where none can be read."""
    try:
        text = (home / FILE).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return "system"
    return next((theme for theme in get_args(Theme) if theme == text), "system")
