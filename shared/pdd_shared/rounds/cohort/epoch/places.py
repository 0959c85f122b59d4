"""A home's place in an epoch: its leaf, its cohort, the committee it shares keys to, and the committees it serves on.

Cohort and committee are drawn by index from the tree's root, so a home computes them itself. It checks the leaves that
the server shows against the draw and the root. `Committee` and `CohortLeaves` are types of their own, and only the
checks of this module make them, so that no stream is computed for a key that was not checked. If the server could put
keys of its own in place of a committee's, it could read all shares of a donor's mask.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from pdd_shared.rounds.cohort.epoch.acceptance import check_server
from pdd_shared.rounds.cohort.epoch.draws import Draw, committee_digest
from pdd_shared.rounds.cohort.epoch.tickets import is_weak_exchange, is_weak_signing
from pdd_shared.rounds.cohort.epoch.tree import Leaf, root_from
from pdd_shared.rounds.cohort.messages import Epoch, TicketReceipt
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True)
class Committee:
    """A cohort's committee, whose members were drawn and are in the tree.

    Only `open_committee` makes one, after its checks, and `Place.served` for the home's own cohort.

    Attributes:
        draw: The draw of the epoch.
        cohort: The cohort that the committee serves.
        members: The members' leaves, place 1 first.
    """

    draw: Draw
    cohort: int
    members: tuple[Leaf, ...] = field(repr=False)

    @cached_property
    def digest(self) -> bytes:
        """Return the committee's digest, 32 bytes, by which contexts and journals name it."""
        return committee_digest(self.draw.root, self.cohort, self.members)

    def place_of(self, leaf: int) -> int:
        """Return the place, from 1, of the leaf with this index; Refused NOT_A_MEMBER if it does not serve here."""
        for place, member in enumerate(self.members, start=1):
            if member.index == leaf:
                return place
        raise Refused(Reason.NOT_A_MEMBER, f"leaf {leaf} does not serve cohort {self.cohort}")


@dataclass(frozen=True)
class CohortLeaves:
    """Leaves of a cohort by index, all of them in the tree. Only `open_cohort` makes one, after its checks."""

    draw: Draw
    cohort: int
    leaves: Mapping[int, Leaf] = field(repr=False)


@dataclass(frozen=True)
class Place:
    """A home's place in an epoch, which `open_place` has checked.

    Attributes:
        epoch: The epoch.
        draw: The epoch's draw.
        leaf: The home's own leaf, in the tree or appended.
        cohort: The home's cohort.
        committee: The leaves of the members to which the home shares its keys, place 1 first.
        committee_digest: The digest of this committee, 32 bytes.
        places: The places, from 1, at which the home itself serves on this committee. `duties` has those on others too.
    """

    epoch: Epoch
    draw: Draw
    leaf: Leaf
    cohort: int
    committee: tuple[Leaf, ...] = field(repr=False)
    committee_digest: bytes
    places: tuple[int, ...]

    @property
    def served(self) -> Committee:
        """Return the committee of the home's own cohort."""
        return Committee(self.draw, self.cohort, self.committee)


def open_place(
    epoch: Epoch,
    own: Leaf,
    receipt: TicketReceipt,
    committee: Sequence[Leaf],
    proof: Sequence[bytes],
    server: bytes,
    placed: Leaf | None,
) -> Place:
    """Check a home's place in an epoch that it accepted, and return it.

    Args:
        epoch: The accepted epoch.
        own: The keys of the home's own ticket, at the index that the server names.
        receipt: The server's receipt for this ticket.
        committee: The leaves of the committee of the home's cohort, place 1 first.
        proof: The hashes with which these leaves give the root.
        server: The server's identity key, 32 bytes.
        placed: The leaf under which the home already found its place in this epoch, None if it did not.

    Raises:
        Refused: FOREIGN_EPOCH if epoch or receipt are of another server, or the receipt is for another epoch or reset.
            NOT_A_MEMBER if the home had its place under another leaf. DENIED_TICKET if the own leaf is not in the tree,
            or its index contradicts the receipt. WRONG_COMMITTEE if a member is not the one drawn, or is not in the
            tree. WEAK_KEY if a member's key is of low order. One proof serves all leaves: if it fails, and the own leaf
            should be in the tree but not on the committee, the refusal is DENIED_TICKET whichever leaf it fails for.
    """
    check_server(epoch.server, server)
    _check_receipt(receipt, epoch)
    if placed is not None and own != placed:
        raise Refused(Reason.NOT_A_MEMBER, f"the home has another leaf in epoch {epoch.number}")
    _check_index(own, receipt, epoch.size)
    draw = Draw(bytes.fromhex(epoch.root), epoch.size)
    cohort = draw.cohort_of(own.index)
    drawn = _check_drawn(draw, cohort, committee)
    if any(leaf.index == own.index and leaf != own for leaf in committee):
        raise Refused(Reason.DENIED_TICKET, "another key is in the tree at the ticket's index")
    _check_keys(committee)
    in_tree = committee if receipt.index is not None else [*committee, own]
    if not _leads_to(draw, _rising(in_tree), proof):
        denied = receipt.index is None and own.index not in drawn
        reason = Reason.DENIED_TICKET if denied else Reason.WRONG_COMMITTEE
        raise Refused(reason, "the proof does not show the ticket and the committee to be in the tree")
    places = tuple(place for place, index in enumerate(drawn, start=1) if index == own.index)
    members = tuple(committee)
    return Place(epoch, draw, own, cohort, members, committee_digest(draw.root, cohort, members), places)


def duties(draw: Draw, leaf: int) -> tuple[tuple[int, int], ...]:
    """Return cohort and place, from 1, for each committee on which the leaf of the tree with this index serves."""
    committees = ((cohort, draw.committee(cohort)) for cohort in range(draw.tree_size.cohorts))
    return tuple((cohort, members.index(leaf) + 1) for cohort, members in committees if leaf in members)


def open_committee(draw: Draw, cohort: int, leaves: Sequence[Leaf], proof: Sequence[bytes]) -> Committee:
    """Check the committee of a cohort, for a home that serves on it, and return it.

    Args:
        draw: The draw of the home's own `Place`.
        cohort: The cohort that the committee serves.
        leaves: The members' leaves, place 1 first.
        proof: The hashes with which these leaves give the root.

    Raises:
        Refused: WRONG_COMMITTEE if the tree has no such cohort, or a member is not the one drawn or is not in the tree.
            WEAK_KEY if a key is of low order.
    """
    _check_drawn(draw, cohort, leaves)
    _check_keys(leaves)
    if not _leads_to(draw, _rising(leaves), proof):
        raise Refused(Reason.WRONG_COMMITTEE, "the proof does not show the committee to be in the tree")
    return Committee(draw, cohort, tuple(leaves))


def open_cohort(draw: Draw, cohort: int, leaves: Sequence[Leaf], proof: Sequence[bytes]) -> CohortLeaves:
    """Check leaves of a cohort and return them by index. A member computes its streams from their keys.

    Args:
        draw: The draw of the home's own `Place`.
        cohort: The cohort.
        leaves: Leaves of this cohort, rising by index. Some may be missing: members refuse a list that has an entry of
            the tree without a leaf here.
        proof: The hashes with which these leaves give the root.

    Raises:
        Refused: FOREIGN_EPOCH if a leaf is of another cohort or not in the tree; WEAK_KEY if a key is of low order.
    """
    if any(draw.cohort_of(leaf.index) != cohort for leaf in leaves):
        raise Refused(Reason.FOREIGN_EPOCH, f"a leaf is not in cohort {cohort}")
    _check_keys(leaves)
    if not _leads_to(draw, leaves, proof):
        raise Refused(Reason.FOREIGN_EPOCH, "the leaves are not in the epoch's tree")
    return CohortLeaves(draw, cohort, MappingProxyType({leaf.index: leaf for leaf in leaves}))


def _check_receipt(receipt: TicketReceipt, epoch: Epoch) -> None:
    if receipt.epoch != epoch.number or receipt.server != epoch.server:
        raise Refused(Reason.FOREIGN_EPOCH, f"the ticket is for epoch {receipt.epoch}, not {epoch.number}")
    if receipt.reset != epoch.reset:
        raise Refused(Reason.FOREIGN_EPOCH, f"the ticket is for reset {receipt.reset}, not {epoch.reset}")


def _check_index(own: Leaf, receipt: TicketReceipt, size: int) -> None:
    """Check the home's index: inside the tree if the receipt has none, otherwise the receipt's index, past the tree.

    A leaf that is both in the tree and appended could be in a list twice.
    """
    right = own.index < size if receipt.index is None else size <= own.index == receipt.index
    if not right:
        raise Refused(Reason.DENIED_TICKET, f"index {own.index} is not what the ticket's receipt says")


def _check_drawn(draw: Draw, cohort: int, committee: Sequence[Leaf]) -> tuple[int, ...]:
    """Return the leaf indices drawn for a cohort's committee; Refused WRONG_COMMITTEE unless the leaves have them."""
    if not 0 <= cohort < draw.tree_size.cohorts:
        raise Refused(Reason.WRONG_COMMITTEE, f"the tree has no cohort {cohort}")
    drawn = draw.committee(cohort)
    if tuple(leaf.index for leaf in committee) != drawn:
        raise Refused(Reason.WRONG_COMMITTEE, f"cohort {cohort} has another committee")
    return drawn


def _rising(leaves: Iterable[Leaf]) -> list[Leaf]:
    return sorted(set(leaves), key=lambda leaf: leaf.index)


def _check_keys(leaves: Iterable[Leaf]) -> None:
    for leaf in leaves:
        if is_weak_exchange(leaf.exchange) or is_weak_signing(leaf.signing):
            raise Refused(Reason.WEAK_KEY, f"a key of leaf {leaf.index} is of low order")


def _leads_to(draw: Draw, leaves: Sequence[Leaf], proof: Sequence[bytes]) -> bool:
    try:
        return root_from(leaves, draw.size, proof) == draw.root
    except ValueError:
        return False
