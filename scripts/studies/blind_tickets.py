"""Blind invitations (decision 68): RFC 9474 tokens on real tickets, what they cost, then `invited_trees`.

Keys are RSA-2048, times are CPU. `python -m scripts.studies.blind_tickets` prints everything. The issuer's operation is
Python's here, which is not constant-time: for this study alone.
"""

import hashlib
import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import ceil, gcd
from pathlib import Path
from time import process_time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.padding import MGF1, PSS
from cryptography.hazmat.primitives.hashes import SHA384
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from nacl.signing import SigningKey

from pdd_shared.rounds.cohort.encoding import digest
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.epoch.leaf_proofs import write_shown
from pdd_shared.rounds.cohort.epoch.tickets import Ticket, TicketSecrets, make_ticket
from pdd_shared.rounds.cohort.epoch.tree import LEAF_SIZE, Leaf, Tree
from scripts.studies import invited_trees

BATCH, MEMBERS, COHORT, EXPONENT, RANDOM, SALT, SHA = 8, 256, 8192, 65537, 32, 48, 48
SERVER = bytes(32)
VECTOR, NODE = Path(__file__).with_suffix(".json"), Path(__file__).with_suffix(".js")  # RFC 9474, A.1; Node's part


def pss_encode(message: bytes, bits: int, salt: bytes) -> int:
    """Return EMSA-PSS-ENCODE of a message for `bits` (RFC 8017, 9.1.1) with SHA-384 and MGF1, as an integer."""
    size = ceil(bits / 8) - SHA - 1
    hashed = hashlib.sha384(bytes(8) + hashlib.sha384(message).digest() + salt).digest()
    blocks = (hashlib.sha384(hashed + number.to_bytes(4, "big")).digest() for number in range(ceil(size / SHA)))
    masked = int.from_bytes(b"\1" + salt, "big") ^ int.from_bytes(b"".join(blocks)[:size], "big")
    masked %= 1 << bits - 8 * (SHA + 1)
    return masked << 8 * (SHA + 1) | int.from_bytes(hashed, "big") << 8 | 0xBC


def blind(prepared: bytes, n: int, salt: bytes, inverse: int) -> int:
    """Return the blinded message; `inverse` is that of the blinding factor modulo n."""
    encoded = pss_encode(prepared, n.bit_length() - 1, salt)
    if gcd(encoded, n) != 1:
        raise ValueError("the message has a factor of the issuer's key")
    return encoded * pow(pow(inverse, -1, n), EXPONENT, n) % n


def blind_sign(key: rsa.RSAPrivateNumbers, blinded: int) -> int:
    """Return the blinded message to the power d by the Chinese remainder theorem, checked as the RFC asks."""
    low, high = pow(blinded, key.dmq1, key.q), pow(blinded, key.dmp1, key.p)
    signed = low + key.q * (key.iqmp * (high - low) % key.p)
    if pow(signed, EXPONENT, key.public_numbers.n) != blinded:
        raise ValueError("a fault in signing")
    return signed


def check_vector() -> None:
    """Reproduce every value of the published vector."""
    vector = json.loads(VECTOR.read_text())
    p, q, inverse = (int(vector[name], 16) for name in ("p", "q", "inv"))
    d = pow(EXPONENT, -1, (p - 1) * (q - 1))
    public = rsa.RSAPublicNumbers(EXPONENT, p * q)
    key = rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p), public)
    prepared = bytes.fromhex(vector["msg_prefix"] + vector["msg"])
    blinded = blind(prepared, p * q, bytes.fromhex(vector["salt"]), inverse)
    signature = blind_sign(key, blinded) * inverse % (p * q)
    if (blinded, signature) != (int(vector["blinded_msg"], 16), int(vector["sig"], 16)):
        raise ValueError("the vector of RFC 9474, A.1, is not reproduced")


@dataclass(frozen=True)
class Issuer:
    """An issuer's key for one epoch."""

    key: rsa.RSAPrivateKey
    epoch: int

    def message(self, leaf: Ticket | Leaf) -> bytes:
        """Return what a token of this key signs, after its 32 random bytes."""
        return digest("invited", SERVER, self.epoch, leaf.exchange, leaf.signing)

    def verify(self, leaf: Ticket | Leaf, token: bytes) -> None:
        """Check a token; raise InvalidSignature."""
        prepared = token[:RANDOM] + self.message(leaf)
        self.key.public_key().verify(token[RANDOM:], prepared, PSS(MGF1(SHA384()), SALT), SHA384())

    def verify_all(self, leaves: Sequence[Leaf], tokens: Sequence[bytes]) -> None:
        """Check each leaf's token; raise InvalidSignature."""
        for leaf, token in zip(leaves, tokens, strict=True):
            self.verify(leaf, token)

    def sign(self, leaf: Leaf) -> bytes:
        """Return a token made without blinding. It is verified in the same way, and made sooner."""
        random = os.urandom(RANDOM)
        return random + self.key.sign(random + self.message(leaf), PSS(MGF1(SHA384()), SALT), SHA384())


def cpu(name: str, work: Callable[[], object], times: int = 1) -> None:
    """Print the CPU time of one of so many calls."""
    start = process_time()
    for _ in range(times):
        work()
    print(f"{name}: {1000 * (process_time() - start) / times:.3f} ms")


def issue(issuers: Sequence[Issuer]) -> None:
    """Issue a batch of blind tokens on real tickets, one for each epoch, and measure both sides."""
    keys = [issuer.key.private_numbers() for issuer in issuers]
    identity, ticks = SigningKey.generate(), [process_time()]
    tickets = [make_ticket(TicketSecrets.generate(os.urandom), identity, SERVER) for _ in issuers]
    ticks.append(process_time())
    randoms = [os.urandom(RANDOM) for _ in issuers]
    inverses = [secrets.randbelow(key.public_numbers.n - 2) + 2 for key in keys]
    prepared = [r + i.message(t) for r, i, t in zip(randoms, issuers, tickets, strict=True)]
    asked = zip(prepared, keys, inverses, strict=True)
    blinded = [blind(message, key.public_numbers.n, os.urandom(SALT), each) for message, key, each in asked]
    ticks.append(process_time())
    signed = [blind_sign(key, each) for key, each in zip(keys, blinded, strict=True)]
    ticks.append(process_time())
    unblinded = [s * i % key.public_numbers.n for s, i, key in zip(signed, inverses, keys, strict=True)]
    tokens = [random + each.to_bytes(256, "big") for random, each in zip(randoms, unblinded, strict=True)]
    for issuer, ticket, token in zip(issuers, tickets, tokens, strict=True):
        issuer.verify(ticket, token)
    ticks.append(process_time())
    made, blinding, signing, checking = (1000 * (end - start) for start, end in pairwise(ticks))
    print(
        f"home, {BATCH} tokens: makes tickets {made:.2f}, blinds {blinding:.2f}, unblinds and checks {checking:.2f} ms"
    )
    print(f"issuer, the same: {signing:.2f} ms with Python's integers; {BATCH * 256} bytes each way")
    for other in (issuers[1], Issuer(issuers[0].key, 1)):
        try:
            other.verify(tickets[0], tokens[0])
        except InvalidSignature:
            continue
        raise ValueError("a token of one epoch fits another")


def build(leaves: Sequence[bytes]) -> bytes:
    """Return the root of a tree (RFC 9162, BLAKE2b-256) of leaves of any size."""
    level = [hashlib.blake2b(b"\0" + leaf, digest_size=32).digest() for leaf in leaves]
    while len(level) > 1:
        pairs = (b"".join(level[at : at + 2]) for at in range(0, len(level), 2))
        level = [hashlib.blake2b(b"\1" + pair, digest_size=32).digest() if len(pair) == 64 else pair for pair in pairs]
    return level[0]


def cost(issuer: Issuer) -> None:
    """Measure verification and tree building, and hand the same tokens to Node."""
    made = [TicketSecrets.generate(os.urandom) for _ in range(COHORT)]
    leaves = [Leaf(index, each.exchange_public, each.signing_public) for index, each in enumerate(made)]
    tokens = [issuer.sign(leaf) for leaf in leaves]
    cpu("Python: home verifies one", partial(issuer.verify, leaves[0], tokens[0]), 1000)
    for who, number in (("home", MEMBERS), ("member", COHORT)):
        cpu(f"Python: {who} verifies {number}", partial(issuer.verify_all, leaves[:number], tokens[:number]))
    tree, small = Tree(leaves), [leaf.encoded for leaf in leaves]
    large = [leaf + token for leaf, token in zip(small, tokens, strict=True)]
    if build(small) != tree.root:
        raise ValueError("another tree than the product's")
    for encoded in (small, large):
        cpu(f"Python: tree of {COHORT} leaves of {len(encoded[0])} bytes", partial(build, encoded), 5)
    committee = [leaves[index] for index in Draw(tree.root, COHORT).committee(0)]
    shown, extra = len(write_shown(committee, tree.prove(leaf.index for leaf in committee))), len(tokens[0])
    print(f"leaf {LEAF_SIZE} -> {LEAF_SIZE + extra} bytes; shown committee {shown} -> {shown + MEMBERS * extra} bytes")
    print(f"cohort's leaves {COHORT * LEAF_SIZE} -> {COHORT * (LEAF_SIZE + extra)} bytes, proof apart")
    if node := shutil.which("node"):
        pem = issuer.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        n = issuer.key.public_key().public_numbers().n.to_bytes(256, "big")
        pairs = [(t[:RANDOM] + issuer.message(leaf), t[RANDOM:]) for leaf, t in zip(leaves, tokens, strict=True)]
        given = json.dumps([n, pem, pairs], default=_latin)
        print(subprocess.run([node, NODE], input=given, capture_output=True, text=True, check=True).stdout, end="")


def _latin(data: bytes) -> str:
    return data.decode("latin-1")


def main() -> None:
    """Check the published vector, then print all figures."""
    check_vector()
    print("RFC 9474, A.1: reproduced")
    issuers = [Issuer(rsa.generate_private_key(EXPONENT, 2048), epoch) for epoch in range(BATCH)]
    issue(issuers)
    cost(issuers[0])
    invited_trees.main()


if __name__ == "__main__":
    main()
