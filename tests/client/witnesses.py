"""Witnesses of a test's server: honest ones cosign only a log that goes on, dishonest ones cosign whatever they get."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from nacl.signing import SigningKey

from pdd_shared.protocol.checkpoints import COSIGNER, CheckpointNote, NoteKey, origin_of
from pdd_shared.protocol.merkle_tree import consistency_proof, is_consistent, root_of
from pdd_shared.protocol.messages import Cosignature, LogPart, Witnessed, WitnessPolicy
from tests.client.cohort_fakes import CohortServer
from tests.client.fakes import URL


@dataclass
class Witness:
    """A witness; `last` are the lines that it cosigned."""

    number: int
    is_honest: bool = True
    last: Sequence[str] = ()

    @property
    def key(self) -> str:
        return str(NoteKey(self._name, COSIGNER, self._signing.verify_key.encode()))

    @property
    def _name(self) -> str:
        return f"witness-{self.number}.example.org"

    @property
    def _signing(self) -> SigningKey:
        return SigningKey(bytes([self.number + 1]) * 32)

    def cosign(self, lines: Sequence[str], seconds: float, url: str = URL) -> Cosignature | None:
        """Return a cosignature of a log, or None if it does not go on from the one that was cosigned last."""
        old, proof = len(self.last), consistency_proof(lines, len(self.last)) if len(self.last) <= len(lines) else ()
        goes_on = is_consistent(old, root_of(self.last), len(lines), root_of(lines), proof)
        if self.is_honest and not goes_on:
            return None
        self.last = tuple(lines)
        line = CheckpointNote(origin_of(url), len(lines), root_of(lines)).cosigned(
            self._name, self._signing, int(seconds)
        )
        return Cosignature(size=len(lines), line=line)


@dataclass
class WitnessedServer:
    """A server with witnesses, which it asks with `ask`; its homes are shown what `show` makes of the log."""

    server: CohortServer
    witnesses: list[Witness]
    required: int
    shown: dict[int, Cosignature] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.server.lies["log"] = self.show

    @property
    def policy(self) -> WitnessPolicy:
        return WitnessPolicy(keys=tuple(one.key for one in self.witnesses), required=self.required)

    def ask(self, *, late: timedelta = timedelta(0), but: Sequence[int] = (), url: str = URL) -> None:
        """Ask all witnesses but some, whose clocks are late by so much."""
        seconds = (self.server.clock.now - late).timestamp()
        for one in self.witnesses:
            if one.number not in but and (made := one.cosign(self.server.lines, seconds, url)) is not None:
                self.shown[one.number] = made

    def show(self, part: LogPart) -> LogPart:
        witnessed = Witnessed(policy=self.policy, cosignatures=tuple(self.shown.values()))
        return part.model_copy(update={"witnessed": witnessed})


def witnessed(server: CohortServer, required: int, number: int, liars: int = 0) -> WitnessedServer:
    """Give a server so many witnesses, the last of which are dishonest."""
    return WitnessedServer(server, [Witness(place, place < number - liars) for place in range(number)], required)


def forget(one: Witness) -> Witness:
    """Return a witness that has lost its record."""
    return replace(one, last=())
