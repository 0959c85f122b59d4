"""Opening of signed messages: checks the key, the kind, and that the JSON is written in the protocol's only way."""

from typing import TypeVar

from pydantic import ValidationError

from pdd_shared.protocol.fields import SignedKind
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import BadSignature, open_signed
from pdd_shared.rounds.refusals import Reason, Refused

Kind = TypeVar("Kind", bound=SignedKind)


def open_message(signed: Signed, kind: type[Kind], key: bytes) -> Kind:
    """Check a signed message and return it.

    Its text must be the compact JSON of docs/reference/cohort.md, "Signed messages". JSON parsers differ in what else
    they accept, such as a field that comes twice, so one signed text could mean two things to two homes.

    Args:
        signed: The message's text and its signature.
        kind: The expected kind of message.
        key: The Ed25519 key that must have signed it, 32 bytes.

    Raises:
        Refused: BAD_SIGNATURE.
    """
    try:
        message = open_signed(signed, kind, key)
    except BadSignature as error:
        raise Refused(Reason.BAD_SIGNATURE, str(error)) from None
    return _checked(message, signed.payload)


def read_message(text: str, kind: type[Kind]) -> Kind:
    """Read a message's text without a signature, such as a line of the public log; raises as `open_message`."""
    try:
        message = kind.model_validate_json(text)
    except ValidationError:
        raise Refused(Reason.BAD_SIGNATURE, f"this is not a {kind.KIND} that this version can read") from None
    return _checked(message, text)


def _checked(message: Kind, text: str) -> Kind:
    if message.model_dump_json() != text:
        raise Refused(Reason.BAD_SIGNATURE, f"this {message.KIND} is not written as the protocol writes it")
    return message
