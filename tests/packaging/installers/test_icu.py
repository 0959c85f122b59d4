"""Qt with the smaller data of ICU sorts, names time zones and changes letters as with all of it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import PySide6
import pytest

from scripts.packaging import icu

LIBRARIES = Path(PySide6.__file__).parent / "Qt"
DATA = next(LIBRARIES.glob("lib/libicudata.so.*"), None)
needs_data = pytest.mark.skipif(
    DATA is None or shutil.which("ld") is None or shutil.which("nm") is None, reason="missing: ICU of Qt, or binutils"
)
USED = ("ucol_", "ucal_", "u_str", "ucnv_", "UCNV_")
"""How the names of those functions of ICU begin for which the data is complete, or that need none for Unicode."""
ASKED = """
from functools import cmp_to_key
from pathlib import Path
from PySide6.QtCore import QCollator, QLocale, QTimeZone
words = [*"zäaoöåÅéecdñnlßi10中一ひカкяıIİ", "ch", "ll", "ss", "item 9", "item 10"]
for tag in ("C", "en", "de", "es", "fr", "sv", "tr", "cs", "ru", "ja", "zh"):
    locale = QLocale(tag)
    collator = QCollator(locale)
    collator.setNumericMode(True)
    print(ascii(sorted(words, key=cmp_to_key(collator.compare))), ascii(locale.toUpper("straße i")))
    for zone in (QTimeZone(name) for name in (b"Europe/Berlin", b"America/Lima", b"Asia/Tokyo")):
        print(ascii(zone.displayName(QTimeZone.DaylightTime, QTimeZone.LongName, locale)))
print(sum(len(word) for word in Path("/proc/self/maps").read_text().split() if "{folder}/libicudata" in word) > 0)
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the library of ICU's data, made smaller."""
    assert DATA is not None
    made = tmp_path_factory.mktemp("icu") / DATA.name
    shutil.copyfile(DATA, made)
    icu.shrink(made)
    return made


def answers(folder: Path) -> list[str]:
    """Return what Qt says with the libraries of a folder before its own, and whether it took ICU's data from there."""
    environment = os.environ | {"LD_LIBRARY_PATH": str(folder)}
    command = [sys.executable, "-c", ASKED.replace("{folder}", str(folder))]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


@needs_data
def test_qt_says_the_same_with_less_data(small: Path) -> None:
    """Words are sorted, zones named and letters changed in the same way, in languages that sort differently."""
    assert DATA is not None
    whole, less = answers(DATA.parent), answers(small.parent)
    assert (whole.pop(), less.pop()) == ("True", "True")
    assert less == whole
    assert len(set(whole)) > 12


@needs_data
def test_what_is_kept_is_as_it_was(small: Path) -> None:
    """Each item that is kept has the same bytes, in the same order; two thirds of the size are gone."""
    assert DATA is not None
    before, after = (dict(icu.items(icu.data_of(library)[1])) for library in (DATA, small))
    assert list(after) == [name for name in before if not icu.unused(name)]
    assert all(before[name].rstrip(b"\0") == content.rstrip(b"\0") for name, content in after.items())
    assert small.stat().st_size < DATA.stat().st_size * 0.4


@needs_data
def test_qt_calls_nothing_that_reads_what_is_left_out() -> None:
    """Qt's libraries and plugins call only those functions of ICU whose data is kept. A newer Qt may call others."""
    elves = [path for path in LIBRARIES.rglob("*.so*") if not path.name.startswith("libicu")]
    listed = subprocess.run(["nm", "-D", "--undefined-only", *elves], capture_output=True, text=True, check=True).stdout
    called = set(re.findall(r"^ +U (u\w+_\d+|UCNV\w+_\d+)$", listed, re.MULTILINE | re.IGNORECASE))
    assert any(name.startswith("ucol_open") for name in called)
    assert [name for name in sorted(called) if not name.startswith(USED)] == []


def test_a_library_of_another_kind_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a library's symbol is no data of ICU, it is left alone, and the error names it."""
    other = tmp_path / "libicudata.so.73"
    other.write_bytes(bytes(64))
    listed = "0000000000000000 0000000000000040 R icudt73_dat\n"
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess((), 0, stdout=listed))
    with pytest.raises(ValueError, match="libicudata"):
        icu.shrink(other)
    assert other.read_bytes() == bytes(64)
