"""A random source that records what it drew for uploads and keys, so that a test can separate noise from counts."""

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
"""The fewest bytes of an upload's noise, by which draws of noise are recognised.

Every vector has the decoys of one law at least, and each decoy draws 32 bytes.
"""


@dataclass(frozen=True, eq=False)
class UploadRandomness:
    """The random bytes that a home drew for one upload: those of its noise, and the seed of its mask."""

    noise: bytes = field(repr=False)
    seed: bytes = field(repr=False)

    def shares(self, layout: CohortLayout) -> Integers:
        """Return the noise that these bytes make under a layout."""
        return layout.draw_noise(lambda _size: self.noise)

    @property
    def mask(self) -> MaskSeed:
        """Return everything else that is random in the upload's mask."""
        return MaskSeed(self.seed)


class RecordedRandomness:
    """The system's random bytes, recorded.

    A home draws an upload's noise, seed and nonce in this order; a draw of 32 bytes is a key.
    """

    def __init__(self) -> None:
        self.uploads: defaultdict[bytes, list[UploadRandomness]] = defaultdict(list)
        """The draws of uploads by nonce. A nonce that a home used twice has several."""
        self._last: deque[bytes] = deque(maxlen=2)
        self._keys: list[bytes] = []
        self._by_public: dict[bytes, bytes] = {}

    def __call__(self, size: int) -> bytes:
        """Return so many random bytes."""
        drawn = self.draw(size)
        if size == NONCE_SIZE and len(self._last) == 2 and len(self._last[0]) >= _SHORTEST_NOISE:
            self.uploads[drawn].append(UploadRandomness(*self._last))
        if size == KEY_SIZE:
            self._keys.append(drawn)
        self._last.append(drawn)
        return drawn

    def draw(self, size: int) -> bytes:
        """Return the system's random bytes; tests that plant a fault override this."""
        return secrets.token_bytes(size)

    def exchange_secret(self, public: bytes) -> bytes | None:
        """Return the X25519 secret of a public key if it was drawn here, else None."""
        while self._keys:
            key = self._keys.pop()
            self._by_public[crypto_scalarmult_base(key)] = key
        return self._by_public.get(public)
