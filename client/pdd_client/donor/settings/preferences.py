"""How a donor wants its app: nothing here has to do with what is counted or sent."""

import json
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pdd_client.core.errors import DonorError
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_files.theme_file import Theme


@dataclass(frozen=True)
class Preferences:
    """`language` is a tag such as "de", None for the system's.

    `results`: whether the campaigns' results are fetched. `keep_running`: closing
    the window leaves the app in the tray, where there is one. `first_run_done`: as in the extension, where the first
    pages are read once; the export has it under the same name.
    """

    language: str | None = None
    theme: Theme = "system"
    start_at_login: bool = False
    results: bool = True
    keep_running: bool = True
    first_run_done: bool = False


_VALID = TypeAdapter(Preferences)


def preferences(installation: Installation) -> Preferences:
    """How this donor wants its app; what another version kept and this one can't read is as if never chosen."""
    kept, found = json.loads(installation.store.fact("preferences") or "{}"), Preferences()
    for field in fields(Preferences):
        changed = replace(found, **{field.name: kept.get(field.name, getattr(found, field.name))})
        found = changed if _is_valid(changed) else found
    return found


def set_preference(installation: Installation, name: str, value: Any) -> None:
    """Change one of them; DonorError if there is none of that name, or it can't have that value."""
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
