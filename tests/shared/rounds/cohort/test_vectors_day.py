"""The vectors of a whole day of a small cohort: the code makes and reads every message byte for byte."""

from datetime import timedelta

import numpy as np
import pytest
from nacl.signing import SigningKey

from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import open_signed, sign, signed_digest
from pdd_shared.rounds.cohort.day import donor, member, server
from pdd_shared.rounds.cohort.day.journal import Journal
from pdd_shared.rounds.cohort.day.layout import CohortLayout, cohort_layout
from pdd_shared.rounds.cohort.day.lists import list_digest, read_list, write_certificate
from pdd_shared.rounds.cohort.day.plans import open_plan
from pdd_shared.rounds.cohort.day.uploads import day_context, read_upload
from pdd_shared.rounds.cohort.epoch.acceptance import Published, accept_epoch, open_online_key, open_receipt
from pdd_shared.rounds.cohort.epoch.tickets import Ticket, check_ticket, make_ticket
from pdd_shared.rounds.cohort.epoch.tree import Tree
from pdd_shared.rounds.cohort.masking.ring import MaskSeed, add, is_sound, mask, read_sum
from pdd_shared.rounds.cohort.masking.sharing import share_key, streams
from pdd_shared.rounds.cohort.messages import CohortPlan, UploadReceipt
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.support.cohort.example_day import (
    CAPPED,
    CLOSED,
    COMMITTEE,
    CONTEXT,
    DAY,
    EPOCH,
    LEAVES,
    LIST,
    LIST_DIGEST,
    ONLINE,
    PLAN,
    SERVER,
    TODAY,
    TREE,
    UNITS,
    UPLOADS,
    certifying,
    frame,
    given,
    home_view,
    journal_with_receipt,
    long,
    member_day,
    opening,
    place_of,
    plan,
    randomness,
    secrets_of,
    ticket_receipt,
    upload_receipt,
)

PRESENT = tuple(UPLOADS)
OWN = [{"plan": day["plan"]["payload"], "cohort": 0, "layout": day["layout"]} for day in (DAY, UNITS, CAPPED)]


def test_signed_messages_are_written_as_in_the_vectors():
    """Each message of the day, read and signed again, has the vectors' text and signature."""
    online, identity = (SigningKey(bytes.fromhex(DAY[key])) for key in ("online_seed", "identity_seed"))
    told = [(EPOCH, DAY["epoch"]), (PLAN, DAY["plan"])]
    told += [(ticket_receipt(int(leaf)), one["receipt"]) for leaf, one in DAY["donors"].items()]
    told += [(upload_receipt(leaf), upload["receipt"]) for leaf, upload in UPLOADS.items()]
    assert [sign(message, online).model_dump() for message, _ in told] == [signed for _, signed in told]
    assert identity.verify_key.encode() == SERVER
    assert open_online_key(Signed(**DAY["online_key"]), SERVER, TODAY) == ONLINE == online.verify_key.encode()


@pytest.mark.parametrize("leaf", DAY["donors"])
def test_tickets_are_the_vectors(leaf):
    """Each ticket's keys, signature and digest equal the vectors, and its receipt names it."""
    told, donors = DAY["donors"][leaf]["ticket"], DAY["donors"][leaf]
    ticket = make_ticket(secrets_of(int(leaf)), SigningKey(bytes.fromhex(donors["identity_seed"])), SERVER)
    assert ticket == Ticket(*(bytes.fromhex(told[key]) for key in ("identity", "exchange", "signing", "signature")))
    assert ticket.digest(SERVER).hex() == told["digest"]
    check_ticket(ticket, SERVER)
    assert (LEAVES[int(leaf)].exchange, LEAVES[int(leaf)].signing) == (ticket.exchange, ticket.signing)
    signed, digest = Signed(**donors["receipt"]), ticket.digest(SERVER)
    opened = open_receipt(
        signed, server=SERVER, online_key=ONLINE, ticket=digest, known=None, promised=None, reset=None
    )
    assert opened == ticket_receipt(int(leaf))


def test_the_epoch_and_its_places_are_the_vectors():
    """Each home accepts the epoch and finds its root and place, the appended donor too."""
    signed, receipt = Signed(**DAY["epoch"]), ticket_receipt(0)
    keys = {"server": SERVER, "online_key": ONLINE, "today": TODAY}
    first = dict.fromkeys(("known", "same_number", "ticket_made", "reset", "signed_until"))
    assert accept_epoch(signed, **keys, **first, receipt=receipt) == EPOCH
    assert Tree(TREE).root.hex() == EPOCH.root
    for leaf in LEAVES:
        place = place_of(leaf)
        assert (place.cohort, place.committee, place.committee_digest) == (0, tuple(TREE), COMMITTEE)
        assert place.places == ((leaf + 1,) if leaf < EPOCH.size else ())


def test_plan_and_context_are_the_vectors():
    """The plan's digest and the context equal the vectors."""
    assert signed_digest(Signed(**DAY["plan"]), CohortPlan).hex() == DAY["plan_digest"] == plan().digest.hex()
    assert plan().context(0, 0, COMMITTEE) == CONTEXT == member_day(0).context


@pytest.mark.parametrize("told", DAY["contexts"], ids=lambda told: f"{told['cohort']}.{told['sub_cohort']}")
def test_contexts_of_sub_cohorts_are_the_vectors(told):
    """A context depends on cohort, sub-cohort and how many sub-cohorts there are."""
    of = CohortPlan.model_validate_json(told["plan"])
    context = day_context(
        bytes.fromhex(of.server),
        of.day,
        bytes.fromhex(of.root),
        cohort=told["cohort"],
        sub_cohort=told["sub_cohort"],
        sub_cohorts=of.cohorts[told["cohort"]].sub_cohorts,
        plan=signed_digest(Signed(payload=told["plan"], signature="00" * 64), CohortPlan),
        committee=bytes.fromhex(told["committee_digest"]),
    )
    assert context.hex() == told["context"]


@pytest.mark.parametrize("told", [*OWN, *DAY["layouts"]], ids=("small", "in units", "capped", "large"))
def test_layouts_are_the_vectors(told):
    """Each number's law, unit, number of noise makers, largest contribution and decoys equal the vectors."""
    of = CohortPlan.model_validate_json(told["plan"])
    layout, expected = cohort_layout(of.layout, TreeSize(of.size), of.cohorts[told["cohort"]]), told["layout"]
    laws = [layout.laws[law] for law in layout.law_of]
    assert layout.entries == expected["entries"]
    assert layout.most.tolist() == expected["most"]
    assert [str(law.noise.scale) for law in laws] == expected["scales"]
    assert layout.units.tolist() == expected["units"]
    assert [law.makers for law in laws] == expected["noise_makers"]
    closed = {of.layout[block["part"]].campaign for block in expected["blocks"] if not block["included"]}
    assert layout.closed == closed
    decoys = [
        {**law.noise.model_dump(mode="json"), "noise_makers": law.makers, "start": layout.decoys_of(index).start}
        for index, law in enumerate(layout.laws)
    ]
    assert decoys == expected["decoys"]


@pytest.mark.parametrize("leaf", PRESENT)
def test_the_values_within_each_upload_are_the_vectors(leaf):
    """Counts, noise, secret, errors, masked vector, shares and streams of each donor equal the vectors."""
    told, seed, secrets = UPLOADS[leaf], MaskSeed(bytes.fromhex(UPLOADS[leaf]["seed"])), secrets_of(leaf)
    layout, size = frame().layout, frame().upload.committee
    assert layout.fill(given(told)).tolist() == told["counts"]
    assert layout.draw_noise(randomness(told)).tolist() == told["noise"]
    assert (long(seed.secret()), long(seed.errors(1))) == (told["secret"], told["errors"])
    assert long(mask(np.array(told["vector"]), seed, CONTEXT)) == told["ciphertext"]
    shares = share_key(seed.secret(), seed.polynomial_key(), size)
    assert {str(place): long(row) for place, row in enumerate(shares, 1)} == told["shares"]
    shared = [secrets.agree(other.exchange) for other in TREE]
    hiding = streams(shared, CONTEXT, LEAVES[leaf].encoded, bytes.fromhex(told["nonce"]), size.columns)
    assert {str(place): long(row) for place, row in enumerate(hiding, 1)} == told["streams"]


@pytest.mark.parametrize("leaf", PRESENT)
def test_each_upload_is_the_vectors(leaf):
    """A donor's whole message follows from its counts and random bytes, and a resend is the same."""
    day, told = donor.open_day(plan(), place_of(leaf), Published(EPOCH)), UPLOADS[leaf]
    assert day.context == CONTEXT
    asked = {"secrets": secrets_of(leaf), "home": home_view({})}
    made = donor.submit(day, given(told), **asked, journal=Journal(), random_bytes=randomness(told))
    journal = Journal().with_entries(made.entries)
    sent = made.release(journal)
    assert sent.hex() == told["message"]
    assert donor.submit(day, {}, **asked, journal=journal, random_bytes=bytes).release(journal) == sent
    upload = read_upload(frame().upload, LEAVES[leaf], sent)
    assert (long(upload.ciphertext), long(upload.shares)) == (told["ciphertext"], told["hidden"])
    receipt = open_signed(Signed(**told["receipt"]), UploadReceipt, ONLINE)
    assert (receipt.context, receipt.leaf, receipt.nonce) == (CONTEXT.hex(), leaf, upload.nonce.hex())


def certified(leaf: int) -> tuple[bytes, Journal]:
    """Return what a member signs under the list, and its journal after that."""
    before, home = journal_with_receipt(leaf), home_view({"today": CLOSED.isoformat()})
    made = member.certify(member_day(leaf), LIST, secrets=secrets_of(leaf), home=home, journal=before)
    journal = before.with_entries(made.entries)
    return made.release(journal), journal


def test_the_list_and_its_certificate_are_the_vectors():
    """The server freezes the vectors' list, every member signs it, and a quorum's signatures are the certificate."""
    state = certifying()
    assert (state.listed.encoded, state.digest) == (LIST, LIST_DIGEST)
    assert list_digest(CONTEXT, LIST) == LIST_DIGEST
    assert read_list(LIST) == state.listed
    signatures = {}
    for leaf in range(EPOCH.size):
        signatures[leaf + 1] = certified(leaf)[0]
    assert {str(place): signature.hex() for place, signature in signatures.items()} == DAY["certified"]
    last = {place: signature for place, signature in signatures.items() if place > 1}
    assert write_certificate(last, frame().quorum).hex() == DAY["certificate"]


@pytest.mark.parametrize("leaf", range(EPOCH.size))
def test_each_answer_is_the_vectors(leaf):
    """Each member's signed sum of streams over the list equals the vectors, also without an upload of its own."""
    asked = {"secrets": secrets_of(leaf), "home": home_view({"today": CLOSED.isoformat()})}
    certificate = bytes.fromhex(DAY["certificate"])
    answered = member.answer(member_day(leaf), LIST, certificate, **asked, journal=certified(leaf)[1])
    assert answered.hex() == DAY["answers"][str(leaf + 1)]


@pytest.mark.parametrize("places", [(1, 2, 3, 4, 5), (2, 3, 4, 5), (1, 2, 4, 5)])
def test_the_sum_is_the_vectors(places):
    """Ciphertexts, shares and the sum equal the vectors, from all answers, or from any quorum on the last night."""
    state, told = opening(places), DAY["opened"]
    assert (long(state.sums.ciphertext), long(state.sums.shares)) == (told["ciphertext"], told["hidden"])
    opened = server.open_sum(state, PLAN.last_answers + timedelta(days=1), bytes)
    assert isinstance(opened, server.Opened)
    assert opened.numbers.tolist() == told["numbers"]
    assert opened.numbers.tolist() == np.sum([upload["vector"] for upload in UPLOADS.values()], axis=0).tolist()
    assert (opened.uploads, opened.wrong) == (len(UPLOADS), frozenset())


def day_in_units(leaf: int) -> donor.DonorDay:
    checked = open_plan(Signed(**UNITS["plan"]), home_view({}))
    return donor.open_day(checked, place_of(leaf), Published(EPOCH))


@pytest.mark.parametrize("told", UNITS["uploads"], ids=lambda told: told["leaf"])
def test_counts_in_units_are_sent_as_in_the_vectors(told):
    """A donor under caps on hits rounds its counts to units, and masks them with noise in units."""
    leaf, day = told["leaf"], day_in_units(told["leaf"])
    assert day.context.hex() == UNITS["context"]
    counts = day.layout.fill(given(told))
    assert counts.tolist() == told["counts"]
    assert day.layout.rounded(counts, randomness(told)).tolist() == told["rounded"]
    assert day.layout.draw_noise(randomness(told)).tolist() == told["noise"]
    asked = {"secrets": secrets_of(leaf), "home": home_view({}), "journal": Journal()}
    made = donor.submit(day, given(told), **asked, random_bytes=randomness(told))
    sent = read_upload(day.frame, LEAVES[leaf], made.release(Journal().with_entries(made.entries)))
    assert long(sent.ciphertext) == told["ciphertext"] == long(masked_in_units(told))


def masked_in_units(upload):
    vector, seed = np.array(upload["vector"]), MaskSeed(bytes.fromhex(upload["seed"]))
    return mask(vector, seed, bytes.fromhex(UNITS["context"]))


@pytest.mark.parametrize("told", UNITS["over_caps"], ids=lambda told: told["why"])
def test_counts_over_a_cap_are_not_masked(told):
    """Caps are in counts: a count that passes its cap is refused even if it rounds to no more units."""
    with pytest.raises(ValueError, match="within the caps"):
        day_in_units(0).layout.fill(given(told))


def layout_of_capped() -> CohortLayout:
    of = CohortPlan.model_validate_json(CAPPED["plan"]["payload"])
    return cohort_layout(of.layout, TreeSize(of.size), of.cohorts[0])


@pytest.mark.parametrize("told", CAPPED["uploads"], ids=lambda told: told["leaf"])
def test_counts_of_a_capped_campaign_are_the_vectors(told):
    """A donor says in which period it used its last hit, after the counts, with noise like theirs."""
    layout = layout_of_capped()
    counts = layout.fill(given(told))
    assert counts.tolist() == told["counts"]
    assert layout.rounded(counts, randomness(told)).tolist() == told["rounded"]
    assert layout.draw_noise(randomness(told)).tolist() == told["noise"]


@pytest.mark.parametrize("told", CAPPED["without_place"], ids=lambda told: told["why"])
def test_counts_without_a_place_in_a_capped_plan_are_refused(told):
    """`full` has one place, in campaigns with a cap over all periods, whose hits no period may pass."""
    with pytest.raises(ValueError, match=r"no place for|within the caps"):
        layout_of_capped().fill(given(told))


def test_a_sum_in_units_is_the_vectors():
    """The sum is read in units, within bounds in units."""
    told, day = UNITS["opened"], day_in_units(0)
    ciphertext = add(*(masked_in_units(upload) for upload in UNITS["uploads"]))
    key = add(*(MaskSeed(bytes.fromhex(upload["seed"])).secret() for upload in UNITS["uploads"]))
    assert (long(ciphertext), long(key)) == (told["ciphertext"], told["key"])
    reach = day.plan.plan.reach
    reading = read_sum(ciphertext, key, day.context, day.layout.entries, reach)
    assert reading.numbers.tolist() == told["numbers"]
    assert is_sound(reading, len(UNITS["uploads"]), day.layout.most, reach) is told["sound"] is True
