"""The texts that app and extension share, as a person reads them."""

import json

from scripts.packaging.shared_data import CATALOGUE

LANGUAGES = sorted(file.stem for file in CATALOGUE.glob("*.json"))
TRANSLATED = [tag for tag in LANGUAGES if tag != "en"]


def sections(tag: str) -> dict[str, dict[str, str]]:
    """Return a language's texts by section and key, as they are written."""
    found: dict[str, dict[str, str]] = json.loads((CATALOGUE / f"{tag}.json").read_text("utf-8"))
    return found


def texts_of(program: str, tag: str) -> dict[str, str]:
    """Return the texts of a program, "app" or "extension", by key: without mnemonics, and with its name in them."""
    found = sections(tag)
    texts = found["both"] | found[program]
    return {key: text.replace("&", "").replace("{program}", texts["program"]) for key, text in texts.items()}
