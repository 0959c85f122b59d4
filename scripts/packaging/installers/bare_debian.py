"""Trying the app's Debian package on a bare Debian: installed, started, upgraded and removed by apt."""

import tempfile
from pathlib import Path

from scripts.deploy import machine
from scripts.packaging import debian
from scripts.packaging.building import NAME

_OLDER = "0.0.1"
_TRY = """
apt-get update -q >/dev/null
apt-get install -qy --no-install-recommends /tmp/{older} >/dev/null
test "$(dpkg-query --showformat '${{Version}}' --show {name})" = {old}
useradd --create-home donor
su donor -c 'pdd-donor status && pdd-donor-app --version'
find /home -type f -exec sha256sum {{}} + >/tmp/homes
apt-get install -qy --no-install-recommends /tmp/{newer} >/dev/null
test "$(dpkg-query --showformat '${{Version}}' --show {name})" = {new}
su donor -c 'pdd-donor status'
apt-get purge -qy {name} | grep 'pdd-donor erase-me'
echo 'these files are left outside of homes:'
find / -xdev '(' -path /proc -o -path /tmp -o -path /home ')' -prune -o -name '*{name}*' -print | tee /tmp/left
test ! -s /tmp/left
sha256sum --check --quiet /tmp/homes
"""


def attempt(folder: Path, version: str, when: int) -> None:
    """Install an older package on a bare Debian, run it as a user, upgrade it, and purge it.

    Args:
        folder: the app's folder, as PyInstaller wrote it.
        version: our version.
        when: a POSIX time, the date of the package's files.

    Raises:
        CalledProcessError: a step failed, a file was left, or a home was changed.
        SystemExit: this machine lacks what it needs.
    """
    if lacking := machine.missing():
        raise SystemExit(f"scripts/package: a bare Debian needs {lacking}")
    with tempfile.TemporaryDirectory(dir="/var/tmp") as temporary:
        root = Path(temporary) / "debian"
        machine.make(root, ("ca-certificates",))
        older = debian.package(folder, root / "tmp", _OLDER, when, quick=True)
        newer = debian.package(folder, root / "tmp", version, when, quick=True)
        names = {"older": older.name, "newer": newer.name, "name": NAME}
        machine.run_in(root, _TRY.format(old=_OLDER, new=debian.debian_version(version), **names))
