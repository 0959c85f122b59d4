"""A home's place in an epoch: its leaf, its cohort, the committee it shares keys to, and the committees it serves on.

Cohort and committee are drawn by index from the tree's root, so a home computes them itself. What the server shows is
checked against the draw and the root. A member's leaves and committees have types of their own, which only the checks
of this module make: streams for keys that are not in the tree would tell the server what it must not know.
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
    """A cohort's committee as it was drawn and is in the tree, place 1 first.

    Only `open_committee` makes one, and `Place.served` for the home's own cohort: they check it.
    """

    draw: Draw
    cohort: int
    members: tuple[Leaf, ...] = field(repr=False)

    @cached_property
    def digest(self) -> bytes:
        """Return the 32 bytes by which contexts and journals name the committee."""
        return committee_digest(self.draw.root, self.cohort, self.members)

    def place_of(self, leaf: int) -> int:
        """Return the place, from 1, of the leaf at this index; Refused `not-a-member` if it does not serve here."""
        for place, member in enumerate(self.members, start=1):
            if member.index == leaf:
                return place
        raise Refused(Reason.NOT_A_MEMBER, f"leaf {leaf} does not serve cohort {self.cohort}")


@dataclass(frozen=True)
class CohortLeaves:
    """Leaves of a cohort by their index, all of them in the tree. Only `open_cohort` makes them: it checks them."""

    draw: Draw
    cohort: int
    leaves: Mapping[int, Leaf] = field(repr=False)


@dataclass(frozen=True)
class Place:
    """A home's place in an epoch: its leaf, its cohort, and the members its key is shared to, place 1 first.

    `places` are the places, from 1, at which the home itself serves on this committee; `duties` tells all of them.
    """

    epoch: Epoch
    draw: Draw
    leaf: Leaf
    cohort: int
    committee: tuple[Leaf, ...]
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
    """Return a home's place in an epoch that it accepted.

    `own` is the home's ticket at the index that the server says, `committee` its cohort's, place 1 first, and `proof`
    the hashes that these leaves need to give the root. `placed` is the leaf under which the home had its place in this
    epoch before, if it had.

    Refused `foreign-epoch` if the receipt is for another epoch or reset; `not-a-member` if the home had its place under
    another leaf; `denied-ticket` if the own leaf is not in the tree, or not at the index of the receipt;
    `wrong-committee` if a member is not the one drawn, or not in the tree; `weak-key` for a member's key of low order.
    One proof serves all leaves: where the own one is not of the committee, a proof that fails for any of them is
    `denied-ticket`.
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
    """Return the cohort and the place, from 1, of each committee on which a leaf of the tree serves."""
    committees = ((cohort, draw.committee(cohort)) for cohort in range(draw.tree_size.cohorts))
    return tuple((cohort, members.index(leaf) + 1) for cohort, members in committees if leaf in members)


def open_committee(draw: Draw, cohort: int, leaves: Sequence[Leaf], proof: Sequence[bytes]) -> Committee:
    """Return the committee of any cohort, for a member who serves on it.

    `draw` is that of the member's own `Place`. `leaves` are the members, place 1 first, and `proof` the hashes that
    they need to give the root. Refused `wrong-committee` for a cohort that the tree does not have, or a member who is
    not the one drawn or not in the tree; `weak-key` for a key of low order.
    """
    _check_drawn(draw, cohort, leaves)
    _check_keys(leaves)
    if not _leads_to(draw, _rising(leaves), proof):
        raise Refused(Reason.WRONG_COMMITTEE, "the proof does not show the committee to be in the tree")
    return Committee(draw, cohort, tuple(leaves))


def open_cohort(draw: Draw, cohort: int, leaves: Sequence[Leaf], proof: Sequence[bytes]) -> CohortLeaves:
    """Return leaves of a cohort by their index, for a member: from these keys it computes its streams.

    `leaves` rise by index. They need not be all of the cohort: members refuse a list with an entry of the tree that is
    not among them. Refused `foreign-epoch` for leaves of another cohort or tree, and `weak-key` for a key of low order.
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
    """Check that a ticket of the tree has an index in it, and an appended one that of its receipt, past the tree.

    A leaf that were both in the tree and appended could be in a list twice.
    """
    right = own.index < size if receipt.index is None else size <= own.index == receipt.index
    if not right:
        raise Refused(Reason.DENIED_TICKET, f"index {own.index} is not what the ticket's receipt says")


def _check_drawn(draw: Draw, cohort: int, committee: Sequence[Leaf]) -> tuple[int, ...]:
    """Return the indices that were drawn for a cohort's committee, if these leaves have them."""
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
