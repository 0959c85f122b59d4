"""A home's random source that remembers what it gave for uploads and keys: so a test can tell noise from counts."""

import secrets
from collections import defaultdict, deque
from dataclasses import dataclass, field

from nacl.bindings import crypto_scalarmult_base

from pdd_shared.protocol.keys import KEY_SIZE
from pdd_shared.protocol.limits import DECOYS_A_LAW
from pdd_shared.rounds.cohort.day.layout import CohortLayout, Integers
from pdd_shared.rounds.cohort.day.uploads import NONCE_SIZE
from pdd_shared.rounds.cohort.masking.ring import MaskSeed

_SHORTEST_NOISE = 32 * DECOYS_A_LAW
"""Bytes: a vector has decoys."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """What a home drew for one upload: the bytes of its noise, and the seed of its mask."""

    noise: bytes = field(repr=False)
    seed: bytes = field(repr=False)

    def shares(self, layout: CohortLayout) -> Integers:
        """Return the noise that these bytes are under a layout."""
        return layout.draw_noise(lambda _size: self.noise)

    @property
    def mask(self) -> MaskSeed:
        """All else that is random in the upload's mask."""
        return MaskSeed(self.seed)


class Draws:
    """The system's random bytes. A home draws an upload's noise, seed and nonce in this order; keys have 32 bytes."""

    def __init__(self) -> None:
        self.uploads: defaultdict[bytes, list[Drawn]] = defaultdict(list)
        """By nonce: a home that uses one twice has several."""
        self._last: deque[bytes] = deque(maxlen=2)
        self._keys: list[bytes] = []
        self._by_public: dict[bytes, bytes] = {}

    def __call__(self, size: int) -> bytes:
        """Return so many random bytes."""
        drawn = self.draw(size)
        if size == NONCE_SIZE and len(self._last) == 2 and len(self._last[0]) >= _SHORTEST_NOISE:
            self.uploads[drawn].append(Drawn(*self._last))
        if size == KEY_SIZE:
            self._keys.append(drawn)
        self._last.append(drawn)
        return drawn

    def draw(self, size: int) -> bytes:
        """Return the system's random bytes; a test that plants a fault overrides it."""
        return secrets.token_bytes(size)

    def exchange_secret(self, public: bytes) -> bytes | None:
        """Return the X25519 secret of a key if it was drawn here."""
        while self._keys:
            key = self._keys.pop()
            self._by_public[crypto_scalarmult_base(key)] = key
        return self._by_public.get(public)
