"""One group of donors in both languages, its server in Python: the sum is exact, whoever is which."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from pdd_shared.keys import DonorSecrets
from pdd_shared.layout import Vector
from pdd_shared.messages import Prepared, Signed
from pdd_shared.rounds import plain
from pdd_shared.rounds.recoverable import donor as donors_half
from pdd_shared.rounds.recoverable import server
from pdd_shared.rounds.recoverable.dealing import Dealing
from tests.extension.javascript import node, run
from tests.support.group import DAY, SERVER_KEY, MemoryGroup, donor
from tests.support.recoverable_group import MemoryRound

NEXT_DAY = DAY + timedelta(days=1)
SIZE, FLOOR, NUMBERS = 7, 3, 9
PREPARING, SUBMITTING = (0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4)
"""Of seven members one never prepares, and another prepares and stays away: both kinds of secret are rebuilt."""
IN_JAVASCRIPT = [{0, 2, 5, 6}, {1, 3, 4}, set(range(SIZE)), {0}]


def in_javascript(steps: Iterable[dict[str, Any]]) -> list[Any]:
    """What members in JavaScript send for these steps."""
    done = run([node(), "tests/member.js"], json.dumps(list(steps)))
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def step(name: str, secrets: DonorSecrets, **told: Any) -> dict[str, Any]:
    """A step of the donor with these secrets; signed messages as they travel."""
    travelling = {key: value.model_dump() if isinstance(value, Signed) else value for key, value in told.items()}
    seeds = [secrets.identity_seed.hex(), secrets.exchange_secret.hex()]
    return {"step": name, "secrets": seeds, "server_key": SERVER_KEY.hex(), **travelling}


def vectors() -> list[Vector]:
    """Numbers all over 32 bits: their sums go around, as those of masked ones do."""
    numbers = np.arange(1, SIZE * NUMBERS + 1, dtype=np.uint32).reshape(SIZE, NUMBERS)
    return list(numbers * np.uint32(2_654_435_761))


def total(places: Iterable[int]) -> list[int]:
    """The vectors of these places added up, modulo 2^32."""
    given = vectors()
    return [sum(int(given[place][at]) for place in places) % 2**32 for at in range(NUMBERS)]


@pytest.mark.parametrize("others", IN_JAVASCRIPT, ids=str)
def test_a_plain_group_of_both_languages_has_the_exact_sum(others: set[int]) -> None:
    """Seven donors of which some are in JavaScript: their masks cancel, and the sum is the vectors' own."""
    group, given = MemoryGroup.of([donor(place) for place in range(SIZE)], entries=NUMBERS - 2), vectors()
    told = {"plan": group.plan, "roster": group.roster, "today": NEXT_DAY.isoformat()}
    steps = [step("plain", group.donors[place], vector=given[place].tolist(), **told) for place in sorted(others)]
    sent = dict(zip(sorted(others), map(bytes.fromhex, in_javascript(steps)), strict=True))
    state: plain.Group = plain.open_group(SIZE, NUMBERS)
    for place in range(SIZE):
        state = plain.receive(state, place, sent.get(place) or group.blinded(place, given[place]))
    assert isinstance(state, plain.Summed)
    assert state.total.tolist() == total(range(SIZE))


@dataclass
class Mixed:
    """A `recoverable` group of which these places are in JavaScript; what members send is by place."""

    others: set[int]
    round: MemoryRound = field(default_factory=lambda: MemoryRound.of(SIZE, FLOOR))

    def sent(self, name: str, places: Iterable[int], told: dict[int, dict[str, Any]]) -> dict[int, Any]:
        """What the members in JavaScript among these places send at this step."""
        asked = [place for place in places if place in self.others]
        steps = []
        for place in asked:
            secrets = self.round.secrets(place)
            own = {"plan": self.round.plan, "group_plan": self.round.group_plan, **told[place]}
            own["round"] = [secrets.ephemeral.hex(), secrets.self_mask.hex()]
            steps.append(step(name, self.round.donors[place], **own))
        return dict(zip(asked, in_javascript(steps), strict=True))

    def prepared(self) -> dict[int, tuple[Prepared, bytes]]:
        """Preparations of all who prepare."""
        told = {place: {"today": DAY.isoformat()} for place in PREPARING}
        found = {place: self.round.preparations[place] for place in PREPARING}
        for place, made in self.sent("prepare", PREPARING, told).items():
            found[place] = (Prepared.model_validate(made["prepared"]), bytes.fromhex(made["data"]))
        return found

    def submitted(self, roster: Signed, prepared: dict[int, tuple[Prepared, bytes]]) -> dict[int, bytes]:
        """Blinded vectors of all who submit."""
        given, found = vectors(), {}
        for place in SUBMITTING:
            context = self.round.context(place, roster, prepared=prepared[place][0])
            secrets = self.round.donors[place], self.round.secrets(place)
            found[place] = donors_half.submit(context, *secrets, given[place])
        fixed = {"roster": roster, "today": NEXT_DAY.isoformat()}
        told = {
            place: {**fixed, "prepared": prepared[place][0].model_dump(), "vector": given[place].tolist()}
            for place in SUBMITTING
        }
        sent = self.sent("submit", SUBMITTING, told)
        # The same vector under the same context gives the same bytes in both.
        assert {place: bytes.fromhex(data) for place, data in sent.items()} == {place: found[place] for place in sent}
        return found | {place: bytes.fromhex(data) for place, data in sent.items()}

    def revealed(self, roster: Signed, survivors: Signed, dealings: dict[int, Dealing]) -> dict[int, bytes]:
        """Shares of every member of the group plan, also of the one who never prepared."""
        told, found = {}, {}
        for place in range(SIZE):
            is_sent = place in SUBMITTING
            found[place] = self.round.reveal(place, roster, survivors, sent=is_sent, dealings=dealings)
            boxes = [dealings[dealer].box(place).hex() for dealer in PREPARING]
            told[place] = {"roster": roster, "survivors": survivors, "sent": is_sent, "boxes": boxes}
        return found | {place: bytes.fromhex(data) for place, data in self.sent("reveal", range(SIZE), told).items()}


@pytest.mark.parametrize("others", IN_JAVASCRIPT, ids=str)
def test_a_recoverable_group_of_both_languages_has_the_survivors_exact_sum(others: set[int]) -> None:
    """Seven members of which some are in JavaScript; one stays away: the server unmasks the survivors' own sum."""
    mixed = Mixed(others)
    prepared, dealings, preparing = mixed.prepared(), {}, mixed.round.preparing
    for place, (_, data) in prepared.items():
        preparing, dealings[place] = server.receive_preparation(preparing, place, data)
    fixed = server.fix_roster(preparing, FLOOR, NUMBERS)
    assert isinstance(fixed, tuple)
    submitting, members = fixed
    roster = mixed.round.roster((), members=members)
    for place, data in mixed.submitted(roster, prepared).items():
        submitting = mixed.round.receive_vector(submitting, place, data, roster)
    revealing = server.close(submitting, FLOOR)
    assert isinstance(revealing, server.Revealing)
    survivors = mixed.round.survivors(roster, sorted(revealing.survivors))
    for place, data in mixed.revealed(roster, survivors, dealings).items():
        revealing = server.receive_reveal(revealing, place, data, size=SIZE, members=len(members))
    context = mixed.round.context(0, roster, prepared=prepared[0][0]).encoded
    held = server.Roster(SIZE, members, dealings, mixed.round.digest, context)
    unmasked = server.unmask(revealing, held, last=True)
    assert isinstance(unmasked, server.Unmasked)
    assert unmasked.survivors == frozenset(SUBMITTING)
    assert unmasked.total.tolist() == total(SUBMITTING)
