"""deploy/compose.yaml, as the scripts and tests read it."""

from typing import Any

import yaml

from scripts.packaging.building import ROOT

FILE = ROOT / "deploy" / "compose.yaml"


def document() -> dict[str, Any]:
    """Return the whole file."""
    read: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return read


def services() -> dict[str, dict[str, Any]]:
    """Return the services by name, with what they share merged in."""
    found: dict[str, dict[str, Any]] = document()["services"]
    return found
