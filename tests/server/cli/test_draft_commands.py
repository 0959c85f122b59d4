"""`pdd-server draft`: the operator imports a campaign file, looks at it, has it reviewed and launches it."""

import json
from pathlib import Path

import pytest

from pdd_server.cli import main
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Folder, open_folder
from tests.server.services.campaigns.test_campaign_files import GOOD
from tests.server.simulated_server import HandClock


@pytest.fixture
def data(tmp_path: Path) -> Path:
    assert main(["init", "--data", str(tmp_path / "data"), "--protocol", "plain"]) == 0
    return tmp_path / "data"


def brought(tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str], text: str = GOOD) -> str:
    """Import this file and return the draft's id."""
    file = tmp_path / "flu.toml"
    file.write_text(text)
    capsys.readouterr()
    assert main(["draft", "import", str(file), "--data", str(data)]) == 0
    return capsys.readouterr().out.strip()


def test_from_a_file_to_a_campaign(
    tmp_path: Path, data: Path, clock: HandClock, capsys: pytest.CaptureFixture[str]
) -> None:
    """A draft that was imported, submitted and launched is a campaign with public files and cannot be changed any
    more.
    """
    draft = brought(tmp_path, data, capsys)
    for step in (["submit", draft], ["launch", draft, "--accept-error"]):
        assert main(["draft", *step, "--data", str(data)]) == 0
    assert "winter-flu: 3 entries" in capsys.readouterr().out
    assert main(["draft", "list", "--data", str(data)]) == 0
    assert capsys.readouterr().out == f"{draft}\tlaunched\trevision 1\tWinter flu\n"
    assert (data / "published" / "winter-flu").is_dir()
    server = open_folder(Folder(data), clock)
    with server.store.read() as connection:
        assert campaigns.get(connection, "winter-flu").campaign.title == "Winter flu"
    server.store.dispose()
    assert main(["draft", "discard", draft, "--data", str(data)]) == 2
    assert "was launched already" in capsys.readouterr().err


def test_the_operator_cannot_approve_what_the_operator_brought_in(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The operator cannot approve a draft that the operator imported; the refusal says who can."""
    draft = brought(tmp_path, data, capsys)
    assert main(["draft", "submit", draft, "--data", str(data)]) == 0
    assert main(["draft", "approve", draft, "--data", str(data)]) == 2
    assert "ask somebody else" in capsys.readouterr().err
    assert main(["draft", "list", "--data", str(data)]) == 0
    assert "in-review" in capsys.readouterr().out


def test_a_large_error_has_to_be_accepted(tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A draft or file with a forecast error above half is launched only with --accept-error, or for more donors."""
    draft, file = brought(tmp_path, data, capsys), tmp_path / "flu.toml"
    for command in (["draft", "launch", draft], ["campaign", "create", str(file)]):
        assert main([*command, "--data", str(data)]) == 2
        told = capsys.readouterr().err
        assert "above 50% has to be accepted" in told
        assert "the true count" in told
        assert "--accept-error" in told
        assert told.count("\n") == 1
    options = ["--donors", "50000", "--rate", "0.01"]
    assert main(["campaign", "create", str(file), *options, "--data", str(data)]) == 0
    assert "50,000 donors a day" in capsys.readouterr().out


def test_a_draft_is_shown_with_what_is_wrong(tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`draft show` prints the draft on stdout, problems and overlaps on stderr; a draft with problems can't be
    launched.
    """
    draft = brought(tmp_path, data, capsys, GOOD.replace('"flu",', '"fever", "FEVER",').replace("Winter flu", ""))
    assert main(["draft", "show", draft, "--data", str(data)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["id"] == "winter-flu"
    assert "title: is missing" in err
    assert "counts the same searches as `fever` at line 1" in err
    assert "every search for it counts for `fever` too" in err
    assert main(["draft", "launch", draft, "--data", str(data)]) == 2
    assert f"{draft}: title: is missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [(GOOD.replace("max_hits =", "most ="), "caps.most: is no key"), ("id =", "is not TOML")],
)
def test_a_file_that_would_lose_something_is_refused(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    """A file with a key that the form lacks is refused in one line, and no draft is made."""
    file = tmp_path / "flu.toml"
    file.write_text(text)
    assert main(["draft", "import", str(file), "--data", str(data)]) == 2
    assert says in capsys.readouterr().err
    assert main(["draft", "list", "--data", str(data)]) == 0
    assert "draft_" not in capsys.readouterr().out


def test_an_unknown_draft_is_one_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown draft exits with 2 and one line with its id."""
    assert main(["draft", "show", "draft_x", "--data", str(data)]) == 2
    assert "draft_x: this server has no such draft" in capsys.readouterr().err


def test_a_kit_is_written_into_a_new_folder(tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`draft ethics-kit` and `campaign ethics-kit` write the same documents, of the draft's revision and of the
    campaign, and never over a kit that somebody may have edited.
    """
    draft = brought(tmp_path, data, capsys)
    of_draft, of_campaign = tmp_path / "kits" / "draft", tmp_path / "kits" / "campaign"
    assert main(["draft", "ethics-kit", draft, str(of_draft), "--data", str(data)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == str(of_draft / "README.md")
    assert main(["draft", "launch", draft, "--accept-error", "--data", str(data)]) == 0
    assert main(["campaign", "ethics-kit", "winter-flu", str(of_campaign), "--data", str(data)]) == 0
    for file in of_draft.rglob("*.md"):
        body, _, last = file.read_text().rpartition("\n---\n")
        other, _, other_last = (of_campaign / file.relative_to(of_draft)).read_text().rpartition("\n---\n")
        assert (body, last.split()[-1]) == (other, other_last.split()[-1])
        assert last != other_last
    capsys.readouterr()
    for given in (["campaign", "ethics-kit", "winter-flu"], ["draft", "ethics-kit", draft]):
        assert main([*given, str(of_campaign), "--data", str(data)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[0].endswith("File exists; give another folder")
    assert told[1].endswith("this draft was launched; take the kit of the campaign winter-flu")


def test_a_draft_with_errors_has_no_kit(tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A draft with errors makes no folder, and the command names the error."""
    draft = brought(tmp_path, data, capsys, GOOD.replace("Winter flu", ""))
    assert main(["draft", "ethics-kit", draft, str(tmp_path / "kit"), "--data", str(data)]) == 2
    assert f"{draft}: title: is missing" in capsys.readouterr().err
    assert not (tmp_path / "kit").exists()
