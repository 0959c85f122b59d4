"""A log's checkpoint as a note that the log signs and witnesses cosign, in the formats of the C2SP.

They are signed-note, tlog-checkpoint and tlog-cosignature (https://c2sp.org), with Ed25519 keys alone. A note is a text
with signatures below it. The text of a checkpoint has three lines: the log's origin, the number of its lines, and their
root in Base64. So any witness of the public network can cosign it, without knowing what the log's lines mean.
"""

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass, field

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

MOST_SIGNATURES = 64
"""The most signatures below a checkpoint. The formats ask for 16 at least."""
LOG, COSIGNER = 1, 4
"""The kinds of keys: that of a log, and that of a witness, whose signatures have a time."""
_NAME = r"[!-\x2A,-~]{1,255}"
"""A signer's name: printable ASCII without space and plus, which is less than the formats allow. The asterisk is
written as its number, because in the documents that show this text it would begin emphasis."""
KEY_PATTERN = rf"^{_NAME}\+[0-9a-f]{{8}}\+[A-Za-z0-9+/]{{44}}$"
"""What the text of an Ed25519 key looks like: name, id and key."""
_SIGNATURE = re.compile(rf"— ({_NAME}) ([A-Za-z0-9+/=]{{1,8192}})")
_NUMBER = r"0|[1-9][0-9]{0,17}"
_CHECKPOINT = re.compile(rf"({_NAME})\n({_NUMBER})\n([A-Za-z0-9+/]{{43}}=)\n")
_TIME_SIZE, _ID_SIZE, _HASH_SIZE = 8, 4, 32


def origin_of(address: str) -> str:
    """Return the name of the log of the server at a web address, as donors type it.

    Donors compute it themselves. A witness takes any number of logs, so a server could else keep one for each donor.
    """
    return f"{address.partition('://')[2].rstrip('/')}/log"


class BadNote(ValueError):
    """A key, a note or a signature that can't be read, or is not by the expected key."""


@dataclass(frozen=True)
class NoteKey:
    """A public key under the name that its signatures carry.

    Attributes:
        name: The signer's name, which for a log is its origin.
        kind: LOG or COSIGNER.
        public: The Ed25519 public key, 32 bytes.
    """

    name: str
    kind: int
    public: bytes = field(repr=False)

    @classmethod
    def parse(cls, text: str, kind: int) -> "NoteKey":
        """Return the key of this kind in a text such as `witness.example.org+1a2b3c4d+BASE64`.

        Raises:
            BadNote: It is none, or a digit is wrong.
        """
        if not re.fullmatch(KEY_PATTERN, text):
            raise BadNote("is no Ed25519 key")
        name, digits, encoded = text.split("+", 2)
        data = decoded(encoded)
        key = cls(name, kind, data[1:])
        if data[0] != kind or key.id.hex() != digits:
            raise BadNote("is a key of another kind, or has a wrong digit")
        return key

    @property
    def id(self) -> bytes:
        """The first 4 bytes of a digest of name and key, which signatures carry."""
        named = f"{self.name}\n".encode() + bytes([self.kind]) + self.public
        return hashlib.sha256(named).digest()[:_ID_SIZE]

    def __str__(self) -> str:
        """Return the text that `parse` reads."""
        return f"{self.name}+{self.id.hex()}+{_encoded(bytes([self.kind]) + self.public)}"


@dataclass(frozen=True)
class CheckpointNote:
    """A checkpoint, and the signatures below it.

    Attributes:
        origin: The log's name, which no other log has.
        size: How many lines the log has.
        root: Their root, 32 bytes.
        signatures: The lines below the text, without line ends. Nothing is said about them yet.
    """

    origin: str
    size: int
    root: bytes
    signatures: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "CheckpointNote":
        """Return the checkpoint in a text; BadNote if it is none, or has extension lines, which no log of ours has."""
        body, gap, below = text.partition("\n\n")
        found = _CHECKPOINT.fullmatch(f"{body}\n")
        if found is None or not gap or not below.endswith("\n"):
            raise BadNote("is no checkpoint: it has an origin, a size, a root, an empty line and signatures")
        signatures = below.removesuffix("\n").split("\n")
        if len(signatures) > MOST_SIGNATURES:
            raise BadNote(f"has more than {MOST_SIGNATURES} signatures")
        return cls(found[1], int(found[2]), decoded(found[3]), tuple(signatures))

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{_encoded(self.root)}\n"

    def __str__(self) -> str:
        """Return the note that `parse` reads."""
        return f"{self.text}\n" + "".join(f"{line}\n" for line in self.signatures)

    def signed(self, key: SigningKey) -> str:
        """Return the log's own signature line, under the name of its origin."""
        return _line(NoteKey(self.origin, LOG, key.verify_key.encode()), key.sign(self.text.encode()).signature)

    def cosigned(self, name: str, key: SigningKey, seconds: int) -> str:
        """Return a witness's signature line.

        Args:
            name: The witness's name.
            key: Its key.
            seconds: The time, in seconds since 1970.
        """
        signature = key.sign(_cosigned_text(self.text, seconds)).signature
        return _line(NoteKey(name, COSIGNER, key.verify_key.encode()), seconds.to_bytes(_TIME_SIZE) + signature)

    def line_of(self, key: NoteKey) -> str:
        """Return the signature line that carries a key's name and id, unverified; BadNote if there is none."""
        for line in self.signatures:
            found = _SIGNATURE.fullmatch(line)
            if found and found[1] == key.name and _begins(found[2], key.id):
                return line
        raise BadNote(f"has no signature by {key.name}")

    def check_signed(self, key: NoteKey) -> None:
        """Check that the log with this key signed the checkpoint; BadNote otherwise."""
        _verify(key.public, self.text.encode(), _signature_in(self.line_of(key)))

    def cosigned_at(self, key: NoteKey) -> int:
        """Return when the witness with this key cosigned the checkpoint, in seconds since 1970.

        Raises:
            BadNote: It did not, or its signature is wrong.
        """
        data = _signature_in(self.line_of(key))
        seconds = int.from_bytes(data[:_TIME_SIZE])
        _verify(key.public, _cosigned_text(self.text, seconds), data[_TIME_SIZE:])
        return seconds


def _cosigned_text(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _line(key: NoteKey, signature: bytes) -> str:
    return f"— {key.name} {_encoded(key.id + signature)}"


def _begins(text: str, first: bytes) -> bool:
    """Return whether a text is Base64 of bytes that begin so."""
    try:
        return decoded(text).startswith(first)
    except BadNote:
        return False


def _signature_in(line: str) -> bytes:
    return decoded(line.rpartition(" ")[2])[_ID_SIZE:]


def _verify(public: bytes, text: bytes, signature: bytes) -> None:
    try:
        VerifyKey(public).verify(text, signature)
    except (BadSignatureError, ValueError):
        raise BadNote("has a wrong signature") from None


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def decoded(text: str) -> bytes:
    """Return the bytes of a text in Base64; BadNote unless it is written in the one right way."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if _encoded(data) != text:
        raise BadNote("is no Base64")
    return data
