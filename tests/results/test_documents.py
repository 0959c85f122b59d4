"""The Python document for researchers runs from an address to a figure and a slope."""

from pathlib import Path

import pytest

from tests.results.documents import ROOT, SLOPE, ready, slopes, write_illness


def test_the_document_runs(page: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It draws a figure, and the corrected slope is nearer to the true one than the plain slope is."""
    write_illness(tmp_path / "illness.csv")
    text = ready(ROOT / "research/results/examples/winter.py", page, tmp_path)
    exec(compile(text, "winter.py", "exec"), {})
    plain, corrected, error = slopes(capsys.readouterr().out)
    assert abs(corrected - SLOPE) < 2 * error
    assert abs(corrected - SLOPE) < abs(plain - SLOPE)
    assert (tmp_path / "fever.svg").stat().st_size > 5_000
    assert (tmp_path / "winter-flu.zip").exists()
