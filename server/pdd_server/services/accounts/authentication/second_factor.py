"""The second factor: time-based codes (RFC 6238), and recovery codes for a lost phone."""

import base64
import hmac
from datetime import datetime

from nacl.secret import SecretBox
from nacl.signing import SigningKey
from pyotp import TOTP

from pdd_server.services.token_hash import token_hash
from pdd_shared.protocol.encoding import digest
from pdd_shared.protocol.keys import RandomBytes

CODES = 10
_SECRET_SIZE = 20
_CODE_SIZE = 15
_STEP = 30
_DRIFT = (-1, 0, 1)
"""Steps by which a phone's clock may be off."""


def new_secret(random_bytes: RandomBytes) -> str:
    """A new secret, in base32 as phones take it."""
    return base64.b32encode(random_bytes(_SECRET_SIZE)).decode()


def seal(secret: str, key: SigningKey) -> bytes:
    """The secret as the database keeps it: of no use without the server's key."""
    return bytes(_box(key).encrypt(secret.encode()))


def unseal(sealed: bytes, key: SigningKey) -> str:
    """The secret of a sealed one."""
    return _box(key).decrypt(sealed).decode()


def step_of(secret: str, code: str, now: datetime, last: int) -> int | None:
    """The time step whose code this is; None where it is no code of about now, or of a step already used."""
    steps = [int(now.timestamp()) // _STEP + drift for drift in _DRIFT]
    given = "".join(code.split()).encode()
    right = [step for step in steps if hmac.compare_digest(TOTP(secret).generate_otp(step).encode(), given)]
    return next((step for step in right if step > last), None)


def address_of(secret: str, email: str, issuer: str) -> str:
    """The otpauth address that a phone's camera reads."""
    return TOTP(secret).provisioning_uri(name=email, issuer_name=issuer)


def new_codes(random_bytes: RandomBytes) -> tuple[str, ...]:
    """Recovery codes, each of 120 random bits in groups of four letters and digits."""
    texts = (base64.b32encode(random_bytes(_CODE_SIZE)).decode().lower() for _ in range(CODES))
    return tuple(in_fours(text, "-") for text in texts)


def in_fours(text: str, between: str = " ") -> str:
    """A text in groups of four, as a person copies it."""
    return between.join(text[start : start + 4] for start in range(0, len(text), 4))


def code_hash(code: str) -> bytes:
    """What is kept of a recovery code, however it is typed."""
    return token_hash("".join(sign for sign in code.lower() if sign.isalnum()))


def _box(key: SigningKey) -> SecretBox:
    return SecretBox(digest("second-factor", bytes(key)))
