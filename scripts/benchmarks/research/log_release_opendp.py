"""The same release by OpenDP's polars integration, in a process with the older polars that it needs.

It runs with its own packages alone (`.venv/peers-opendp`), so nothing of ours is imported here.
"""

import sys
import time

import opendp.prelude as dp
import polars as pl


def main() -> None:
    """Select and count the queries of a log with each user's rows capped, and print the seconds that it took."""
    file, epsilon, delta, most = sys.argv[1], float(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    start = time.perf_counter()
    dp.enable_features("contrib")
    context = dp.Context.compositor(
        data=pl.scan_parquet(file).select("user", "query"),
        privacy_unit=dp.unit_of(contributions=1, identifier=pl.col("user")),
        privacy_loss=dp.loss_of(epsilon=epsilon, delta=delta),
        split_evenly_over=1,
    )
    limited = context.query().truncate_per_group(most)
    found = limited.group_by("query").agg(dp.len(signed=True)).release().collect()
    assert found.columns == ["query", "len"]
    print(time.perf_counter() - start)


if __name__ == "__main__":
    main()
