"""For how much of the server's public log its witnesses vouch."""

from pdd_client.donor.contact.contact import Contact
from pdd_client.donor.server_keys import known_witnesses, learn_witnesses
from pdd_shared.protocol.checkpoints import origin_of
from pdd_shared.protocol.messages import LogPart
from pdd_shared.rounds.cohort.epoch.public_log import PublicLog
from pdd_shared.rounds.cohort.epoch.witnesses import vouched


def count_vouched(contact: Contact, log: PublicLog, shown: LogPart | None) -> int:
    """Return for how many of the log's lines the witnesses vouch; for all if the home knows no witnesses.

    Args:
        contact: the contact with the server.
        log: the log as the home has read it.
        shown: what the server shows of it, with its witnesses and their cosignatures.

    """
    witnessed, store = shown.witnessed if shown else None, contact.store
    if witnessed is not None and witnessed.policy != known_witnesses(store):
        with store.transaction():
            learn_witnesses(store, witnessed.policy)
    if (policy := known_witnesses(store)) is None:
        return len(log.lines)
    cosignatures, origin = witnessed.cosignatures if witnessed else (), origin_of(contact.membership.url)
    return vouched(log.lines, cosignatures, policy, origin, contact.installation.clock())
