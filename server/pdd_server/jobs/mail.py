"""Sends the notices that wait, at intervals, in the process of the nightly runs."""

import logging
import traceback
from functools import partial

from pdd_server.config import Mail
from pdd_server.services.accounts.mail import notices, smtp
from pdd_server.services.accounts.mail.messages import Sender
from pdd_server.services.operations.data_folder import Deployment

log = logging.getLogger(__name__)


class Notices:
    """The notices of one server. An outage of the mail server is logged once, not at every try."""

    def __init__(self, server: Deployment, settings: Mail) -> None:
        """Keep the opened data folder and the settings of its mail server."""
        self._server, self._settings = server, settings
        self._problem: str | None = None

    def send(self) -> None:
        """Send what waits. It raises nothing; what fails is logged without its text, which may hold an address."""
        sender = Sender(self._server.config.name, self._settings.sender)
        try:
            send = partial(smtp.send, self._settings)
            outcome = notices.send_waiting(self._server.store, sender, self._server.clock, send)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            log.error("mail failed: %s at %s:%s", type(error).__name__, place.filename, place.lineno)
            return
        if outcome.problem and outcome.problem != self._problem:
            log.warning("mail: %s; notices wait, and are tried again for two days", outcome.problem)
        if outcome.given_up:
            log.warning("mail: %d notices are given up", outcome.given_up)
        if outcome.sent and self._problem:
            log.info("mail: notices are sent again")
        if outcome.sent or outcome.problem:
            self._problem = outcome.problem
