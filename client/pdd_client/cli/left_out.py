"""The commands about what is left out of every count: search engines, browsers, profiles and hours of the day."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pdd_client.cli.common import print_lines, show, with_donor
from pdd_client.core.errors import DonorError
from pdd_client.donor.donor import Donor
from pdd_client.donor.settings.browsers import Browser


@with_donor
def leave_out(donor: Donor, chosen: argparse.Namespace) -> int:
    """Leave out search engines, browsers, profiles or hours: their searches no longer count."""
    _check_something(bool(chosen.site or chosen.browser or chosen.profile or chosen.hours))
    if chosen.hours:
        donor.exclusions.set_hours(chosen.hours)
    print_lines([f"left out: {name}" for name in (*_switched(donor, chosen, False), *filter(None, [chosen.hours]))])
    return 0


@with_donor
def count_again(donor: Donor, chosen: argparse.Namespace) -> int:
    """Let searches count again that were left out by their search engine, browser, profile or hour."""
    _check_something(bool(chosen.site or chosen.browser or chosen.profile or chosen.all_hours))
    if chosen.all_hours:
        donor.exclusions.set_hours(None)
    again = (*_switched(donor, chosen, True), *["all hours"] * chosen.all_hours)
    print_lines([f"counts again: {name}" for name in again])
    return 0


@with_donor
def left_out(donor: Donor, chosen: argparse.Namespace) -> int:
    """Show what is left out, and the profiles to choose from."""
    hours, found = donor.exclusions.hours(), donor.exclusions.browsers()
    profiles = [(one, profile) for one in found for profile in one.profiles]
    as_json: dict[str, Any] = {
        "sites": donor.exclusions.sites(),
        "hours": hours and str(hours),
        "browsers": [one.name for one in found if not one.on],
        "profiles": [
            {"browser": one.name, "name": profile.name, "path": profile.path, "left_out": not profile.on}
            for one, profile in profiles
        ],
    }
    return show(chosen, as_json, _text(as_json))


def _text(left_out: dict[str, Any]) -> Iterator[str]:
    yield f"Search engines left out: {', '.join(left_out['sites']) or 'none'}."
    yield f"Hours left out: {left_out['hours'] or 'none'}, by this computer's clock."
    yield f"Browsers left out: {', '.join(left_out['browsers']) or 'none'}."
    for one in left_out["profiles"]:
        state = "left out" if one["left_out"] else "counts"
        yield f"Profile {one['name']} of {one['browser']}: {state}; {one['path']}"


def _check_something(is_something: bool) -> None:
    """Raise DonorError if a command names nothing."""
    if not is_something:
        raise DonorError("nothing was named: name a --site, a --browser, a --profile or hours")


def _switched(donor: Donor, chosen: argparse.Namespace, on: bool) -> Iterator[str]:
    """Switch the named search engines, browsers and profiles on or off, and yield their names."""
    for text in chosen.site or ():
        yield donor.exclusions.switch_site(text, on)
    for path in chosen.profile or ():
        if not (on and Path(path).exists()):
            donor.exclusions.switch_profile(path, on)
        elif problem := donor.exclusions.add_history(Path(path)):
            raise DonorError(f"{path}: {problem}: it does not count; name the history file of a browser")
        yield path
    for name in chosen.browser or ():
        donor.exclusions.switch_browser(name, on)
        none = on and any(one.name == name and _counts_nothing(one) for one in donor.exclusions.browsers())
        yield f"{name}, but none of its profiles: `pdd-donor left-out` lists them" if none else name


def _counts_nothing(browser: Browser) -> bool:
    return bool(browser.profiles) and not any(profile.on for profile in browser.profiles)
