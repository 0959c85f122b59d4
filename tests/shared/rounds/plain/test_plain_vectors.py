"""The vectors of a whole `plain` round: recomputed by a slow reference, and compared with the code."""

import json
from datetime import date

import numpy as np
import pytest

from pdd_shared.protocol.keys import DonorSecrets
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.keystream import Keystream
from pdd_shared.rounds.layout import from_bytes
from pdd_shared.rounds.plain import donor as plain_donor
from pdd_shared.rounds.plain import server
from pdd_shared.rounds.plain.blinding import pairwise_seeds
from pdd_shared.rounds.plain.context import Context
from pdd_shared.rounds.refusals import Refused
from tests.support.reference import plain as reference

DOCUMENT = json.loads(reference.VECTORS.read_text())
TODAY = date(2026, 11, 21)


def secrets_of(donor: dict[str, str]) -> DonorSecrets:
    return DonorSecrets(bytes.fromhex(donor["identity_seed"]), bytes.fromhex(donor["exchange_secret"]))


def opened(case: dict, good: dict, who: int) -> Context:
    server_key = bytes.fromhex(good["server_key"])
    return plain_donor.open_round(
        Signed(**case["plan"]),
        Signed(**case["roster"]),
        identity=server_key,
        server_key=server_key,
        own=secrets_of(good["donors"][who]).member(server_key),
        today=TODAY,
        signed_before=None,
    )


def test_the_vectors_are_what_the_reference_computes():
    """The reference implementation computes exactly the file of vectors, so nothing in it was written by hand."""
    assert reference.document() == DOCUMENT


@pytest.mark.parametrize("good", DOCUMENT["good"], ids=lambda case: case["why"])
@pytest.mark.parametrize("who", range(3))
def test_each_donor_gives_the_vectors_bytes(good, who):
    """Context, seeds, masks and blinded vector of every donor equal the vectors, byte for byte."""
    context = opened(good, good, who)
    assert context.encoded.hex() == good["context"]
    assert context.digest.hex() == good["context_digest"]
    secrets = secrets_of(good["donors"][who])
    others = [other for other in range(3) if other != who]
    seeds = pairwise_seeds(secrets.exchange_secret, who, context.publics, context.encoded)
    for other, (sign, seed) in zip(others, seeds, strict=True):
        pair = f"{min(who, other)}-{max(who, other)}"
        assert (sign, seed.hex()) == (1 if who < other else -1, good["pair_seeds"][pair])
        assert Keystream(14).of(seed).tolist() == good["masks"][pair]
    vector = np.array(good["vectors"][who], dtype=np.uint32)
    assert plain_donor.submit(context, secrets, vector).hex() == good["blinded"][who]


@pytest.mark.parametrize("good", DOCUMENT["good"], ids=lambda case: case["why"])
def test_the_blinded_vectors_add_up_to_the_sum(good):
    """The masks cancel: with the server's half, the three blinded vectors give the sum of the three vectors."""
    group: server.Group = server.open_group(3, 14)
    for place, sent in enumerate(good["blinded"]):
        group = server.receive(group, place, bytes.fromhex(sent))
    assert isinstance(group, server.Summed)
    assert group.total.tolist() == good["sum"]
    assert from_bytes(bytes.fromhex(good["blinded"][0]), 14).tolist() != good["vectors"][0]


@pytest.mark.parametrize("bad", DOCUMENT["bad"], ids=lambda case: case["why"])
def test_a_lying_server_is_refused_by_name(bad):
    """Each lie of the vectors is refused by name, and no vector is made."""
    good = DOCUMENT["good"][0]
    with pytest.raises(Refused) as refusal:
        context = opened(bad, good, 0)
        plain_donor.submit(context, secrets_of(good["donors"][0]), np.zeros(14, dtype=np.uint32))
    assert refusal.value.reason == bad["reason"]
