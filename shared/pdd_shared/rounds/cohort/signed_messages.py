"""A signed message of the protocol as it is opened: from the expected key, and written in the only way there is."""

from typing import TypeVar

from pdd_shared.protocol.fields import SignedKind
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import BadSignature, open_signed
from pdd_shared.rounds.refusals import Reason, Refused

Kind = TypeVar("Kind", bound=SignedKind)


def open_message(signed: Signed, kind: type[Kind], key: bytes) -> Kind:
    """Return the message inside, if `key` (32 bytes) signed it as one of this kind; Refused BAD_SIGNATURE otherwise.

    The text must be the compact JSON of docs/reference/cohort.md. Readers of JSON differ in what else they take, such
    as a field that comes twice, so one text could mean two things.
    """
    try:
        message = open_signed(signed, kind, key)
    except BadSignature as error:
        raise Refused(Reason.BAD_SIGNATURE, str(error)) from None
    if message.model_dump_json() != signed.payload:
        raise Refused(Reason.BAD_SIGNATURE, f"this {kind.KIND} is not written as the protocol writes it")
    return message
