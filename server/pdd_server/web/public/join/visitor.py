"""What a page offers first to the browser that asks: read from its headers, for this answer only, and kept nowhere."""

from dataclasses import dataclass
from typing import Literal

from werkzeug.datastructures import LanguageAccept

from pdd_server.services.campaigns.donor_texts.texts import LANGUAGES
from pdd_server.services.programs import System

Device = Literal["linux", "windows", "macos", "phone", "other"]
Browser = Literal["chromium", "firefox", "other"]
APPS: dict[Device, tuple[System, ...]] = {
    "linux": ("linux-deb", "linux-appimage", "flatpak"),
    "windows": ("windows",),
    "macos": ("macos",),
}
"""The systems whose packages of the app run on a device."""
# In this order: phones name their system's relative, too (Android is a Linux, an iPhone is "like Mac OS X").
_DEVICES: tuple[tuple[str, Device], ...] = (
    ("Android", "phone"),
    ("iPhone", "phone"),
    ("iPad", "phone"),
    ("Mobile", "phone"),
    ("Windows", "windows"),
    ("Macintosh", "macos"),
    ("CrOS", "other"),
    ("Linux", "linux"),
)
_BROWSERS: tuple[tuple[str, Browser], ...] = (("Firefox/", "firefox"), ("Chrome/", "chromium"))


@dataclass(frozen=True)
class Visitor:
    """Whom a page is for.

    Attributes:
        device: The kind of device.
        browser: The kind of browser, as far as there is an extension for it.
        language: The language, one of LANGUAGES.
    """

    device: Device
    browser: Browser
    language: str


def language_of(accepted: LanguageAccept, chosen: str | None) -> str:
    """Return a page's language: the chosen one, else the best of the header's, else English; see `visitor_of`."""
    return chosen if chosen in LANGUAGES else accepted.best_match(LANGUAGES, LANGUAGES[0])


def visitor_of(agent: str, accepted: LanguageAccept, chosen: str | None) -> Visitor:
    """Return whom a page is for.

    Args:
        agent: The header User-Agent.
        accepted: The header Accept-Language.
        chosen: The language that the person chose on the page; an unknown one counts as none.
    """
    device: Device = next((device for sign, device in _DEVICES if sign in agent), "other")
    browser: Browser = next((browser for sign, browser in _BROWSERS if sign in agent), "other")
    return Visitor(device, "other" if device == "phone" else browser, language_of(accepted, chosen))
