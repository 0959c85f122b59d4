"""A donor decides as the vectors say, which the browser extension reads too: consent, days, costs, schedule."""

import json
from typing import Any

import pytest

from tests.support.reference.cases import as_text
from tests.support.reference.donor import FILES, VECTORS, answered, document

CASES = [
    pytest.param(name, group, case, id=f"{name}: {group}: {case['why']}")
    for name in FILES
    for group, cases in json.loads((VECTORS / f"{name}.json").read_text("utf-8")).items()
    if group != "base"
    for case in cases
]


@pytest.mark.parametrize(("name", "group", "case"), CASES)
def test_the_client_answers_as_the_vectors_say(name: str, group: str, case: dict[str, Any]) -> None:
    """The client's answer to a case is the expected one, or the error has the name that the case gives."""
    asked = {field: value for field, value in case.items() if field != "expected"}
    found = answered(asked, FILES[name].ANSWERS[group])
    assert found.get("error") == case.get("error")
    assert found.get("expected") == _about(case.get("expected"))


def _about(value: Any) -> Any:
    """Return a value in which fractions equal all numbers that differ from them only by rounding."""
    if isinstance(value, dict):
        return {name: _about(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_about(one) for one in value]
    return pytest.approx(value, rel=1e-9) if isinstance(value, float) else value


@pytest.mark.parametrize("name", FILES)
def test_the_cases_of_the_vectors_are_those_of_their_generator(name: str) -> None:
    """The generator and the file have the same cases with the same inputs."""
    assert _asked((VECTORS / f"{name}.json").read_text("utf-8")) == _asked(as_text(document(name)))


def _asked(text: str) -> dict[str, Any]:
    """Return a document's base and cases without their answers."""
    found = json.loads(text)
    base = found.pop("base", None)
    groups = {group: [_without_answer(case) for case in cases] for group, cases in found.items()}
    return {"base": base, **groups}


def _without_answer(case: dict[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in case.items() if field != "expected"}
