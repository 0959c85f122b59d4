"""Witnesses in JavaScript: the same lines are vouched for as in Python, for random witnesses, logs and spoilt lines."""

from datetime import UTC, datetime
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from nacl.signing import SigningKey

from pdd_shared.protocol.checkpoints import COSIGNER, LOG, BadNote, CheckpointNote, NoteKey
from pdd_shared.protocol.limits import NEWEST_COSIGNATURE, OLDEST_COSIGNATURE
from pdd_shared.protocol.merkle_tree import root_of
from pdd_shared.protocol.messages import Cosignature, WitnessPolicy
from pdd_shared.rounds.cohort.epoch.witnesses import is_as_strong, vouched
from tests.extension.javascript import answers

few = settings(max_examples=3)
WITNESSES, CHECKPOINTS = "rounds/cohort/epoch/witnesses", "rounds/cohort/epoch/checkpoints"
ORIGIN, LINES = "pdd.example.org/log", tuple(f"line {number}" for number in range(6))
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECONDS = int(NOW.timestamp())
SIGNING = [SigningKey(bytes([number]) * 32) for number in range(5)]


def key_of(number: int, kind: int = COSIGNER) -> NoteKey:
    return NoteKey(f"witness-{number}.example", kind, SIGNING[number].verify_key.encode())


def random_policy(random: Any) -> WitnessPolicy:
    """Return a policy of some witnesses, one of which may have a key of another kind."""
    numbers = random.sample(range(5), random.randint(1, 5))
    keys = [str(key_of(number, random.choice([COSIGNER] * 9 + [LOG]))) for number in numbers]
    return WitnessPolicy(keys=tuple(keys), required=random.randint(len(keys) // 2 + 1, len(keys)))


def random_cosignature(random: Any) -> Cosignature:
    """Return a cosignature that may be of another log, size or time, and whose line may be spoilt."""
    size, number = random.randint(1, 6), random.randrange(5)
    age = random.choice([0, OLDEST_COSIGNATURE, OLDEST_COSIGNATURE + 1, -NEWEST_COSIGNATURE, -NEWEST_COSIGNATURE - 1])
    lines, origin = random.choice([LINES] * 9 + [LINES[1:]]), random.choice([ORIGIN] * 9 + ["b.example/log"])
    note = CheckpointNote(origin, size, root_of(lines[:size]))
    line = note.cosigned(key_of(number).name, SIGNING[number], SECONDS - age)
    at = random.choice([random.randrange(len(line)), -3])
    line = random.choice([line] * 6 + [line[:at] + random.choice("ABgwx+= —") + line[at + 1 :], line.rstrip("=")])
    return Cosignature(size=random.choice([size] * 19 + [7]), line=line)


def random_case(random: Any) -> tuple[WitnessPolicy, list[Cosignature]]:
    return random_policy(random), [random_cosignature(random) for _ in range(9)]


def plain(one: Any) -> Any:
    return one.model_dump(mode="json")


@given(st.randoms(use_true_random=True))
@few
def test_random_witnesses_vouch_for_as_much(random: Any) -> None:
    """Both languages believe the same witnesses."""
    asked = [random_case(random) for _ in range(80)]
    told = [(list(map(plain, shown)), plain(policy), ORIGIN, SECONDS * 1000) for policy, shown in asked]
    found = [one["done"] for one in answers(*((WITNESSES, "vouched", LINES, *one) for one in told))]
    assert found == [vouched(LINES, shown, policy, ORIGIN, NOW) for policy, shown in asked]
    assert len(set(found)) > 4


@given(st.randoms(use_true_random=True))
@few
def test_random_policies_are_as_strong(random: Any) -> None:
    """Both languages take the same policies in place of others."""
    asked = [(random_policy(random), random_policy(random)) for _ in range(500)]
    found = answers(*((WITNESSES, "isAsStrong", plain(one), plain(other)) for one, other in asked))
    assert [one["done"] for one in found] == [is_as_strong(*pair) for pair in asked]


@given(st.lists(st.integers(0, 2**64 - 1), min_size=40, max_size=40), st.integers(0, 4))
@few
def test_random_times_are_read_to_the_last_bit(times: list[int], number: int) -> None:
    """A time is eight bytes, and signed with all its digits, of which JavaScript's numbers would lose some."""
    key, note = key_of(number), CheckpointNote(ORIGIN, 6, root_of(LINES))
    lines = [note.cosigned(key.name, SIGNING[number], time) for time in times]
    told = {"name": key.name, "id": key.id.hex(), "public": key.public}
    found = answers(*((CHECKPOINTS, "cosignedAt", line, note.text, told) for line in lines))
    assert [int(one["done"]) for one in found] == times
    (parsed,) = answers((CHECKPOINTS, "witnessKey", str(key)))
    assert parsed["done"] == told | {"public": {"hex": key.public.hex()}}


@given(st.text("abA19+/=:% \u2028é", max_size=60), st.integers(0, 4), st.integers(0, 80))
@few
def test_random_texts_are_no_keys(text: str, number: int, at: int) -> None:
    """Both languages read the same texts as keys."""
    right = str(key_of(number))
    asked = [text, right, right[:at] + text[:1] + right[at:], right[:at] + text[:1] + right[at + 1 :]]
    found = answers(*((CHECKPOINTS, "witnessKey", one) for one in asked))
    assert [one["done"] is not None for one in found] == [_is_key(one) for one in asked]


def _is_key(text: str) -> bool:
    try:
        NoteKey.parse(text, COSIGNER)
    except BadNote:
        return False
    return True
