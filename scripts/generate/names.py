"""Names of refusals and errors for the extension, from the enumerations of Python that define and explain them."""

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterator

from scripts.generate.constants import explained, title
from scripts.generate.output import Module, heading

_SOURCES = {
    "extension/src/rounds/refusal_reasons.js": ("pdd_shared.rounds.refusals", "Reason", "REASONS"),
}
"""Each generated module: the module and the enumeration that it has the names of, and what it calls all of them."""


def modules() -> Iterator[Module]:
    """Yield the generated modules."""
    for path, (source, kind, every) in _SOURCES.items():
        module = importlib.import_module(source)
        yield Module(
            path,
            f"// {title(module)}\n// {heading(source.replace('.', '/') + '.py')}\n\n"
            f"/** @typedef {{typeof {every}[number]}} {kind} */\n\n"
            f"export const {every} = Object.freeze(\n  /** @type {{const}} */ ([\n"
            f"{''.join(_entry(*each) for each in _members(getattr(module, kind)))}  ]),\n);\n",
        )


def _members(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the value and the docstring of each member of an enumeration."""
    (definition,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(definition, ast.ClassDef)
    said = dict(explained(definition.body))
    for member in kind:  # type: ignore[attr-defined]
        yield member.value, said[member.name]


def _entry(name: str, said: str) -> str:
    lines = textwrap.wrap(" ".join(said.split()), 112)
    return "".join(f"    // {line}\n" for line in lines) + f'    "{name}",\n'
