"""The hash by which the server knows tokens, links and codes again, without keeping any of them."""

import hashlib


def token_hash(token: str) -> bytes:
    """Return the SHA-256 of a token.

    Whoever reads the database finds no token that works. Tokens have 256 random bits, so nobody can try them all, and
    a slow hash would add nothing.
    """
    return hashlib.sha256(token.encode()).digest()
