"""For how much of the server's public log its witnesses vouch."""

from pdd_client.donor.contact.contact import Contact
from pdd_client.donor.server_keys import known_witnesses, learn_witnesses
from pdd_shared.protocol.checkpoints import origin_of
from pdd_shared.protocol.messages import LogPart, WitnessPolicy
from pdd_shared.rounds.cohort.epoch.public_log import PublicLog
from pdd_shared.rounds.cohort.epoch.witnesses import vouched


def count_vouched(contact: Contact, log: PublicLog, shown: LogPart | None) -> int:
    """Return for how many of the log's lines the witnesses vouch; for all if the home knows no witnesses.

    New witnesses are learnt here, and only if enough of them vouch for some line now. Every home makes contacts,
    whatever its donor joins. And a policy that was never met would end a home's counts for good.

    Args:
        contact: the contact with the server.
        log: the log as the home has read it.
        shown: what the server shows of it, with its witnesses and their cosignatures.

    """
    store, known = contact.store, known_witnesses(contact.store)
    witnessed = shown.witnessed if shown else None

    def count(policy: WitnessPolicy) -> int:
        cosignatures, origin = witnessed.cosignatures if witnessed else (), origin_of(contact.membership.url)
        return vouched(log.lines, cosignatures, policy, origin, contact.installation.clock())

    named = witnessed.policy if witnessed else None
    if named is not None and named != known and count(named) > 0:
        with store.transaction():
            learn_witnesses(store, named)
        known = known_witnesses(store)
    return len(log.lines) if known is None else count(known)
