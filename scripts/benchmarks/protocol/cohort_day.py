"""A day of a cohort of 8,192 leaves, by the functions that homes and servers call, with all checks and journals."""

from collections.abc import Iterator
from dataclasses import replace

from nacl.utils import random

from pdd_shared.rounds.cohort.day import donor, member, server
from pdd_shared.rounds.cohort.day.journal import Journal
from pdd_shared.rounds.cohort.day.lists import IncludedList, certified_statement, list_digest, write_certificate
from pdd_shared.rounds.cohort.day.uploads import read_upload
from pdd_shared.rounds.cohort.epoch.acceptance import Published
from pdd_shared.rounds.cohort.masking.ring import public_ring
from scripts.benchmarks.figures import Figure, alternate_cpu, at_most
from tests.support.cohort.memory_cohort import CLOSED, MemoryCohort, leaf_of, part, secrets_of

DONOR_SECONDS, MEMBER_SECONDS, UPLOAD_SECONDS, UPLOAD_KB = 0.006, 0.080, 0.0006, 70
BATCH = 64
LEAVES = 8192


def figures() -> Iterator[Figure]:
    """Measure the donor, the size of its upload, the server and a member."""
    cohort = MemoryCohort(LEAVES, floor=5734, parts=(part(entries=9_806),))
    yield _donor(cohort)
    yield at_most(
        "cohort: an upload of 10,000 entries; KB of 1,000 bytes", cohort.frame.upload.size / 1000, UPLOAD_KB, 1
    )
    yield _uploads(cohort)
    yield _member(cohort)


def _donor(cohort: MemoryCohort) -> Figure:
    day, secrets = cohort.donor_day(0), secrets_of(0)
    kept = {leaf.exchange: secrets.agree(leaf.exchange) for leaf in day.place.committee}

    def submit() -> None:
        public_ring.cache_clear()  # a day has a ring of its own
        donor.submit(
            donor.open_day(cohort.checked, day.place, Published(cohort.epoch)),
            cohort.given(0),
            secrets=secrets,
            home=cohort.view,
            journal=Journal(),
            random_bytes=random,
            agree=kept.__getitem__,
        )

    (ours,) = alternate_cpu(31, submit)
    return at_most("cohort: a plan's day opened, noise drawn, an upload made and read; seconds", ours, DONOR_SECONDS, 1)


def _uploads(cohort: MemoryCohort) -> Figure:
    data, draw = cohort.submission(0).upload, cohort.place(0).draw
    upload = read_upload(cohort.frame.upload, leaf_of(0), data)
    others = {leaf: bytes(16) for leaf in range(BATCH, LEAVES)}
    state = replace(server.Collecting.start(cohort.frame), entries=others)

    def receive() -> None:
        batch = []
        for leaf in range(BATCH):
            server.admit(state, leaf, draw)
            read_upload(cohort.frame.upload, leaf_of(0), data)
            batch.append(replace(upload, leaf=leaf_of(leaf)))
        server.receive(state, batch)

    (ours,) = alternate_cpu(7, receive)
    name = "cohort: an upload checked and added in batches of 64, nothing stored; seconds"
    return at_most(name, ours / BATCH, UPLOAD_SECONDS, 1)


def _member(cohort: MemoryCohort) -> Figure:
    day, secrets, home = cohort.member_day(1), secrets_of(cohort.committee[0].index), cohort.viewed(CLOSED)
    kept = {leaf.index: random(32) for leaf in day.electorate.leaves.values()}
    data = IncludedList.of({leaf: random(16) for leaf in range(LEAVES)}, []).encoded
    said = certified_statement(day.context, list_digest(day.context, data))
    signatures = {
        place: secrets_of(leaf.index).signing.sign(said).signature
        for place, leaf in enumerate(cohort.committee, start=1)
    }
    certificate = write_certificate(signatures, cohort.frame.quorum)

    def serve() -> None:
        certified = member.certify(day, data, secrets=secrets, home=home, journal=Journal())
        journal = Journal().with_entries(certified.entries)
        member.answer(
            day,
            data,
            certificate,
            secrets=secrets,
            home=home,
            journal=journal,
            agree=lambda leaves: [kept[leaf.index] for leaf in leaves],
        )

    (ours,) = alternate_cpu(7, serve)
    return at_most("cohort: a list of 8,192 certified and answered; seconds", ours, MEMBER_SECONDS, 1)
