"""The donor's theme, in a small file of the home, because the window is painted before the database is open."""

import os
from pathlib import Path
from typing import Literal, get_args

Theme = Literal["system", "light", "dark", "light-contrast", "dark-contrast"]
FILE = "donor.theme"
"""The file's name in the home."""


def remember(home: Path, theme: Theme) -> None:
    """Store the theme with which the next window begins.

    Raises:
        OSError: the file can't be written.

    """
    with os.fdopen(os.open(home / FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(theme)


def remembered(home: Path) -> Theme:
    """Return the stored theme; "system" if none can be read."""
    try:
        text = (home / FILE).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return "system"
    return next((theme for theme in get_args(Theme) if theme == text), "system")
