"""Asking witnesses to cosign the public log (C2SP tlog-witness), and what is amiss with their cosignatures.

Only lines that donors may be shown are cosigned. They stand in published/ by then, so a server that lost its database
finds every line there that a witness has seen. A witness refuses any other log of this name for ever.
"""

import base64
import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.config import Witness, Witnesses
from pdd_server.store.engine import Store
from pdd_server.store.rounds.cohort import cohort_log
from pdd_server.store.rounds.cohort.cohort_log import StoredCosignature
from pdd_shared.protocol.checkpoints import BadNote, CheckpointNote
from pdd_shared.protocol.merkle_tree import consistency_proof, root_of
from pdd_shared.protocol.messages import Cosignature, Witnessed

_AGAIN_AFTER = timedelta(hours=20)
"""The age from which a cosignature is renewed, also without a new line: donors take none that is 4 days old."""
_LATE_AFTER = timedelta(days=3)
"""The age from which the operator is warned: a day later donors send noise alone."""
_PATIENCE = 10.0
"""Seconds to wait for a witness."""
_MOST_BYTES = 1 << 16


class NotCosigned(Exception):
    """A witness gave no cosignature. The text says why, for the operator."""


class WitnessIsAhead(NotCosigned):
    """A witness has cosigned more lines than the server has: the server lost some."""


def ask_all(store: Store, witnesses: Witnesses, key: SigningKey, now: datetime) -> tuple[NotCosigned, ...]:
    """Ask each witness whose cosignature is old, or is not of the whole log, and keep what they answer.

    Args:
        store: The database.
        witnesses: Whom to ask, and the log's name.
        key: The log's key.
        now: The server's time.

    Returns:
        What went wrong, by witness.
    """
    with store.read() as connection:
        lines, kept = cohort_log.lines_from(connection, 0), cohort_log.cosignatures(connection)
    found: list[NotCosigned] = []
    for one in witnesses.witnesses if lines else ():
        before = kept.get(str(one.key))
        if before is None or before.size < len(lines) or _age(before, now) >= _AGAIN_AFTER:
            try:
                made = _ask(one, witnesses.origin, lines, key, before.size if before else 0)
            except NotCosigned as error:
                found.append(error)
                continue
            with store.write() as connection:
                cohort_log.keep_cosignature(connection, str(one.key), made)
    return tuple(found)


def _age(made: StoredCosignature, now: datetime) -> timedelta:
    return timedelta(seconds=now.timestamp() - made.seconds)


def _ask(witness: Witness, origin: str, lines: Sequence[str], key: SigningKey, known: int) -> StoredCosignature:
    """Return a witness's cosignature of a log.

    Args:
        witness: The witness.
        origin: The log's name.
        lines: All lines of the log.
        key: The log's key.
        known: How many lines it is thought to have cosigned. If they are others, it says how many, and is asked again.

    Raises:
        WitnessIsAhead: It has cosigned more lines than these.
        NotCosigned: It can't be reached, or refuses, or its cosignature is wrong.
    """
    note = CheckpointNote(origin, len(lines), root_of(lines))
    signed = replace(note, signatures=(note.signed(key),))
    status, text = _post(witness, _request(lines, known, signed))
    if status == http.client.CONFLICT and text.strip().isascii() and text.strip().isdigit():
        if (size := int(text)) > len(lines):
            line = f"has cosigned {size} lines of the log, and this server has {len(lines)}"
            raise WitnessIsAhead(f"{witness.key.name}: {line}; docs/guides/operator.md, Witnesses, says what to do")
        status, text = _post(witness, _request(lines, size, signed))
    if status != http.client.OK:
        raise NotCosigned(f"{witness.key.name}: refused the log with HTTP status {status}; ask who runs it")
    cosigned = replace(note, signatures=tuple(text.split("\n")))
    try:
        seconds = cosigned.cosigned_at(witness.key)
    except BadNote as error:
        raise NotCosigned(f"{witness.key.name}: its answer {error}; ask who runs it, and look at its key") from None
    return StoredCosignature(len(lines), seconds, cosigned.line_of(witness.key))


def _request(lines: Sequence[str], known: int, signed: CheckpointNote) -> bytes:
    proof = (base64.b64encode(one).decode() for one in consistency_proof(lines, known))
    return "\n".join([f"old {known}", *proof, "", str(signed)]).encode()


def _post(witness: Witness, body: bytes) -> tuple[int, str]:
    """Return the status and the text of a witness's answer; NotCosigned if there is none."""
    address = f"{witness.address}/add-checkpoint"
    # The settings allow no other scheme than http.
    request = urllib.request.Request(address, body, {"Content-Type": "text/plain"})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:  # noqa: S310
            return answer.status, answer.read(_MOST_BYTES).decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read(_MOST_BYTES).decode(errors="replace")
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = type(error).__name__
        raise NotCosigned(f"{witness.key.name}: gave no answer at {witness.address} ({reason})") from None


def witnessed(connection: Connection, witnesses: Witnesses | None) -> Witnessed | None:
    """Return the witnesses and their newest cosignatures, as donors are told; None without witnesses."""
    if witnesses is None:
        return None
    policy, kept = witnesses.policy, cohort_log.cosignatures(connection)
    shown = (kept[text] for text in policy.keys if text in kept)
    return Witnessed(policy=policy, cosignatures=tuple(Cosignature(size=one.size, line=one.line) for one in shown))


def late(connection: Connection, witnesses: Witnesses, now: datetime) -> tuple[str, ...]:
    """Return the names of the witnesses that have not vouched for the whole log in the last 3 days."""
    end, kept = cohort_log.end(connection), cohort_log.cosignatures(connection)
    if end is None:
        return ()
    fresh = {text for text, one in kept.items() if one.size == end[0] and _age(one, now) < _LATE_AFTER}
    return tuple(one.key.name for one in witnesses.witnesses if str(one.key) not in fresh)


def missing(connection: Connection, witnesses: Witnesses | None, now: datetime) -> int:
    """Return how many more witnesses would have to vouch for the whole log; 0 without witnesses."""
    if witnesses is None:
        return 0
    return max(0, witnesses.required - len(witnesses.each) + len(late(connection, witnesses, now)))


def warnings(connection: Connection, witnesses: Witnesses | None, now: datetime) -> Iterator[str]:
    """Yield a sentence if too few witnesses vouch for the whole log."""
    if witnesses and missing(connection, witnesses, now):
        names = ", ".join(late(connection, witnesses, now))
        yield (
            f"witnesses: {names}: not vouched for the public log in the last 3 days, and {witnesses.required} of "
            f"{len(witnesses.each)} have to; donors will send noise alone; docs/guides/operator.md, Witnesses"
        )
