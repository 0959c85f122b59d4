"""The browsers found on this computer, and their profiles. The donor can switch off each of them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from pdd_client.core.errors import DonorError
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.installation import Installation
from pdd_client.gateways.browser_history.history_copy import EMPTY, history_problem
from pdd_client.gateways.browser_history.profile_names import profile_name

_One = TypeVar("_One")


@dataclass(frozen=True)
class Profile:
    """A browser's profile: the path of its history, the name that the browser shows, and whether it is read."""

    path: str
    name: str
    on: bool


@dataclass(frozen=True)
class Browser:
    """A browser: how many history files it has here, whether they are read, and how many of them can't be.

    `problem`: what keeps the first of these from being read. A profile without a history yet can be read, unless the
    browser has no other: then `problem` says that it is empty.

    `profiles`: the profiles to choose from. Empty if there is only one, and it is read.
    """

    name: str
    files: int
    on: bool
    unreadable: int
    problem: str | None
    profiles: tuple[Profile, ...] = ()


@dataclass(frozen=True)
class SwitchedOff:
    """What the donor has switched off.

    Attributes:
        browsers: names of browsers.
        profiles: for each profile, its browser's name and the path of its history.

    """

    browsers: frozenset[str] = frozenset()
    profiles: frozenset[tuple[str, str]] = frozenset()

    def reads(self, file: HistoryFile) -> bool:
        """Return whether a history may be read."""
        return file.browser not in self.browsers and (file.browser, str(file.path)) not in self.profiles

    @property
    def unasked(self) -> frozenset[str]:
        """The browsers whose extensions are not asked for visits.

        An extension does not tell its profile. So none is asked in a browser with a profile that is switched off.
        """
        return self.browsers | {browser for browser, _ in self.profiles}


def browsers(installation: Installation, found: Sequence[HistoryFile]) -> tuple[Browser, ...]:
    """Return the browsers found and those switched off, sorted by name."""
    off = switched_off(installation)
    return tuple(_browser(name, found, off) for name in sorted(_names(found) | off.unasked))


def switched_on(installation: Installation, found: Sequence[HistoryFile]) -> list[HistoryFile]:
    """Return the files of all browsers and profiles that are not switched off."""
    off = switched_off(installation)
    return [file for file in found if off.reads(file)]


def switch(installation: Installation, found: Sequence[HistoryFile], name: str, on: bool) -> None:
    """Switch the reading of a browser's histories on or off.

    Raises:
        DonorError: no browser of that name was found, and none of that name is switched off.

    """
    off = switched_off(installation)
    if name not in _names(found) | off.browsers:
        raise DonorError(f"no browser {name[:40]!r} was found: {', '.join(sorted(_names(found))) or 'none'} was")
    _store(installation, replace(off, browsers=_switched(off.browsers, name, on)), on)


def switch_profile(installation: Installation, found: Sequence[HistoryFile], path: str, on: bool) -> None:
    """Switch the reading of one profile's history on or off.

    Args:
        installation: the home.
        found: the histories found on this computer.
        path: the path of the profile's history.
        on: whether it is read.

    Raises:
        DonorError: no history was found there, and none of there is switched off.

    """
    off = switched_off(installation)
    known = {(file.browser, str(file.path)) for file in found if file.browser} | off.profiles
    named = [(browser, place) for browser, place in known if place == path and browser]
    if not named:
        raise DonorError("no browser's profile has its history there: `pdd-donor left-out` lists them")
    _store(installation, replace(off, profiles=_switched(off.profiles, named[0], on)), on)


def switched_off(installation: Installation) -> SwitchedOff:
    """Return the browsers and profiles whose histories are not read."""
    names = json.loads(installation.store.fact("browsers_off") or "[]")
    profiles = json.loads(installation.store.fact("profiles_off") or "[]")
    return SwitchedOff(frozenset(names), frozenset((browser, path) for browser, path in profiles))


def _store(installation: Installation, off: SwitchedOff, on: bool) -> None:
    """Store what is switched off. Kept days may have counted it, so they are erased unless it is switched on."""
    with installation.store.transaction():
        installation.store.set_fact("browsers_off", json.dumps(sorted(off.browsers)))
        installation.store.set_fact("profiles_off", json.dumps(sorted(off.profiles)))
        if not on:
            installation.store.kept.forget_all()


def _switched(off: frozenset[_One], one: _One, on: bool) -> frozenset[_One]:
    return off - {one} if on else off | {one}


def _browser(name: str, found: Sequence[HistoryFile], off: SwitchedOff) -> Browser:
    files = [file for file in found if file.browser == name]
    all_problems = [history_problem(file.path) for file in files if (name, str(file.path)) not in off.profiles]
    problems = [one for one in all_problems if one not in (None, EMPTY)]
    all_empty = bool(all_problems) and all(one == EMPTY for one in all_problems)
    problem = EMPTY if all_empty else next(iter(problems), None)
    profiles = _profiles(name, files, off)
    return Browser(name, len(files), name not in off.browsers, len(problems), problem, profiles)


def _profiles(name: str, files: Sequence[HistoryFile], off: SwitchedOff) -> tuple[Profile, ...]:
    """Return a browser's profiles, and those switched off that are gone, sorted by path."""
    paths = {str(file.path) for file in files}
    silent = {path for browser, path in off.profiles if browser == name}
    if len(paths | silent) == 1 and not silent:
        return ()
    return tuple(Profile(path, profile_name(Path(path)), path not in silent) for path in sorted(paths | silent))


def _names(found: Sequence[HistoryFile]) -> set[str]:
    return {file.browser for file in found if file.browser}
