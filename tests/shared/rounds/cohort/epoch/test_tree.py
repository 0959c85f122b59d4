"""The tree of an epoch: RFC 9162's hash, proofs for any set of leaves, and none for a leaf that is not in it."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.rounds.cohort.epoch.tree import Leaf, Leaves, Tree, root_from


def leaf(index: int, other: int = 0) -> Leaf:
    """Return a leaf with keys of its own for each index; another `number` gives other keys."""
    return Leaf(index, *(hashlib.sha256(f"{index} {key} {other}".encode()).digest() for key in ("exchange", "signing")))


def tree_of(size: int) -> Tree:
    """Return a tree of so many leaves."""
    return Tree([leaf(index) for index in range(size)])


def rfc_hash(leaves: list[bytes]) -> bytes:
    """Return MTH as RFC 9162, section 2.1.1, writes it."""
    if len(leaves) == 1:
        return hashlib.blake2b(b"\0" + leaves[0], digest_size=32).digest()
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    return hashlib.blake2b(b"\1" + rfc_hash(leaves[:split]) + rfc_hash(leaves[split:]), digest_size=32).digest()


@pytest.mark.parametrize("size", [*range(1, 34), 255, 256, 257])
def test_the_root_is_the_rfcs(size):
    """Our way to build the tree, by pairing neighbours, gives the RFC's root."""
    assert tree_of(size).root == rfc_hash([leaf(index).encoded for index in range(size)])


@st.composite
def trees_and_leaves(draw):
    """Draw a size and some of its indices."""
    size = draw(st.integers(1, 70))
    return size, sorted(draw(st.sets(st.integers(0, size - 1))))


@given(trees_and_leaves())
def test_any_leaves_and_their_proof_give_the_root(case):
    """One proof serves any set of leaves; a proof for all of them has no hash."""
    size, indices = case
    tree = tree_of(size)
    proof = tree.prove(indices)
    assert root_from([tree.leaves[index] for index in indices], size, proof) == tree.root
    if len(indices) == size:
        assert not proof


@given(trees_and_leaves(), st.data())
def test_a_proof_takes_exactly_its_hashes(case, data):
    """A proof with a hash too few or too many is a ValueError; a changed hash gives another root."""
    size, indices = case
    tree = tree_of(size)
    leaves, proof = [tree.leaves[index] for index in indices], list(tree.prove(indices))
    place = data.draw(st.integers(0, len(proof)))
    with pytest.raises(ValueError, match="too many"):
        root_from(leaves, size, [*proof[:place], bytes(32), *proof[place:]])
    if place == len(proof):
        return
    with pytest.raises(ValueError, match="lacks"):
        root_from(leaves, size, proof[:place] + proof[place + 1 :])
    assert root_from(leaves, size, [*proof[:place], bytes(32), *proof[place + 1 :]]) != tree.root


@given(trees_and_leaves(), st.data())
def test_a_foreign_key_is_not_in_the_tree(case, data):
    """A leaf with another key under the same index and proof does not lead to the root."""
    size, indices = case
    if not indices:
        return
    tree = tree_of(size)
    chosen = data.draw(st.sampled_from(indices))
    leaves = [leaf(index, other=index == chosen) for index in indices]
    assert root_from(leaves, size, tree.prove(indices)) != tree.root


@given(st.integers(1, 70), st.integers(1, 70))
def test_a_proof_is_for_one_size(size, other):
    """A proof for another size needs another number of hashes or leads to another root."""
    tree, shown = tree_of(size), [leaf(0)]
    proof = tree.prove([0])
    if size == other:
        return
    try:
        root = root_from(shown, other, proof)
    except ValueError:
        return
    # Sizes that give leaf 0 as many neighbours are told apart by the signed size, from which the draw is made.
    assert root == tree.root
    assert (size - 1).bit_length() == (other - 1).bit_length()


@pytest.mark.parametrize("indices", [[1, 0], [2, 2], [0, 5]])
def test_indices_rise_and_are_in_the_tree(indices):
    """A leaf twice, out of order or past the end is refused before anything is hashed."""
    with pytest.raises(ValueError, match=r"rise|cannot be in"):
        root_from([leaf(index) for index in indices], 5, tree_of(5).prove([]))


def test_a_claimed_size_costs_nothing():
    """The largest size with one leaf or none is refused at once: the work depends only on the hashes that came."""
    with pytest.raises(ValueError, match="cannot be"):
        root_from([], 0, [bytes(32)])
    with pytest.raises(ValueError, match="lacks"):
        root_from([leaf(7)], 2**32, [bytes(32)] * 5)
    with pytest.raises(ValueError, match="cannot be"):
        root_from([leaf(7)], 2**32 + 1, [bytes(32)] * 32)
    assert len(root_from([leaf(7)], 2**32, [bytes(32)] * 32)) == 32


def test_hashes_have_32_bytes():
    """A hash that does not have 32 bytes is refused, so that two short ones cannot stand for one."""
    with pytest.raises(ValueError, match="32 bytes"):
        root_from([leaf(0)], 2, [bytes(31)])


def test_leaves_are_numbered_from_zero():
    """A tree with a gap, a repetition or no leaf is an error."""
    for indices in ([], [1], [0, 2], [0, 0]):
        with pytest.raises(ValueError, match="leaf"):
            Tree([leaf(index) for index in indices])
    with pytest.raises(ValueError, match="no such leaf"):
        tree_of(4).prove([4])
    with pytest.raises(ValueError, match="no such leaf"):
        tree_of(4).prove([-1])


def test_leaves_read_back():
    """A leaf has 68 bytes, and a tree's leaves read like a list."""
    leaves = [leaf(index) for index in range(5)]
    view = Tree(leaves).leaves
    assert list(view) == leaves
    assert view[-1] == leaves[-1]
    assert view[1:3] == leaves[1:3]
    assert all(len(each.encoded) == 68 and Leaf.from_bytes(each.encoded) == each for each in leaves)
    assert Leaves.of(view) is view
    with pytest.raises(IndexError):
        view[5]
    for wrong in (bytes(67), bytes(69)):
        with pytest.raises(ValueError, match="68"):
            Leaf.from_bytes(wrong)
        with pytest.raises(ValueError, match="68"):
            Leaves(wrong)


@pytest.mark.parametrize(
    "wrong", [(2**32, bytes(32), bytes(32)), (-1, bytes(32), bytes(32)), (0, bytes(31), bytes(33))]
)
def test_a_leaf_is_encoded_one_way(wrong):
    """Keys of another length are refused, because two leaves could then have the same bytes."""
    with pytest.raises(ValueError, match="index below"):
        Leaf(*wrong)


@pytest.mark.slow
def test_a_million_leaves():
    """A tree of a million leaves is built within seconds, and 8,192 of its leaves are checked within tenths."""
    data = b"".join(index.to_bytes(4, "little") + bytes(64) for index in range(10**6))
    tree = Tree(Leaves(data))
    indices = range(0, 8192 * 122, 122)
    proof = tree.prove(indices)
    assert root_from([tree.leaves[index] for index in indices], tree.size, proof) == tree.root
