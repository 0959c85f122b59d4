"""Names of refusals and errors for the extension, from the enumerations of Python that define and explain them."""

import ast
import importlib
import inspect
import sys
import textwrap
from collections.abc import Iterator
from enum import StrEnum

from scripts.generate.constants import explained, title
from scripts.generate.output import Module, heading, remark

_SOURCES = {
    "extension/src/rounds/refusal_reasons.js": ("pdd_shared.rounds.refusals", {"Reason": "REASONS"}),
    "extension/src/core/error_names.js": (
        "pdd_shared.protocol.error_names",
        {"ProblemName": "PROBLEM_NAMES", "DonorErrorCode": "DONOR_ERROR_CODES"},
    ),
}
"""For each generated module its Python module, and for each enumeration in it the name of the JavaScript list."""


def modules() -> Iterator[Module]:
    """Yield the generated modules."""
    for path, (source, lists) in _SOURCES.items():
        module = importlib.import_module(source)
        heads = f"// {title(module)}\n{remark(heading(source.replace('.', '/') + '.py'))}"
        yield Module(path, heads + "".join(_listed(getattr(module, kind), name) for kind, name in lists.items()))


def _listed(kind: type[StrEnum], name: str) -> str:
    """Return the type of an enumeration's names, and the list of them."""
    rows = "".join(_entry(*each) for each in _members(kind))
    return (
        f"\n/** @typedef {{typeof {name}[number]}} {kind.__name__} */\n\n"
        f"export const {name} = Object.freeze(\n  /** @type {{const}} */ ([\n{rows}  ]),\n);\n"
    )


def _members(kind: type[StrEnum]) -> Iterator[tuple[str, str]]:
    """Yield the value and the docstring of each member of an enumeration that the extension can meet."""
    elsewhere = getattr(sys.modules[kind.__module__], "ONLY_APP", frozenset())
    (definition,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(definition, ast.ClassDef)
    said = dict(explained(definition.body))
    for member in kind:
        if member not in elsewhere:
            yield member.value, said[member.name]


def _entry(name: str, said: str) -> str:
    lines = textwrap.wrap(" ".join(said.split()), 112)
    return "".join(f"    // {line}\n" for line in lines) + f'    "{name}",\n'
