"""A server that lies about `recoverable` rounds: the donor refuses each lie by name, logs it, and sends nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from pdd_client.donor import Donor
from pdd_shared.keys import DonorSecrets
from pdd_shared.messages import (
    Plan,
    PreparedRoster,
    PrepareTask,
    RevealTask,
    Roster,
    Signed,
    SubmitTask,
    Survivors,
    Task,
)
from pdd_shared.signing import sign, signed_digest
from tests.client.fakes import DAY, NOON, URL, Clock, campaign, open_donor, part_of, under
from tests.client.recoverable_fakes import GroupDay, RecoverableServer

ROUND = NOON.date()
Lie = Callable[[GroupDay], Task]


@pytest.fixture
def member(home: Path, rounds: RecoverableServer) -> Iterator[Donor]:
    """A donor that has joined."""
    with open_donor(home, rounds) as opened:
        opened.join(URL)
        yield opened


def begun(member: Donor, rounds: RecoverableServer, history: Path) -> GroupDay:
    """A round on its data day, the donor prepared."""
    group = rounds.begin(ROUND)
    assert member.check_in([history]).refused == ()
    return group


def due(member: Donor, rounds: RecoverableServer, history: Path) -> GroupDay:
    """A round on the day after, its vectors due."""
    group = begun(member, rounds, history)
    rounds.clock.now += DAY
    group.fix_roster()
    return group


def closed(member: Donor, rounds: RecoverableServer, history: Path, *, submits: bool = True) -> GroupDay:
    """A round two days after, its shares due."""
    group = due(member, rounds, history)
    if submits:
        assert len(member.check_in([history]).sent) == 1
    rounds.clock.now += DAY
    group.close()
    return group


def told(member: Donor, rounds: RecoverableServer, history: Path, *tasks: Task) -> list[str]:
    """The reasons of what the donor refuses of these tasks, which are in its log, status and report."""
    rounds.lie = lambda _honest: tasks
    refused = [one.reason for one in member.check_in([history]).refused]
    logged = [line.reason for line in member.status().refusals]
    assert logged[len(logged) - len(refused) :] == refused
    return refused


def came(group: GroupDay) -> dict[str, int]:
    """How many messages of each kind came from the donor."""
    return {kind: len(data) for (kind, _), data in group.messages.items()}


def resigned(signed: Signed, kind: type[PreparedRoster | Survivors]) -> Signed:
    """The same text under another key."""
    return sign(kind.model_validate_json(signed.payload), SigningKey(b"f" * 32))


# --- prepare


def test_a_second_group_plan_for_one_day(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """A day is prepared once: another plan, or other members, get nothing, then and later."""
    group = begun(member, rounds, history)
    others = (rounds.group(ROUND, delay=2), rounds.group(ROUND, members=group.opened.members[:-1]))
    for other in others:
        assert told(member, rounds, history, other.prepare_task()) == ["day-signed-before"]
    kept = member.installation.store.rounds.get(ROUND)
    assert kept is not None
    assert kept.digest == group.digest
    assert came(group) == {"preparations": 1}


@pytest.mark.parametrize(("ahead", "reason"), [(-1, "wrong-day"), (1, "wrong-day")])
def test_a_preparation_for_another_day(
    member: Donor, rounds: RecoverableServer, history: Path, ahead: int, reason: str
) -> None:
    """Only today's round is prepared."""
    other = rounds.group(ROUND + ahead * DAY)
    assert told(member, rounds, history, other.prepare_task()) == [reason]
    assert member.installation.store.rounds.get(ROUND + ahead * DAY) is None


def test_a_lowered_floor_and_small_groups(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """A floor below three, and a group below the plan's floor, get nothing."""
    members = rounds.group(ROUND).opened.members
    lies = (
        rounds.group(ROUND, min_group=2),
        rounds.group(ROUND, min_group=6),
        rounds.group(ROUND, members=members[:2]),
    )
    assert told(member, rounds, history, *(lie.prepare_task() for lie in lies)) == [
        "floor-too-low",
        "group-too-small",
        "group-too-small",
    ]


def test_a_changed_key_of_a_peer(member: Donor, rounds: RecoverableServer, history: Path, clock: Clock) -> None:
    """An identity seen before can't show another exchange key, though it signs it: not on any day, nor in `plain`."""
    group = begun(member, rounds, history)
    clock.now += DAY
    one = rounds.peers[0]
    changed = DonorSecrets(one.identity_seed, bytes(32)).member(rounds.identity_key)
    members = tuple(changed if seen.identity == changed.identity else seen for seen in group.opened.members)
    lie = rounds.group(ROUND + DAY, members=members)
    assert told(member, rounds, history, lie.prepare_task()) == ["changed-key"]
    layout = tuple(part_of(under("plain", text)) for text in rounds.campaigns)
    plan = sign(rounds.plan(ROUND - DAY, protocol="plain", layout=layout), rounds.key)
    roster = Roster(plan=signed_digest(plan, Plan).hex(), day=ROUND - DAY, group=0, members=members)
    assert told(member, rounds, history, SubmitTask(plan=plan, roster=sign(roster, rounds.key))) == ["changed-key"]
    honest = rounds.begin(ROUND + DAY)
    assert told(member, rounds, history, honest.prepare_task()) == []
    assert came(honest) == {"preparations": 1}


def test_a_forged_key_is_not_pinned(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """A key that its identity did not sign is refused, and the true one is accepted afterwards."""
    honest = rounds.begin(ROUND)
    own, first, *rest = honest.opened.members
    forged = first.model_copy(update={"exchange": rest[0].identity})
    lie = rounds.group(ROUND, members=(own, forged, *rest))
    assert told(member, rounds, history, lie.prepare_task(), honest.prepare_task()) == ["forged-member"]
    assert came(honest) == {"preparations": 1}


def test_protocols_do_not_mix(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """Nothing is prepared under a `plain` plan, and a day that was prepared is not blinded as a `plain` one."""
    group = due(member, rounds, history)
    lie = rounds.group(ROUND + DAY, protocol="plain")
    assert told(member, rounds, history, lie.prepare_task()) == ["foreign-plan"]
    plan = sign(rounds.plan(ROUND, protocol="plain"), rounds.key)
    named = Roster(plan=signed_digest(plan, Plan).hex(), day=ROUND, group=0, members=group.opened.members)
    task = SubmitTask(plan=plan, roster=sign(named, rounds.key))
    assert told(member, rounds, history, task) == ["day-signed-before"]
    assert came(group) == {"preparations": 1}


# --- submit


def rosters(group: GroupDay) -> dict[str, Signed]:
    """Lies about the roster, by the reason they are refused for."""
    own, first, *rest = group.members.members
    return {
        "not-a-member": group.signed_roster(members=(first, *rest)),
        "altered-roster": group.signed_roster(
            members=(own, first.model_copy(update={"ephemeral": own.dealing}), *rest)
        ),
        "group-too-small": group.signed_roster(members=(own, first)),
        "duplicate-member": group.signed_roster(members=(own, first, first)),
        "foreign-plan": group.signed_roster(members=group.members.members, day=ROUND - DAY),
        "bad-signature": resigned(group.submit_task().roster, PreparedRoster),
    }


@pytest.mark.parametrize(
    "reason", ["not-a-member", "altered-roster", "group-too-small", "duplicate-member", "foreign-plan", "bad-signature"]
)
def test_lies_about_the_roster(member: Donor, rounds: RecoverableServer, history: Path, reason: str) -> None:
    """A roster that fails a check gets nothing; the honest one after it gets the vector."""
    group = due(member, rounds, history)
    lie = group.submit_task().model_copy(update={"roster": rosters(group)[reason]})
    assert told(member, rounds, history, lie, group.submit_task()) == [reason]
    assert came(group) == {"preparations": 1, "vectors": 1}


def test_a_second_roster_for_one_day(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """A vector is blinded under one roster: a shorter one that would unmask it gets nothing, at once or later."""
    group = due(member, rounds, history)
    shorter = group.signed_roster(members=group.members.members[:3])
    lie = group.submit_task().model_copy(update={"roster": shorter})
    assert told(member, rounds, history, group.submit_task(), lie) == ["day-signed-before"]
    assert told(member, rounds, history, lie) == ["day-signed-before"]
    assert came(group) == {"preparations": 1, "vectors": 1}


def test_another_plan_than_was_prepared_under(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """The plan with which counts are asked for is the one prepared under, to the letter."""
    group = due(member, rounds, history)
    longer = part_of(campaign(vocabulary=("flu", "fever + child", "cough", "asthma")))
    lie = group.submit_task().model_copy(update={"plan": sign(rounds.plan(ROUND, layout=(longer,)), rounds.key)})
    assert told(member, rounds, history, lie) == ["foreign-plan"]
    assert came(group) == {"preparations": 1}


def test_the_day_itself_is_not_submitted(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """A vector is not sent before its day is over."""
    group = begun(member, rounds, history)
    group.fix_roster()
    assert told(member, rounds, history, group.submit_task()) == ["day-not-over"]


def test_terms_weaker_than_agreed_get_zeros(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """A plan that breaks the consent is prepared and submitted, with zeros in the campaign's place."""
    terms = campaign().terms.model_copy(update={"max_searches": 6, "protocol": "recoverable"})
    weaker = part_of(campaign(), terms=terms)
    group = rounds.begin(ROUND, layout=(weaker,))
    member.check_in([history])
    rounds.clock.now += DAY
    group.fix_roster()
    assert [(one.reason, one.campaign) for one in member.check_in([history]).refused] == [("weaker-terms", "flu")]
    rounds.clock.now += DAY
    group.close()
    assert not group.total().any()


# --- reveal


def lists(group: GroupDay) -> dict[str, Signed]:
    """Lies about the survivors, by the reason they are refused for."""
    roster = group.signed_roster(members=group.members.members[:4])
    return {
        "denied-vector": group.signed_survivors([1, 2, 3, 4]),
        "group-too-small": group.signed_survivors([0, 1]),
        "altered-survivors": group.signed_survivors([0, 1, 2, 5]),
        "altered-survivors, disordered": group.signed_survivors([0, 2, 1, 3]),
        "altered-survivors, other roster": group.signed_survivors(
            [0, 1, 2], roster=signed_digest(roster, PreparedRoster).hex()
        ),
        "bad-signature": resigned(group.signed_survivors([0, 1, 2, 3, 4]), Survivors),
    }


@pytest.mark.parametrize(
    "lie",
    [
        "denied-vector",
        "group-too-small",
        "altered-survivors",
        "altered-survivors, disordered",
        "altered-survivors, other roster",
        "bad-signature",
    ],
)
def test_lies_about_the_survivors(member: Donor, rounds: RecoverableServer, history: Path, lie: str) -> None:
    """A list that fails a check gets no share, and does not keep the honest one from getting its shares."""
    group = closed(member, rounds, history)
    false = group.reveal_task(0, survivors=lists(group)[lie])
    assert told(member, rounds, history, false, group.reveal_task(0)) == [lie.split(",")[0]]
    assert came(group) == {"preparations": 1, "vectors": 1, "reveals": 1}


@pytest.mark.parametrize("prepared", [True, False])
def test_a_second_list_of_survivors(
    member: Donor, rounds: RecoverableServer, history: Path, prepared: bool, clock: Clock
) -> None:
    """Shares are revealed for one list: another one, at once or later, gets nothing, whoever is asked."""
    if prepared:
        group = closed(member, rounds, history)
    else:
        group = rounds.begin(ROUND)
        clock.now += DAY
        group.fix_roster()
        group.close()
    task = group.reveal_task(0)
    other = group.reveal_task(0, survivors=group.signed_survivors([0, 1, 2] if prepared else [1, 2, 3]))
    assert told(member, rounds, history, task, other) == ["told-before"]
    assert told(member, rounds, history, other) == ["told-before"]
    assert told(member, rounds, history, task) == []
    assert len({data for (kind, _), sent in group.messages.items() if kind == "reveals" for data in sent}) == 1


def test_a_list_that_was_seen_but_not_answered_binds(
    member: Donor, rounds: RecoverableServer, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list accepted before its boxes came is the only one that ever gets shares."""
    group = closed(member, rounds, history)
    with monkeypatch.context() as patch:
        patch.setattr(RecoverableServer, "boxes", lambda *_: b"")
        assert told(member, rounds, history, group.reveal_task(0)) == ["wrong-size"]
    other = group.reveal_task(0, survivors=group.signed_survivors([0, 1, 2]))
    assert told(member, rounds, history, other) == ["told-before"]


def test_no_submitting_once_survivors_are_named(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """A donor that has seen the survivor list, even in the same answer, sends no vector for the day any more."""
    group = closed(member, rounds, history, submits=False)
    assert told(member, rounds, history, group.submit_task(), group.reveal_task(0)) == ["told-before"]
    assert told(member, rounds, history, group.submit_task()) == ["told-before"]
    assert came(group) == {"preparations": 1, "reveals": 1}


def test_another_group_or_roster_when_revealing(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """Group plan and roster of a reveal are those of before, given again or not."""
    group = closed(member, rounds, history)
    honest = group.reveal_task(0)
    shorter = group.signed_roster(members=group.members.members[:4])
    fitting = group.signed_survivors([0, 1, 2], roster=signed_digest(shorter, PreparedRoster).hex())
    lies = [
        honest.model_copy(update={"roster": shorter, "survivors": fitting}),
        honest.model_copy(update={"group_plan": rounds.group(ROUND, members=group.opened.members[:4]).group_plan}),
        honest.model_copy(update={"plan": rounds.group(ROUND, delay=2).plan}),
    ]
    expected = ["day-signed-before", "day-signed-before", "foreign-plan"]
    assert told(member, rounds, history, *lies) == expected
    given_again = RevealTask(
        plan=group.plan, group_plan=group.group_plan, roster=group.roster, survivors=honest.survivors
    )
    assert told(member, rounds, history, given_again) == []


def test_a_reveal_without_group_or_roster(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """A donor that was shown no group plan reveals nothing without one."""
    group = rounds.begin(ROUND)
    rounds.clock.now += DAY
    group.fix_roster()
    group.close()
    honest = group.reveal_task(0)
    for missing in ("group_plan", "roster"):
        lie = honest.model_copy(update={missing: None})
        assert told(member, rounds, history, lie) == ["not-a-member"]
    assert ("reveals", 0) not in group.messages


def test_a_plan_another_key_signed_erases_nothing(member: Donor, rounds: RecoverableServer, history: Path) -> None:
    """While a task can't be read it is unknown what is asked for: nothing is erased."""
    group = begun(member, rounds, history)
    forged = PrepareTask(plan=replace_signature(group.plan), group_plan=group.group_plan)
    assert told(member, rounds, history, forged) == ["bad-signature"]
    kept = member.installation.store.rounds.get(ROUND)
    assert kept is not None
    assert [kept.preparation] == group.messages["preparations", 0]


def replace_signature(signed: Signed) -> Signed:
    return signed.model_copy(update={"signature": "00" * 64})


def test_a_receipt_for_other_bytes(
    member: Donor, rounds: RecoverableServer, history: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that confirms another preparation than was sent is found out."""
    rounds.begin(ROUND)
    monkeypatch.setattr("tests.client.recoverable_fakes.vector_digest", lambda _data: bytes(32))
    report = member.check_in([history])
    assert (report.sent, [one.reason for one in report.refused]) == ((), ["different-receipt"])
