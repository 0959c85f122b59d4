"""Signing of stored plans, epochs and resets, when they are sent.

The online key may change while a day is open, so a stored text is signed anew, with the present key, whenever it is
sent. A plan is named by the digest of its text, which is the same under every key.
"""

from functools import lru_cache

from nacl.signing import SigningKey

from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch, StoredReset
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.messages import CohortPlan, Epoch, Reset


def sign_epoch(epoch: StoredEpoch, key: SigningKey) -> Signed:
    """Return the epoch's message, signed by this online key."""
    return _epoch(epoch.payload, key.encode())


def sign_reset(reset: StoredReset, key: SigningKey) -> Signed:
    """Return the message of a reset, signed by this online key."""
    return _reset(reset.payload, key.encode())


def sign_plan(payload: str, key: SigningKey) -> Signed:
    """Return the plan with this text (`CohortPlan` in JSON), signed by this online key."""
    return _plan(payload, key.encode())


@lru_cache(maxsize=64)
def read_plan(payload: str) -> CohortPlan:
    """Return the plan in this text (`CohortPlan` in JSON). Recent plans are kept, because each request needs them."""
    return CohortPlan.model_validate_json(payload)


@lru_cache(maxsize=64)
def _plan(payload: str, seed: bytes) -> Signed:
    return sign(read_plan(payload), SigningKey(seed))


@lru_cache(maxsize=64)
def _epoch(payload: str, seed: bytes) -> Signed:
    return sign(Epoch.model_validate_json(payload), SigningKey(seed))


@lru_cache(maxsize=4)
def _reset(payload: str, seed: bytes) -> Signed:
    return sign(Reset.model_validate_json(payload), SigningKey(seed))
