"""The server's errors: a rejection's text for the person who gave the input, and its answer over HTTP."""

import pytest

from pdd_server.errors import Rejected, Rejection, busy, invalid
from pdd_server.web.problems import problem_of
from pdd_shared.rounds.refusals import Reason, Refused


def test_a_rejection_names_its_field() -> None:
    """A rejection's text begins with its field; forms show the detail beside the field without the name."""
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
    """A detail that is a sentence is answered as it is, anything else becomes one, and a given sentence replaces it."""
    assert problem_of(error).detail == answer


@pytest.mark.parametrize("name", list(Rejection))
def test_every_rejection_has_a_status(name: Rejection) -> None:
    """Every rejection is answered under its own name, as a client error, or as a busy server."""
    problem = problem_of(Rejected(name, "No."))
    assert problem.name == name
    assert 400 <= problem.status < 500 or name == Rejection.BUSY


def test_errors_of_other_kinds() -> None:
    """A refused message keeps its reason, and an unexpected error tells nothing of itself."""
    assert problem_of(Refused(Reason.TOO_LATE, "Over.")).name == "too-late"
    assert (problem_of(busy()).name, problem_of(busy()).status) == ("busy", 503)
    assert problem_of(ValueError("a secret")).name == "internal-error"
    assert "secret" not in problem_of(ValueError("a secret")).detail
