"""The rules of search engines in both languages, from shared/schema/search_engines.toml."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from scripts.generate.output import ROOT, SCHEMA, Module, heading, python

VECTORS = ROOT / "tests" / "vectors" / "counting" / "search_urls.json"
_SOURCE = "shared/schema/search_engines.toml"


def rules() -> dict[str, Any]:
    """Return the schema: `hints`, `charsets`, `national` and `engines`."""
    return tomllib.loads((SCHEMA / "search_engines.toml").read_text("utf-8"))


def modules() -> Iterator[Module]:
    """Yield the module of each language."""
    schema = rules()
    yield python("shared/pdd_shared/counting/search_engine_table.py", _python(schema))
    yield Module("extension/src/counting/search_engine_table.js", _javascript(schema))


def _python(schema: Mapping[str, Any]) -> str:
    engines = "".join(
        f"    {json.dumps(engine)}: ({''.join(f'{_rule(rule)}, ' for rule in each)}),\n"
        for engine, each in schema["engines"].items()
    )
    return f'''"""The rules of search engines.

{heading(_SOURCE)}
"""
# ruff: noqa: E501

from collections.abc import Mapping

from pdd_shared.counting.search_rules import PageNumber, Rule

HINTS = {tuple(schema["hints"])!r}
"""Substrings of lower-case URLs, one of which is in every URL that a rule accepts."""

CHARSETS: Mapping[str, str] = {schema["charsets"]!r}
"""What a URL calls a charset, and the WHATWG's name of its encoding."""

NATIONAL: Mapping[str, str] = { ({name: " ".join(words.split()) for name, words in schema["national"].items()})!r}
"""Countries as the engines write them: what a placeholder of a rule's `hosts` stands for, separated by spaces."""

ENGINES: Mapping[str, tuple[Rule, ...]] = {{
{engines}}}
"""Each engine's rules."""
'''


def _rule(rule: Mapping[str, Any]) -> str:
    """Return the call that makes a rule; a field that `Rule` does not have fails when the module is imported."""
    return f"Rule({', '.join(f'{name}={_value(name, value)}' for name, value in rule.items())})"


def _value(name: str, value: Any) -> str:
    if name == "page":
        return f"PageNumber({', '.join(f'{each}={number!r}' for each, number in value.items())})"
    return repr(tuple(value)) if isinstance(value, list) else repr(value)


def _javascript(schema: Mapping[str, Any]) -> str:
    """Return the rules as JSON; of charsets only the names that URLs use, which browsers' TextDecoder knows."""
    told = {name: value for name, value in schema.items() if name != "hints"}
    told["charsets"] = sorted(schema["charsets"])
    told["national"] = {name: " ".join(words.split()) for name, words in schema["national"].items()}
    text = json.dumps(told, indent=2, ensure_ascii=False)
    return f"// The rules of search engines.\n// {heading(_SOURCE)}\nexport default {text};\n"
