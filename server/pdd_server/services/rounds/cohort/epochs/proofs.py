"""Proofs that leaves are in an epoch's tree: a donor's own leaf, a committee, and all leaves of a cohort.

Donors check them against the signed root, so the server can't invent a committee for one of them.
"""

from collections.abc import Hashable
from threading import Lock

from cachetools import LRUCache
from sqlalchemy import Connection

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.donors.registration import authenticate
from pdd_server.services.rounds.cohort.epochs import trees
from pdd_server.store.rounds.cohort import cohort_epochs
from pdd_server.store.rounds.cohort.cohort_epochs import OwnLeaf, StoredEpoch
from pdd_shared.rounds.cohort.epoch.leaf_proofs import write_shown
from pdd_shared.rounds.refusals import Reason, Refused

_KEPT = 32_000_000
"""The most bytes of cohorts' leaves and proofs kept in memory. All members of a committee ask for the same bytes."""
_cohorts: LRUCache[Hashable, bytes] = LRUCache(_KEPT, getsizeof=len)
_lock = Lock()


def place(connection: Connection, hashed: bytes, number: int) -> bytes:
    """Return a donor's leaf and its cohort's committee, with the proof that they are in the epoch's tree.

    Args:
        connection: A transaction.
        hashed: The hash of the donor's token.
        number: The epoch's number.

    Returns:
        The donor's leaf, the members' leaves (place 1 first) and one proof, as `leaf_proofs.write_shown` encodes them.
        An appended leaf is not part of the proof, because it is not in the tree.

    Raises:
        Rejected: NOT_REGISTERED; NO_SUCH_ROUND if there is no such epoch.
        Refused: NOT_A_MEMBER if the donor has no leaf in the epoch.
    """
    epoch, own = _seat(connection, hashed, number)
    leaf, draw = own.leaf, trees.draw_of(epoch)
    committee = trees.committee_of(connection, epoch, draw.cohort_of(leaf.index))
    indices = {member.index for member in committee} | ({leaf.index} if leaf.index < epoch.size else set())
    return write_shown([leaf, *committee], trees.tree_of(connection, epoch).prove(indices))


def committee(connection: Connection, hashed: bytes, number: int, cohort: int) -> bytes:
    """Return the leaves of a cohort's committee, place 1 first, with their proof; encoded as in `place`.

    Raises:
        Rejected: NOT_REGISTERED; NO_SUCH_ROUND if there is no such epoch, or no such cohort in it.
        Refused: NOT_A_MEMBER if the donor has no leaf in the epoch.
    """
    epoch, _ = _seat(connection, hashed, number)
    _check(epoch, cohort)
    members = trees.committee_of(connection, epoch, cohort)
    return write_shown(members, trees.tree_of(connection, epoch).prove(member.index for member in members))


def cohort(connection: Connection, hashed: bytes, number: int, cohort: int) -> bytes:
    """Return all leaves of the tree in a cohort, in order of index, with their proof, to a member of its committee.

    A member needs them to check the entries of a list. The encoding is that of `place`.

    Raises:
        Rejected: NOT_REGISTERED; NO_SUCH_ROUND if there is no such epoch, or no such cohort in it.
        Refused: NOT_A_MEMBER if the donor has no leaf in the epoch, or does not serve on the cohort's committee.
    """
    epoch, own = _seat(connection, hashed, number)
    _check(epoch, cohort)
    if cohort not in dict(trees.duties_of(epoch).get(own.leaf.index, ())):
        raise Refused(Reason.NOT_A_MEMBER, "This donor does not serve on the committee of that cohort.")
    with _lock:  # Members who ask at once would otherwise each make the same proof.
        found = _cohorts.get((epoch.root, cohort))
        if found is None:
            found = _cohorts[epoch.root, cohort] = _cohort(connection, epoch, cohort)
    return found


def _cohort(connection: Connection, epoch: StoredEpoch, cohort: int) -> bytes:
    tree = trees.tree_of(connection, epoch)
    indices = trees.draw_of(epoch).members_of(cohort).tolist()
    return write_shown([tree.leaves[index] for index in indices], tree.prove(indices))


def _seat(connection: Connection, hashed: bytes, number: int) -> tuple[StoredEpoch, OwnLeaf]:
    """Return an epoch and the donor's leaf in it; raise as `place` says."""
    donor, epoch = authenticate(connection, hashed).id, cohort_epochs.get(connection, number)
    if epoch is None:
        raise Rejected(Rejection.NO_SUCH_ROUND, "This server has no such epoch.")
    own = cohort_epochs.leaf_of(connection, number, donor)
    if own is None:
        raise Refused(Reason.NOT_A_MEMBER, "This donor has no leaf in that epoch.")
    return epoch, own


def _check(epoch: StoredEpoch, cohort: int) -> None:
    """Raise Rejected NO_SUCH_ROUND if the epoch has no such cohort."""
    if not 0 <= cohort < trees.draw_of(epoch).tree_size.cohorts:
        raise Rejected(Rejection.NO_SUCH_ROUND, "That epoch has no such cohort.")
