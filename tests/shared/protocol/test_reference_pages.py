"""The protocol pages name every field of every message, in order, and every refusal."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from pdd_shared.protocol import completion_codes, limits, messages, terms
from pdd_shared.protocol.error_names import STATUS, ProblemName
from pdd_shared.protocol.fields import Message, SignedKind
from pdd_shared.rounds.cohort import messages as of_cohort
from pdd_shared.rounds.cohort.day.floors import DAYS_REMEMBERED
from pdd_shared.rounds.refusals import Reason

_DOCS = Path(__file__).parents[3] / "docs" / "reference"
_PAGES = {name: (_DOCS / f"{name}.md").read_text("utf-8") for name in ("protocol", "cohort", "counting")}
_UNSIGNED: dict[str, type[BaseModel]] = {
    "`ServerInfo`": messages.ServerInfo,
    "`CampaignList`": messages.CampaignList,
    "`KeyChain`": messages.KeyChain,
    "`Registration`": messages.Registration,
    "`Registered`": messages.Registered,
    "`CheckIn`": messages.CheckIn,
    "`CheckInAnswer`": messages.CheckInAnswer,
    "task `submit`": messages.SubmitTask,
    "task `ticket`": messages.TicketTask,
    "task `upload`": messages.UploadTask,
    "tasks `certify`, `open`": messages.CertifyTask,
    "`TicketMessage`": messages.TicketMessage,
    "`Receipt`": messages.Receipt,
    "`Completion`": completion_codes.Completion,
}


def _kinds() -> list[type[SignedKind]]:
    ours = [kind for kind in SignedKind.__subclasses__() if kind.__module__.startswith("pdd_shared.")]
    return sorted(ours, key=_name)


def _name(kind: type[SignedKind]) -> str:
    return kind.KIND


def _rows(page: str, name: str) -> list[str]:
    """Return the rows of a page's tables whose first cell is this one, without that cell."""
    return re.findall(rf"^\| {re.escape(name)} \| (.*) \|$", _PAGES[page], flags=re.MULTILINE)


def _in_order(row: str, model: type[BaseModel]) -> bool:
    """Return whether the row names the message's fields in order; other names may stand between them."""
    names = iter(re.findall(r"`([a-z_]+)`", row))
    return all(field in names for field in model.model_fields)


def _in_parts(heading: str, page: str, model: type[Message]) -> bool:
    """Return whether the text after these words names the message's fields in order."""
    _, _, text = _PAGES[page].partition(heading)
    return _in_order(text.replace("\n", " "), model)


@pytest.mark.parametrize("kind", _kinds(), ids=_name)
def test_signed_kinds_are_written_with_all_fields_in_order(kind: type[SignedKind]) -> None:
    """One page has a row for each signed kind, with its fields in the order in which they are signed."""
    if kind is messages.Campaign:
        fields = re.findall(
            r"^\| (`[a-z_]+`(?:, `[a-z_]+`)?) \| [a-z]", _table("The fields of `campaign`:"), re.MULTILINE
        )
        named = {name for row in fields for name in re.findall(r"`([a-z_]+)`", row)}
        assert named == set(kind.model_fields)
        return
    rows = [row for page in ("protocol", "cohort") for row in _rows(page, f"`{kind.KIND}`")]
    assert rows
    assert all(_in_order(row, kind) for row in rows)


def _table(after: str) -> str:
    _, _, text = _PAGES["protocol"].partition(after)
    return text.strip().partition("\n\n")[0]


@pytest.mark.parametrize("name", _UNSIGNED)
def test_other_messages_are_written_with_all_fields(name: str) -> None:
    """The page has a row for each unsigned message, with all its fields."""
    (row,) = _rows("protocol", name)
    assert _in_order(row, _UNSIGNED[name])


def test_parts_and_terms_are_written_in_the_order_in_which_they_are_digested() -> None:
    """Pages list the fields of parts and terms in the order in which they are hashed into digests."""
    assert _in_parts("A part of a plan:", "protocol", messages.Part)
    assert _in_parts("Terms of `plain`, in this order:", "protocol", terms.PlainTerms)
    assert _in_parts("- `layout` is a list of parts:", "cohort", of_cohort.CohortPart)
    assert _in_parts("- `terms`:", "cohort", terms.CohortTerms)
    assert _in_parts("- `noise`:", "cohort", terms.PartNoise)
    assert _in_parts("`counts`, each with", "cohort", terms.NumberNoise)
    assert _in_parts("- `cohorts` is a list", "cohort", of_cohort.CohortDay)


def test_every_refusal_is_written() -> None:
    """Every refusal's name is on the pages, so that donors and servers in other languages use the same names."""
    text = _PAGES["protocol"] + _PAGES["cohort"]
    assert [reason for reason in Reason if f"`{reason}`" not in text] == []


def test_every_problem_is_written_with_its_status() -> None:
    """The page names every problem with its status, by which other donors decide to resend, join again or give up."""
    assert [name for name, status in STATUS.items() if f"`{name}` {status}" not in _PAGES["protocol"]] == []
    assert STATUS.keys() == set(ProblemName)


def test_bounds_are_those_of_the_code() -> None:
    """The pages state the bounds that the code enforces."""
    assert f"more than {limits.MAX_ENTRIES:,} numbers" in _PAGES["protocol"]
    assert f"`min_group` is below {limits.LEAST_GROUP}" in _PAGES["protocol"]
    assert f"at most {limits.MAX_SCALE:,}" in _PAGES["protocol"]
    assert f"at most {limits.MAX_DONORS_SCALE:,}" in _PAGES["cohort"]
    assert f"the last {DAYS_REMEMBERED} days" in " ".join(_PAGES["cohort"].split())
    assert f"integer, 1 to {limits.MOST_COMPLETION_DAYS}" in _PAGES["protocol"]


def test_every_file_of_vectors_is_told() -> None:
    """The page on vectors describes every file of vectors, and no other."""
    folder = _DOCS.parents[1] / "tests" / "vectors"
    named = re.findall(r"`([a-z_]+/[a-z_]+\.json)`", (folder / "README.md").read_text("utf-8"))
    assert set(named) == {path.relative_to(folder).as_posix() for path in folder.glob("*/*.json")}
