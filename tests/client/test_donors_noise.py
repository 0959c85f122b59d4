"""Donors' noise: every member adds its shares to what it blinds, once, whatever it gives."""

import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from pdd_client.donor import Donor
from pdd_shared.layout import Vector
from pdd_shared.messages import Campaign
from pdd_shared.privacy.shares import DRAW_BYTES, draw_shares
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, budget, campaign, open_donor
from tests.client.recoverable_fakes import RecoverableServer
from tests.support.terms import donors_noise, terms

ROUND = NOON.date()
SCALE = 16
ENTRIES = 3
NUMBERS = 2 * (2 + ENTRIES)
"""Of the campaign whose noise donors add: two strata."""
COUNTS = [0] * 5 + [1, 4, 2, 1, 1]
"""What the history of `conftest` gives of NOON's day in the stratum "south"."""


def noisy() -> Campaign:
    noise = donors_noise(SCALE, colluders=1)
    return campaign(
        id="noisy", strata=("north", "south"), terms=terms(5, 2, noise=noise, budget=budget(1000, "0.000001"))
    )


class Source:
    """Random bytes, of which those drawn for shares are noted: nothing else takes blocks of them."""

    def __init__(self) -> None:
        self.drawn = b""

    def __call__(self, count: int) -> bytes:
        data = secrets.token_bytes(count)
        if count % (2 * DRAW_BYTES * (2 + ENTRIES)) == 0:
            self.drawn += data
        return data

    def shares(self, of: int = 2) -> Vector:
        """The shares that these bytes make, of which `of` make the noise: by default 3 members less one colluder."""
        assert len(self.drawn) == 2 * DRAW_BYTES * NUMBERS, "every number has one share, drawn once"
        return draw_shares(Decimal(SCALE), of, NUMBERS, lambda _count: self.drawn).astype(np.uint32)


def test_a_groups_sum_is_its_counts_and_all_shares(
    tmp_path: Path, server: FakeServer, history: Path, clock: Clock
) -> None:
    """Four members: one gives, one has paused, one has not joined, one refuses what its ceiling forbids; all add noise.

    The campaign whose noise the server adds has none of it.
    """
    server.campaigns = [campaign(id="a-plain"), noisy()]
    sources = [Source() for _ in range(4)]
    with ExitStack() as stack:
        donors = [
            stack.enter_context(open_donor(tmp_path / str(number), server, random_bytes=source))
            for number, source in enumerate(sources)
        ]
        for donor in donors:
            donor.join(URL, ["a-plain"] if donor is donors[2] else ["a-plain", "noisy"], stratum="south")
        donors[1].pause()
        donors[3].set_ceiling(Decimal("1.5"))  # a-plain takes 1
        clock.now = NOON + DAY
        server.offer(server.plan(ROUND))
        refused = [[one.reason for one in donor.check_in([history]).refused] for donor in donors]
        given = [
            [part["campaign"] for part in donor.log()[-1 - len(refused[i])].given or ()]
            for i, donor in enumerate(donors)
        ]
    assert refused == [[], [], [], ["over-ceiling"]]
    assert given == [["a-plain", "noisy"], [], ["a-plain"], ["a-plain"]]
    total = server.unblinded(ROUND)
    assert list(total[:5]) == [3, 12, 6, 3, 3]
    shares = np.sum([source.shares() for source in sources], axis=0, dtype=np.uint32)
    assert shares.any()
    assert list(total[5:]) == list(np.array(COUNTS, dtype=np.uint32) + shares)


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def member(home: Path, rounds: RecoverableServer, source: Source) -> Iterator[Donor]:
    """A donor that has joined a server of `recoverable` rounds, of a campaign whose noise donors add."""
    rounds.campaigns = [noisy()]
    with open_donor(home, rounds, random_bytes=source) as opened:
        opened.join(URL, stratum="south")
        yield opened


@pytest.mark.parametrize("joined", [True, False])
def test_shares_in_recoverable(
    member: Donor, rounds: RecoverableServer, history: Path, clock: Clock, source: Source, joined: bool
) -> None:
    """The sum is counts and shares, drawn once though the vector is sent again; the log has the counts before noise."""
    if not joined:
        member.leave("noisy")
    group = rounds.begin(ROUND)
    member.check_in([history])
    clock.now += DAY
    group.fix_roster()
    rounds.problems["PUT vectors"] = "rate-limited"
    member.check_in([history])
    rounds.problems.clear()
    assert len(member.check_in([history]).sent) == 1
    clock.now += DAY
    group.close()
    counts = np.array(COUNTS if joined else [0] * NUMBERS, dtype=np.uint32)
    assert list(group.total()) == list(counts + source.shares())
    given = next(line.given for line in member.log() if line.what == "vector")
    assert given == (
        (
            {
                "campaign": "noisy",
                "stratum": "south",
                "searches": 4,
                "counts": {"flu": 2, "fever + child": 1, "cough": 1},
            },
        )
        if joined
        else ()
    )


def test_zeros_under_weaker_noise_carry_the_noise_that_the_plan_says(
    member: Donor, rounds: RecoverableServer, history: Path, clock: Clock, source: Source
) -> None:
    """A refused part goes out without counts; its shares are still what the group's sum is made of."""
    weaker = noisy().terms.model_copy(update={"noise": donors_noise(SCALE)})
    rounds.campaigns = [noisy().model_copy(update={"terms": weaker})]
    group = rounds.begin(ROUND)
    member.check_in([history])
    clock.now += DAY
    group.fix_roster()
    assert [one.reason for one in member.check_in([history]).refused] == ["weaker-terms"]
    clock.now += DAY
    group.close()
    assert list(group.total()) == list(source.shares(of=3))
