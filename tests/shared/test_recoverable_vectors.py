"""The vectors of a whole `recoverable` round: recomputed by a slow reference, and met by the code that runs."""

import json
from datetime import date

import numpy as np
import pytest

from pdd_shared.blinding import Keystream, pairwise_seeds
from pdd_shared.keys import DonorSecrets, RandomBytes
from pdd_shared.layout import width
from pdd_shared.messages import GroupPlan, PreparedRoster, Signed
from pdd_shared.rounds.recoverable import donor as donors_half
from pdd_shared.rounds.recoverable import server as servers_half
from pdd_shared.rounds.recoverable.dealing import Dealing, RoundSecrets
from pdd_shared.rounds.refusals import Refused
from pdd_shared.secret_sharing import combine, split
from tests.support import reference_recoverable, reference_recoverable_lies

DOCUMENT = json.loads(reference_recoverable.VECTORS.read_text())
GOOD = DOCUMENT["good"][0]
BAD = DOCUMENT["bad"]
SERVER_KEY = bytes.fromhex(GOOD["server_key"])
DAY, TODAY = date(2026, 11, 20), date(2026, 11, 21)
PREPARED, SUBMITTED = (0, 1, 3, 4), (0, 1, 3)


def secrets_of(place: int) -> DonorSecrets:
    donor = GOOD["donors"][place]
    return DonorSecrets(bytes.fromhex(donor["identity_seed"]), bytes.fromhex(donor["exchange_secret"]))


def round_secrets(place: int) -> RoundSecrets:
    donor = GOOD["donors"][place]
    return RoundSecrets(bytes.fromhex(donor["ephemeral"]), bytes.fromhex(donor["self_mask"]))


def randomness(place: int) -> RandomBytes:
    """The vectors' random bytes in the order in which a dealing asks for them."""
    parts = iter(bytes.fromhex(GOOD["donors"][place][key]) for key in ("coefficients", "nonces"))

    def random_bytes(size: int) -> bytes:
        part = next(parts)
        assert len(part) == size
        return part

    return random_bytes


def opened(place: int, case: dict = GOOD) -> donors_half.Tentative:
    own = secrets_of(place).member(SERVER_KEY)
    signed = Signed(**case["plan"]), Signed(**case["group_plan"])
    return donors_half.open_group_plan(*signed, identity=SERVER_KEY, server_key=SERVER_KEY, own=own)


def prepared(place: int, case: dict = GOOD) -> tuple[donors_half.Prepared, bytes]:
    return donors_half.prepare(opened(place, case), secrets_of(place), round_secrets(place), DAY, randomness(place))


def context(place: int, case: dict = GOOD) -> donors_half.Context:
    return donors_half.open_round(
        opened(place),
        Signed(**case["roster"]),
        server_key=SERVER_KEY,
        prepared=prepared(place)[0],
        today=TODAY,
        signed_before=None,
    )


def preparing() -> servers_half.Preparing:
    group = GroupPlan.model_validate_json(GOOD["group_plan"]["payload"])
    return servers_half.Preparing(group, bytes.fromhex(GOOD["group_plan_digest"]))


def boxes(place: int) -> list[bytes]:
    return [servers_half.from_message(message(d), d, 5)[1].box(place) for d in PREPARED]


def message(place: int) -> bytes:
    return bytes.fromhex(GOOD["prepared"][str(place)]["message"])


def revealed(place: int, case: dict = GOOD, boxes_of: list[bytes] | None = None) -> bytes:
    roster, digest = donors_half.open_roster(opened(place), Signed(**GOOD["roster"]), SERVER_KEY)
    survivors, name = donors_half.open_survivors(
        opened(place),
        roster,
        digest,
        Signed(**case["survivors"]),
        server_key=SERVER_KEY,
        sent=place in SUBMITTED,
        told_before=None,
    )
    if case is GOOD:
        assert name.hex() == GOOD["survivors_digest"]
    return donors_half.reveal(opened(place), roster, survivors, boxes_of or boxes(place), secrets_of(place))


def submitting() -> servers_half.Submitting:
    group = preparing()
    for place in PREPARED:
        group, _ = servers_half.receive_preparation(group, place, message(place))
    fixed = servers_half.fix_roster(group, 3, width(opened(0).plan.layout))
    assert not isinstance(fixed, servers_half.Cancelled)
    return fixed[0]


def received(group: servers_half.Submitting, place: int, data: str) -> servers_half.Submitting:
    roster, identity = bytes.fromhex(GOOD["roster_digest"]), preparing().plan.members[place].identity
    return servers_half.receive_vector(group, place, bytes.fromhex(data), roster=roster, identity=identity)


def revealing() -> servers_half.Revealing:
    group = submitting()
    for place, data in GOOD["blinded"].items():
        group = received(group, int(place), data)
    closed = servers_half.close(group, 3)
    assert isinstance(closed, servers_half.Revealing)
    return closed


def cases(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("bad", BAD[kind], ids=lambda case: case["why"])


def test_the_vectors_are_what_the_reference_computes():
    """Anyone can recompute the file from the protocol's text: nothing in it was written by hand."""
    assert reference_recoverable_lies.document() == DOCUMENT


@pytest.mark.parametrize("place", PREPARED)
def test_each_preparation_is_the_vectors(place):
    """Shares, hashes, boxes, commitment, signature: the prepare message and the roster's entry, byte for byte."""
    tentative, good = opened(place), GOOD["prepared"][str(place)]
    assert (tentative.plan_digest.hex(), tentative.digest.hex()) == (GOOD["plan_digest"], GOOD["group_plan_digest"])
    assert donors_half.threshold(tentative.size) == GOOD["threshold"]
    secrets = round_secrets(place)
    both = np.frombuffer(secrets.self_mask + secrets.ephemeral, dtype=np.uint8)
    shares = split(both, GOOD["threshold"], 5, bytes.fromhex(GOOD["donors"][place]["coefficients"]))
    assert [share.tobytes().hex() for share in shares] == good["shares"]
    entry, sent = prepared(place)
    assert (entry.model_dump(), sent.hex()) == (good["entry"], good["message"])


def test_the_server_makes_the_vectors_roster():
    """From the four prepare messages the server gets the roster's entries, in the order of their places."""
    group = preparing()
    for place in reversed(PREPARED):
        group, _ = servers_half.receive_preparation(group, place, message(place))
    fixed = servers_half.fix_roster(group, 3, 10)
    assert not isinstance(fixed, servers_half.Cancelled)
    roster = PreparedRoster.model_validate_json(GOOD["roster"]["payload"])
    assert fixed[1] == roster.members
    assert fixed[0].places == PREPARED


@pytest.mark.parametrize("place", SUBMITTED)
def test_each_vector_is_the_vectors(place):
    """Context, seeds, masks and blinded vector of every survivor, byte for byte."""
    own = context(place)
    assert (own.encoded.hex(), own.digest.hex()) == (GOOD["context"], GOOD["context_digest"])
    publics = tuple(bytes.fromhex(member.ephemeral) for member in own.roster.members)
    others = [other for other in PREPARED if other != place]
    seeds = pairwise_seeds(round_secrets(place).ephemeral, own.index, publics, own.encoded)
    for other, (sign, seed) in zip(others, seeds, strict=True):
        pair = f"{min(place, other)}-{max(place, other)}"
        assert (sign, seed.hex()) == (1 if place < other else -1, GOOD["pair_seeds"][pair])
        assert Keystream(10).of(seed).tolist() == GOOD["masks"][pair]
    assert Keystream(10).of(round_secrets(place).self_mask).tolist() == GOOD["self_masks"][str(place)]
    vector = np.array(GOOD["vectors"][str(place)], dtype=np.uint32)
    assert donors_half.submit(own, secrets_of(place), round_secrets(place), vector).hex() == GOOD["blinded"][str(place)]


@pytest.mark.parametrize("place", [0, 2, 3, 4])
def test_each_reveal_is_the_vectors(place):
    """A reveal holds shares of three self-masks and one ephemeral secret, whoever reveals: also who never prepared."""
    assert revealed(place).hex() == GOOD["reveals"][str(place)]


def test_the_round_unmasks_to_the_vectors_sum():
    """Masked sum, rebuilt secrets and sum are the vectors'; three reveals are not enough, four are."""
    group = revealing()
    assert group.total.tolist() == GOOD["masked_sum"]
    roster = PreparedRoster.model_validate_json(GOOD["roster"]["payload"])
    dealings = {place: servers_half.from_message(message(place), place, 5)[1] for place in PREPARED}
    plan_digest, encoded = bytes.fromhex(GOOD["group_plan_digest"]), bytes.fromhex(GOOD["context"])
    known = servers_half.Roster(5, roster.members, dealings, plan_digest, encoded)
    for place, data in GOOD["reveals"].items():
        assert servers_half.unmask(group, known, last=False) is group
        group = servers_half.receive_reveal(group, int(place), bytes.fromhex(data), size=5, members=4)
    unmasked = servers_half.unmask(group, known, last=False)
    assert isinstance(unmasked, servers_half.Unmasked)
    assert unmasked.total.tolist() == GOOD["sum"]
    assert unmasked.survivors == frozenset(SUBMITTED)


def test_the_rebuilt_secrets_are_those_the_members_drew():
    """From the revealed shares come the survivors' self-masks and the ephemeral secret of who is missing."""
    for index, dealer in enumerate(PREPARED):
        shares = [bytes.fromhex(data)[33 * index + 1 : 33 * index + 33] for data in GOOD["reveals"].values()]
        rows = np.frombuffer(b"".join(shares), dtype=np.uint8).reshape(4, 32)
        rebuilt = combine([int(place) + 1 for place in GOOD["reveals"]], rows).tobytes()
        drawn = round_secrets(dealer).self_mask if dealer in SUBMITTED else round_secrets(dealer).ephemeral
        assert rebuilt == drawn == bytes.fromhex(GOOD["rebuilt"][str(dealer)])


@cases("group_plan")
def test_a_bad_group_plan_is_refused_by_name(bad):
    """Each bad group plan is refused with its reason, and nothing is prepared."""
    with pytest.raises(Refused) as refusal:
        prepared(0, bad)
    assert refusal.value.reason == bad["reason"]


@cases("prepare")
def test_a_bad_preparation_is_refused_by_name(bad):
    """Each bad prepare message is refused with its reason by a group that has one member's already."""
    group, _ = servers_half.receive_preparation(preparing(), 3, message(3))
    with pytest.raises(Refused) as refusal:
        servers_half.receive_preparation(group, 4, bytes.fromhex(bad["message"]))
    assert refusal.value.reason == bad["reason"]
    assert set(group.prepared) == {3}


@cases("roster")
def test_a_bad_roster_is_refused_by_name(bad):
    """Each bad roster is refused with its reason, and no vector is made."""
    with pytest.raises(Refused) as refusal:
        donors_half.submit(context(0, bad), secrets_of(0), round_secrets(0), np.zeros(10, dtype=np.uint32))
    assert refusal.value.reason == bad["reason"]


@cases("survivors")
def test_a_bad_survivor_list_is_refused_by_name(bad):
    """Each bad survivor list is refused with its reason, and nothing is revealed."""
    with pytest.raises(Refused) as refusal:
        revealed(0, bad)
    assert refusal.value.reason == bad["reason"]


@cases("vector")
def test_a_bad_vector_is_refused_by_name(bad):
    """Each bad vector is refused with its reason, and the running sum is what it was."""
    group = received(submitting(), 0, GOOD["blinded"]["0"])
    total = group.total.tolist()
    with pytest.raises(Refused) as refusal:
        received(group, bad["place"], bad["message"])
    assert refusal.value.reason == bad["reason"]
    assert group.total.tolist() == total


@cases("reveal")
def test_a_bad_reveal_is_refused_by_name(bad):
    """Each bad reveal is refused with its reason by a group that has one member's already."""
    first = bytes.fromhex(GOOD["reveals"]["0"])
    group = servers_half.receive_reveal(revealing(), 0, first, size=5, members=4)
    with pytest.raises(Refused) as refusal:
        servers_half.receive_reveal(group, bad["place"], bytes.fromhex(bad["message"]), size=5, members=4)
    assert refusal.value.reason == bad["reason"]
    assert dict(group.reveals) == {0: first}


@cases("box")
def test_a_bad_box_gives_no_share(bad):
    """A box that does not open gives nothing for its dealer, and every other dealer's share all the same."""
    received = boxes(0)
    received[PREPARED.index(3)] = bytes.fromhex(bad["box"])
    expected = bytearray(bytes.fromhex(GOOD["reveals"]["0"]))
    expected[2 * 33 : 3 * 33] = bytes(33)
    assert revealed(0, boxes_of=received) == bytes(expected)


def test_a_dealing_is_its_hashes_and_boxes():
    """The digest a member signs changes with either half of its dealing, and with what is moved between them."""
    true = servers_half.from_message(message(0), 0, 5)[1]
    moved = Dealing(true.hashes[:-1], true.hashes[-1:] + true.boxes)
    assert len({true.digest, moved.digest, Dealing(true.hashes, b"").digest, Dealing(b"", true.boxes).digest}) == 4
