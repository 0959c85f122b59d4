"""A donor's preferences for the app. They change nothing about what is counted or sent."""

import json
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pdd_client.core.errors import DonorError
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_files.theme_file import Theme


@dataclass(frozen=True)
class Preferences:
    """The app's preferences. The export has them under the same names.

    Attributes:
        language: a language tag such as "de"; None for the system's language.
        theme: the app's colours.
        start_at_login: whether the app starts when the person logs in to the computer.
        results: whether the campaigns' results are fetched.
        keep_running: whether closing the window leaves the app running; None, which it does too, until the person
            was told so or asked.
        reminders: whether the app reminds the person of days that wait for them. Off until they choose it.
        first_run_done: whether the person has read the first pages, which are shown once.

    """

    language: str | None = None
    theme: Theme = "system"
    start_at_login: bool = False
    results: bool = True
    keep_running: bool | None = None
    reminders: bool = False
    first_run_done: bool = False


_VALID = TypeAdapter(Preferences)


def preferences(installation: Installation) -> Preferences:
    """Return the donor's preferences.

    A stored value that this version can't read, because another version stored it, counts as the default.
    """
    kept, found = json.loads(installation.store.fact("preferences") or "{}"), Preferences()
    for field in fields(Preferences):
        changed = replace(found, **{field.name: kept.get(field.name, getattr(found, field.name))})
        found = changed if _is_valid(changed) else found
    return found


def set_preference(installation: Installation, name: str, value: Any) -> None:
    """Change a preference.

    Raises:
        DonorError: no preference has this name, or it can't have this value.

    """
    if name not in {field.name for field in fields(Preferences)}:
        raise DonorError(f"there is no preference {name[:40]!r}: nothing was changed")
    changed = replace(preferences(installation), **{name: value})
    if not _is_valid(changed):
        raise DonorError(f"the preference {name} can't be {str(value)[:40]!r}: nothing was changed")
    with installation.store.transaction():
        installation.store.set_fact("preferences", json.dumps(asdict(changed)))


def _is_valid(chosen: Preferences) -> bool:
    try:
        _VALID.validate_json(json.dumps(asdict(chosen)), strict=True)
    except (ValidationError, TypeError):
        return False
    return True
