"""Users whose clicks a release does not see, so that it can be tried on them."""

from hashlib import blake2b

import polars as pl

from pdd_research.errors import ParameterError

_KEY = b"held out of a release"
"""Public: it makes the choice the same everywhere, and independent of what else users are hashed for."""


def split(rows: pl.LazyFrame, share: float) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """A log's rows without those of the users held out, and theirs.

    A user is held out with all that it did if the keyed hash of its name is among the lowest `share` of all hashes: so
    releasing and evaluating, which run apart, agree on whom. ParameterError unless the share is between 0 and 1.
    """
    if not 0 < share < 1:
        raise ParameterError(f"held-out is {share}; it must be between 0 and 1, a share of the users")
    users = rows.select("user").unique().collect(engine="streaming").get_column("user")
    held_out = users.filter(pl.Series([_position(user) < share for user in users], dtype=pl.Boolean))
    # A filter, and no join, keeps the rows in their order.
    chosen = pl.col("user").is_in(held_out.implode())
    return rows.filter(~chosen), rows.filter(chosen)


def _position(user: str) -> float:
    """Where from 0 to 1 the user's hash is."""
    return int.from_bytes(blake2b(user.encode("utf-8", "surrogatepass"), digest_size=7, key=_KEY).digest()) / 2**56
