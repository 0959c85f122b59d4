"""What a member's identity signs in a round, and whether it did."""

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from pdd_shared.encoding import length_prefixed
from pdd_shared.messages import GroupPlan, Prepared

SIGNATURE_SIZE = 64


def prepared_statement(group_plan: bytes, place: int, ephemeral: bytes, commitment: bytes, dealing: bytes) -> bytes:
    """What a member's identity signs when it prepares."""
    return length_prefixed([b"pdd/1/prepared", group_plan, bytes([place]), ephemeral, commitment, dealing])


def is_signed(prepared: Prepared, group: GroupPlan, group_digest: bytes) -> bool:
    """Whether the identity at this place of the group plan signed what is shown of its preparation."""
    if prepared.place >= len(group.members):
        return False
    ephemeral, commitment, dealing = (
        bytes.fromhex(prepared.ephemeral),
        bytes.fromhex(prepared.commitment),
        bytes.fromhex(prepared.dealing),
    )
    said = prepared_statement(group_digest, prepared.place, ephemeral, commitment, dealing)
    return is_signature(bytes.fromhex(prepared.signature), group.members[prepared.place].identity, said)


def is_signature(signature: bytes, identity: str, said: bytes) -> bool:
    """Whether this Ed25519 identity, in hex, signed these bytes."""
    try:
        VerifyKey(bytes.fromhex(identity)).verify(said, signature)
    except (BadSignatureError, ValueError):
        return False
    return True


def submitted_statement(roster: bytes, place: int) -> bytes:
    """What a member's identity signs when it submits: the digest of the one roster it blinds under that day."""
    return length_prefixed([b"pdd/1/submitted", roster, bytes([place])])


def has_signed_roster(signature: bytes, identity: str, roster: bytes, place: int) -> bool:
    """Whether the identity at this place signed this roster when it submitted."""
    return is_signature(signature, identity, submitted_statement(roster, place))
