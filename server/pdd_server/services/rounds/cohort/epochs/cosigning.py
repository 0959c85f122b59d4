"""Asking witnesses to cosign the public log (C2SP tlog-witness), and what is amiss with their cosignatures.

Only lines that donors may be shown are cosigned. They stand in published/ by then, so a server that lost its database
finds every line there that a witness has seen. A witness refuses any other log of this name for ever.

A witness is a stranger: whatever it answers, and however slowly, must cost the server no more than its cosignature.
"""

import base64
import http.client
import re
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from threading import Thread, Timer
from time import monotonic
from urllib.parse import urlsplit

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.config import Witness, Witnesses
from pdd_server.store.engine import Store
from pdd_server.store.rounds.cohort import cohort_log
from pdd_server.store.rounds.cohort.cohort_log import StoredCosignature
from pdd_shared.protocol.checkpoints import BadNote, CheckpointNote
from pdd_shared.protocol.limits import NEWEST_COSIGNATURE
from pdd_shared.protocol.merkle_tree import consistency_proof, root_of
from pdd_shared.protocol.messages import Cosignature, Witnessed

_AGAIN_AFTER = 20 * 3600
"""The age in seconds from which a cosignature is renewed, also without a new line: donors take none of 4 days ago."""
_LATE_AFTER = 3 * 86_400
"""The age in seconds from which the operator is warned: a day later donors send noise alone."""
_PATIENCE = 20.0
"""Seconds to wait for all witnesses, which are asked together."""
_MOST_BYTES = 16 << 10


class NotCosigned(Exception):
    """A witness gave no cosignature. The text says why, for the operator."""


class WitnessIsAhead(NotCosigned):
    """A witness says that it has cosigned more lines than the server has, which may have lost some."""


@dataclass(frozen=True)
class SignedLog:
    """What witnesses are asked to cosign.

    Attributes:
        origin: The log's name.
        lines: All lines of the log.
        key: The log's key.
    """

    origin: str
    lines: Sequence[str]
    key: SigningKey = field(repr=False)

    @property
    def note(self) -> CheckpointNote:
        """The checkpoint, with the log's signature."""
        note = CheckpointNote(self.origin, len(self.lines), root_of(self.lines))
        return replace(note, signatures=(note.signed(self.key),))


def is_due(kept: StoredCosignature | None, size: int, now: datetime) -> bool:
    """Return whether a witness is asked: its cosignature is missing, old, or not of the whole log."""
    return kept is None or kept.size < size or _age(kept, now) >= _AGAIN_AFTER


def ask_all(
    store: Store, log: SignedLog, asked: Sequence[Witness], now: datetime, patience: float = _PATIENCE
) -> tuple[NotCosigned, ...]:
    """Ask witnesses to cosign a log, all at once, and keep what they answer.

    Args:
        store: The database.
        log: The log.
        asked: The witnesses.
        now: The server's time.
        patience: Seconds to wait for all of them.

    Returns:
        What went wrong, for each witness that gave no cosignature.
    """
    with store.read() as connection:
        kept = cohort_log.cosignatures(connection)
    answers = _together([partial(_ask, one, log, _known(kept, one, log)) for one in asked], patience)
    failures = []
    for one, answer in zip(asked, answers, strict=True):
        made = _checked(one, answer, now)
        if isinstance(made, NotCosigned):
            failures.append(made)
        elif made.size:
            with store.write() as connection:
                cohort_log.keep_cosignature(connection, str(one.key), made)
    return tuple(failures)


def _known(kept: Mapping[str, StoredCosignature], witness: Witness, log: SignedLog) -> int:
    """Return how many lines the witness is thought to have cosigned."""
    found = kept.get(str(witness.key))
    return min(found.size, len(log.lines)) if found else 0


def _together(
    works: Sequence[Callable[[], StoredCosignature]], patience: float
) -> list[StoredCosignature | Exception | None]:
    """Do all works at once, and return what each returned or raised; None for those that are not done in time."""
    found: list[StoredCosignature | Exception | None] = [None] * len(works)

    def do(place: int) -> None:
        try:
            found[place] = works[place]()
        except Exception as error:
            found[place] = error

    # Nobody waits for a thread that is too slow, not even the end of the process.
    threads = [Thread(target=do, args=(place,), daemon=True) for place in range(len(works))]
    end = monotonic() + patience
    for one in threads:
        one.start()
    for one in threads:
        one.join(max(0.0, end - monotonic()))
    return list(found)


def _checked(
    witness: Witness, answer: StoredCosignature | Exception | None, now: datetime
) -> StoredCosignature | NotCosigned:
    """Return a cosignature that donors take today, or what is wrong with a witness's answer."""
    name = witness.key.name
    if isinstance(answer, StoredCosignature):
        if abs(_age(answer, now)) <= NEWEST_COSIGNATURE:
            return answer
        return NotCosigned(f"{name}: its clock, or this server's, is more than an hour wrong; ask who runs it")
    if isinstance(answer, NotCosigned):
        return answer
    reason = "too slow" if answer is None else type(answer).__name__
    return NotCosigned(f"{name}: gave no answer at {witness.address} ({reason})")


def _age(made: StoredCosignature, now: datetime) -> int:
    return int(now.timestamp()) - made.seconds


def _ask(witness: Witness, log: SignedLog, known: int) -> StoredCosignature:
    """Return a witness's cosignature of a log.

    Args:
        witness: The witness.
        log: The log.
        known: How many lines it is thought to have cosigned. If they are others, it says how many, and is asked again.

    Raises:
        WitnessIsAhead: It has cosigned more lines than these.
        NotCosigned: It refuses, or its cosignature is wrong.
        Exception: It can't be reached, or answers nonsense.
    """
    name, note = witness.key.name, log.note
    status, text = _post(witness, _request(log, known))
    if status == http.client.CONFLICT and re.fullmatch(r"[0-9]{1,18}\n", text, re.ASCII):
        if (size := int(text)) > len(log.lines):
            line = f"says that it cosigned {size} lines of the log, and this server has {len(log.lines)}"
            raise WitnessIsAhead(f"{name}: {line}; docs/guides/operator.md, WitnessesLate, says what to do")
        status, text = _post(witness, _request(log, size))
    if status != http.client.OK:
        raise NotCosigned(f"{name}: refused the log with HTTP status {status}; ask who runs it")
    cosigned = replace(note, signatures=tuple(text.split("\n")))
    try:
        return StoredCosignature(note.size, cosigned.cosigned_at(witness.key), cosigned.line_of(witness.key))
    except BadNote as error:
        raise NotCosigned(f"{name}: its answer {error}; ask who runs it, and look at its key") from None


def _request(log: SignedLog, known: int) -> bytes:
    proof = (base64.b64encode(one).decode() for one in consistency_proof(log.lines, known))
    return "\n".join([f"old {known}", *proof, "", str(log.note)]).encode()


def _post(witness: Witness, body: bytes) -> tuple[int, str]:
    """Return the status and the text of a witness's answer. No redirect is followed: it could lead anywhere."""
    parts = urlsplit(f"{witness.address}/add-checkpoint")
    secure = parts.scheme == "https"
    connection = (http.client.HTTPSConnection if secure else http.client.HTTPConnection)(parts.netloc, timeout=10)
    connection.connect()
    # A witness that answers byte by byte would keep thread and socket for days.
    cut = Timer(_PATIENCE, connection.sock.shutdown, (socket.SHUT_RDWR,))
    cut.daemon = True
    cut.start()
    try:
        connection.request("POST", parts.path, body, {"Content-Type": "text/plain"})
        answer = connection.getresponse()
        return answer.status, answer.read(_MOST_BYTES).decode(errors="replace")
    finally:
        cut.cancel()
        connection.close()


def witnessed(connection: Connection, witnesses: Witnesses | None) -> Witnessed | None:
    """Return the newest cosignatures, and the witnesses once each of them has cosigned; None without witnesses.

    Donors who are told of witnesses never forget them, so a wrong key in the settings must not be among these.
    """
    if witnesses is None:
        return None
    policy, kept = witnesses.policy, cohort_log.cosignatures(connection)
    shown = tuple(Cosignature(size=kept[key].size, line=kept[key].line) for key in policy.keys if key in kept)
    return Witnessed(policy=policy if len(shown) == len(policy.keys) else None, cosignatures=shown)


def late(connection: Connection, witnesses: Witnesses, now: datetime) -> tuple[str, ...]:
    """Return the names of the witnesses without a cosignature of the whole log from the last 3 days."""
    end, kept = cohort_log.end(connection), cohort_log.cosignatures(connection)
    if end is None:
        return ()
    found = ((one.key.name, kept.get(str(one.key))) for one in witnesses.witnesses)
    return tuple(name for name, one in found if one is None or one.size < end[0] or _age(one, now) >= _LATE_AFTER)


def _never(connection: Connection, witnesses: Witnesses) -> tuple[str, ...]:
    """Return the names of the witnesses that have never cosigned a line, if there are lines."""
    kept = cohort_log.cosignatures(connection)
    is_empty = cohort_log.end(connection) is None
    return tuple(one.key.name for one in witnesses.witnesses if not is_empty and str(one.key) not in kept)


def missing(connection: Connection, witnesses: Witnesses | None, now: datetime) -> int:
    """Return how many more witnesses would have to vouch for the whole log; 0 without witnesses."""
    if witnesses is None:
        return 0
    return max(0, witnesses.required - len(witnesses.each) + len(late(connection, witnesses, now)))


def warnings(connection: Connection, witnesses: Witnesses | None, now: datetime) -> Iterator[str]:
    """Yield a sentence if too few witnesses vouch for the whole log, and one if some have never cosigned."""
    never = _never(connection, witnesses) if witnesses else ()
    if never:
        yield (
            f"witnesses: {', '.join(never)}: never cosigned, so donors are not told of the witnesses in config.toml; "
            "correct the key and address, or ask who runs it; docs/guides/operator.md, Witnesses"
        )
    if witnesses and missing(connection, witnesses, now):
        names = ", ".join(late(connection, witnesses, now))
        yield (
            f"witnesses: no cosignature of the whole public log in the last 3 days from {names}; {witnesses.required} "
            f"of {len(witnesses.each)} are required, or donors send noise alone; docs/guides/operator.md, WitnessesLate"
        )
