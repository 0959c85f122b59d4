"""The hash by which the server recognises tokens, links and recovery codes without storing them."""

import hashlib


def token_hash(token: str) -> bytes:
    """Return the SHA-256 of a token, 32 bytes.

    Somebody who reads the database finds no token that works. A slow hash would add nothing: tokens have 256 random
    bits and recovery codes 120, so nobody can try them all.
    """
    return hashlib.sha256(token.encode()).digest()
