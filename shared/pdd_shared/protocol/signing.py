"""Signing messages: the exact text travels beside its signature, under a domain that names the kind of message."""

from typing import TypeVar

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey
from pydantic import ValidationError

from pdd_shared.protocol.encoding import digest, length_prefixed
from pdd_shared.protocol.fields import SignedKind
from pdd_shared.protocol.messages import Signed

SignedMessage = TypeVar("SignedMessage", bound=SignedKind)


class BadSignature(ValueError):
    """The text was not signed by the expected key, or is not a message of the expected kind."""


def sign(message: SignedKind, key: SigningKey) -> Signed:
    """Write a message as text and sign it.

    The same message and key give the same bytes: Ed25519 is deterministic, and a model writes its fields in order.
    """
    payload = message.model_dump_json()
    return Signed(payload=payload, signature=key.sign(_signed_bytes(message.KIND, payload)).signature.hex())


def open_signed(signed: Signed, kind: type[SignedMessage], key: bytes) -> SignedMessage:
    """Check a signed text and return the message in it.

    Args:
        signed: The text and its signature.
        kind: The expected kind of message. The signature covers its name, so that no signature serves two kinds.
        key: The signer's Ed25519 public key, 32 bytes.

    Raises:
        BadSignature: The key did not sign this text as one of this kind, or this version can't read it.
    """
    try:
        VerifyKey(key).verify(_signed_bytes(kind.KIND, signed.payload), bytes.fromhex(signed.signature))
    except (BadSignatureError, ValueError):
        raise BadSignature(f"this {kind.KIND} is not signed by the expected key") from None
    try:
        return kind.model_validate_json(signed.payload)
    except ValidationError:
        raise BadSignature(f"what was signed is not a {kind.KIND} this version can read") from None


def signed_digest(signed: Signed, kind: type[SignedKind]) -> bytes:
    """Return the digest, 32 bytes, by which other messages and the masks refer to a signed message.

    It depends on the text alone: another signature under the same text gives the same digest.
    """
    return digest(kind.KIND, signed.payload.encode())


def _signed_bytes(kind: str, payload: str) -> bytes:
    return length_prefixed([b"pdd/1/signed", kind.encode(), payload.encode()])
