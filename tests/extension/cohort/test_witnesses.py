"""Homes of the extension whose server names witnesses: they send counts only under an epoch that these vouch for."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest

from pdd_shared.protocol.messages import Cosignature, LogPart, Witnessed, WitnessPolicy
from tests.client.cohort_fakes import CohortServer
from tests.client.fakes import NOON, Clock
from tests.client.loopback import listening
from tests.client.witnesses import Witness
from tests.extension.cohort.homes import ONE, JavaScriptHome
from tests.extension.cohort.test_sending import World
from tests.extension.donors import Donors, donors_in_javascript

TODAY = NOON.date()
DAY = TODAY.isoformat()
Shown = Callable[[LogPart], LogPart]


THREE = [Witness(number, is_honest=False) for number in (1, 2, 3)]  # they cosign the logs of all tests
PUPPETS = [Witness(number, is_honest=False) for number in (11, 12, 13)]


def policy(witnesses: Sequence[Witness], required: int) -> WitnessPolicy:
    return WitnessPolicy(keys=tuple(each.key for each in witnesses), required=required)


def cosigned(witness: Witness, world: World, address: str | None) -> Cosignature:
    """Return a witness's cosignature of the server's log, made now."""
    made = witness.cosign(world.server.lines, world.server.clock.now.timestamp(), address or world.url)
    assert made is not None
    return made


def named(
    world: World, cosigners: Sequence[Witness], *, by: WitnessPolicy | None = None, address: str | None = None
) -> Shown:
    """Let the server name a policy, two of THREE if it isn't said, and show what these witnesses cosigned."""

    def shown(part: LogPart) -> LogPart:
        made = [cosigned(each, world, address) for each in cosigners if world.server.lines]
        witnessed = Witnessed(policy=by or policy(THREE, 2), cosignatures=tuple(made))
        return part.model_copy(update={"witnessed": witnessed})

    return shown


@pytest.fixture(scope="module")
def donors() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


@pytest.fixture
def world(donors: Donors, request: pytest.FixtureRequest) -> Iterator[World]:
    """Return four homes that send automatically, and know the witnesses."""
    with ExitStack() as stack:
        server = CohortServer(Clock())
        found = World(donors, server, stack.enter_context(listening(server)))
        server.lines.append("note a line of a kind that comes later")
        server.lies["log"] = named(found, THREE)
        donors.at(NOON)
        donors.history(("flu cough", NOON), ("flu", NOON - timedelta(hours=2)))
        for number in range(4):
            found.join(f"{request.node.name}-{number}")
        found.contact()
        yield found


def contacts(world: World, shown: Sequence[Shown | None]) -> None:
    """Pass a night. Then each home contacts the server twice, which shows each another thing."""
    world.night()
    for home, lie in zip(world.homes, shown, strict=True):
        world.server.lies = {"log": lie} if lie else {}
        world.contact(home, times=2)


def has_sent(world: World) -> list[bool]:
    return [DAY in world.uploads(home) for home in world.homes]


def given(home: JavaScriptHome) -> Any:
    """Return what the home says that it gave of the first day, and why it did not give the rest."""
    log = [line for line in home.call("log") if line["round"] == DAY]
    return (
        [one["campaign"] for line in log if line["what"] == "vector" for one in line["given"] or ()],
        [line["reason"] for line in log if line["what"] == "refusal"],
        [row["campaign"] for row in home.rows("charges") if row["day"] == DAY],
    )


def shown_of_day(home: JavaScriptHome) -> Any:
    """Return the day's state in the calendar, and when it goes out."""
    day = next(one for one in home.call("days.sent") if one["day"] == DAY)
    return day["state"], day["goesOut"]


@pytest.mark.slow
def test_counts_go_out_under_an_epoch_that_is_vouched_for(world: World) -> None:
    """Two of three witnesses are enough, also beside strangers, and after the server has named one more."""
    more = named(world, THREE, by=policy([*THREE, Witness(4)], 3))
    contacts(world, [named(world, THREE), named(world, THREE[1:]), named(world, [*PUPPETS, *THREE[:2]]), more])
    assert has_sent(world) == [True] * 4
    assert [given(home) for home in world.homes] == [(["flu"], [], ["flu"])] * 4


@pytest.mark.slow
def test_without_enough_witnesses_homes_wait_and_send_noise_alone(world: World) -> None:
    """So it is with one witness of two, another log's name, no witnesses any more, and puppets in their place."""
    lies = [
        named(world, THREE[:1]),
        named(world, THREE, address="https://another.example"),
        None,
        named(world, PUPPETS, by=policy(PUPPETS, 2)),
    ]
    for days in (1, 2):
        contacts(world, lies)
        assert has_sent(world) == [False] * 4
        goes_out = (TODAY + (days + 1) * ONE).isoformat()
        assert [shown_of_day(home) for home in world.homes] == [("waiting", goes_out)] * 4
    contacts(world, lies)
    assert has_sent(world) == [True] * 4
    assert [given(home) for home in world.homes] == [([], ["unwitnessed"], [])] * 4
    assert [shown_of_day(home)[0] for home in world.homes] == ["nothing"] * 4
    uploads = [bodies for (_, path), bodies in world.server.sent.items() if f"{DAY}/uploads" in path]
    assert [len(bodies) for bodies in uploads] == [1] * 4
    assert len({len(body) for (body,) in uploads}) == 1


@pytest.mark.slow
def test_a_day_that_waits_for_witnesses_can_be_decided_on(world: World) -> None:
    """It goes out with counts as soon as they vouch for its epoch. What was made before is never made anew."""
    home, early, *_ = world.homes
    home.call("settings.setSending", "review")
    for _ in range(2):
        contacts(world, [named(world, ())] * 4)
    (day,) = [one for one in home.call("days.toReview") if one["day"] == DAY]
    assert (day["state"], day["goesOut"]) == ("waits-for-you", (TODAY + 3 * ONE).isoformat())
    home.call("days.approve", DAY)
    world.server.problems = {"PUT rounds": "internal-error"}
    contacts(world, [named(world, ())] * 4)
    assert given(early)[1][0] == "unwitnessed"
    world.server.problems = {}
    assert DAY not in world.uploads(home)
    contacts(world, [named(world, THREE)] * 4)
    assert given(home) == (["flu"], [], ["flu"])
    assert given(early)[0] == given(early)[2] == []
    assert has_sent(world) == [True] * 4


def test_witnesses_are_pinned_on_joining(donors: Donors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before its first contact, a home knows the witnesses that the server names of itself.

    Others it takes in a contact alone, if they are as strong and vouch.
    """
    server = CohortServer(Clock())
    donors.at(NOON)
    home, said = JavaScriptHome(donors, "pinned"), server.info()
    with listening(server) as url:
        world = World(donors, server, url)
        for pinned in (policy(THREE, 2), policy(PUPPETS, 2)):
            other = said.model_copy(update={"witnesses": pinned})
            monkeypatch.setattr(server, "info", lambda other=other: other)
            donors.join("pinned", url)
            assert policy(THREE, 2).model_dump_json() in home.rows("facts")
        server.lines.append("note a line of a kind that comes later")
        fourth = Witness(4, is_honest=False)
        stronger = policy([*THREE, fourth], 3)
        shown = [(policy(THREE[:2], 2), THREE), (stronger, THREE[:2]), (stronger, [*THREE, fourth])]
        for (named_now, cosigners), kept in zip(shown, (policy(THREE, 2), policy(THREE, 2), stronger), strict=True):
            server.lies = {"log": named(world, cosigners, by=named_now)}
            home.check_in()
            assert kept.model_dump_json() in home.rows("facts")
        assert home.refusals() == []
