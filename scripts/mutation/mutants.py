"""Mutants: copies of code with one operator, number or statement changed, drawn by a seed."""

import ast
import difflib
import hashlib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

ROOT = Path(__file__).parents[2]
TESTS = {
    "shared/pdd_shared": [
        "tests/shared",
        "tests/server/services/results/test_series.py",
        "tests/results/test_vectors.py",
    ],
    "server/pdd_server": ["tests/server/services"],
    "client/pdd_client": ["tests/client/core", "tests/client/donor", "tests/client/gateways", "tests/client/cli"],
}
"""The packages whose code is changed, and the folders and files of tests that have to notice.

No test has a window: Qt takes long to load. Series are tested on a server's files, beside the server's other results.
"""
_DULL = "core/RemoveDecorator"
"""This operator isn't used: without its decorator a dataclass can't be made, so any test would notice."""


class Mutant(NamedTuple):
    """One change: the `occurrence`-th place in a file where an operator applies."""

    path: Path
    operator: str
    occurrence: int
    line: int

    @property
    def package(self) -> str:
        """Return the name in `TESTS` of the package that the file is in."""
        return "/".join(self.path.relative_to(ROOT).parts[:2])

    @cache  # noqa: B019 -- parsing takes longer than a test, and there are few mutants
    def source(self) -> str:
        """Return the file's text with the change."""
        changed = mutate_code(self.path.read_text("utf-8"), plugins.get_operator(self.operator)(), self.occurrence)
        assert changed is not None, f"{self} changes nothing"
        return str(changed)

    def change(self) -> str:
        """Return the changed lines, before and after."""
        before, after = self.path.read_text("utf-8").splitlines(), self.source().splitlines()
        return "\n".join(list(difflib.unified_diff(before, after, n=0, lineterm=""))[3:])

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} {self.operator.removeprefix('core/')} {self.occurrence}"


def draw(folder: str, count: int, seed: int) -> list[Mutant]:
    """Draw `count` places in a folder, all equally likely, and for each one of its changes, all equally likely.

    Drawing among all changes would favour operators: a `+` alone can become eleven others. Each draw is a hash of the
    seed and the mutant. So an edit of one file leaves the mutants of the others as they were.
    """
    places: defaultdict[tuple[Path, object], list[Mutant]] = defaultdict(list)
    for path in sorted((ROOT / folder).rglob("*.py")):
        for place, mutant in _mutants(path):
            places[path, place].append(mutant)

    def drawn(purpose: str, mutant: Mutant) -> bytes:
        name = f"{seed} {purpose} {mutant.path.relative_to(ROOT)} {mutant.operator} {mutant.occurrence}"
        return hashlib.sha256(name.encode()).digest()

    sample = sorted(places.values(), key=lambda changes: drawn("place", changes[0]))[:count]
    return [min(changes, key=lambda mutant: drawn("change", mutant)) for changes in sample]


def _mutants(path: Path) -> Iterator[tuple[object, Mutant]]:
    text = path.read_text("utf-8")
    excluded, tree = _excluded(text), get_ast(text)
    for name in sorted(plugins.operator_names()):
        operator_class = plugins.get_operator(name)
        if operator_class.arguments() or name == _DULL:
            continue
        operator = operator_class()
        places = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if not any(first <= start < last for first, last in excluded):
                yield (start, end), Mutant(path, name, occurrence, start[0])


def _excluded(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the positions of code that isn't changed.

    Mutants of type annotations say nothing: they fail at import, or change nothing. An error with a dotted name, as in
    `except struct.error`, is too much for cosmic-ray.
    """
    nodes: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.arg | ast.AnnAssign):
            nodes.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            nodes.append(node.returns)
        elif (
            isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.BitOr)
        ):
            nodes.append(node.value)  # a union of types, named
        elif isinstance(node, ast.ExceptHandler) and node.type is not None:
            nodes += (error for error in ast.walk(node.type) if isinstance(error, ast.Attribute))
    return [((n.lineno, n.col_offset), (n.end_lineno or 0, n.end_col_offset or 0)) for n in nodes if n is not None]
