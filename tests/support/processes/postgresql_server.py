"""A PostgreSQL server of the tests' own, with a database for each test.

`PDD_TEST_POSTGRESQL=1` makes the server's tests use it. It is started when the first test needs it, one in each process
of the tests, and listens on a Unix socket alone. Its data need not survive anything, so it never waits for a disk.
"""

import atexit
import grp
import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

from sqlalchemy import create_engine, text

from pdd_server.store.engine import Store
from pdd_server.store.migrate import upgrade

_FAST = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "autovacuum=off", "max_connections=300")
_INITDB = ("--encoding=UTF8", "--locale=C", "--auth=trust", "--no-sync")
_USER = "postgres"
"""The user that owns the server's processes where tests run as root, as whom PostgreSQL does not start."""


def is_wanted() -> bool:
    """Return whether the server's tests use PostgreSQL."""
    return bool(os.environ.get("PDD_TEST_POSTGRESQL"))


def programs() -> Path | None:
    """Return the folder of initdb and pg_ctl, which Debian leaves out of the path; None if they are not installed."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = shutil.which("initdb")
    return installed[-1].parent if installed else Path(found).parent if found else None


@dataclass
class PostgreSQLServer:
    """A running server in a temporary folder."""

    folder: Path
    settings: tuple[str, ...] = _FAST
    databases: dict[tuple[Path, str], str] = field(default_factory=dict)
    numbers: "count[int]" = field(default_factory=count)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as the server's owner."""
        where = programs()
        assert where is not None, "PostgreSQL is not installed: scripts/install/test-programs"
        owner = {"user": _USER, "group": _USER, "extra_groups": []} if os.geteuid() == 0 else {}
        log = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        done = subprocess.run([where / program, *arguments], cwd=self.folder, text=True, **log, **owner)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start the server, and return once it takes connections."""
        given = " ".join(f"-c {one}" for one in self.settings)
        options = f"-k {self.folder} -c listen_addresses='' {given}"
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server; `immediate` is like a crash."""
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-w", "-m", mode, "stop")

    def url(self, database: str) -> str:
        """Return the URL of a database."""
        return f"postgresql://{_USER}@/{database}?host={self.folder}"

    def create(self, template: str) -> str:
        """Return the name of a new database, a copy of another."""
        name = f"test_{next(self.numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def execute(self, statement: str) -> None:
        """Run a statement of the server's administrator."""
        engine = create_engine(self.url("postgres").replace("postgresql:", "postgresql+psycopg:"))
        with engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(text(statement))
        engine.dispose()


def new_server(*settings: str, parent: Path | None = None) -> PostgreSQLServer:
    """Return a new running server, which ends with this process; its data are in memory unless `parent` is given."""
    # pytest's own folders are closed to the server's owner.
    in_memory = Path("/dev/shm" if Path("/dev/shm").exists() else "/tmp")
    folder = Path(mkdtemp(prefix="pdd-pg-", dir=parent or in_memory))
    if os.geteuid() == 0:
        os.chown(folder, pwd.getpwnam(_USER).pw_uid, grp.getgrnam(_USER).gr_gid)
    made = PostgreSQLServer(folder, settings or _FAST)
    made.run(
        "initdb", "-D", f"{folder}/data", "-U", _USER, "--encoding=UTF8", "--locale=C", "--auth=trust", "--no-sync"
    )
    made.start()
    atexit.register(_remove, made)
    return made


@cache
def shared_server() -> PostgreSQLServer:
    """Return the server that the tests of this process share, with a database `tables` that has all tables."""
    made = new_server()
    made.execute("CREATE DATABASE tables")
    store = Store(made.url("tables"))
    upgrade(store)
    store.dispose()
    return made


def database_for(path: Path, template: str = "tables") -> str:
    """Return the URL of the database of a test's folder, which is made when it is first asked for."""
    server = shared_server()
    if (path, template) not in server.databases:
        server.databases[path, template] = server.create(template)
    return server.url(server.databases[path, template])


def put_back(name: str, backup: Path) -> None:
    """Replace a database by the copy of it that `database_for` has made for a path."""
    server = shared_server()
    server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    server.execute(f"CREATE DATABASE {name} TEMPLATE {server.databases[backup, name]}")


def drop_databases() -> None:
    """Delete the databases that `database_for` has made, after a test."""
    if shared_server.cache_info().currsize:
        server = shared_server()
        for name in server.databases.values():
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
        server.databases.clear()


def _remove(server: PostgreSQLServer) -> None:
    if (server.folder / "data" / "postmaster.pid").exists():
        server.stop()
    shutil.rmtree(server.folder, ignore_errors=True)
