"""A log with each of its words hashed, as logs were anonymised once: to see by an attack that this protects nobody."""

import shutil
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.audit.tokens.distance import UNMAPPED
from pdd_research.audit.tokens.searches import translated
from pdd_research.log_release.errors import LogError, ParameterError

HASH_BYTES = 10
"""So few that hashes are short, so many that no two words of a log get one."""
TRUTH = ("hash", "token")


def hashed(searches: pl.LazyFrame, key: bytes) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Searches with users and words hashed under a key, and the truth: user, time, query; and hash, token.

    Users and times are what sessions are made of, and stay where there are any. Clicks are left out: an address tells
    the words.
    """
    rows = searches.collect()
    names = rows["query"].str.split(" ").explode().unique().sort()
    hashes = _digests(names, key)
    found = rows.with_columns(query=translated(rows, names, hashes))
    if "user" in rows.columns:
        users = rows["user"].unique().sort()
        found = found.with_columns(user=pl.col("user").replace_strict(users, _digests(users, key)))
    return found, pl.DataFrame({"hash": hashes, "token": names}).sort("hash")


def _digests(texts: pl.Series, key: bytes) -> pl.Series:
    return pl.Series([blake2b(text.encode(), digest_size=HASH_BYTES, key=key).hexdigest() for text in texts])


def write_new(tables: dict[Path, pl.DataFrame]) -> None:
    """Write tables as Parquet, or CSV where a file is called .csv, all or none; ParameterError where one is there."""
    for file in tables:
        if file.exists():
            raise ParameterError(f"{file}: exists; give the name of a new file")
    made: list[Path] = []
    try:
        for file, table in tables.items():
            partial = Path(mkdtemp(prefix=f".{file.name}.", dir=file.parent)) / file.name
            made.append(partial)
            _writer(file)(table, partial)
        for file, partial in zip(tables, made, strict=True):
            partial.rename(file)
    finally:
        for partial in made:
            shutil.rmtree(partial.parent, ignore_errors=True)


def _writer(file: Path) -> Callable[[pl.DataFrame, Path], None]:
    return pl.DataFrame.write_csv if file.suffix == ".csv" else pl.DataFrame.write_parquet


def read_pairs(file: Path) -> pl.DataFrame:
    """Hashes and their tokens from CSV or Parquet: hash, token. LogError where the file has no such columns."""
    try:
        read = pl.read_csv(file, infer_schema=False) if file.suffix == ".csv" else pl.read_parquet(file)
        found = read.select(pl.col(TRUTH).cast(pl.String)).drop_nulls()
    except (OSError, pl.exceptions.PolarsError) as error:
        raise LogError(f"{file}: {str(error).splitlines()[0]}; give CSV or Parquet with hash and token") from None
    if found["hash"].is_duplicated().any():
        raise LogError(f"{file}: has a hash with two tokens; give one row for each hash")
    return found


def places(hashes: pl.Series, tokens: pl.Series, pairs: pl.DataFrame) -> NDArray[np.int64]:
    """The place of each hash's token among the tokens, by pairs of hash and token; UNMAPPED where it is not there."""
    at = pl.DataFrame({"token": tokens, "place": np.arange(len(tokens))})
    known = pairs.join(at, on="token")
    found = hashes.rename("hash").to_frame().join(known, on="hash", how="left", maintain_order="left")
    return found["place"].fill_null(UNMAPPED).to_numpy()
