"""The included list of a (sub-)cohort's day, and the committee's certificate over it.

A list is `u32(n) | n times (leaf, nonce) | u32(a) | a appended leaves`, both rising by leaf. A member tells the sum of
its streams over a list only after it has checked that this is safe. `Electorate.listed` stops these attacks:

| check | attack that it stops |
| --- | --- |
| at least a floor of entries is in the tree | the sum of a few donors, beside donors invented for this day |
| every leaf was dealt to this (sub-)cohort | a list that the server chose donor by donor |
| no leaf and no key comes twice | one donor's counts many times in a sum, under one donor's noise |
| no appended leaf has a key of the tree | the same, through a second leaf for the same keys |

`member` adds two checks of its own: no appended key is of low order, and the member's own entry is in the list if the
server gave it a receipt. A certificate then shows that a quorum has signed the same list.
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
    """The uploads in a (sub-)cohort's sums, both tuples rising by leaf.

    Attributes:
        pairs: The index of each leaf with the nonce (16 bytes) of its upload.
        appended: The leaves of `pairs` that are not in the tree, because their donors joined during the epoch.
    """

    pairs: tuple[Pair, ...] = field(repr=False)
    appended: tuple[Leaf, ...] = field(repr=False)

    @classmethod
    def of(cls, entries: Mapping[int, bytes], appended: Iterable[Leaf]) -> "IncludedList":
        """Return the list for nonces by leaf index. Appended leaves without an entry are left out."""
        pairs = tuple(sorted(entries.items()))
        return cls(pairs, tuple(sorted((leaf for leaf in appended if leaf.index in entries), key=_index)))

    @cached_property
    def encoded(self) -> bytes:
        """Return the list's bytes as they travel."""
        pairs = b"".join(_ENTRY.pack(*pair) for pair in self.pairs)
        leaves = b"".join(leaf.encoded for leaf in self.appended)
        return _COUNT.pack(len(self.pairs)) + pairs + _COUNT.pack(len(self.appended)) + leaves

    @cached_property
    def entries(self) -> Mapping[int, bytes]:
        """Return the nonces by leaf index."""
        return dict(self.pairs)


def read_list(data: bytes) -> IncludedList:
    """Read a list from its bytes; Refused ALTERED_LIST if it is malformed or does not rise by leaf.

    Only rising lists are read, so that no leaf can come twice.
    """
    try:
        listed = _parse(data)
    except (struct.error, ValueError):
        raise Refused(Reason.ALTERED_LIST, "the list is malformed") from None
    if not _rises([leaf for leaf, _ in listed.pairs]) or not _rises([leaf.index for leaf in listed.appended]):
        raise Refused(Reason.ALTERED_LIST, "the list does not rise by leaf")
    return listed


def list_digest(context: bytes, data: bytes) -> bytes:
    """Return the 32 bytes that stand for a list in signatures and journals: H("list", C, bytes of the list)."""
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
    """The leaves that may be in the list of a (sub-)cohort's day: the cohort's leaves of the tree, and appended ones.

    Attributes:
        plan: The day's plan, which has been checked to be for the tree of `members`.
        members: The cohort's leaves, which have been verified against the root of that tree.
        sub_cohort: The sub-cohort, 0 where the cohort is not divided.
    """

    plan: CohortPlan
    members: CohortLeaves
    sub_cohort: int

    @property
    def cohort(self) -> int:
        """Return the index of the cohort."""
        return self.members.cohort

    @property
    def floor(self) -> int:
        """Return the fewest entries of the list that must be leaves of the tree."""
        return self.plan.cohorts[self.cohort].floor

    @property
    def leaves(self) -> Mapping[int, Leaf]:
        """Return the cohort's leaves in the tree, by index."""
        return self.members.leaves

    def belongs(self, leaf: int) -> bool:
        """Return whether a leaf, of the tree or appended, was dealt to this (sub-)cohort."""
        draw, sub_cohorts = self.members.draw, self.plan.cohorts[self.cohort].sub_cohorts
        # `open_cohort` has checked that its leaves were dealt to this cohort; appended leaves are checked here.
        if leaf not in self.leaves and draw.cohort_of(leaf) != self.cohort:
            return False
        # An undivided cohort has sub-cohort 0 alone. Hashing each leaf all the same would double a member's work.
        dealt = draw.sub_cohort_of(leaf, self.plan.day, sub_cohorts) if sub_cohorts > 1 else 0
        return dealt == self.sub_cohort

    def listed(self, included: IncludedList) -> tuple[Leaf, ...]:
        """Check a list as far as it does not concern the member itself, and return the leaf of each entry.

        Raises:
            Refused: LIST_TOO_SMALL if fewer entries than the floor are in the tree. ALTERED_LIST if the list is longer
                than the plan's capacity, has a leaf of another cohort or sub-cohort, has other appended leaves than
                its entries past the tree, or has a key twice.
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
        """Return the leaves of the entries in the tree, which come first in a list that rises by leaf."""
        try:
            return [self.leaves[leaf] for leaf, _ in pairs]
        except KeyError:
            raise Refused(Reason.ALTERED_LIST, "the list has a leaf of another cohort") from None

    def _appended(self, included: IncludedList, in_tree: int) -> tuple[Leaf, ...]:
        """Return the leaves of the entries past the tree, with the keys that the list brings for them.

        No leaf of the cohort in the tree may have one of these keys. Otherwise one donor could be in the list twice.
        """
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
    """Return the bytes that a member signs to certify the list with this digest."""
    return statement("certified", context, digest_of_list)


def check_certificate(
    data: bytes, context: bytes, digest_of_list: bytes, committee: Sequence[Leaf], quorum: int
) -> None:
    """Check that exactly a quorum of members signed this list, rising by place, each with the key at its place.

    Two quorums share an honest member, and honest members sign one list of a day. So at most one list of a day passes.

    Args:
        data: The certificate: a quorum of `u32(place) | signature (64)`.
        context: C of the day, 32 bytes.
        digest_of_list: The list's digest, 32 bytes.
        committee: The leaf at each place, place 1 first.
        quorum: How many signatures are needed.

    Raises:
        Refused: BAD_CERTIFICATE.
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
    """Return the certificate's bytes, from the signatures of the `quorum` lowest places in `signatures`."""
    return b"".join(_SIGNED.pack(place, signatures[place]) for place in sorted(signatures)[:quorum])
