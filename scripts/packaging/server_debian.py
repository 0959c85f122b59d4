"""A Debian package of the server: an environment made from the lock, systemd units, and a system user."""

import compileall
import py_compile
import shutil
import sys
import tempfile
from pathlib import Path

from scripts.packaging import wheels
from scripts.packaging.building import ROOT
from scripts.packaging.debian import build, copy, debian_version, pack, run, write_control

NAME = "pdd-server"
DATA = ROOT / "deploy" / "debian"
UNITS = ROOT / "deploy" / "systemd"
LOCK = "server-postgresql"
"""The lock that the package is made from: one package for both databases."""
HOME = Path("usr/lib") / NAME
"""Where the environment is in the installed system, without the leading slash."""


def package(out: Path, version: str, when: int, *, quick: bool = False) -> Path:
    """Write `out`/pdd-server_VERSION_ARCHITECTURE.deb, in which every file has the date `when`; return it.

    It is for Debians with the same minor version of Python as the one that runs this.

    Args:
        out: an existing folder.
        version: our version, as Python writes it.
        when: a POSIX time.
        quick: compress less, in a fraction of the time.
    """
    version, architecture = debian_version(version), run("dpkg", "--print-architecture").strip()
    with tempfile.TemporaryDirectory() as temporary:
        # dpkg-shlibdeps recognises a package's own tree by the folder DEBIAN in it.
        tree = Path(temporary) / NAME
        (tree / "DEBIAN").mkdir(parents=True)
        _install_environment(tree, Path(temporary) / "wheels")
        _install_system_files(tree, when)
        major, minor = sys.version_info[:2]
        pythons = {"python": f"{major}.{minor}", "next_python": f"{major}.{minor + 1}"}
        write_control(tree, DATA / "control", version, architecture, **pythons)
        return build(tree, out / f"{NAME}_{version}_{architecture}.deb", when, quick=quick)


def _install_environment(tree: Path, built: Path) -> None:
    """Write a virtual environment that uses the installed system's Python and nothing else of that system."""
    home, minor = tree / HOME, f"{sys.version_info.major}.{sys.version_info.minor}"
    packages = home / "lib" / f"python{minor}" / "site-packages"
    wheels.build(built)
    wheels.install_into(packages, LOCK, built)
    shutil.rmtree(packages / "bin", ignore_errors=True)  # programs of libraries, with this machine's paths in them
    programs = home / "bin"
    programs.mkdir()
    (programs / "python3").symlink_to(f"/usr/bin/python{minor}")
    (home / "pyvenv.cfg").write_text("home = /usr/bin\ninclude-system-site-packages = false\n")
    program = programs / NAME
    program.write_text(f"#!/{HOME}/bin/python3 -I\nimport sys\n\nfrom pdd_server.cli import main\n\nsys.exit(main())\n")
    program.chmod(0o755)
    # Compiled here, because the server can't write there. Not dated: dpkg-deb gives all files another date.
    checked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(packages, quiet=1, stripdir=str(tree), prependdir="/", invalidation_mode=checked)


def _install_system_files(tree: Path, when: int) -> None:
    shutil.copytree(UNITS, tree / "usr/lib/systemd/system")
    copy(DATA / "sysusers.conf", tree / "usr/lib/sysusers.d", f"{NAME}.conf")
    documents = tree / "usr/share/doc" / NAME
    copy(DATA / "copyright", documents)
    copy(ROOT / "deploy" / "Caddyfile", tree / "usr/share" / NAME)
    pack(ROOT / "CHANGELOG.md", documents / "changelog.gz", when)
    (tree / "usr/bin").mkdir()
    (tree / "usr/bin" / NAME).symlink_to(f"../lib/{NAME}/bin/{NAME}")
    for script in ("postinst", "prerm", "postrm"):
        shutil.copy(DATA / script, tree / "DEBIAN")
