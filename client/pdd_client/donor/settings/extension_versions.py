"""Which browsers' extensions understand the app's messages, and which of the two has to be updated otherwise."""

import json
from typing import Literal

from pdd_client.donor.installation import Installation
from pdd_client.gateways.native_messaging.message_format import BRIDGE_VERSION

Outdated = Literal["app", "extension"]


def note_version(installation: Installation, browser: str, version: int) -> None:
    """Store the version of the messages of this browser's extension, if it has changed."""
    known = _versions(installation)
    if known.get(browser) != version:
        with installation.store.transaction():
            installation.store.set_fact("extension_versions", json.dumps(known | {browser: version}, sort_keys=True))


def outdated(installation: Installation) -> dict[str, Outdated]:
    """Return what has to be updated, by the names of the browsers whose extension does not fit the app."""
    found = _versions(installation).items()
    return {
        browser: "extension" if version < BRIDGE_VERSION else "app"
        for browser, version in found
        if version != BRIDGE_VERSION
    }


def _versions(installation: Installation) -> dict[str, int]:
    return dict(json.loads(installation.store.fact("extension_versions") or "{}"))
