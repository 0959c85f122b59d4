"""A home that serves another cohort than its own, in a tree of thousands, on a day of sub-cohorts."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pytest

from pdd_shared.protocol.messages import CertifyTask, OpenTask
from pdd_shared.protocol.signing import sign, signed_digest
from pdd_shared.rounds.cohort.day import server as days
from pdd_shared.rounds.cohort.day.lists import IncludedList, certified_statement, list_digest, write_certificate
from pdd_shared.rounds.cohort.day.plans import CheckedPlan
from pdd_shared.rounds.cohort.day.uploads import Sums, UploadFrame
from pdd_shared.rounds.cohort.epoch.draws import committee_digest
from pdd_shared.rounds.cohort.epoch.places import duties
from pdd_shared.rounds.cohort.epoch.tickets import Ticket, TicketSecrets
from pdd_shared.rounds.cohort.masking.ring import blocks_for
from pdd_shared.rounds.cohort.masking.sharing import sum_of_streams
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPlan
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.client.cohort_fakes import CohortServer, PlannedDay, Running
from tests.client.cohort_players import Player, player
from tests.client.fakes import NOON, URL, Clock

DATA_DAY = NOON.date()
ONE = timedelta(days=1)
LEAVES = 8_200
"""Two cohorts, each of which may be divided."""
SUB = 1


class Crowd:
    """Thousands of tickets with known secrets, and the ticket of one real home, which serves the other cohort."""

    def __init__(self, server: CohortServer, token: str) -> None:
        self.server, self.token = server, token
        made = [TicketSecrets.generate(token_bytes) for _ in range(LEAVES - 1)]
        self.secrets = {secrets.exchange_public: secrets for secrets in made}
        waiting = {
            f"crowd-{at}": Ticket(bytes(32), secrets.exchange_public, secrets.signing_public, bytes(64))
            for at, secrets in enumerate(made)
        }
        self.running = self._drawn({**waiting, token: server.tickets[0][token]})

    def _drawn(self, waiting: dict[str, Ticket]) -> Running:
        """Return a tree in which the home serves the other cohort; a ticket is exchanged until it does."""
        for _ in range(500):
            self.server.make_epoch(0, waiting, self.server.today())
            running = self.server.epochs[0]
            own = running.holders[self.token]
            (*served,) = {cohort for cohort, _ in duties(running.draw, own)} - {running.draw.cohort_of(own)}
            if served:
                running.cohort = served[0]
                return running
            secrets = TicketSecrets.generate(token_bytes)
            self.secrets[secrets.exchange_public] = secrets
            waiting["crowd-0"] = Ticket(bytes(32), secrets.exchange_public, secrets.signing_public, bytes(64))
        raise AssertionError("never drawn")

    def certifying(self) -> PlannedDay:
        """Return the day of a sub-cohort of the cohort that the home serves, with everybody in its list."""
        running, server = self.running, self.server
        size = TreeSize(running.tree.size)
        day = CohortDay(floor=size.least_floor(10, 2), sub_cohorts=2)
        plan = server.plan_of(DATA_DAY, running.epoch, cohorts=(day, day), capacity=8192, reach=100_000)
        frame = self._frame(plan)
        members = [int(leaf) for leaf in running.draw.members_of(running.cohort)]
        inside = [leaf for leaf in members if running.draw.sub_cohort_of(leaf, DATA_DAY, 2) == SUB]
        listed = IncludedList.of({leaf: token_bytes(16) for leaf in inside}, [])
        digest = list_digest(frame.context, listed.encoded)
        state = days.Certifying(frame, Sums.none(frame.upload), listed, digest)
        return PlannedDay(plan, 0, state, frame.layout, frame)

    def _frame(self, plan: CohortPlan) -> days.CohortDayFrame:
        running = self.running
        checked = CheckedPlan(plan, signed_digest(sign(plan, self.server.key), CohortPlan))
        layout = checked.layout(running.cohort)
        committee = committee_digest(running.draw.root, running.cohort, running.committee)
        context = checked.context(running.cohort, SUB, committee)
        upload = UploadFrame(context, blocks_for(layout.entries), TreeSize(plan.size).committee)
        return days.CohortDayFrame(plan, running.cohort, SUB, running.committee, upload, layout)

    def certificate(self, state: days.Certifying) -> bytes:
        """Return a quorum's signatures, the home's not among them."""
        said = certified_statement(state.frame.context, state.digest)
        others = [place for place, leaf in enumerate(self.running.committee, 1) if leaf.exchange in self.secrets]
        signatures = {
            place: self.secrets[self.running.committee[place - 1].exchange].signing.sign(said).signature
            for place in others[: state.frame.quorum]
        }
        return write_certificate(signatures, state.frame.quorum)


@pytest.fixture
def one(tmp_path: Path, clock: Clock) -> Iterator[tuple[Player, CohortServer]]:
    server = CohortServer(clock)
    made = player(tmp_path / "home", server, tmp_path / "History")
    with closing(made.donor):
        made.donor.campaigns.join(URL)
        made.check_in()
        yield made, server


@pytest.mark.slow
def test_serving_another_cohort(one: tuple[Player, CohortServer]) -> None:
    """The home checks the other cohort's committee and leaves, certifies its list, and answers with its streams'
    sum.
    """
    home, server = one
    server.clock.now += ONE
    crowd = Crowd(server, next(iter(server.donors)))
    server.clock.now += 2 * ONE
    planned = crowd.certifying()
    server.days[DATA_DAY] = planned
    state = planned.state
    assert isinstance(state, days.Certifying)
    server._services = lambda _: []  # type: ignore[assignment,method-assign]
    texts: dict[str, Any] = server.texts_of(planned)
    at: dict[str, Any] = {"cohort": crowd.running.cohort, "sub_cohort": SUB}
    server.extra = [CertifyTask(**texts, **at)]
    report = home.check_in()
    assert report.refused == ()
    assert [sent.kind for sent in report.sent if sent.kind != "ticket"] == ["certify"]
    certificate = crowd.certificate(state)
    planned.state = days.Opening(state.frame, state.sums, state.listed, state.digest, certificate)
    server.extra = [OpenTask(**texts, **at)]
    assert [sent.kind for sent in home.check_in().sent] == ["open"]
    assert home.refusals() == {}
    after = planned.state
    ((place, total),) = after.answers.items()
    assert (total == _streams(home, crowd, state, place)).all()


def _streams(home: Player, crowd: Crowd, state: days.Certifying, place: int) -> object:
    """Return the sum of the member's streams, from the donors' side of each agreement."""
    own = crowd.running.tree.leaves[crowd.running.holders[crowd.token]]
    assert place == crowd.running.place_of(crowd.token)
    leaves = [crowd.running.tree.leaves[leaf] for leaf, _ in state.listed.pairs]
    shared = [crowd.secrets[leaf.exchange].agree(own.exchange) for leaf in leaves]
    entries = [(leaf.encoded, nonce) for leaf, (_, nonce) in zip(leaves, state.listed.pairs, strict=True)]
    columns = state.frame.upload.committee.columns
    return sum_of_streams(shared, entries, state.frame.context, place, columns)
