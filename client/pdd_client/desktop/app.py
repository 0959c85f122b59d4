"""`pdd-donor-app`: the donor's window, one for each home."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path
from PySide6.QtWidgets import QApplication

from pdd_client.desktop.jobs.worker import OpenDonor, Worker
from pdd_client.desktop.session import Session
from pdd_client.desktop.system import followed_link
from pdd_client.desktop.system.autostart import APP_ID
from pdd_client.desktop.system.link_events import LinkEvents
from pdd_client.desktop.system.single_instance import SingleInstance
from pdd_client.desktop.system.termination import Termination
from pdd_client.desktop.widgets import accessible
from pdd_client.gateways.home_files import theme_file

if TYPE_CHECKING:
    from pdd_client.donor.donor import Donor

NAME = "private-data-donor"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the app until it quits, and return its exit status.

    A second start for the same home asks the first instance to raise its window, hands over its link, and returns 0 at
    once.

    Args:
        arguments: the command line without the program's name; None for that of this process.

    """
    chosen = make_parser().parse_args(arguments)
    if chosen.link and arguments is None:
        followed_link.hide(chosen.link)
    link = chosen.link or (followed_link.read(chosen.link_from) if chosen.link_from is not None else "")
    application = make_application()
    single = SingleInstance(chosen.home)
    if not single.acquire(link):
        return 0
    session = session_of(application, chosen.home, chosen.rehearsal_clock, hidden=chosen.hidden)
    single.raised.connect(session.raise_window)
    single.linked.connect(session.open_link)
    LinkEvents(application).linked.connect(session.open_link)
    session.start()
    if link:
        session.open_link(link)
    termination = Termination(session.quit)
    try:
        return application.exec()
    finally:
        termination.stop()
        single.release()


def session_of(
    application: QApplication, home: Path, rehearsal_clock: Path | None = None, *, hidden: bool = False
) -> Session:
    """Return a session for this home, in the colours that the donor chose last.

    Args:
        application: the process's QApplication.
        home: the folder of the donor's home.
        rehearsal_clock: a file that the time is read from; None for the system's clock.
        hidden: whether to start without a window.

    """
    worker, theme = Worker(opener(home, rehearsal_clock)), theme_file.remembered(home)
    return Session(application, worker, hidden=hidden, theme=theme)


def make_application() -> QApplication:
    """Return the process's QApplication, with the names under which the desktop knows it."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName(NAME)
    application.setApplicationDisplayName("Private Data Donor")
    application.setDesktopFileName(APP_ID)
    accessible.install()
    return application


def opener(home: Path, rehearsal_clock: Path | None = None) -> OpenDonor:
    """Return a function that opens the donor of this home.

    The worker calls it in its own thread, and only there the donor's libraries are loaded: see `jobs`.
    """

    def open_donor() -> "Donor":
        from pdd_client.donor.donor import Donor
        from pdd_client.gateways.clock import RehearsalClock, system_clock

        return Donor.open(home, clock=RehearsalClock(rehearsal_clock) if rehearsal_clock else system_clock)

    return open_donor


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the app's command line."""
    parser = argparse.ArgumentParser(prog="pdd-donor-app", description="Donate counts of your searches.")
    parser.add_argument("link", nargs="?", default="", help="a pdd: link that was followed on a study's page")
    parser.add_argument(followed_link.OPTION, type=int, help=argparse.SUPPRESS)
    parser.add_argument("--home", type=Path, default=user_data_path(NAME), help="where all is kept")
    parser.add_argument("--rehearsal-clock", type=Path, metavar="FILE", help="take the time from this file")
    parser.add_argument("--hidden", action="store_true", help="start without a window")
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    return parser


class _Version(argparse.Action):
    """Prints the version. It is imported only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from pdd_client import VERSION

        parser.exit(0, f"{VERSION}\n")


if __name__ == "__main__":
    sys.exit(main())
