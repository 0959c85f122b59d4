"""What becomes public of a launched or changed campaign at once: its entry in the ledger, and its files."""

import logging

from pdd_server.errors import SetupError
from pdd_server.services.ledger.reconciliation import record
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports

log = logging.getLogger(__name__)


def publish_change(server: Deployment) -> None:
    """Add a change of a campaign to the ledger, so that it outlasts the database; then update the public files.

    The change is committed already, so this must not fail. What can't be done now, the next nightly run does.
    """
    try:
        record(server.store, server.ledger)
    except (OSError, SetupError) as error:
        log.warning("the ledger waits for the nightly run: %s", error)
    exports.publish_soon(server.store, server.published)
