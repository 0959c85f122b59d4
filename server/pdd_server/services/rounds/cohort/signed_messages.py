"""Stored texts, signed when they are sent: by the online key of today, whichever one signed them before."""

from functools import lru_cache

from nacl.signing import SigningKey

from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.messages import CohortPlan, Epoch


def sign_epoch(epoch: StoredEpoch, key: SigningKey) -> Signed:
    """The signed epoch."""
    return _epoch(epoch.payload, key.encode())


def sign_plan(payload: str, key: SigningKey) -> Signed:
    """The signed plan of this text. Its digest is that of the text, so it does not depend on the key."""
    return _plan(payload, key.encode())


@lru_cache(maxsize=64)
def read_plan(payload: str) -> CohortPlan:
    """The plan in this text."""
    return CohortPlan.model_validate_json(payload)


@lru_cache(maxsize=64)
def _plan(payload: str, seed: bytes) -> Signed:
    return sign(read_plan(payload), SigningKey(seed))


@lru_cache(maxsize=64)
def _epoch(payload: str, seed: bytes) -> Signed:
    return sign(Epoch.model_validate_json(payload), SigningKey(seed))
