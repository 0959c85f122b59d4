"""Generated modules equal what their schemas generate."""

import re
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import pytest
from pydantic import Field, StringConstraints

from pdd_shared.protocol import limits
from pdd_shared.protocol.error_names import ONLY_APP, ONLY_EXTENSION, DonorErrorCode
from pdd_shared.protocol.fields import Line
from pdd_shared.rounds.cohort import parameters
from pdd_shared.rounds.refusals import Reason
from scripts.generate.__main__ import modules
from scripts.generate.constants import MODULES, explained_names, names
from scripts.generate.field_readers import expression
from scripts.generate.output import ROOT, Module


@pytest.mark.parametrize("module", tuple(modules()), ids=lambda module: module.path)
def test_each_module_is_what_its_schema_gives(module: Module) -> None:
    """`python -m scripts.generate` would change nothing."""
    assert module.is_fresh, f"{module.path} is out of date: run python -m scripts.generate"


@pytest.mark.parametrize(
    "kind", [Annotated[Line, Field(max_length=200)], Annotated[Line, StringConstraints(max_length=200)]]
)
def test_a_bound_that_javascript_would_not_know_is_refused(kind: Any) -> None:
    """A bound that the generator does not know is refused: JavaScript would not enforce it."""
    with pytest.raises(TypeError, match="name"):
        expression(kind)


@pytest.mark.parametrize("source", [limits, parameters], ids=lambda source: source.__name__)
def test_python_defines_a_shared_limit_once(source: ModuleType) -> None:
    """One Python module defines each limit, so that no second definition can drift from it."""
    for name in (name for name, _ in explained_names(source) if name.isupper()):
        found = [path for path in ROOT.glob("*/pdd_*/**/*.py") if _defines(path, rf"^{name}\b[^=\n]* = ")]
        assert len(found) == 1, found


@pytest.mark.parametrize("generated", MODULES)
def test_javascript_defines_no_generated_constant_by_hand(generated: str) -> None:
    """Only generated modules define in JavaScript what Python defines, so that no second definition can drift."""
    by_hand = [path for path in ROOT.glob("extension/src/**/*.js") if path.relative_to(ROOT).as_posix() not in MODULES]
    for name in names(generated):
        assert _defines(ROOT / generated, rf"^export const {name} = ")
        assert not [path for path in by_hand if _defines(path, rf"\b(const|let) {name}\b")], name


@pytest.mark.parametrize("code", DonorErrorCode)
def test_each_error_code_is_used_where_it_is_said_to_be(code: DonorErrorCode) -> None:
    """Each error code is used where the schema says, and every code that a program uses is listed."""
    assert _is_used(f"Code.{code.name}", "client/pdd_client/**/*.py") == (code not in ONLY_EXTENSION)
    if code not in set(Reason):  # A name that refusals have too is in the extension for them.
        assert _is_used(f'"{code}"', "extension/src/**/*.js") == (code not in ONLY_APP)


def _is_used(text: str, files: str) -> bool:
    return any(
        re.search(rf"{re.escape(text)}(?!\w)", path.read_text("utf-8"))
        for path in ROOT.glob(files)
        if path.name not in ("error_names.js", "error_texts.py")
    )


def _defines(path: Path, pattern: str) -> bool:
    return re.search(pattern, path.read_text("utf-8"), re.MULTILINE) is not None
