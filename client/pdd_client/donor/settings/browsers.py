"""The browsers found on this computer, and their profiles: only those count that the donor has ticked.

A new home begins with the browsers that have one profile, where they usually keep it. With several, others may use this
computer, too. After the first reading nothing new counts before it is ticked.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from pdd_client.core.errors import DonorError
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.installation import Installation
from pdd_client.gateways.browser_history.discover_histories import browser_named
from pdd_client.gateways.browser_history.find_histories import lasting
from pdd_client.gateways.browser_history.history_copy import EMPTY, NOT_FOUND, history_problem
from pdd_client.gateways.browser_history.profile_names import profile_name
from pdd_client.gateways.browser_history.read_visits import UNKNOWN_KIND, is_history
from pdd_client.gateways.native_messaging.manifest_places import PLACES
from pdd_client.gateways.native_messaging.manifests import has_extension, is_connected

_TICKED: Final = "profiles_on"
ALL = "all"
"""The value of that fact in a home of before there were ticks."""


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

    `extension`: whether the project's extension is in one of its profiles and may not connect to this home, so that
    both may donate.
    """

    name: str
    files: int
    on: bool
    unreadable: int
    problem: str | None
    profiles: tuple[Profile, ...] = ()
    path: str = ""
    extension: bool = False


@dataclass(frozen=True)
class Choice:
    """What the donor has chosen.

    Attributes:
        browsers_off: the names of the browsers that are switched off.
        off: the browser's name by the path of each profile's history that is switched off.
        on: the same for each that is ticked.

    """

    browsers_off: frozenset[str]
    off: Mapping[str, str]
    on: Mapping[str, str]

    def reads(self, file: HistoryFile) -> bool:
        """Return whether a history may be read."""
        return str(file.path) in self.on and file.browser not in self.browsers_off


def choice(installation: Installation, found: Sequence[HistoryFile]) -> Choice:
    """Return what the donor has chosen, or before the first reading what a new home begins with.

    A home of before there were ticks goes on with all that it read.

    Args:
        installation: the home.
        found: the histories found on this computer.

    """
    off = _profiles_in(installation, "profiles_off")
    if _is_settled(installation):
        on = _profiles_in(installation, _TICKED)
    else:
        usual = [file for file in found if file.usual and str(file.path) not in off]
        names = [file.browser for file in found if file.usual]
        every = installation.store.fact(_TICKED) == ALL
        on = {str(file.path): file.browser or "" for file in usual if every or names.count(file.browser) == 1}
    return Choice(frozenset(json.loads(installation.store.fact("browsers_off") or "[]")), off, on)


def ticked(installation: Installation) -> Mapping[str, str] | None:
    """Return the browser's name by the path of each history that is ticked; None before the first reading."""
    return _profiles_in(installation, _TICKED) if _is_settled(installation) else None


def switched_on(installation: Installation, found: Sequence[HistoryFile]) -> list[HistoryFile]:
    """Return the histories that are read. From now on, what was not found yet has to be ticked.

    Args:
        installation: the home.
        found: what `find_histories` found. A ticked file elsewhere is returned, too, if it is there.

    """
    chosen = choice(installation, found)
    if found and not _is_settled(installation):
        _store(installation, chosen)
    return [file for file in _with_ticked(found, chosen) if chosen.reads(file)]


def unasked(installation: Installation, found: Sequence[HistoryFile]) -> frozenset[str]:
    """Return the browsers whose extensions are not asked for visits.

    An extension does not tell its profile. So none is asked in a browser of which a history that was found is not read.
    """
    chosen = choice(installation, found)
    names = {file.browser or "" for file in found if not chosen.reads(file)}
    return frozenset(chosen.browsers_off | set(chosen.off.values()) | names)


def browsers(installation: Installation, found: Sequence[HistoryFile]) -> tuple[Browser, ...]:
    """Return the browsers found and those switched off, sorted by name."""
    chosen = choice(installation, found)
    found = _with_ticked(found, chosen)
    names = _names(found) | chosen.browsers_off | set(chosen.off.values())
    beside = {file.browser or "" for file in found if has_extension(file.path.parent)}
    beside -= {name for name in beside & PLACES.keys() if is_connected(installation.store.home, name, Path.home())}
    return tuple(replace(_browser(name, found, chosen), extension=name in beside) for name in sorted(names))


def switch(installation: Installation, found: Sequence[HistoryFile], name: str, on: bool) -> None:
    """Switch the reading of a browser's histories on or off. If it has only one, that is ticked.

    Raises:
        DonorError: no browser of that name was found, and none of that name is switched off.

    """
    chosen = choice(installation, found)
    found = _with_ticked(found, chosen)
    if name not in _names(found) | chosen.browsers_off:
        raise DonorError(f"no browser {name[:40]!r} was found: {', '.join(sorted(_names(found))) or 'none'} was")
    names = chosen.browsers_off - {name} if on else chosen.browsers_off | {name}
    chosen = replace(chosen, browsers_off=names)
    profiles = [file for file in found if file.browser == name]
    if on and len(profiles) == 1:
        chosen = _switched(chosen, str(profiles[0].path), name, on)
    _store(installation, chosen, forget=not on)


def switch_profile(installation: Installation, found: Sequence[HistoryFile], path: str, on: bool) -> None:
    """Switch the reading of one profile's history on or off.

    If its browser is off, it is switched on for this profile alone.

    Args:
        installation: the home.
        found: the histories found on this computer.
        path: the path of the profile's history.
        on: whether it is read.

    Raises:
        DonorError: no history was found there, and none of there was switched on or off.

    """
    chosen = choice(installation, found)
    known = {**chosen.off, **chosen.on, **{str(file.path): file.browser for file in found if file.browser}}
    if path not in known:
        raise DonorError("no browser's profile has its history there: `pdd-donor left-out` lists them")
    browser = known[path]
    if on and browser in chosen.browsers_off:
        rest = {other: name for other, name in chosen.on.items() if name != browser}
        chosen = replace(chosen, browsers_off=chosen.browsers_off - {browser}, on=rest)
    _store(installation, _switched(chosen, path, browser, on), forget=not on)


def add_history(installation: Installation, found: Sequence[HistoryFile], path: Path) -> str | None:
    """Tick a history by its path, found or not. Return why it can't be read; then nothing was changed."""
    file = lasting(path.resolve())
    if problem := history_problem(file) or (None if is_history(file) else UNKNOWN_KIND):
        return problem
    known = any(one.path == file for one in found)
    more = [] if known else [HistoryFile(file, browser_named(file), usual=False)]
    switch_profile(installation, [*found, *more], str(file), True)
    return None


def _is_settled(installation: Installation) -> bool:
    return installation.store.fact(_TICKED) not in (None, ALL)


def _profiles_in(installation: Installation, fact: Literal["profiles_off", "profiles_on"]) -> dict[str, str]:
    kept = json.loads(installation.store.fact(fact) or "[]")
    return {str(lasting(Path(path))): browser for browser, path in kept}


def _with_ticked(found: Sequence[HistoryFile], chosen: Choice) -> list[HistoryFile]:
    """Return what was found, and what is ticked elsewhere and is there."""
    elsewhere = sorted(chosen.on.keys() - {str(file.path) for file in found})
    there = [Path(path) for path in elsewhere if history_problem(Path(path)) != NOT_FOUND]
    return [*found, *(HistoryFile(path, chosen.on[str(path)], path.parent.name) for path in there)]


def _switched(chosen: Choice, path: str, browser: str, on: bool) -> Choice:
    off, ticked = dict(chosen.off), dict(chosen.on)
    off.pop(path, None)
    ticked.pop(path, None)
    (ticked if on else off)[path] = browser
    return replace(chosen, off=off, on=ticked)


def _store(installation: Installation, chosen: Choice, *, forget: bool = False) -> None:
    """Store what the donor has chosen, and erase the kept days, if they may have counted what is not read any more."""
    with installation.store.transaction():
        installation.store.set_fact("browsers_off", json.dumps(sorted(chosen.browsers_off)))
        installation.store.set_fact(
            "profiles_off", json.dumps(sorted((name, path) for path, name in chosen.off.items()))
        )
        installation.store.set_fact(_TICKED, json.dumps(sorted((name, path) for path, name in chosen.on.items())))
        if forget:
            installation.store.kept.forget_all()


def _browser(name: str, found: Sequence[HistoryFile], chosen: Choice) -> Browser:
    files = [file for file in found if file.browser == name]
    looked_at = [file for file in files if str(file.path) in chosen.on or len(files) == 1]
    all_problems = [history_problem(file.path) for file in looked_at]
    problems = [one for one in all_problems if one not in (None, EMPTY)]
    all_empty = bool(all_problems) and all(one == EMPTY for one in all_problems)
    problem = EMPTY if all_empty else next(iter(problems), None)
    on = name not in chosen.browsers_off and (len(files) != 1 or str(files[0].path) in chosen.on)
    path = next((str(file.path) for file in files), "")
    return Browser(name, len(files), on, len(problems), problem, _profiles(name, files, chosen), path)


def _profiles(name: str, files: Sequence[HistoryFile], chosen: Choice) -> tuple[Profile, ...]:
    """Return a browser's profiles, and those switched off that are gone, sorted by path."""
    paths = {str(file.path) for file in files}
    silent = {path for path, browser in chosen.off.items() if browser == name}
    if len(paths) == 1 and silent <= paths:
        return ()
    return tuple(Profile(path, profile_name(Path(path)), path in chosen.on) for path in sorted(paths | silent))


def _names(found: Sequence[HistoryFile]) -> set[str]:
    return {file.browser for file in found if file.browser}
