"""The second factor: time-based codes (RFC 6238), and recovery codes for a lost phone."""

import base64
import hmac
from datetime import datetime

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from pyotp import TOTP

from pdd_server.services.token_hash import token_hash
from pdd_shared.protocol.keys import RandomBytes

CODES = 10
"""How many recovery codes an account gets."""
_SECRET_SIZE = 20
"""Bytes, the output of HMAC-SHA-1, as RFC 4226 recommends."""
_CODE_SIZE = 15
"""Random bytes of a recovery code."""
_STEP = 30
"""Seconds for which a code is shown (RFC 6238)."""
_DRIFT = (-1, 0, 1)
"""Steps by which a phone's clock may be off."""


def new_secret(random_bytes: RandomBytes) -> str:
    """Return a new secret in base32, in which authenticator apps take it."""
    return base64.b32encode(random_bytes(_SECRET_SIZE)).decode()


def seal(secret: str, key: bytes) -> bytes:
    """Return a secret encrypted for the database, so that a copy of the database is of no use without the key.

    Args:
        secret: The secret.
        key: The key of second factors, 32 bytes.
    """
    return bytes(SecretBox(key).encrypt(secret.encode()))


def unseal(sealed: bytes, key: bytes) -> str | None:
    """Return the secret that `seal` encrypted under the same key; None if it was encrypted under another key."""
    try:
        return SecretBox(key).decrypt(sealed).decode()
    except CryptoError:
        return None


def step_of(secret: str, code: str, now: datetime, last: int) -> int | None:
    """Return the time step of a code; None if it is not a code of about now, or if it was used already.

    Args:
        secret: The account's secret.
        code: The code as it was typed; spaces do not matter.
        now: The server's time.
        last: The last step that was used. A code of it or of an earlier one is refused, so nobody can replay a code
            that they have watched (RFC 6238, section 5.2).
    """
    steps = [int(now.timestamp()) // _STEP + drift for drift in _DRIFT]
    given = "".join(code.split()).encode()
    right = [step for step in steps if hmac.compare_digest(TOTP(secret).generate_otp(step).encode(), given)]
    return next((step for step in right if step > last), None)


def address_of(secret: str, email: str, issuer: str) -> str:
    """Return the otpauth: address for a QR code, which authenticator apps read.

    Args:
        secret: The secret.
        email: The account's address, which the app shows.
        issuer: The server's name, which the app shows.
    """
    return TOTP(secret).provisioning_uri(name=email, issuer_name=issuer)


def new_codes(random_bytes: RandomBytes) -> tuple[str, ...]:
    """Return CODES new recovery codes, each of 120 random bits in groups of four letters and digits."""
    texts = (base64.b32encode(random_bytes(_CODE_SIZE)).decode().lower() for _ in range(CODES))
    return tuple(in_fours(text, "-") for text in texts)


def in_fours(text: str, between: str = " ") -> str:
    """Return a text in groups of four characters, which are easier to copy by hand."""
    return between.join(text[start : start + 4] for start in range(0, len(text), 4))


def code_hash(code: str) -> bytes:
    """Return the hash that is stored of a recovery code. Case, spaces and dashes do not matter."""
    return token_hash("".join(sign for sign in code.lower() if sign.isalnum()))
