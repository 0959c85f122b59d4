"""The vectors of the `cohort` protocol's parts: recomputed by a slow reference, and compared with the code."""

from datetime import date

import numpy as np
import pytest
from nacl.bindings import crypto_scalarmult

from pdd_shared.rounds.cohort.encoding import digest
from pdd_shared.rounds.cohort.epoch.draws import Draw, committee_digest
from pdd_shared.rounds.cohort.epoch.tree import Leaf, Tree, root_from
from pdd_shared.rounds.cohort.masking.decoding import Undecodable, decode
from pdd_shared.rounds.cohort.masking.ring import (
    Elements,
    MaskSeed,
    add,
    blocks_for,
    is_sound,
    mask,
    ntt,
    public_ring,
    read_sum,
    uniform,
)
from pdd_shared.rounds.cohort.masking.sharing import share_key, stream
from pdd_shared.rounds.cohort.parameters import DEGREE, CommitteeSize, Q, TreeSize
from tests.support.cohort.example_day import DOCUMENT, long
from tests.support.reference import cohort as reference_cohort
from tests.support.reference.cases import as_text

RING, SHARING = DOCUMENT["ring"], DOCUMENT["sharing"]


def size_of(members: int) -> CommitteeSize:
    return TreeSize(members).committee


def total(rows: list[Elements]) -> Elements:
    summed = rows[0]
    for row in rows[1:]:
        summed = add(summed, row)
    return summed


def changed(words: Elements, changes: dict[str, int]) -> Elements:
    flat = words.copy().ravel()
    for place, number in changes.items():
        flat[int(place)] = (int(flat[int(place)]) + number) % Q
    return flat.reshape(words.shape)


def test_the_vectors_are_what_the_reference_computes():
    """The reference implementation computes exactly the file of vectors, so nothing in it was written by hand."""
    assert as_text(reference_cohort.document()) == reference_cohort.VECTORS.read_text()


@pytest.mark.parametrize("row", DOCUMENT["parameters"], ids=lambda row: row["size"])
def test_the_parameters_follow_from_the_size_of_the_tree(row):
    """Cohorts, committee, colluders, least floor and noise makers of each tree size equal the vectors."""
    size = TreeSize(row["size"])
    committee = size.committee
    told = (size.cohorts, committee.members, committee.corrupt, committee.quorum, committee.secrets, committee.columns)
    assert told == tuple(row[key] for key in ("cohorts", "members", "corrupt", "quorum", "secrets", "columns"))
    for floor in row["floors"]:
        given = floor["percent"], floor["sub_cohorts"]
        assert size.colluders(*given) == floor["colluders"]
        assert size.least_floor(*given) == floor["least_floor"]
        assert size.noise_makers(floor["least_floor"], *given) == floor["noise_makers"]


@pytest.mark.parametrize("case", RING["ntt"], ids=lambda case: str(case["input"])[:40])
def test_the_transform_is_the_vectors(case):
    """The transforms of unit, sparse and uniform polynomials equal the vectors, word for word."""
    if "uniform" in case["input"]:
        values = uniform(bytes.fromhex(case["input"]["uniform"]), DEGREE)
    else:
        values = changed(np.zeros(DEGREE, dtype=np.uint64), case["input"]["sparse"])
    assert long(ntt(values)) == case["output"]


@pytest.mark.parametrize("case", RING["uniform"], ids=lambda case: f"{case['number']} words")
def test_uniform_passes_over_the_vectors_words(case):
    """Words from q on are skipped as in the vectors, the first word of a stream among them."""
    words = uniform(bytes.fromhex(case["key"]), case["number"])
    assert words.tolist() == case["words"] if "words" in case else long(words) == case["long"]


@pytest.mark.parametrize("case", RING["masks"], ids=lambda case: f"{case['blocks']} blocks")
def test_masks_and_their_sum_are_the_vectors(case):
    """Public ring, secret, errors and ciphertexts of uploads equal the vectors, and so do the sum, padding and
    errors.
    """
    context, ciphertexts, keys = bytes.fromhex(case["context"]), [], []
    assert long(public_ring(context, case["blocks"])) == case["public_ring"]
    for told in case["uploads"]:
        seed = MaskSeed(bytes.fromhex(told["seed"]))
        errors = seed.errors(case["blocks"])
        assert long(seed.secret()) == told["secret"]
        assert long(errors) | {"signed_first": errors.ravel()[:8].tolist()} == told["errors"]
        assert seed.polynomial_key().hex() == told["polynomial_key"]
        ciphertexts.append(mask(np.array(told["vector"]), seed, context))
        keys.append(seed.secret())
        assert long(ciphertexts[-1]) == told["ciphertext"]
    told, most = case["sum"], np.array(case["sum"]["most"])
    assert blocks_for(len(most)) == case["blocks"]
    assert (long(total(ciphertexts)), long(total(keys))) == (told["ciphertext"], told["key"])
    reading = read_sum(total(ciphertexts), total(keys), context, len(most), told["reach"])
    assert reading.numbers.tolist() == told["numbers"]
    assert (long(reading.padding), long(reading.errors)) == (told["padding"], told["errors"])
    assert np.square(reading.errors).sum(axis=1).tolist() == told["squares"]
    assert is_sound(reading, len(ciphertexts), most, told["reach"]) is told["sound"] is True
    for altered in case["altered"]:
        sums = changed(total(ciphertexts), altered["ciphertext"]), changed(total(keys), altered["key"])
        reading = read_sum(*sums, context, len(most), told["reach"])
        assert is_sound(reading, len(ciphertexts), most, told["reach"]) is altered["sound"], altered["why"]


@pytest.mark.parametrize("case", SHARING["shares"], ids=lambda case: f"{case['members']} members")
def test_the_shares_are_the_vectors(case):
    """The shares of a key at the listed places equal the vectors, drawn and computed ones."""
    seed = MaskSeed(bytes.fromhex(case["seed"]))
    shares = share_key(seed.secret(), seed.polynomial_key(), size_of(case["members"]))
    assert {place: long(shares[int(place) - 1]) for place in case["shares"]} == case["shares"]


@pytest.mark.parametrize("case", SHARING["streams"], ids=lambda case: f"place {case['place']}")
def test_the_streams_are_the_vectors(case):
    """The stream between a donor and a member equals the vectors, computed from either side's keys."""
    told = ("exchange_secret", "exchange", "context", "leaf", "nonce")
    secret, public, context, leaf, nonce = (bytes.fromhex(case[key]) for key in told)
    shared = crypto_scalarmult(secret, public)
    words = stream(shared, context, case["place"], leaf, nonce, case["words"]["number"])
    assert long(words) == case["words"]


@pytest.mark.parametrize("case", SHARING["decode"], ids=lambda case: f"{case['members']} members")
def test_answers_decode_to_the_vectors_key(case):
    """A summed key is rebuilt with its lies located, or not at all if there are too many, as in the vectors."""
    size, seeds = size_of(case["members"]), [MaskSeed(bytes.fromhex(seed)) for seed in case["seeds"]]
    shares = total([share_key(seed.secret(), seed.polynomial_key(), size) for seed in seeds])
    assert long(total([seed.secret() for seed in seeds])) == case["key"]
    for told in case["cases"]:
        lies = told["added"]
        answers = {place: changed(shares[place - 1], lies.get(str(place), {})) for place in told["places"]}
        if told["wrong"] is None:
            with pytest.raises(Undecodable):
                decode(answers, size, lambda number: b"\x05" * number)
            continue
        decoded = decode(
            answers, size, lambda number: bytes(range(1, number + 1)) if number < 256 else b"\x05" * number
        )
        assert (long(decoded.key), sorted(decoded.wrong)) == (case["key"], told["wrong"])


@pytest.mark.parametrize("case", DOCUMENT["tree"]["trees"], ids=lambda case: f"{case['size']} leaves")
def test_roots_and_proofs_are_the_vectors(case):
    """Each tree's root equals the vectors, and each proof is made as there and leads to the root."""
    leaves = [Leaf.from_bytes(bytes.fromhex(leaf)) for leaf in DOCUMENT["tree"]["leaves"][: case["size"]]]
    tree = Tree(leaves)
    assert tree.root.hex() == case["root"]
    for told in case["proofs"]:
        proof = tree.prove(told["indices"])
        assert [node.hex() for node in proof] == told["proof"]
        assert root_from([leaves[index] for index in told["indices"]], case["size"], proof) == tree.root


@pytest.mark.parametrize("case", DOCUMENT["draws"], ids=lambda case: f"{case['size']} leaves")
def test_the_draws_are_the_vectors(case):
    """Seed, cohorts, committees, their digests, sub-cohorts and the resting order equal the vectors."""
    draw = Draw(bytes.fromhex(case["root"]), case["size"])
    assert draw.seed.hex() == case["seed"]
    assert {leaf: draw.cohort_of(int(leaf)) for leaf in case["cohort_of"]} == case["cohort_of"]
    assert [long(draw.members_of(cohort)) for cohort in range(case["cohorts"])] == case["members"]
    assert [long(draw.committee(cohort)) for cohort in range(case["cohorts"])] == case["committees"]
    committee = [Leaf(i, digest("exchange", i), digest("signing", i)) for i in draw.committee(0)]
    assert committee_digest(draw.root, 0, committee).hex() == case["committee_digest"]
    for dealt in case["sub_cohorts"]:
        day, of = date.fromisoformat(dealt["day"]), dealt["of"]
        assert {leaf: draw.sub_cohort_of(int(leaf), day, dealt["number"]) for leaf in of} == of
    day, leaves = date.fromisoformat(case["rest"]["day"]), case["rest"]["leaves"]
    assert sorted(leaves, key=lambda leaf: draw.rest_order(leaf, day)) == leaves
