"""Settings and the data folder."""

import sqlite3
import stat
from contextlib import closing
from errno import ENOSPC
from pathlib import Path

import pytest
from pydantic import ValidationError

from pdd_server.config import LONGEST_COHORT_DELAY, Config, Mail, Published, check_config, read_config
from pdd_server.config_text import config_text
from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Folder, create, open_folder
from pdd_shared.protocol.limits import LAST_CLOSE
from tests.server.simulated_server import HandClock, settings

SEED = bytes(range(32))


def test_settings_written_are_settings_read(tmp_path: Path) -> None:
    """The commented file that `init` writes reads back as the same settings, whatever texts they contain."""
    config = settings(name='Ünï "quoted" \\ 😀', zone="America/Sao_Paulo", invitations=("one", "two # three"))
    published = Published(store="s3://bucket/a/b", access_key="key", secret_key_file="/etc/pdd/s3")
    config = config.model_copy(update={"published": published})
    config = config.model_copy(update={"mail": Mail(host="mail.example.org", sender="pdd@example.org")})
    file = tmp_path / "config.toml"
    file.write_text(config_text(config), encoding="utf-8")
    assert read_config(file) == config


def test_settings_cannot_be_changed_by_accident() -> None:
    """A Config is frozen, so settings cannot change by accident."""
    with pytest.raises(ValidationError):
        settings().min_group = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("zone", "Mars/Olympus"),
        ("zone", "../../etc/passwd"),
        ("min_group", 2),
        ("min_group", 128),
        ("group_size", 256),
        ("group_size", "100"),
        ("group_size", 10),
        ("delay", -1),
        ("strategy", "luck"),
        ("protocol", "other"),
        ("protocol", "recoverable"),
        ("oldest_client", "new"),
        ("max_entries", 50_001),
        ("proxies", -1),
        ("database", "postgresql://db"),
        ("database", "sqlite://"),
        ("database", "sqlite:///:memory:"),
        ("database", "sqlite:///pdd.sqlite"),
        ("database", "sqlite:////pdd.sqlite?mode=ro"),
        ("limits", {"vectors": "often"}),
        ("limits", {"vector": "1 per hour"}),
        ("retention", {"activity": 61}),
        ("invitations", [""]),
        ("colour", "teal"),
        ("published", {"store": "s3://bucket"}),
        ("published", {"store": "bucket/prefix", "access_key": "a", "secret_key_file": "f"}),
        ("published", {"store": "s3://bucket", "access_key": "a", "secret_key_file": "f", "endpoint": "http://s3.org"}),
        (
            "published",
            {"store": "s3://bucket", "access_key": "a", "secret_key_file": "f", "endpoint": "http://localhost.org"},
        ),
        ("mail", {"host": "mail.example.org"}),
        ("mail", {"host": "mail.example.org", "sender": "no address"}),
        ("mail", {"host": "mail.example.org", "sender": "a@b.org", "security": "none"}),
        ("mail", {"host": "mail.example.org", "sender": "a@b.org", "user": "pdd"}),
    ],
)
def test_bad_setting_is_named(key: str, value: object) -> None:
    """An invalid setting gives one line with the file and the key."""
    values = {"group_size": 100, "min_group": 50, key: value}
    with pytest.raises(SetupError) as raised:
        check_config(values, Path("somewhere/config.toml"))
    message = str(raised.value)
    assert message.startswith(f"somewhere/config.toml: {key}")
    assert "\n" not in message


def test_delay_of_cohort_leaves_time_for_review() -> None:
    """Under `cohort` a delay that leaves no time for a donor's review is refused with what to do; shorter ones are
    accepted.
    """
    assert LAST_CLOSE.days == LONGEST_COHORT_DELAY + 1
    assert settings(protocol="cohort", delay=LONGEST_COHORT_DELAY).delay == LONGEST_COHORT_DELAY
    with pytest.raises(SetupError, match=r"config\.toml: delay: must be at most 6 under protocol cohort; lower it"):
        settings(protocol="cohort", delay=LONGEST_COHORT_DELAY + 1)
    assert settings(protocol="plain", delay=30).delay == 30


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("eligible_days = 7", "eligible_days"),
        ("reveal_days = 7", "reveal_days"),
    ],
)
def test_settings_from_before_are_refused(tmp_path: Path, line: str, key: str) -> None:
    """A key that only the retired protocol had says that the folder can't be used any more, and what to do."""
    file = tmp_path / "config.toml"
    kept = [one for one in config_text(settings()).splitlines() if not one.startswith("protocol =")]
    file.write_text("\n".join([line, 'protocol = "recoverable"', *kept]), encoding="utf-8")
    with pytest.raises(SetupError) as raised:
        read_config(file)
    assert str(raised.value) == (
        f"{file}: {key}: the protocol recoverable was retired, and data folders from before cannot be used; make a new "
        "data folder with pdd-server init"
    )


def test_the_retired_protocols_name_costs_no_folder(tmp_path: Path) -> None:
    """The retired protocol's name in a running server's settings is refused with what to write instead; no new
    folder is needed.
    """
    file = tmp_path / "config.toml"
    kept = [one for one in config_text(settings()).splitlines() if not one.startswith("protocol =")]
    file.write_text("\n".join(['protocol = "recoverable"', *kept]), encoding="utf-8")
    with pytest.raises(SetupError) as raised:
        read_config(file)
    assert str(raised.value) == f"{file}: protocol: recoverable was retired; write cohort or plain in its place"


def test_without_the_protocols_line_it_is_cohort(tmp_path: Path) -> None:
    """A file that names no protocol means `cohort` with its default delay."""
    file = tmp_path / "config.toml"
    left_out = ("protocol =", "delay =")
    kept = [one for one in config_text(settings()).splitlines() if not one.startswith(left_out)]
    file.write_text("\n".join(kept), encoding="utf-8")
    assert (read_config(file).protocol, read_config(file).delay) == ("cohort", 3)


@pytest.mark.parametrize("text", ["name = ", "name = 1\nname = 2", "\x00", ""])
def test_file_that_is_no_settings_is_refused(tmp_path: Path, text: str) -> None:
    """A file that is empty or no TOML is refused by name in one line."""
    file = tmp_path / "config.toml"
    file.write_text(text)
    with pytest.raises(SetupError, match=r"config\.toml: [^\n]+$"):
        read_config(file)


def test_init_makes_a_folder_that_opens(tmp_path: Path) -> None:
    """A new folder is readable by its owner only, keeps its key, and shows it in no repr."""
    folder = Folder(tmp_path / "new" / "data")
    create(folder, settings(), lambda _: SEED)
    server = open_folder(folder, HandClock())
    assert bytes(server.online_key) == SEED
    assert SEED.hex() not in repr(server)
    assert stat.S_IMODE(folder.key.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    server.store.dispose()


def test_init_refuses_a_folder_in_use(tmp_path: Path) -> None:
    """A second `init` fails and changes no file."""
    folder = Folder(tmp_path)
    create(folder, settings(), lambda _: SEED)
    before = {path: path.read_bytes() for path in sorted(tmp_path.rglob("*")) if path.is_file()}
    with pytest.raises(SetupError, match="already"):
        create(folder, settings(delay=5), lambda _: bytes(32))
    assert {path: path.read_bytes() for path in sorted(tmp_path.rglob("*")) if path.is_file()} == before


def test_init_leaves_the_mode_of_a_folder_in_use(tmp_path: Path) -> None:
    """`init` leaves the mode of a folder with other files, and makes an empty one its owner's only."""
    for name, mode in (("used", 0o755), ("empty", 0o700)):
        folder = Folder(tmp_path / name)
        folder.path.mkdir(mode=0o755)
        folder.path.chmod(0o755)
        if name == "used":
            (folder.path / "notes.txt").touch()
        create(folder, settings(), lambda _: SEED)
        assert stat.S_IMODE(folder.path.stat().st_mode) == mode


def test_init_cut_off_can_be_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted `init` leaves no server's folder; run again it keeps the key that it made."""
    folder = Folder(tmp_path)

    def full(_: Config) -> str:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as cut:
        cut.setattr("pdd_server.services.operations.data_folder.config_text", full)
        with pytest.raises(OSError, match="No space"):
            create(folder, settings(), lambda _: SEED)
    assert folder.key.exists()
    create(folder, settings(), lambda _: bytes(32))
    server = open_folder(folder, HandClock())
    assert bytes(server.online_key) == SEED
    server.store.dispose()


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    """Only the owner may read the database and its log, even in a folder that others may read."""
    (tmp_path / "notes.txt").touch()
    tmp_path.chmod(0o755)
    create(Folder(tmp_path), settings(), lambda _: SEED)
    server = open_folder(Folder(tmp_path), HandClock())
    files = list(tmp_path.glob("pdd.sqlite*"))
    assert {file.name for file in files} >= {"pdd.sqlite", "pdd.sqlite-wal"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    server.store.dispose()


def test_a_database_that_is_refused_is_closed_again(tmp_path: Path) -> None:
    """A refused database is closed even while its error is shown; otherwise it could not be replaced on Windows."""
    folder = Folder(tmp_path)
    with closing(sqlite3.connect(tmp_path / "pdd.sqlite")) as database:
        database.execute("CREATE TABLE missing (id)")
    with pytest.raises(SetupError, match="already exists") as made:
        create(folder, settings(), lambda _: SEED)
    assert made.tb is not None  # what refers to the store, which would close the file when it is collected
    assert not (tmp_path / "pdd.sqlite-wal").exists(), "SQLite deletes its log when it closes the file"
    (tmp_path / "pdd.sqlite").unlink()
    create(folder, settings(), lambda _: SEED)
    with closing(sqlite3.connect(tmp_path / "pdd.sqlite")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(SetupError, match="newer version") as opened:
        open_folder(folder, HandClock())
    assert opened.tb is not None
    assert not (tmp_path / "pdd.sqlite-wal").exists()


@pytest.mark.parametrize("content", [None, "", "zz" * 32, "00" * 31, "é" * 64])
def test_bad_key_is_named(tmp_path: Path, content: str | None) -> None:
    """A missing or damaged server.key is refused by name without showing its content."""
    folder = Folder(tmp_path)
    create(folder, settings(), lambda _: SEED)
    folder.key.unlink()
    if content is not None:
        folder.key.write_text(content, encoding="utf-8")
    with pytest.raises(SetupError, match=r"server\.key: ") as raised:
        open_folder(folder, HandClock())
    assert not content or content not in str(raised.value)


def test_defaults_are_the_designed_ones() -> None:
    """Defaults: `cohort`, sums of at least 50 and three days of delay; in `plain` two days and groups of 100."""
    config = Config()
    assert (config.protocol, config.group_size, config.min_group) == ("cohort", 100, 50)
    assert config.delay == 3
    assert Config(protocol="plain").delay == 2
    assert (config.max_entries, config.strategy, config.invitations) == (50_000, "shuffled", ())
