"""`pdd-server reset`: a server whose database is older than what it published gives up what it may have lost."""

from datetime import date

from pdd_server.errors import SetupError
from pdd_server.services.ledger import reconciliation
from pdd_server.services.operations.data_folder import Deployment, next_reset
from pdd_server.services.operations.recovery import published_numbers
from pdd_server.services.operations.witnessing import check_witnesses
from pdd_server.services.results.exports import exports
from pdd_server.services.rounds.cohort import resets
from pdd_server.services.rounds.cohort.epochs import public_log, public_record
from pdd_server.services.rounds.plain import resets as plain_resets
from pdd_shared.protocol.days import day_of


def reset(server: Deployment) -> tuple[int, date]:
    """Bring the database up to the ledger, and declare that it was restored today.

    The ledger is read first. So what it says was charged stays charged, also where the database knows nothing of it. A
    reset that was killed is run again.

    Args:
        server: The opened data folder, which nobody serves.

    Returns:
        The reset's number, and the data day of the restore.

    Raises:
        SetupError: The ledger was changed, or belongs to another server; or a nightly run goes on; or lines of the
            public log are lost that a witness has cosigned, or a witness does not answer.
        OSError: The store of published files can't be used.
    """
    with server.store.nightly_lock() as is_free:
        if not is_free:
            raise SetupError(f"{server.store.name}: a nightly run works on it; wait until it has ended")
        return _reset_alone(server)


def _reset_alone(server: Deployment) -> tuple[int, date]:
    """Do what `reset` does, while no nightly run works on the database."""
    server.published.pull()
    server.ledger.forget_end()
    ledger, now = server.ledger.read(), server.clock()
    today = day_of(now, server.config.time_zone)
    reconciliation.check_identity(ledger, server.identity)
    number = next_reset(server.folder, now, ledger.last_reset.number if ledger.last_reset else 0)
    with server.store.write() as connection:
        public_log.read_back(connection, server.folder.published, server.identity)
    check_witnesses(server)  # before the log goes on: no witness would ever cosign it again
    with server.store.write() as connection:
        reconciliation.adopt(connection, ledger)
        plain_resets.give_up(connection, server.config, today)
        resets.reset(connection, server.config, server.identity, number=number, today=today)
        published_numbers.read_back(connection, server.folder.published, ledger)
        reconciliation.publish_lost(connection, ledger)
    reconciliation.record(server.store, server.ledger)
    public_record.write_all(server.store, server.folder.published, server.online_key, server.identity)
    exports.write_all(server.store, server.folder.published)
    server.published.push()
    public_log.show_all(server.store)
    return number, today
