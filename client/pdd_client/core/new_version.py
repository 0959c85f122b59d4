"""Comparing this app's version with those that the donor's server hands out."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

System = Literal["linux-deb", "linux-appimage", "flatpak", "windows", "macos"]
"""The kinds of packages in which the app comes, under the names that servers use."""
_RELEASE = re.compile(r"\d{1,6}(?:\.\d{1,6}){1,3}")
_ADDRESS = re.compile(r"https://[!-~]{1,490}|http://(?:localhost|127\.0\.0\.1)(?::\d+)?/[!-~]{0,400}")


class Program(BaseModel):
    """A program that a server hands out. What else the server says of it is ignored."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    kind: str
    system: str
    version: str
    address: str


class Programs(RootModel[Annotated[list[Program], Field(max_length=1_000)]]):
    """The answer of `GET /v1/programs`."""


@dataclass(frozen=True)
class NewVersion:
    """A version of the app that is newer than this one, and the address that the server names for it."""

    version: str
    address: str


def newest(programs: Iterable[Program], system: System, mine: str) -> NewVersion | None:
    """Return the newest release of the app for this system, None if it is not newer than ours.

    Versions that are no releases, and addresses that are not encrypted or could not be shown, are left out.

    Args:
        programs: what the server hands out.
        system: the kind of package in which this app came.
        mine: this app's version.
    """
    fitting = [one for one in programs if (one.kind, one.system) == ("app", system) and _is_sound(one)]
    best = max(fitting, key=lambda one: _numbers(one.version), default=None)
    return NewVersion(best.version, best.address) if best and is_newer(best.version, mine) else None


def is_newer(version: str, mine: str) -> bool:
    """Return whether a release comes after a version, which may be a candidate of the same release."""
    release = _RELEASE.match(mine)
    if release is None:
        return False
    ours = _numbers(release[0])
    return _numbers(version) > ours or (_numbers(version) == ours and release[0] != mine)


def _is_sound(program: Program) -> bool:
    return bool(_RELEASE.fullmatch(program.version) and _ADDRESS.fullmatch(program.address))


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a release without zeros at the end: 1.0 and 1.0.0 are the same."""
    numbers = [int(part) for part in version.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
