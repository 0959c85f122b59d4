"""The browsers found on this computer, and their profiles: only those count that the donor has ticked.

A new home begins with the browsers that have one profile, where they usually keep it. With several, others may use this
computer, too. After the first reading nothing new counts before it is ticked.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, TypeVar

from pdd_client.core.errors import DonorError
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.installation import Installation
from pdd_client.gateways.browser_history.discover_histories import browser_named
from pdd_client.gateways.browser_history.history_copy import EMPTY, history_problem
from pdd_client.gateways.browser_history.profile_names import profile_name
from pdd_client.gateways.browser_history.read_visits import UNKNOWN_KIND, is_history

_One = TypeVar("_One")
_TICKED: Final = "profiles_on"
ALL = "all"
"""The value of that fact in a home of before there were ticks."""
_Key = tuple[str, str]
"""A browser's name, and the path of a profile's history."""


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

    `profiles`: the profiles to choose from. Empty if there is only one: then `on` is whether it is read.

    `path`: the path of its first history; empty if there is none.
    """

    name: str
    files: int
    on: bool
    unreadable: int
    problem: str | None
    profiles: tuple[Profile, ...] = ()
    path: str = ""


@dataclass(frozen=True)
class SwitchedOff:
    """What the donor has switched off.

    Attributes:
        browsers: names of browsers.
        profiles: for each profile, its browser's name and the path of its history.

    """

    browsers: frozenset[str] = frozenset()
    profiles: frozenset[_Key] = frozenset()

    @property
    def unasked(self) -> frozenset[str]:
        """The browsers whose extensions are not asked for visits.

        An extension does not tell its profile. So none is asked in a browser with a profile that is switched off.
        """
        return self.browsers | {browser for browser, _ in self.profiles}


def browsers(installation: Installation, found: Sequence[HistoryFile]) -> tuple[Browser, ...]:
    """Return the browsers found and those switched off, sorted by name."""
    off, ticked = switched_off(installation), _ticked(installation, found)
    found = _with_ticked(found, ticked)
    return tuple(_browser(name, found, off, ticked) for name in sorted(_names(found) | off.unasked))


def switched_on(installation: Installation, found: Sequence[HistoryFile]) -> list[HistoryFile]:
    """Return the ticked histories. From now on, what was not found yet has to be ticked.

    Args:
        installation: the home.
        found: what `find_histories` found. A ticked file elsewhere is returned, too, if it is there.

    """
    ticked = _ticked(installation, found)
    if found and _is_first(installation):
        with installation.store.transaction():
            installation.store.set_fact(_TICKED, json.dumps(sorted(ticked)))
    off = switched_off(installation).browsers
    return [file for file in _with_ticked(found, ticked) if _key(file) in ticked and file.browser not in off]


def switch(installation: Installation, found: Sequence[HistoryFile], name: str, on: bool) -> None:
    """Switch the reading of a browser's histories on or off. If it has only one, that is ticked.

    Raises:
        DonorError: no browser of that name was found, and none of that name is switched off; or it has several
            profiles, of which none is ticked.

    """
    off, ticked = switched_off(installation), _ticked(installation, found)
    found = _with_ticked(found, ticked)
    if name not in _names(found) | off.browsers:
        raise DonorError(f"no browser {name[:40]!r} was found: {', '.join(sorted(_names(found))) or 'none'} was")
    profiles = {_key(file) for file in found if file.browser == name}
    if on and len(profiles) > 1 and not profiles & ticked:
        raise DonorError(f"none of the profiles of {name} counts: `pdd-donor left-out` lists them, choose a --profile")
    if on and len(profiles) == 1:
        off, ticked = replace(off, profiles=off.profiles - profiles), ticked | profiles
    _store(installation, replace(off, browsers=_switched(off.browsers, name, not on)), ticked, on)


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
    off, ticked = switched_off(installation), _ticked(installation, found)
    known = {_key(file) for file in found if file.browser} | off.profiles | ticked
    named = [key for key in known if key[1] == path]
    if not named:
        raise DonorError("no browser's profile has its history there: `pdd-donor left-out` lists them")
    profiles = _switched(off.profiles, named[0], not on)
    _store(installation, replace(off, profiles=profiles), _switched(ticked, named[0], on), on)


def add_history(installation: Installation, found: Sequence[HistoryFile], path: Path) -> str | None:
    """Tick a history by its path, found or not. Return why it can't be read; then nothing was changed."""
    file = path.expanduser().resolve()
    if not any(one.path == file for one in found):
        if problem := history_problem(file) or (None if is_history(file) else UNKNOWN_KIND):
            return problem
        found = [*found, HistoryFile(file, browser_named(file), usual=False)]
    switch_profile(installation, found, str(file), True)
    return None


def switched_off(installation: Installation) -> SwitchedOff:
    """Return the browsers and profiles that the donor has switched off."""
    names = json.loads(installation.store.fact("browsers_off") or "[]")
    return SwitchedOff(frozenset(names), _keys(installation, "profiles_off"))


def ticked(installation: Installation) -> frozenset[_Key]:
    """Return the ticked profiles; none before the first reading."""
    return frozenset() if _is_first(installation) else _keys(installation, _TICKED)


def _ticked(installation: Installation, found: Sequence[HistoryFile]) -> frozenset[_Key]:
    """Return the ticked profiles; before the first reading, those that a new home begins with.

    A home of before there were ticks goes on with all that it read.
    """
    if not _is_first(installation):
        return ticked(installation)
    usual = [_key(file) for file in found if file.usual]
    names, older = [name for name, _ in usual], installation.store.fact(_TICKED) == ALL
    first = frozenset(key for key in usual if older or names.count(key[0]) == 1)
    return first - switched_off(installation).profiles


def _is_first(installation: Installation) -> bool:
    return installation.store.fact(_TICKED) in (None, ALL)


def _keys(installation: Installation, fact: Literal["profiles_off", "profiles_on"]) -> frozenset[_Key]:
    return frozenset((browser, path) for browser, path in json.loads(installation.store.fact(fact) or "[]"))


def _with_ticked(found: Sequence[HistoryFile], ticked: frozenset[_Key]) -> list[HistoryFile]:
    """Return what was found, and what is ticked elsewhere and is there."""
    elsewhere = [(name, Path(path)) for name, path in sorted(ticked - {_key(file) for file in found})]
    return [*found, *(HistoryFile(path, name, path.parent.name) for name, path in elsewhere if path.exists())]


def _store(installation: Installation, off: SwitchedOff, ticked: frozenset[_Key], on: bool) -> None:
    """Store what counts. Kept days may have counted what is switched off, so they are erased unless it is on."""
    with installation.store.transaction():
        installation.store.set_fact("browsers_off", json.dumps(sorted(off.browsers)))
        installation.store.set_fact("profiles_off", json.dumps(sorted(off.profiles)))
        installation.store.set_fact(_TICKED, json.dumps(sorted(ticked)))
        if not on:
            installation.store.kept.forget_all()


def _switched(chosen: frozenset[_One], one: _One, on: bool) -> frozenset[_One]:
    return chosen | {one} if on else chosen - {one}


def _key(file: HistoryFile) -> _Key:
    return file.browser or "", str(file.path)


def _browser(name: str, found: Sequence[HistoryFile], off: SwitchedOff, ticked: frozenset[_Key]) -> Browser:
    files = [file for file in found if file.browser == name]
    looked_at = [file for file in files if _key(file) in ticked or len(files) == 1]
    all_problems = [history_problem(file.path) for file in looked_at]
    problems = [one for one in all_problems if one not in (None, EMPTY)]
    all_empty = bool(all_problems) and all(one == EMPTY for one in all_problems)
    problem = EMPTY if all_empty else next(iter(problems), None)
    on = name not in off.browsers and (len(files) != 1 or _key(files[0]) in ticked)
    profiles, path = _profiles(name, files, off, ticked), next((str(file.path) for file in files), "")
    return Browser(name, len(files), on, len(problems), problem, profiles, path)


def _profiles(
    name: str, files: Sequence[HistoryFile], off: SwitchedOff, ticked: frozenset[_Key]
) -> tuple[Profile, ...]:
    """Return a browser's profiles, and those switched off that are gone, sorted by path."""
    paths = {str(file.path) for file in files}
    silent = {path for browser, path in off.profiles if browser == name}
    if len(paths) == 1 and silent <= paths:
        return ()
    return tuple(Profile(path, profile_name(Path(path)), (name, path) in ticked) for path in sorted(paths | silent))


def _names(found: Sequence[HistoryFile]) -> set[str]:
    return {file.browser for file in found if file.browser}
