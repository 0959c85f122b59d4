"""What app and extension share as data, texts and search engines, checked before either is packaged."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scripts.packaging.environment import ROOT

CATALOGUE = ROOT / "client" / "pdd_client" / "desktop" / "translations"
SEARCH_ENGINES = ROOT / "shared" / "pdd_shared" / "counting" / "search_engines.json"
SECTIONS = ("both", "app", "extension")

Pairs = list[tuple[str, "str | Pairs"]]


def check() -> None:
    """Check the texts and the search engines; SystemExit says what is wrong, and where."""
    check_texts(read_texts())
    check_search_engines(SEARCH_ENGINES.read_text("utf-8"))


def check_texts(files: Mapping[str, str]) -> None:
    """Check that each language has the same texts, with the same names, numbers and mnemonics in them.

    Args:
        files: the files' texts by language, English among them.

    Raises:
        SystemExit: it lists each text that is wrong, with its language and key, and what to do.

    """
    if found := [*_of_files(files)]:
        raise SystemExit("\n".join(["the catalogue of texts is wrong:", *found]))


def read_texts(folder: Path = CATALOGUE) -> dict[str, str]:
    """Return the catalogue's files by language."""
    return {file.stem: file.read_text("utf-8") for file in sorted(folder.glob("*.json"))}


def _of_files(files: Mapping[str, str]) -> Iterator[str]:
    read_in = {}
    for tag, text in files.items():
        try:
            read_in[tag] = {name: [*section] for name, section in json.loads(text, object_pairs_hook=list)}
        except (ValueError, TypeError) as error:
            yield f"{tag}.json can't be read ({error}): write it again as JSON"
            continue
        if tuple(read_in[tag]) != SECTIONS:
            yield f"{tag}.json has the sections {[*read_in[tag]]}: write {', '.join(SECTIONS)}"
    if len(read_in) == len(files) and all(tuple(found) == SECTIONS for found in read_in.values()):
        for tag, sections in read_in.items():
            yield from _of_keys(tag, sections)
            yield from _of_language(tag, sections, read_in["en"])


def _of_keys(tag: str, sections: Mapping[str, Pairs]) -> Iterator[str]:
    """Yield the keys that stand twice where a program reads them, and those out of order."""
    for name, pairs in sections.items():
        keys = [key for key, _ in pairs]
        shared = {key for key, _ in sections["both"]} if name != "both" else set()
        twice = sorted({key for key in keys if keys.count(key) > 1} | (set(keys) & shared))
        yield from (f"{tag}.json has {key} twice: remove one" for key in twice)
        if keys != sorted(keys):
            later = next(key for key, after in zip(sorted(keys), keys, strict=True) if key != after)
            yield f"{tag}.json, {name}: {later} is not in its place of the alphabet"


def _of_language(tag: str, sections: Mapping[str, Pairs], english: Mapping[str, Pairs]) -> Iterator[str]:
    """Yield the texts that are only in one of a language and English, or have other parts in it."""
    for name in SECTIONS:
        ours, theirs = dict(sections[name]), dict(english[name])
        yield from (f"{tag}.json, {name}: {key} is missing" for key in theirs if key not in ours)
        yield from (f"en.json, {name}: {key} is missing, which {tag}.json has" for key in ours if key not in theirs)
        for key in ours.keys() & theirs.keys():
            text, source = ours[key], theirs[key]
            if not isinstance(text, str) or not text:
                yield f"{tag}.json, {name}: {key} has no text"
            elif _parts(text) != _parts(str(source)) and not _says_one(key, text):
                yield f"{tag}.json, {name}: {key} has {_parts(text)}, and in English {_parts(str(source))}"


def _parts(text: str) -> list[str]:
    """Return what a translation has as its source: names in braces, a mnemonic, an ellipsis or space at the end."""
    found = [*re.findall(r"\{\w+\}", text.replace("{program}", "")), *("&" for _ in re.findall(r"&\w", text))]
    return sorted(found) + [end for end in ("…", " ") if text.endswith(end)]


def _says_one(key: str, text: str) -> bool:
    """Return whether a text for one says it in a word, such as "a day" for "1 day"."""
    return key.endswith("_one") and "{n}" not in text


# --- search engines


def check_search_engines(text: str) -> None:
    """Check that no engine, host or path is in the table twice, and that each host has a hint.

    Args:
        text: the file's text.

    Raises:
        SystemExit: it lists each engine that is wrong, and why.

    """
    try:
        table = json.loads(text, object_pairs_hook=_no_key_twice)
        found = [*_of_engines(table)]
    except (ValueError, KeyError, TypeError) as error:
        found = [f"it can't be read: {error}"]
    if found:
        raise SystemExit("\n".join([f"{SEARCH_ENGINES.name} is wrong:", *found]))


def hosts_of(table: Mapping[str, Any], pattern: str) -> list[str]:
    """Return the host names that one of a rule's `hosts` stands for."""
    name = pattern.partition("{")[2].partition("}")[0]
    return [pattern.replace(f"{{{name}}}", word) for word in table["national"][name].split()] if name else [pattern]


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for name, times in Counter(name for name, _ in pairs).items():
        if times > 1:
            raise ValueError(f"{name} stands there {times} times: put its rules together")
    return dict(pairs)


def _of_engines(table: Mapping[str, Any]) -> Iterator[str]:
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
