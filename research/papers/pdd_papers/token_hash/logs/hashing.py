"""Hashing every word of a log, as logs were once anonymised, to show by an attack that this protects nobody."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_papers.token_hash.logs.searches import Searches, translated
from pdd_papers.token_hash.methods.distance import UNMAPPED
from pdd_research.errors import LogError, ParameterError

HASH_BYTES = 10
"""The length of a hash in bytes: short, but long enough that no two words of a log collide."""
TRUTH = ("hash", "token")
WRITERS: dict[str, Callable[[pl.DataFrame, Path], None]] = {
    ".parquet": pl.DataFrame.write_parquet,
    ".csv": pl.DataFrame.write_csv,
}


@dataclass(frozen=True)
class Pairs:
    """Hashes and their tokens, one to one, and the file they are from."""

    file: Path
    rows: pl.DataFrame


def hashed(searches: Searches, key: bytes) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Hash the users and words of a log.

    Hashed users and the times stay, if the log has them, because sessions follow from them. Clicks are left out: an
    address reveals the words.

    Args:
        searches: the log.
        key: the hash's key.

    Returns:
        The hashed log (user, time and query, or query alone), and the truth (hash and token).

    Raises:
        LogError: if the log has no searches.
    """
    rows = searches.rows.collect()
    if rows.is_empty():
        raise LogError(f"{searches.file}: has no row that is a search; give a log with queries in it")
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
    """Write tables in the format of each file's suffix, all of them or none.

    Only their owner may read the files, because the truth undoes the hashing of the log.

    Args:
        tables: for each new file its table.

    Raises:
        ParameterError: if a file exists or can't be written.
    """
    for file in tables:
        if file.exists():
            raise ParameterError(f"{file}: exists; give the name of a new file")
    made: list[Path] = []
    try:
        for file, table in tables.items():
            partial = Path(mkdtemp(prefix=f".{file.name}.", dir=file.parent)) / file.name
            made.append(partial)
            WRITERS[file.suffix](table, partial)
            partial.chmod(0o600)
        for file, partial in zip(tables, made, strict=True):
            partial.rename(file)
    except (OSError, pl.exceptions.PolarsError) as error:
        why = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise ParameterError(f"{', '.join(map(str, tables))}: cannot be written: {why}; give another folder") from None
    finally:
        for partial in made:
            shutil.rmtree(partial.parent, ignore_errors=True)


def read_pairs(file: Path) -> Pairs:
    """Read hashes and their tokens from CSV or Parquet.

    Raises:
        LogError: if a column is missing or the pairs are not one to one.
    """
    try:
        read = pl.read_csv(file, infer_schema=False) if file.suffix == ".csv" else pl.read_parquet(file)
        found = read.select(pl.col(TRUTH).cast(pl.String)).drop_nulls()
    except (OSError, pl.exceptions.PolarsError) as error:
        raise LogError(f"{file}: {str(error).splitlines()[0]}; give CSV or Parquet with hash and token") from None
    for name, other in (TRUTH, TRUTH[::-1]):
        if found[name].is_duplicated().any():
            raise LogError(f"{file}: has a {name} with two rows; give each {name} once, with its {other}")
    return Pairs(file, found)


def check(hashes: pl.Series, truth: Pairs | None, seeds: Pairs | None) -> None:
    """Check the truth and the seeds against the hashes that are attacked.

    Raises:
        LogError: if the truth or the seeds have none of the hashes, the seeds have all of them, or the two contradict
            each other.
    """
    for pairs in filter(None, (truth, seeds)):
        if not hashes.is_in(pairs.rows["hash"].implode()).any():
            raise LogError(
                f"{pairs.file}: has none of the {len(hashes)} hashes attacked, so it is that of another log or of rare "
                "words; give that of this log"
            )
    if seeds and hashes.is_in(seeds.rows["hash"].implode()).all():
        raise LogError(f"{seeds.file}: has all {len(hashes)} hashes attacked; leave out those that are to be found")
    if seeds and truth:
        other = seeds.rows.join(truth.rows, on="hash").filter(pl.col("token") != pl.col("token_right"))["hash"]
        if len(other):
            raise LogError(f"{seeds.file}: has another token for {other[0]} than {truth.file}; mend the wrong one")


def places(hashes: pl.Series, tokens: pl.Series, pairs: pl.DataFrame) -> NDArray[np.int64]:
    """Return for each hash the index of its token by these pairs; UNMAPPED if the token isn't there."""
    at = pl.DataFrame({"token": tokens, "place": np.arange(len(tokens))})
    known = pairs.join(at, on="token")
    found = hashes.rename("hash").to_frame().join(known, on="hash", how="left", maintain_order="left")
    return found["place"].fill_null(UNMAPPED).to_numpy()
