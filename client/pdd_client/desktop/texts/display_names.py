"""Browsers and search engines as people write their names."""

_BROWSERS = {"librewolf": "LibreWolf", "palemoon": "Pale Moon", "edge": "Microsoft Edge", "chrome": "Google Chrome"}
_ENGINES = {"duckduckgo": "DuckDuckGo"}


def browser_name(name: str) -> str:
    """A browser's name as people write it."""
    return _BROWSERS.get(name, name.capitalize())


def engine_name(name: str) -> str:
    """A search engine's name as people write it."""
    return _ENGINES.get(name, name.capitalize())
