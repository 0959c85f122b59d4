"""Where the sketch of blind invitations broke, by the product's own parameters and checks (decision 68).

`blind_tickets` prints it. The issuer gave 10,000 tokens, and the server holds some of them.
"""

import json
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from math import ceil, exp, lgamma, log, log1p
from time import process_time

from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.epoch.places import open_committee
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets
from pdd_shared.rounds.cohort.epoch.tree import LEAF_SIZE, Leaf, Tree
from pdd_shared.rounds.cohort.parameters import TreeSize

_TOKENS = 10_000


def prove(leaves: Sequence[Leaf], wanted: Sequence[int], start: int, end: int, proof: list[bytes]) -> bytes:
    """Return the hash of leaves start .. end - 1 of a tree with splits, and append the wanted leaves' proof to `proof`.

    A node hashes the first key of its right part, too. Leaves rise by key, of which here are the first 32 bytes.
    """
    is_opened = bisect_left(wanted, start) < bisect_left(wanted, end)
    if end - start == 1:
        hashed = _hash(b"\0", leaves[start].encoded)
    else:
        middle = start + (1 << (end - start - 1).bit_length() - 1)
        split = leaves[middle].exchange
        below: list[bytes] = [split]
        left = prove(leaves, wanted, start, middle, below)
        hashed = _hash(b"\1", split, left, prove(leaves, wanted, middle, end, below))
        if is_opened:
            proof += below
    if not is_opened:
        proof.append(hashed)
    return hashed


def check(shown: Sequence[Leaf], start: int, end: int, low: bytes, high: bytes, proof: Iterator[bytes]) -> bytes:
    """Return the hash of leaves start .. end - 1 from those shown; ValueError for a leaf on the wrong side of a split.

    Two leaves with one key can't both pass under one root, whoever is shown them: where their paths part, one is below
    the split and the other is not.
    """
    if not shown:
        return next(proof)
    if end - start == 1:
        if not low <= shown[0].exchange < high:
            raise ValueError("a leaf on the wrong side of a split")
        return _hash(b"\0", shown[0].encoded)
    middle, split = start + (1 << (end - start - 1).bit_length() - 1), next(proof)
    place = bisect_left(shown, middle, key=lambda leaf: leaf.index)
    left = check(shown[:place], start, middle, low, min(split, high), proof)
    return _hash(b"\1", split, left, check(shown[place:], middle, end, max(split, low), high, proof))


def _hash(*parts: bytes) -> bytes:
    return blake2b(b"".join(parts), digest_size=32).digest()


def _keys(number: int) -> list[tuple[bytes, bytes]]:
    """Return the keys of so many tickets."""
    tickets = (TicketSecrets(seed, seed) for seed in (_hash(index.to_bytes(4, "little")) for index in range(number)))
    return [(ticket.exchange_public, ticket.signing_public) for ticket in tickets]


def split_tree(size: int, copied: int) -> str:
    """Return what a committee of 256 costs in a tree with splits; its last `copied` leaves are one ticket's."""
    keys = sorted(_keys(size))
    keys[size - copied :] = [keys[-1]] * copied
    leaves = [Leaf(index, *key) for index, key in enumerate(keys)]
    drawn = sorted(Draw(Tree(leaves).root, size).committee(0))
    proof: list[bytes] = []
    ticks = [process_time()]
    root = prove(leaves, drawn, 0, size, proof)
    ticks.append(process_time())
    try:
        found = check([leaves[index] for index in drawn], 0, size, b"", b"\xff" * 33, iter(proof))
    except ValueError as problem:
        return f"refused, {problem}"
    ticks.append(process_time())
    if found != root:
        raise ValueError("another root")
    made, checked = (1000 * (end - start) for start, end in pairwise(ticks))
    return (
        f"made {made:.1f} ms, committee checked {checked:.1f} ms, {4 + LEAF_SIZE * len(drawn) + 32 * len(proof)} bytes"
    )


def copies(people: int, held: int, copied: int) -> int:
    """Return at how many places of an accepted committee the tickets serve that the server put into a tree again.

    Args:
        people: How many other leaves the tree has.
        held: How many tickets with a token the server holds.
        copied: How many leaves each of these gets.
    """
    keys = _keys(people + held)
    leaves = [Leaf(index, *key) for index, key in enumerate(keys[:people] + keys[people:] * copied)]
    tree = Tree(leaves)
    draw = Draw(tree.root, tree.size)
    drawn = [leaves[index] for index in draw.committee(0)]
    committee = open_committee(draw, 0, drawn, tree.prove(leaf.index for leaf in drawn))
    return sum(leaf.index >= people for leaf in committee.members)


def bits_above(chance: float) -> float:
    """Return log2 of the chance of more than 94 corrupt places of 256; `chance` is that of one place."""
    choose = [lgamma(257) - lgamma(k + 1) - lgamma(257 - k) for k in range(95, 257)]
    terms = [c + k * log(chance) + (256 - k) * log1p(-chance) for k, c in enumerate(choose, 95)]
    return (max(terms) + log(sum(exp(term - max(terms)) for term in terms))) / log(2)


def log_lines() -> tuple[int, int]:
    """Return how many bytes drafts of the issuer's two lines in the log have: a key, and how many tokens it signed."""
    fields = {"server": bytes(32).hex(), "issuer": bytes(32).hex(), "slot": 100, "signature": bytes(64).hex()}
    key, number = fields | {"key": b64encode(bytes(256)).decode()}, fields | {"key": bytes(32).hex(), "tokens": _TOKENS}
    written = [json.dumps(line, separators=(",", ":")) for line in (key, number)]
    return len("issuer-key " + written[0]), len("issued " + written[1])


def main() -> None:
    """Print what each rule of the sketch allows."""
    lines = log_lines()
    print(f"log: a key's line {lines[0]}, a number's line {lines[1]} bytes; 156 weeks {156 * sum(lines)} bytes")
    for held, copied in ((1, 600), (20, 30)):
        places = copies(600, held, copied)
        print(
            f"600 people, {held} tokens copied {copied} times: accepted committee, {places} of 256 places the server's"
        )
    for copied in (1, 600):
        print(f"tree of 8192 with splits, one ticket {copied} times: {split_tree(8192, copied)}")
    print("chance of more than 94 of 256 places, log2, if the server holds 5% or 10% of the tokens:")
    for part in (0.25, 0.5, 0.7, 1.0):
        print(f"  tree of {part:.0%} of the tokens: {bits_above(0.05 / part):.1f}, {bits_above(0.1 / part):.1f}")
    print(f"{_TOKENS} invited leaves, all others not invited; for each cohort:")
    for size in (10_000, 100_000, 1_000_000):
        tree = TreeSize(size)
        quarter, invited = ceil(_TOKENS / 4 / tree.cohorts), _TOKENS // tree.cohorts
        print(f"  tree of {size}: {invited} invited, quarter {quarter}, today's least floor {tree.least_floor(10)}")
    print(f"the server holds {_TOKENS // 10} tokens; for lists that are the whole tree:")
    for size in (2_500, 5_000, 7_000):
        counted, honest = size - TreeSize(size).colluders(10), size - _TOKENS // 10
        print(
            f"  tree of {size}: {counted} honest donors counted for the noise, {honest} there ({honest / counted:.0%})"
        )


if __name__ == "__main__":
    main()
