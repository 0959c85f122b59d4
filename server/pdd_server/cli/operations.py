"""`pdd-server run`, `nightly`, `reset`, `backup`, `restore`, `check` and `status`: run a server, and look after it."""

import argparse
import json
import logging
import secrets
import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from socket import socket

from pdd_server.cli.arguments import add_data_folder
from pdd_server.cli.execution import clock_of, opened, opened_to_read, run_command
from pdd_server.cli.parser import Parser
from pdd_server.errors import SetupError
from pdd_server.jobs import nightly_run
from pdd_server.jobs.nightly_process import NightlyProcess
from pdd_server.services.ledger.reconciliation import record
from pdd_server.services.operations import believed_nights, disk_forecast, readiness, status
from pdd_server.services.operations.data_folder import Deployment, Folder, can_share, nightly_alone, served
from pdd_server.services.operations.recovery import checks
from pdd_server.services.operations.recovery.reset import reset
from pdd_server.services.operations.witnessing import check_signed
from pdd_server.services.rounds.cohort.epochs import public_record
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.protocol.days import day_of

log = logging.getLogger(__name__)


def _run(given: argparse.Namespace) -> None:
    from pdd_server.cli.web_server import Address, run  # no other command needs the web server

    with opened(given, REQUEST_PATIENCE) as server, served(server.folder, shared=can_share(server.config)):
        server.clock()  # a rehearsal's clock that can't be read stops the server here
        with server.store.read() as connection:
            public_record.check_restored(connection, server.folder.published)
        check_signed(server.folder, server.config, server.store)
        record(server.store, server.ledger)
        _warn(server)
        server.ledger.keep_copies()
        nights = nullcontext() if given.no_nights else _nightly_process(given)
        if given.processes > 1:
            _run_beside(given, server, nights)
        else:
            metrics_at = None if given.metrics_port is None else Address(given.metrics_host, given.metrics_port)
            run(server, Address(given.host, given.port), nights, metrics_at)


def _warn(server: Deployment) -> None:
    """Log what is wrong with the nights on record, which donors would feel only later, and with the online key."""
    today = day_of(server.clock(), server.config.time_zone)
    with server.store.read() as connection:
        for warning in (*believed_nights.warnings(connection, today), *readiness.key_warnings(server, today)):
            log.warning("%s", warning)


def _run_beside(given: argparse.Namespace, server: Deployment, nights: AbstractContextManager[object]) -> None:
    """Serve in several processes, which take connections from one socket."""
    from pdd_server.cli.web_server import Address, announce, listen
    from pdd_server.jobs.worker_processes import WorkerProcesses

    if not can_share(server.config):
        remedy = "set database to one of PostgreSQL, or leave --processes out"
        raise SetupError(f"{server.folder.config}: database: SQLite is served by one web process; {remedy}")
    with listen(Address(given.host, given.port)) as listening:
        announce(listening)
        with nights:
            WorkerProcesses(given.processes, partial(_web_process, given, listening)).keep()


def _web_process(given: argparse.Namespace, listening: socket, place: int) -> None:
    """Be one of the processes of `_run_beside`, and end with the exit code of a command."""
    sys.exit(run_command(argparse.Namespace(**{**vars(given), "command": partial(_serve_beside, listening, place)})))


def _serve_beside(listening: socket, place: int, given: argparse.Namespace) -> None:
    from pdd_server.cli.web_server import Address, application, serve

    with opened(given, REQUEST_PATIENCE) as server, served(server.folder, shared=True):
        metrics_at = None if given.metrics_port is None else Address(given.metrics_host, given.metrics_port)
        app = application(server, metrics_at and metrics_at.beside(place), has_state=place == 0)
        serve(app, listening)


def _nightly_process(given: argparse.Namespace) -> NightlyProcess:
    """Return the process of nightly runs on the data folder that `run` serves, under the same clock."""
    clock = ("--rehearsal-clock", str(given.rehearsal_clock)) if given.rehearsal_clock else ()
    return NightlyProcess(("nightly", "--scheduled", "--with-parent", "--data", str(given.data), *clock))


def _nightly(given: argparse.Namespace) -> None:
    (_nightly_scheduled if given.scheduled else _nightly_once)(given)


def _nightly_scheduled(given: argparse.Namespace) -> None:
    from pdd_server.jobs.schedule import NightlySchedule, end_with_parent  # no other command needs the scheduler

    if given.with_parent:
        end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback; a nightly run may be cut off anywhere
    with opened(given) as server:
        server.clock()
        NightlySchedule(server).keep(0.5 if given.rehearsal_clock else 60)


def _nightly_once(given: argparse.Namespace) -> None:
    with opened(given) as server, nightly_alone(server.folder, NIGHTLY_PATIENCE):
        shuffle = secrets.SystemRandom().shuffle
        report = nightly_run.run(server, add_noise, shuffle, clock_was_ahead=given.clock_was_ahead)
    for word, days in (("opened", report.opened), ("published", report.published)):
        print(f"{word}: {', '.join(day.isoformat() for day in days) or 'nothing'}")
    for warning in report.warnings:
        print(f"pdd-server: warning: {warning}", file=sys.stderr)
    report.raise_first_failure()  # after the warnings, which can't be computed again


def _reset(given: argparse.Namespace) -> None:
    with opened(given) as server, served(server.folder), nightly_alone(server.folder):
        number, today = reset(server)
    print(f"reset {number}: open days before {today} are given up; donors send new tickets")


def _backup(given: argparse.Namespace) -> None:
    from pdd_server.services.operations.recovery.backup import back_up

    with opened(given) as server:
        made = back_up(server, given.folder, with_keys=given.with_keys)
    keys = "with the secret keys" if given.with_keys else "without the secret keys"
    print(f"{given.folder}: whole, {keys}; {sum(made.rows.values())} rows in {len(made.rows)} tables")


def _restore(given: argparse.Namespace) -> None:
    from pdd_server.services.operations.recovery.restore import restore

    done = restore(
        given.folder, Folder(given.data), clock_of(given), given.database, without_witnesses=given.without_witnesses
    )
    print(f"{given.data}: restored from the backup of {done.made}, as reset {done.number}")
    print(f"days before {done.today} that were not published are given up; donors stay registered and send new tickets")


def _move(given: argparse.Namespace) -> None:
    from pdd_server.services.operations.recovery.move import move

    with opened(given) as server, served(server.folder), nightly_alone(server.folder):
        former = server.store.name
        rows = move(server, given.database)
    print(f"{given.data}: moved, with all {rows} rows; config.toml names the new database")
    print(f"nothing uses {former} any more: delete it, as the operator's guide says")


def _check(given: argparse.Namespace) -> None:
    folder, failed = Folder(given.data), 0
    for finding in checks.findings(folder, clock_of(given)):
        failed += finding.problem is not None
        print(f"{finding.name}: {finding.problem or ('ok' if finding.waits is None else f'ok, {finding.waits}')}")
    if failed:
        raise SetupError(f"{folder.path}: {failed} of the checks above failed")


def _status(given: argparse.Namespace) -> None:
    with opened_to_read(given) as server, server.store.read() as connection:
        now, disks = server.clock(), readiness.disks(server)
        today = day_of(now, server.config.time_zone)
        found = status.status(connection, server, now, today)
    lines = [disk_forecast.in_words(server.folder.path, today, disk) for disk in disks]
    print(json.dumps(found, indent=1) if given.json else "\n".join((status.status_text(found), *lines)))


# --- their arguments

LARGEST_PORT = 65_535
MOST_PROCESSES = 64
REQUEST_PATIENCE = 1.0
"""How long a request waits for the database's write lock, in seconds. Then it is answered 503, and is sent again."""
NIGHTLY_PATIENCE = 10.0
"""How long `nightly` waits for another nightly run to end, in seconds."""


def add_run(parser: Parser) -> None:
    """Add the arguments of `run` to its parser."""
    add_data_folder(parser, _run)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=_port, default=8400, help="0 lets the system choose; it is printed")
    parser.add_argument("--processes", type=_processes, default=1, metavar="N", help="web processes; with PostgreSQL")
    parser.add_argument(
        "--metrics-port",
        type=_port,
        help="serve metrics for Prometheus on this port; none without it. Further processes take the ports after it",
    )
    parser.add_argument("--metrics-host", default="127.0.0.1")
    parser.add_argument("--no-nights", action="store_true", help="leave nightly runs to `pdd-server nightly`")


def add_nightly(parser: Parser) -> None:
    """Add the arguments of `nightly` to its parser."""
    add_data_folder(parser, _nightly)
    parser.add_argument("--scheduled", action="store_true", help="stay, and do the nightly run of each day when due")
    parser.add_argument(
        "--clock-was-ahead",
        action="store_true",
        help="the clock is right now: forget the nights on record that are later than today",
    )
    parser.add_argument("--with-parent", action="store_true", help=argparse.SUPPRESS)


def add_reset(parser: Parser) -> None:
    """Add the arguments of `reset` to its parser."""
    add_data_folder(parser, _reset)


def add_backup(parser: Parser) -> None:
    """Add the arguments of `backup` to its parser."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder to make")
    parser.add_argument("--with-keys", action="store_true", help="also the secret keys: whoever has them is the server")
    add_data_folder(parser, _backup)


def add_restore(parser: Parser) -> None:
    """Add the arguments of `restore` to its parser."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the backup")
    parser.add_argument("--database", metavar="URL", help="an empty database of PostgreSQL, in place of a file")
    add_data_folder(parser, _restore)
    text = "leave [witnesses] out of the settings: for a trial, whose log no witness may see"
    parser.add_argument("--without-witnesses", action="store_true", help=text)


def add_move(parser: Parser) -> None:
    """Add the arguments of `move` to its parser."""
    parser.add_argument("database", metavar="URL", help="an empty database, such as postgresql://pdd@localhost/pdd")
    add_data_folder(parser, _move)


def add_check(parser: Parser) -> None:
    """Add the arguments of `check` to its parser."""
    add_data_folder(parser, _check)


def add_status(parser: Parser) -> None:
    """Add the arguments of `status` to its parser."""
    add_data_folder(parser, _status)
    parser.add_argument("--json", action="store_true")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= LARGEST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 0 to {LARGEST_PORT}")
    return int(text)


def _processes(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3 and 0 < int(text) <= MOST_PROCESSES):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes; give one from 1 to {MOST_PROCESSES}")
    return int(text)
