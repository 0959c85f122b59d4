"""The browsers found on this computer, each of which the donor can switch off."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pdd_client.core.errors import DonorError
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.installation import Installation
from pdd_client.gateways.browser_history.history_copy import EMPTY, history_problem


@dataclass(frozen=True)
class Browser:
    """A browser: how many history files it has here, whether they are read, and how many of them can't be.

    `problem`: what keeps the first of these from being read. A profile without a history yet can be read, unless the
    browser has no other: then `problem` says that it is empty.
    """

    name: str
    files: int
    on: bool
    unreadable: int
    problem: str | None


def browsers(installation: Installation, found: Sequence[HistoryFile]) -> tuple[Browser, ...]:
    """Return the browsers found and those switched off, sorted by name."""
    off = switched_off(installation)
    return tuple(_browser(name, found, name not in off) for name in sorted({*_names(found), *off}))


def switched_on(installation: Installation, found: Sequence[HistoryFile]) -> list[HistoryFile]:
    """Return the files of all browsers that are not switched off."""
    off = switched_off(installation)
    return [file for file in found if file.browser not in off]


def switch(installation: Installation, found: Sequence[HistoryFile], name: str, on: bool) -> None:
    """Switch the reading of a browser's histories on or off.

    Raises:
        DonorError: no browser of that name was found, and none of that name is switched off.

    """
    off = switched_off(installation)
    if name not in _names(found) | off:
        raise DonorError(f"no browser {name[:40]!r} was found: {', '.join(sorted(_names(found))) or 'none'} was")
    with installation.store.transaction():
        changed = off - {name} if on else off | {name}
        installation.store.set_fact("browsers_off", json.dumps(sorted(changed)))
        if not on:
            installation.store.kept.forget_all()


def _browser(name: str, found: Sequence[HistoryFile], on: bool) -> Browser:
    files = [file.path for file in found if file.browser == name]
    all_problems = [history_problem(file) for file in files]
    problems = [one for one in all_problems if one not in (None, EMPTY)]
    all_empty = bool(files) and all(one == EMPTY for one in all_problems)
    return Browser(name, len(files), on, len(problems), EMPTY if all_empty else next(iter(problems), None))


def _names(found: Sequence[HistoryFile]) -> set[str]:
    return {file.browser for file in found if file.browser}


def switched_off(installation: Installation) -> set[str]:
    """Return the names of the browsers whose histories are not read."""
    return set(json.loads(installation.store.fact("browsers_off") or "[]"))
