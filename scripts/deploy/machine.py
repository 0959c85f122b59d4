"""A bare Debian, made by debootstrap, and booted with its own systemd in namespaces of this machine."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SUITE = "bookworm"
PROGRAMS = ("debootstrap", "unshare", "nsenter", "ip", "chroot")
_BOOT = Path(__file__).with_name("machine.sh")
_ENVIRONMENT = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}
_FROM_HERE = ("PIP_INDEX_URL", "http_proxy", "https_proxy", "no_proxy")
"""Variables of this machine that say where packages come from; without them it is pip's own index."""
_TRUSTED = "usr/local/share/ca-certificates"
_BOOTED = {"running", "degraded"}


def missing() -> str | None:
    """Return what this machine lacks to boot another one; None if nothing."""
    if os.geteuid():
        return "root's rights"
    if lacking := [name for name in PROGRAMS if shutil.which(name) is None]:
        return ", ".join(lacking)
    allowed = subprocess.run(
        ["unshare", "--mount", "--pid", "--net", "--fork", "true"], check=False, capture_output=True
    )
    return "the right to make namespaces" if allowed.returncode else None


def make(root: Path, packages: Sequence[str]) -> None:
    """Make a bare Debian in a folder, with packages of Debian besides the smallest selection.

    It takes them from the mirror that debootstrap is set up for, and trusts the authorities that this machine trusts.
    """
    chosen = f"--include={','.join(packages)}"
    subprocess.run(["debootstrap", "--variant=minbase", chosen, SUITE, root], check=True, stdout=subprocess.DEVNULL)
    (root / "etc" / "hosts").write_text("127.0.0.1 localhost\n")  # as Debian's installer writes it
    if (ours := Path("/", _TRUSTED)).is_dir():
        shutil.copytree(ours, root / _TRUSTED, dirs_exist_ok=True)
        run_in(root, "update-ca-certificates >/dev/null 2>&1")


def run_in(root: Path, script: str) -> None:
    """Run a script in a Debian that is not booted, on this machine's network.

    Raises:
        CalledProcessError: A command of the script failed.
    """
    command = ["unshare", "--pid", "--fork", "--kill-child", "chroot", root, "bash", "-euo", "pipefail", "-c", script]
    here = {name: os.environ[name] for name in _FROM_HERE if name in os.environ}
    subprocess.run(command, check=True, env=_ENVIRONMENT | here)


@dataclass(frozen=True)
class Machine:
    """A booted machine.

    Attributes:
        root: the folder of its file system.
        init: the process of its systemd, as this machine numbers it.
    """

    root: Path
    init: int

    def run(self, script: str) -> str:
        """Run a script as root; return what it prints.

        Raises:
            SystemExit: A command of it failed; with all that was printed.
        """
        done = self._run(script)
        if done.returncode:
            raise SystemExit(f"{done.stdout}{done.stderr}failed with {done.returncode}:\n{script}")
        return done.stdout

    def _run(self, script: str) -> subprocess.CompletedProcess[str]:
        # All namespaces, root folder and working folder of its systemd.
        enter = ["nsenter", "-t", str(self.init), "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w"]
        command = [*enter, "bash", "-euo", "pipefail", "-c", f"cd /root\n{script}"]
        return subprocess.run(command, env=_ENVIRONMENT, capture_output=True, text=True, check=False)

    def wait(self, patience: float) -> None:
        """Wait until all of its units have started; raise SystemExit if that takes more than `patience` seconds."""
        end = time.monotonic() + patience
        while (state := self._run("systemctl is-system-running").stdout.strip()) not in _BOOTED:
            if time.monotonic() > end:
                raise SystemExit(f"it does not boot: {state or 'no answer'}")
            time.sleep(0.1)


@contextmanager
def booted(root: Path, patience: float = 60) -> Iterator[Machine]:
    """Boot a Debian during a block. Its network is a loopback of its own; in the end everything in it is killed.

    Args:
        root: the folder of its file system, with systemd and dbus installed.
        patience: how many seconds it may take.
    """
    name = f"pdd-try-{os.getpid()}"
    with tempfile.TemporaryDirectory() as cgroups:
        outer = subprocess.Popen(["unshare", "--mount", _BOOT, root, cgroups, name])
        try:
            machine = Machine(root, _child(outer, patience))
            machine.wait(patience)
            yield machine
        finally:
            outer.kill()  # unshare's --kill-child takes its systemd along, and that all the rest
            outer.wait()
            _remove_cgroups(cgroups, name)


def _child(outer: "subprocess.Popen[bytes]", patience: float) -> int:
    """Return the only child of a process as soon as it has become systemd."""
    end = time.monotonic() + patience
    children = Path(f"/proc/{outer.pid}/task/{outer.pid}/children")
    while time.monotonic() < end and outer.poll() is None:
        for child in children.read_text().split():
            if Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                return int(child)
        time.sleep(0.05)
    raise SystemExit("no systemd was started")


def _remove_cgroups(mounted: str, name: str) -> None:
    script = 'mount -t cgroup2 cgroup2 "$1"; find "$1/$2" -depth -type d -exec rmdir {} \\;'
    for _ in range(50):  # a killed process leaves its cgroup a moment after
        done = subprocess.run(["unshare", "--mount", "sh", "-c", script, "sh", mounted, name], capture_output=True)
        if not done.stderr:
            return
        time.sleep(0.1)
