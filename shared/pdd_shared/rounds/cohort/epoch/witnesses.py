"""How much of a server's public log its witnesses vouch for.

A witness cosigns the checkpoint of a log only if the log goes on from the one that it cosigned before. So two logs of
one name can't both have the cosignatures of more than half of the witnesses, unless some of these lie: with n witnesses
of which k are required, 2k - n of them.

A home computes the log's name from the address by which it knows the server, and what is cosigned from the lines that
it has read. So it needs nothing but the signatures, and no proof that an epoch is in the log.
"""

from collections.abc import Sequence
from datetime import datetime

from pdd_shared.protocol.checkpoints import COSIGNER, BadNote, CheckpointNote, NoteKey
from pdd_shared.protocol.limits import NEWEST_COSIGNATURE, OLDEST_COSIGNATURE
from pdd_shared.protocol.merkle_tree import root_of
from pdd_shared.protocol.messages import Cosignature, WitnessPolicy


def vouched(
    lines: Sequence[str], cosignatures: Sequence[Cosignature], policy: WitnessPolicy, origin: str, now: datetime
) -> int:
    """Return how many of a log's first lines the required number of witnesses vouches for.

    A cosignature counts if the witness made it at most 4 days before, and not more than an hour after the home's own
    time. Each witness may have cosigned the log at another size.

    Args:
        lines: All lines of the log.
        cosignatures: What the server shows.
        policy: The witnesses.
        origin: The log's name (`checkpoints.origin_of`).
        now: The home's own time.
    """
    shown = [one for one in cosignatures if one.size <= len(lines)]
    roots = {size: root_of(lines[:size]) for size in {one.size for one in shown}}
    sizes = [
        max((one.size for one in shown if _vouches(text, one, roots[one.size], origin, now)), default=0)
        for text in policy.keys
    ]
    return sorted(sizes, reverse=True)[policy.required - 1]


def _vouches(text: str, cosignature: Cosignature, root: bytes, origin: str, now: datetime) -> bool:
    """Return whether a cosignature is by the witness with this key, of this log, and of these days."""
    note = CheckpointNote(origin, cosignature.size, root, (cosignature.line,))
    try:
        seconds = note.cosigned_at(NoteKey.parse(text, COSIGNER))
    except BadNote:
        return False
    age = now.timestamp() - seconds
    return -NEWEST_COSIGNATURE <= age <= OLDEST_COSIGNATURE


def is_as_strong(policy: WitnessPolicy, before: WitnessPolicy) -> bool:
    """Return whether whoever meets a policy meets the one before it, too.

    So it is if it keeps all witnesses, and if enough of them remain of those required when all that are new lie.
    """
    new = set(policy.keys) - set(before.keys)
    return set(before.keys) <= set(policy.keys) and policy.required - len(new) >= before.required
