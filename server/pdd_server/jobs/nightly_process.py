"""The process of nightly runs beside a web server, which starts it, and starts it again when it has ended."""

import logging
import subprocess
import sys
from collections.abc import Sequence
from threading import Event, Thread
from typing import Self

_COMMAND = (sys.executable, "-c", "import sys; from pdd_server.cli import main; sys.exit(main())")
"""Runs `pdd-server` with the interpreter of this process, whatever PATH says."""
_PAUSE = 60.0
"""Seconds until a process that ended is started again."""

log = logging.getLogger(__name__)


class NightlyProcess:
    """A child process that does the nightly runs while a block runs.

    A child that ended, or was killed, is started again after a minute. If this process is killed, the child's standard
    input closes, and the child ends.
    """

    def __init__(self, arguments: Sequence[str], pause: float = _PAUSE) -> None:
        """Keep what to start.

        Args:
            arguments: The arguments of `pdd-server`.
            pause: Seconds until a child that ended is started again.
        """
        self._command = (*_COMMAND, *arguments)
        self._pause = pause
        self._ending = Event()
        self._child: subprocess.Popen[bytes] | None = None
        self._keeper = Thread(target=self._keep, daemon=True)

    def __enter__(self) -> Self:
        """Start the child, and watch it in a thread."""
        self._child = self._started()
        self._keeper.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End the child. A nightly run that it cuts off is finished by the next one."""
        self._ending.set()
        if self._child is not None:
            self._child.kill()
        self._keeper.join()

    def _started(self) -> subprocess.Popen[bytes]:
        # The arguments are our own: no part of them comes from a request.
        return subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)  # noqa: S603

    def _keep(self) -> None:
        while self._child is not None:
            with self._child as child:
                child.wait()
            if self._ending.is_set():
                return
            log.warning("the process of nightly runs ended with %s; it is started again", child.returncode)
            if self._ending.wait(self._pause):
                return
            self._child = self._started()
            if self._ending.is_set():  # `__exit__` may have killed the child before this one only
                self._child.kill()
