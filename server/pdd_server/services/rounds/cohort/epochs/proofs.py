"""Proofs from an epoch's tree that donors are shown: their own leaf, a committee, a cohort's leaves."""

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
"""Bytes of cohorts' leaves that are kept: a committee's members all ask for the same."""
_cohorts: LRUCache[Hashable, bytes] = LRUCache(_KEPT, getsizeof=len)
_lock = Lock()


def place(connection: Connection, hashed: bytes, number: int) -> bytes:
    """The donor's own leaf, then its cohort's committee, place 1 first, and the proof for all that are in the tree.

    Rejected: NOT_REGISTERED, NO_SUCH_ROUND. Refused: NOT_A_MEMBER where the donor has no leaf in the epoch.
    """
    epoch, own = _seat(connection, hashed, number)
    leaf, draw = own.leaf, trees.draw_of(epoch)
    committee = trees.committee_of(connection, epoch, draw.cohort_of(leaf.index))
    indices = {member.index for member in committee} | ({leaf.index} if leaf.index < epoch.size else set())
    return write_shown([leaf, *committee], trees.tree_of(connection, epoch).prove(indices))


def committee(connection: Connection, hashed: bytes, number: int, cohort: int) -> bytes:
    """A cohort's committee, place 1 first, and its proof.

    Rejected: NOT_REGISTERED, NO_SUCH_ROUND. Refused: NOT_A_MEMBER where the donor has no leaf in the epoch.
    """
    epoch, _ = _seat(connection, hashed, number)
    _check(epoch, cohort)
    members = trees.committee_of(connection, epoch, cohort)
    return write_shown(members, trees.tree_of(connection, epoch).prove(member.index for member in members))


def cohort(connection: Connection, hashed: bytes, number: int, cohort: int) -> bytes:
    """The tree's leaves of a cohort, rising, and their proof, for a member of its committee.

    Rejected: NOT_REGISTERED, NO_SUCH_ROUND. Refused: NOT_A_MEMBER.
    """
    epoch, own = _seat(connection, hashed, number)
    _check(epoch, cohort)
    if cohort not in dict(trees.duties_of(epoch).get(own.leaf.index, ())):
        raise Refused(Reason.NOT_A_MEMBER, "This donor does not serve on the committee of that cohort.")
    with _lock:
        found = _cohorts.get((epoch.root, cohort))
        if found is None:
            found = _cohorts[epoch.root, cohort] = _cohort(connection, epoch, cohort)
    return found


def _cohort(connection: Connection, epoch: StoredEpoch, cohort: int) -> bytes:
    tree = trees.tree_of(connection, epoch)
    indices = trees.draw_of(epoch).members_of(cohort).tolist()
    return write_shown([tree.leaves[index] for index in indices], tree.prove(indices))


def _seat(connection: Connection, hashed: bytes, number: int) -> tuple[StoredEpoch, OwnLeaf]:
    donor, epoch = authenticate(connection, hashed).id, cohort_epochs.get(connection, number)
    if epoch is None:
        raise Rejected(Rejection.NO_SUCH_ROUND, "This server has no such epoch.")
    own = cohort_epochs.leaf_of(connection, number, donor)
    if own is None:
        raise Refused(Reason.NOT_A_MEMBER, "This donor has no leaf in that epoch.")
    return epoch, own


def _check(epoch: StoredEpoch, cohort: int) -> None:
    if not 0 <= cohort < trees.draw_of(epoch).tree_size.cohorts:
        raise Rejected(Rejection.NO_SUCH_ROUND, "That epoch has no such cohort.")
