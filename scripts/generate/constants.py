"""Constants of the extension, from the modules of pdd_shared that define and explain them."""

import ast
import importlib
import inspect
import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from types import ModuleType
from typing import Any

from scripts.generate.output import Module, heading, remark


@dataclass(frozen=True)
class _Source:
    """A Python module, and the names of its constants that the extension has as well; None for all public ones."""

    module: str
    names: tuple[str, ...] | None = None

    def constants(self) -> Iterator[tuple[str, Any, str]]:
        """Yield the name, the value and the docstring of each constant, without the underscore of a private name."""
        module = importlib.import_module(self.module)
        said = dict(_constants(module))
        for name in (name for name in said if not name.startswith("_")) if self.names is None else self.names:
            yield name.lstrip("_"), getattr(module, name), said[name]


_ACCOUNTING, _DONOR = "pdd_shared.privacy.accounting", "pdd_client.donor"
MODULES = {
    "extension/src/protocol/limits.js": (
        "The limits on which all programs must agree: sizes of messages, and the bounds that a donor enforces.",
        [_Source("pdd_shared.protocol.limits")],
    ),
    "extension/src/protocol/sizes.js": (
        "The sizes of what is hashed, signed, drawn and sent.",
        [
            _Source("pdd_shared.protocol.encoding", ("DIGEST_SIZE", "PROTOCOL_VERSION")),
            _Source("pdd_shared.protocol.keys", ("KEY_SIZE",)),
            _Source("pdd_shared.rounds.layout", ("LEADING",)),
            _Source("pdd_shared.rounds.cohort.epoch.tree", ("LEAF_SIZE",)),
            _Source("pdd_shared.rounds.cohort.day.uploads", ("NONCE_SIZE", "SIGNATURE_SIZE")),
            _Source("pdd_shared.privacy.noise.donor_shares", ("DRAW_BYTES",)),
        ],
    ),
    "extension/src/rounds/cohort/constants.js": (
        "Parameters of the `cohort` round: fixed numbers, and the sizes that follow from a tree's size.",
        [
            _Source("pdd_shared.rounds.cohort.parameters"),
            _Source("pdd_shared.rounds.cohort.masking.ring", ("_ERROR_BITS",)),
        ],
    ),
    "extension/src/privacy/accounting/constants.js": (
        "The numbers of the privacy account: with others, the app and the extension would give different days.",
        [
            _Source(f"{_ACCOUNTING}.budget", ("_WITHIN_ROUNDING", "_COARSER", "_SLACK", "_LARGEST_EPSILON")),
            _Source(f"{_ACCOUNTING}.charges", ("_LARGEST_EXPONENT",)),
            _Source("pdd_shared.privacy.noise.donor_shares", ("DISTANCE",)),
            _Source(f"{_ACCOUNTING}.composition", ("_CONVOLVED", "_CONVOLVED_A_DAY", "_UPWARD", "_ORDERS")),
            _Source(f"{_ACCOUNTING}.fourier", ("OUTSIDE",)),
            _Source(f"{_ACCOUNTING}.loss_grid", ("_CELLS",)),
        ],
    ),
    "extension/src/privacy/accounting/parts/constants.js": (
        "The numbers of the accounting of parts: with others, the app and the extension would give different periods.",
        [
            _Source(f"{_ACCOUNTING}.parts.ratios", ("UP", "DOWN", "_RARE", "MOST_SCALE", "_PRECISION", "_MOST_SCALES")),
            _Source(f"{_ACCOUNTING}.parts.ratio_grid", ("_FARTHEST", "_CUT_MASS", "_MOST_LOSS", "_LOST", "CARRIED")),
            _Source(f"{_ACCOUNTING}.parts.exchange", ("_CUTS",)),
            _Source(f"{_ACCOUNTING}.parts.release", ("_COARSENESS", "_ROUGHEST", "_FINEST", "_MOST_PLACES")),
        ],
    ),
    "extension/src/core/constants.js": (
        "The numbers by which the app and the extension count, plan and ask alike.",
        [
            _Source("pdd_client.core.searches", ("SAME_SEARCH", "AFTER_RELOAD", "STILL_TYPING")),
            _Source("pdd_client.core.donation.ledger", ("LEDGER_DELTA", "MAX_CEILING", "_LARGEST_EXPONENT")),
            _Source(
                "pdd_client.core.schedule",
                ("SOON", "OVERSLEPT", "WAIT_AFTER_START", "FIRST_RETRY", "LONGEST_RETRY", "_WINDOW", "_EVENING"),
            ),
            _Source("pdd_client.core.reminders", ("APART", "ENDS_SOON", "QUIET")),
            _Source(f"{_DONOR}.schedule", ("_EVENINGS",)),
            _Source(f"{_DONOR}.status", ("CLOCK_TOLERANCE",)),
            _Source(f"{_DONOR}.days.calendar", ("_REVIEWED",)),
            _Source(f"{_DONOR}.days.exclusions", ("REMOVABLE_DAYS",)),
            _Source(f"{_DONOR}.cohort.tickets", ("MOST_SPARE",)),
            _Source(f"{_DONOR}.campaigns.results", ("MAX_RESULTS", "LATE_RESULTS")),
            _Source("pdd_client.gateways.home_store.cohort.epoch_store", ("MOST_EVIDENCE",)),
            _Source(
                "pdd_client.gateways.server_http.server_http", ("LONGEST", "_MAX_ANSWER", "_MAX_DETAIL", "_MAX_TAG")
            ),
        ],
    ),
}
"""For each generated module its first line, and where its constants are."""


def modules() -> Iterator[Module]:
    """Yield the generated modules."""
    for path, (first, sources) in MODULES.items():
        declared = "".join(_declared(*one) for source in sources for one in source.constants())
        files = ", ".join(source.module.replace(".", "/") + ".py" for source in sources)
        yield Module(path, f"// {first}\n{remark(heading(files))}{declared}")


def names(path: str) -> list[str]:
    """Return the names of the constants in a generated module."""
    return [name for source in MODULES[path][1] for name, _, _ in source.constants()]


def _constants(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of each constant that a module defines, private ones as well."""
    for name, said in explained(ast.parse(inspect.getsource(module)).body):
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


def _declared(name: str, value: Any, said: str) -> str:
    return f"\n{comment(said + _unit(value))}export const {name} = {_literal(value)};\n"


def _unit(value: Any) -> str:
    """Return what a comment says of a duration's unit: days where it is whole days, else milliseconds."""
    if not isinstance(value, timedelta):
        return ""
    return " In milliseconds." if value % timedelta(days=1) else " In days."


def comment(said: str) -> str:
    """Return a JSDoc comment of one paragraph."""
    text = " ".join(said.split())
    if len(text) <= 112:
        return f"/** {text} */\n"
    return "/**\n" + "".join(f" * {line}\n" for line in textwrap.wrap(text, 116)) + " */\n"


def _literal(value: Any) -> str:
    """Return a constant as JavaScript: a number, a text, or a frozen list of them; TypeError for any other type."""
    match value:
        case tuple():
            return f"Object.freeze([{', '.join(_literal(each) for each in value)}])"
        case timedelta():
            unit = timedelta(milliseconds=1) if value % timedelta(days=1) else timedelta(days=1)
            return _literal(value // unit)
        case Decimal() | float() if value == int(value) and abs(value) < 2**53:
            return _literal(int(value))
        case Decimal() | float():  # both languages read this text as the same number
            return repr(float(value)).replace("e-0", "e-").replace("e+", "e")
        case int() if not isinstance(value, bool) and abs(value) < 2**53:
            return number(value)
        case str():
            return json.dumps(value)
        case _:
            raise TypeError(f"a constant of type {type(value).__name__} has no form in JavaScript")


def number(value: int) -> str:
    """Return an integer as JavaScript writes it."""
    return f"{value:_}" if abs(value) >= 10_000 else str(value)
