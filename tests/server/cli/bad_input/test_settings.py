"""Wrong settings: each is one line with file, key and what to do, and nothing is written."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from pdd_server.cli import main
from pdd_server.config import Config
from tests.server.cli.bad_input.refused_commands import contents, refused


def keys_of(model: type[BaseModel], section: str = "") -> Iterator[str]:
    """Yield the keys of all settings, those of a section with its name."""
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from keys_of(field.annotation, f"{name}.")
        else:
            yield section + name


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("settings") / "data"
    assert main(["init", "--data", str(folder)]) == 0
    return folder


def said_of(capsys: pytest.CaptureFixture[str], folder: Path, text: str) -> str:
    """Return what a command says of a folder with these settings; it must not change anything."""
    settings = folder / "config.toml"
    settings.write_text(text)
    before = contents(folder)
    told = refused(capsys, "status", "--data", folder)
    assert contents(folder) == before
    return told.removeprefix(f"pdd-server: {settings}: ")


@pytest.mark.parametrize("key", list(keys_of(Config)))
def test_a_value_of_the_wrong_type_is_named(made: Path, capsys: pytest.CaptureFixture[str], key: str) -> None:
    """No setting takes a date. Each says so by its key."""
    section, _, name = key.rpartition(".")
    head = f"[{section}]\n" if section else ""
    assert said_of(capsys, made, f"{head}{name} = 1979-05-27\n").startswith(f"{key}: ")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("zone = 'Mars/Olympus'", "zone: is no time zone; write an IANA name such as Europe/London"),
        ("protocol = 'magic'", "protocol: input should be "),
        ("group_size = 1", "group_size: input should be greater than or equal to"),
        ("group_size = '100'", "group_size: input should be a valid integer"),
        ("group_size = 20", "group_size: group_size must be at least min_group; raise the one or lower the other"),
        ("min_group = 9999", "min_group: input should be less than or equal to"),
        ("delay = 7", "delay: must be at most 6 under protocol cohort; lower it"),
        ("oldest_client = 'new'", "oldest_client: "),
        ("max_entries = 2", "max_entries: "),
        ("proxies = -1", "proxies: "),
        ("log = 'xml'", "log: "),
        ("invitations = ['']", "invitations.0: "),
        ("database = 'mysql://localhost/pdd'", "database: must be an SQLite URL with a whole path"),
        ("database = 'postgresql://pdd@localhost:port/pdd'", "database: must be an SQLite URL with a whole path"),
        ("database = 'postgresql://pdd@[::1/pdd'", "database: must be an SQLite URL with a whole path"),
        ("database = 'sqlite:///relative.sqlite'", "database: must be an SQLite URL with a whole path"),
        ("[limits]\nsign_ins = 'many'", 'limits.sign_ins: is no rate; write one such as "60 per hour"'),
        ("[retention]\nactivity = 1", "retention.activity: "),
        ("[review]\nsecond_person = 'yes'", "review.second_person: "),
        ("colour = 'red'", "colour: there is no such setting; take it out, or correct its name"),
        ("[colours]\nsky = 'blue'", "colours: there is no such setting"),
        ("[limits]\nsign_in = '1 per hour'", "limits.sign_in: there is no such setting"),
        ("eligible_days = 3", "eligible_days: the protocol recoverable was retired"),
        pytest.param(
            "protocol = 'plain'\ndatabase = 'postgresql://pdd@localhost/pdd'",
            "protocol: plain needs SQLite",
            marks=pytest.mark.sqlite,  # the tests on PostgreSQL let plain be
        ),
        ("name = ", "is not TOML: "),
        ("", "has no settings; restore it from its backup"),
    ],
)
def test_a_wrong_value_says_what_to_do(made: Path, capsys: pytest.CaptureFixture[str], text: str, says: str) -> None:
    """A value out of its range, an unknown key or section, and a damaged file are named with the remedy."""
    assert said_of(capsys, made, text).startswith(says)


def test_a_file_that_is_no_text_is_named(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bytes that are no UTF-8, and a folder in the file's place, are one line."""
    settings = made / "config.toml"
    settings.write_bytes(b"\xff\xfe")
    assert "is not TOML: " in refused(capsys, "status", "--data", made)
    settings.unlink()
    settings.mkdir()
    assert "Is a directory; make a data folder" in refused(capsys, "status", "--data", made)
    settings.rmdir()
    assert "No such file or directory; make a data folder" in refused(capsys, "status", "--data", made)
