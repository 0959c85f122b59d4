"""A command that needs an extra names it; for Parquet see tests/server/services/results/test_without_parquet.py."""

import builtins
import sys
from pathlib import Path

import pytest

from pdd_client import desktop
from pdd_research.cli.main import main as research
from pdd_server.errors import SetupError
from pdd_server.store.published.bucket import Bucket, BucketSettings

USERS = ("pdd_client.desktop.", "pdd_research.log_release.logs.spark")
"""The modules that import an extra's library: they are imported anew."""


def without(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """Import as if this package were not installed."""
    whole = builtins.__import__

    def importing(name: str, *more: object) -> object:
        if name.partition(".")[0] == package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return whole(name, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", importing)
    for loaded in [name for name in sys.modules if name.startswith(USERS)]:
        monkeypatch.delitem(sys.modules, loaded)


def test_the_app_without_qt_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`pdd-donor-app` without Qt exits with 2 and one line that names the extra and the command that needs none."""
    monkeypatch.delattr(desktop, "app", raising=False)
    without(monkeypatch, "PySide6")
    assert desktop.main([]) == 2
    told = capsys.readouterr().err
    assert "pip install 'pdd-client[desktop]'" in told
    assert told.count("\n") == 1


def test_any_other_library_that_is_missing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another missing library is an error and not attributed to the extra."""
    monkeypatch.delattr(desktop, "app", raising=False)
    without(monkeypatch, "platformdirs")
    with pytest.raises(ModuleNotFoundError, match="platformdirs"):
        desktop.main([])


def test_a_store_without_its_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server whose published files are in a bucket names the lock and the extra that it lacks."""
    without(monkeypatch, "obstore")
    with pytest.raises(SetupError, match=r"s3://study: .* server-postgresql.lock, or pdd-server\[s3\]"):
        Bucket(BucketSettings("s3://study", None, "us-east-1", "key", "secret"))


def test_a_release_on_spark_without_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`pdd-research release --engine spark` without Spark exits with 2 and one line that names the extra."""
    without(monkeypatch, "pyspark")
    asked = ["--engine", "spark", "--epsilon", "4", "--delta", "1e-7", "--max-queries", "10"]
    assert research(["release", str(tmp_path / "log.csv"), *asked, "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert "install pdd-research[spark]" in told
    assert told.count("\n") == 1
