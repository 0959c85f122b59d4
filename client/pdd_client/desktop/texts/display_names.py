"""Browsers and search engines as people write their names."""

_BROWSERS = {"librewolf": "LibreWolf", "palemoon": "Pale Moon", "edge": "Microsoft Edge", "chrome": "Google Chrome"}
_ENGINES = {"duckduckgo": "DuckDuckGo"}


def browser_name(name: str) -> str:
    """Return a browser's name as people write it, such as "Pale Moon" for "palemoon"."""
    return _BROWSERS.get(name, name.capitalize())


def engine_name(name: str) -> str:
    """Return a search engine's name as people write it, such as "DuckDuckGo" for "duckduckgo"."""
    return _ENGINES.get(name, name.capitalize())
