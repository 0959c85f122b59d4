"""The server's errors: the text of a rejection for the person who gave the input, and the answer over HTTP."""

import pytest

from pdd_server.errors import Rejected, Rejection, busy, invalid
from pdd_server.web.problems import problem_of
from pdd_shared.rounds.refusals import Reason, Refused


def test_a_rejection_names_its_field() -> None:
    """Its text begins with the field; forms show the detail beside the field, without its name."""
    error = invalid("end", "was closed on 2026-11-20 already")
    assert (str(error), error.field) == ("end: was closed on 2026-11-20 already", "end")
    assert error.detail == "was closed on 2026-11-20 already"


@pytest.mark.parametrize(
    ("error", "answer"),
    [
        (invalid("end", "was closed already"), "End: was closed already."),
        (Rejected(Rejection.NOT_FOUND, "this server has no such draft"), "This server has no such draft."),
        (
            Rejected(Rejection.INVALID, "to is before from; change one of them."),
            "to is before from; change one of them.",
        ),
        (Rejected(Rejection.NOT_FOUND, "there is no 'x'", answer="No such entry."), "No such entry."),
    ],
)
def test_http_answers_a_sentence(error: Rejected, answer: str) -> None:
    """A sentence stays as it is, anything else becomes one; where one is given, it is answered instead."""
    assert problem_of(error).detail == answer


@pytest.mark.parametrize("name", list(Rejection))
def test_every_rejection_has_a_status(name: Rejection) -> None:
    """It is answered under its own name, as a fault of the request, or as a server without time for it."""
    problem = problem_of(Rejected(name, "No."))
    assert problem.name == name
    assert 400 <= problem.status < 500 or name == Rejection.BUSY


def test_errors_of_other_kinds() -> None:
    """A refused message keeps its reason; an error that nobody raised on purpose tells nothing of itself."""
    assert problem_of(Refused(Reason.TOO_LATE, "Over.")).name == "too-late"
    assert (problem_of(busy()).name, problem_of(busy()).status) == ("busy", 503)
    assert problem_of(ValueError("a secret")).name == "internal-error"
    assert "secret" not in problem_of(ValueError("a secret")).detail
