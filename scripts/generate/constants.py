"""Constants of the extension, from the modules of pdd_shared that define and explain them."""

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterator, Sequence
from datetime import timedelta
from types import ModuleType
from typing import Any

from scripts.generate.output import Module, heading

_SOURCES = {
    "extension/src/protocol/limits.js": "pdd_shared.protocol.limits",
    "extension/src/rounds/cohort/constants.js": "pdd_shared.rounds.cohort.parameters",
}
"""The Python module whose public constants each generated module has."""


def modules() -> Iterator[Module]:
    """Yield the generated modules."""
    for path, source in _SOURCES.items():
        module = importlib.import_module(source)
        declared = "".join(_declared(getattr(module, name), name, said) for name, said in constants(module))
        yield Module(path, f"// {title(module)}\n// {heading(source.replace('.', '/') + '.py')}\n{declared}")


def constants(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of each public constant that a module defines."""
    for name, said in explained_names(module):
        if name.isupper():
            yield name, said


def explained_names(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield each public name that a module assigns, if a docstring follows, with the docstring."""
    for name, said in explained(ast.parse(inspect.getsource(module)).body):
        if not name.startswith("_"):
            yield name, said


def explained(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Yield each name that these statements assign, if a docstring follows the assignment, with the docstring."""
    for statement, following in zip(body, [*body[1:], ast.Pass()], strict=True):
        match statement, following:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(said))):
                yield name, inspect.cleandoc(said)


def title(module: ModuleType) -> str:
    """Return the first line of a module's docstring."""
    return (module.__doc__ or "").partition("\n")[0]


def _declared(value: Any, name: str, said: str) -> str:
    unit = " In days." if isinstance(value, timedelta) else ""
    return f"\n{comment(said + unit)}export const {name} = {_literal(value)};\n"


def comment(said: str) -> str:
    """Return a JSDoc comment of one paragraph."""
    text = " ".join(said.split())
    if len(text) <= 112:
        return f"/** {text} */\n"
    return "/**\n" + "".join(f" * {line}\n" for line in textwrap.wrap(text, 116)) + " */\n"


def _literal(value: Any) -> str:
    """Return a constant as JavaScript: a number, or a frozen list of numbers; TypeError for any other type."""
    match value:
        case tuple():
            return f"Object.freeze([{', '.join(_literal(each) for each in value)}])"
        case timedelta():
            return _literal(value.days)
        case int() if not isinstance(value, bool) and abs(value) < 2**53:
            return number(value)
        case _:
            raise TypeError(f"a constant of type {type(value).__name__} has no form in JavaScript")


def number(value: int) -> str:
    """Return an integer as JavaScript writes it."""
    return f"{value:_}" if abs(value) >= 10_000 else str(value)
