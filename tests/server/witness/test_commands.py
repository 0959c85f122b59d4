"""The commands of `pdd-witness`, and the folder that they make and guard."""

from pathlib import Path

import pytest

from pdd_server.errors import SetupError
from pdd_server.witness import main
from pdd_server.witness.folder import make_witness, open_witness
from pdd_server.witness.rules import Record
from pdd_shared.protocol.checkpoints import COSIGNER, NoteKey
from tests.server.witness.honest_log import LOG_KEY, NAME, ORIGIN, OTHER_KEY, key_of, public_of


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From an empty folder to a followed log: keys are private, and one name has one key."""
    folder, log = str(tmp_path / "new"), str(key_of(LOG_KEY))
    assert main(["init", folder, "--name", NAME]) == 0
    public = NoteKey.parse(capsys.readouterr().out.strip(), COSIGNER)
    assert public == public_of(open_witness(Path(folder)))
    assert [path.stat().st_mode & 0o777 for path in (Path(folder), *sorted(Path(folder).iterdir()))] == [
        0o700,
        0o600,
        0o600,
    ]
    assert [main(["follow", folder, log]), main(["follow", folder, log]), main(["list", folder])] == [0, 0, 0]
    assert capsys.readouterr().out.splitlines()[-1] == f"{ORIGIN}  size 0  cosigned never"


def test_commands_that_would_harm_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second key for a log or for the witness, a wrong name, and a key that is no log's are refused in one line."""
    wrong = [
        ["init", str(folder), "--name", NAME],
        ["init", str(folder / "other"), "--name", "witness example"],
        ["init", str(folder / "other"), "--name", "witness+example"],
        ["follow", str(folder), str(key_of(OTHER_KEY))],
        ["follow", str(folder), str(NoteKey(NAME, COSIGNER, LOG_KEY.verify_key.encode()))],
        ["list", str(folder / "missing")],
    ]
    assert [main(arguments) for arguments in wrong] == [2] * len(wrong)
    assert [line.startswith("pdd-witness: ") for line in capsys.readouterr().err.splitlines()] == [True] * len(wrong)
    assert open_witness(folder).records() == [Record(key_of(LOG_KEY))]


def test_a_lost_or_foreign_database_is_refused(folder: Path, tmp_path: Path) -> None:
    """A witness without its database, or with that of another key, does not go on."""
    make_witness(tmp_path / "other", NAME)
    (folder / "witness.sqlite").rename(folder / "kept")
    with pytest.raises(SetupError, match="missing"):
        open_witness(folder)
    (tmp_path / "other" / "witness.sqlite").rename(folder / "witness.sqlite")
    with pytest.raises(SetupError, match="belongs to"):
        open_witness(folder)
    (folder / "kept").replace(folder / "witness.sqlite")
    assert open_witness(folder).name == NAME
    (folder / "witness.key").unlink()
    with pytest.raises(SetupError, match="already"):
        make_witness(folder, NAME)
    assert not (folder / "witness.key").exists()
