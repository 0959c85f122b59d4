"""The included list of a (sub-)cohort's day, and the committee's certificate over it.

A list is `u32(n) | n times (leaf, nonce) | u32(a) | a appended leaves`, both rising by leaf. What a member checks is
what makes the sum of its streams safe to tell: every entry a different donor of this (sub-)cohort, enough of them from
the tree that all homes saw, and its own entry if it has a receipt.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from pdd_shared.protocol.limits import MOST_UPLOADS
from pdd_shared.rounds.cohort.day.uploads import NONCE_SIZE, SIGNATURE_SIZE, is_signed
from pdd_shared.rounds.cohort.encoding import digest, statement
from pdd_shared.rounds.cohort.epoch.places import CohortLeaves
from pdd_shared.rounds.cohort.epoch.tree import LEAF_SIZE, Leaf
from pdd_shared.rounds.cohort.messages import CohortPlan
from pdd_shared.rounds.refusals import Reason, Refused

_COUNT = struct.Struct("<I")
_ENTRY = struct.Struct(f"<I{NONCE_SIZE}s")
_SIGNED = struct.Struct(f"<I{SIGNATURE_SIZE}s")

Pair = tuple[int, bytes]
"""A leaf's index and the nonce of its upload."""


@dataclass(frozen=True)
class IncludedList:
    """Whose uploads are in a (sub-)cohort's sums: pairs of leaf and nonce, and the leaves that are not in the tree."""

    pairs: tuple[Pair, ...] = field(repr=False)
    appended: tuple[Leaf, ...] = field(repr=False)

    @classmethod
    def of(cls, entries: Mapping[int, bytes], appended: Iterable[Leaf]) -> "IncludedList":
        """Return the list of these nonces by leaf; of the appended leaves those that have an entry."""
        pairs = tuple(sorted(entries.items()))
        return cls(pairs, tuple(sorted((leaf for leaf in appended if leaf.index in entries), key=_index)))

    @cached_property
    def encoded(self) -> bytes:
        """The list as it travels."""
        pairs = b"".join(_ENTRY.pack(*pair) for pair in self.pairs)
        leaves = b"".join(leaf.encoded for leaf in self.appended)
        return _COUNT.pack(len(self.pairs)) + pairs + _COUNT.pack(len(self.appended)) + leaves

    @cached_property
    def entries(self) -> Mapping[int, bytes]:
        """Nonces by leaf."""
        return dict(self.pairs)


def read_list(data: bytes) -> IncludedList:
    """Return the list in these bytes; Refused ALTERED_LIST if it is malformed or does not rise."""
    try:
        listed = _parse(data)
    except (struct.error, ValueError):
        raise Refused(Reason.ALTERED_LIST, "the list is malformed") from None
    if not _rises([leaf for leaf, _ in listed.pairs]) or not _rises([leaf.index for leaf in listed.appended]):
        raise Refused(Reason.ALTERED_LIST, "the list does not rise by leaf")
    return listed


def list_digest(context: bytes, data: bytes) -> bytes:
    """Return the digest under which a list is certified, of its bytes as they travel."""
    return digest("list", context, data)


def _parse(data: bytes) -> IncludedList:
    number = _count(data, 0)
    middle = _COUNT.size + number * _ENTRY.size
    appended = _count(data, middle)
    end = middle + _COUNT.size
    if len(data) != end + appended * LEAF_SIZE:
        raise ValueError("the list has another size than it says")
    pairs = tuple(_ENTRY.iter_unpack(data[_COUNT.size : middle]))
    leaves = tuple(Leaf.from_bytes(data[at : at + LEAF_SIZE]) for at in range(end, len(data), LEAF_SIZE))
    return IncludedList(pairs, leaves)


def _count(data: bytes, offset: int) -> int:
    (number,) = _COUNT.unpack_from(data, offset)
    if number > MOST_UPLOADS:
        raise ValueError("no list is that long")
    return int(number)


def _rises(indices: Sequence[int]) -> bool:
    return all(first < second for first, second in pairwise(indices))


def _index(leaf: Leaf) -> int:
    return leaf.index


@dataclass(frozen=True)
class Electorate:
    """Who may be in the list of a (sub-)cohort's day: the cohort's leaves in the tree, and appended ones.

    The plan has been checked to be for the tree of `members`, whose leaves are verified against its root.
    """

    plan: CohortPlan
    members: CohortLeaves
    sub_cohort: int

    @property
    def cohort(self) -> int:
        """The cohort that all leaves are of."""
        return self.members.cohort

    @property
    def floor(self) -> int:
        """The fewest entries of the tree."""
        return self.plan.cohorts[self.cohort].floor

    @property
    def leaves(self) -> Mapping[int, Leaf]:
        """The cohort's leaves in the tree, by index."""
        return self.members.leaves

    def belongs(self, leaf: int) -> bool:
        """Return whether a leaf, of the tree or appended, was dealt to this (sub-)cohort."""
        draw, sub_cohorts = self.members.draw, self.plan.cohorts[self.cohort].sub_cohorts
        # The leaves of the tree were dealt to the cohort, as was checked when they came.
        if leaf not in self.leaves and draw.cohort_of(leaf) != self.cohort:
            return False
        # Of one part every leaf has number 0. Hashing each would double what a member computes.
        dealt = draw.sub_cohort_of(leaf, self.plan.day, sub_cohorts) if sub_cohorts > 1 else 0
        return dealt == self.sub_cohort

    def listed(self, included: IncludedList) -> tuple[Leaf, ...]:
        """Return the leaf of each entry, once the list has passed every check that does not concern the member itself.

        Refused ALTERED_LIST or LIST_TOO_SMALL.
        """
        if len(included.pairs) > self.plan.capacity:
            raise Refused(Reason.ALTERED_LIST, f"the list is longer than {self.plan.capacity}")
        in_tree = sum(leaf < self.members.draw.size for leaf, _ in included.pairs)
        if in_tree < self.floor:
            raise Refused(Reason.LIST_TOO_SMALL, f"{in_tree} donors of the tree; the floor is {self.floor}")
        leaves = (*self._in_tree(included.pairs[:in_tree]), *self._appended(included, in_tree))
        if not all(self.belongs(leaf.index) for leaf in leaves):
            raise Refused(Reason.ALTERED_LIST, "the list has a leaf of another cohort")
        if _share_a_key(leaves):
            raise Refused(Reason.ALTERED_LIST, "two leaves of the list share a key")
        return leaves

    def _in_tree(self, pairs: Sequence[Pair]) -> list[Leaf]:
        """Entries rise by leaf, so that those of the tree come first."""
        try:
            return [self.leaves[leaf] for leaf, _ in pairs]
        except KeyError:
            raise Refused(Reason.ALTERED_LIST, "the list has a leaf of another cohort") from None

    def _appended(self, included: IncludedList, in_tree: int) -> tuple[Leaf, ...]:
        """A leaf past the tree must bring its keys, which no leaf of the tree has: else a donor could count twice."""
        if [leaf.index for leaf in included.appended] != [leaf for leaf, _ in included.pairs[in_tree:]]:
            raise Refused(Reason.ALTERED_LIST, "the appended leaves are not those of the entries past the tree")
        if any(leaf.exchange in self._exchanges or leaf.signing in self._signings for leaf in included.appended):
            raise Refused(Reason.ALTERED_LIST, "an appended leaf is in the tree")
        return included.appended

    @cached_property
    def _exchanges(self) -> frozenset[bytes]:
        return frozenset(leaf.exchange for leaf in self.leaves.values())

    @cached_property
    def _signings(self) -> frozenset[bytes]:
        return frozenset(leaf.signing for leaf in self.leaves.values())


def _share_a_key(leaves: Sequence[Leaf]) -> bool:
    exchanges, signings = {leaf.exchange for leaf in leaves}, {leaf.signing for leaf in leaves}
    return min(len(exchanges), len(signings)) < len(leaves)


def certified_statement(context: bytes, digest_of_list: bytes) -> bytes:
    """Return what a member signs to certify a list."""
    return statement("certified", context, digest_of_list)


def check_certificate(
    data: bytes, context: bytes, digest_of_list: bytes, committee: Sequence[Leaf], quorum: int
) -> None:
    """Check that a quorum's members, rising by place, signed this list, each at its own place.

    `committee` has the leaf at each place, place 1 first. Refused BAD_CERTIFICATE otherwise.
    """
    if len(data) != quorum * _SIGNED.size:
        raise Refused(Reason.BAD_CERTIFICATE, "the certificate does not have a quorum's signatures")
    signatures = tuple(_SIGNED.iter_unpack(data))
    places = [place for place, _ in signatures]
    if not _rises(places) or places[0] < 1 or places[-1] > len(committee):
        raise Refused(Reason.BAD_CERTIFICATE, "the certificate's places do not rise within the committee")
    said = certified_statement(context, digest_of_list)
    if not all(is_signed(said, signature, committee[place - 1].signing) for place, signature in signatures):
        raise Refused(Reason.BAD_CERTIFICATE, "a member did not sign the list that was certified here")


def write_certificate(signatures: Mapping[int, bytes], quorum: int) -> bytes:
    """Return the certificate of these signatures by place: those of the first `quorum` places."""
    return b"".join(_SIGNED.pack(place, signatures[place]) for place in sorted(signatures)[:quorum])
