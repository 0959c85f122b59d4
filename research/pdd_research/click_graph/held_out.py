"""Users that are held out of a release, to evaluate it on."""

from hashlib import blake2b

import polars as pl

from pdd_research.errors import ParameterError

_KEY = b"held out of a release"
"""Public: it makes the choice the same everywhere, and independent of what else users are hashed for."""


def split(rows: pl.LazyFrame, share: float) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """Return a log's rows without the held-out users, and the rows of those users.

    A user is held out if the keyed hash of its name is among the lowest `share` of all hashes. So releasing and
    evaluating, which are separate commands, agree on who is held out.

    Raises:
        ParameterError: unless the share is between 0 and 1.
    """
    if not 0 < share < 1:
        raise ParameterError(f"held-out is {share}; it must be between 0 and 1, a share of the users")
    users = rows.select("user").unique().collect(engine="streaming").get_column("user")
    held_out = users.filter(pl.Series([_position(user) < share for user in users], dtype=pl.Boolean))
    # A filter, and no join, keeps the rows in their order.
    chosen = pl.col("user").is_in(held_out.implode())
    return rows.filter(~chosen), rows.filter(chosen)


def _position(user: str) -> float:
    """Return the user's hash as a number from 0 to 1."""
    return int.from_bytes(blake2b(user.encode("utf-8", "surrogatepass"), digest_size=7, key=_KEY).digest()) / 2**56
