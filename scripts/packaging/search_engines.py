"""The table of search engines, checked before the app or the extension is packaged."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from scripts.packaging.environment import ROOT

TABLE = ROOT / "shared" / "pdd_shared" / "counting" / "search_engines.json"


def check(text: str) -> None:
    """Check that no engine, host or path is in the table twice, and that each host has a hint.

    Args:
        text: the file's text.

    Raises:
        SystemExit: it lists each engine that is wrong, and why.

    """
    try:
        table = json.loads(text, object_pairs_hook=_no_key_twice)
        found = [*_problems(table)]
    except (ValueError, KeyError, TypeError) as error:
        found = [f"it can't be read: {error}"]
    if found:
        raise SystemExit("\n".join([f"{TABLE.name} is wrong:", *found]))


def hosts_of(table: Mapping[str, Any], pattern: str) -> list[str]:
    """Return the host names that one of a rule's `hosts` stands for."""
    name = pattern.partition("{")[2].partition("}")[0]
    return [pattern.replace(f"{{{name}}}", word) for word in table["national"][name].split()] if name else [pattern]


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for name, times in Counter(name for name, _ in pairs).items():
        if times > 1:
            raise ValueError(f"{name} stands there {times} times: put its rules together")
    return dict(pairs)


def _problems(table: Mapping[str, Any]) -> Iterator[str]:
    known: dict[tuple[str, str, bool], str] = {}
    for engine, rules in table["engines"].items():
        for rule in rules:
            for host in (host for pattern in rule["hosts"] for host in hosts_of(table, pattern)):
                if not any(hint in f"https://{host}/" for hint in table["hints"]):
                    yield f"{engine}: no hint is in https://{host}/: add one to `hints`"
                for path in rule["paths"]:
                    place = (host, path.removesuffix("/"), "fragment" in rule)
                    if place in known:
                        yield f"{engine}: {host}{path} is a page of {known[place]} already"
                    known.setdefault(place, engine)
