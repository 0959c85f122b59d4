"""scripts/deploy/try-on-debian: does what the guide says, looks what came of it, and says how long it took."""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scripts.deploy import by_pip, containerfile, guide, machine
from scripts.packaging import server_debian
from scripts.packaging.building import ROOT, VERSION, moment

GUIDES = ROOT / "docs" / "guides"
PAGE = GUIDES / "deploy" / "debian.md"
BARE = ("systemd", "systemd-sysv", "dbus", "ca-certificates", "curl", "procps")
"""What Debian's installer always installs, beside the smallest selection."""

# Let's Encrypt can't reach a machine without a network, so Caddy is its own authority here. Nothing else differs.
OWN_AUTHORITY = r"""
echo '127.0.0.1 pdd.example.org' >> /etc/hosts
sed -i '0,/{/s//{\n\tlocal_certs/' /etc/caddy/Caddyfile
systemctl reload caddy
authority=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
for _ in $(seq 100); do [ ! -s $authority ] || break; sleep 0.1; done
cp $authority /usr/local/share/ca-certificates/caddy.crt
update-ca-certificates >&2
"""
TLS = """
curl -sv -o /dev/null https://pdd.example.org/readyz 2>&1 | grep 'SSL connection using TLSv1.3'
{ curl -sv --tls-max 1.1 --ciphers DEFAULT@SECLEVEL=0 https://pdd.example.org/readyz 2>&1 || true; } |
    grep 'alert protocol version'
[ "$(curl -s -o /dev/null -w '%{http_code} %{redirect_url}' http://pdd.example.org/)" = '308 https://pdd.example.org/' ]
"""
SERVED = (
    "curl -fsS --retry 20 --retry-delay 1 --retry-all-errors https://pdd.example.org/v1/campaigns | grep winter-flu\n"
)
SANDBOXED = """
for unit in web night; do
    process=$(systemctl show --property MainPID --value pdd-server-$unit)
    [ "$(ps -o user= -p $process)" = pdd ]
    grep -q '^NoNewPrivs:.1' /proc/$process/status
    grep -q '^CapEff:.0*$' /proc/$process/status
    grep -q '^Seccomp:.2' /proc/$process/status
    ! nsenter -t $process -m -- touch /usr/written
done
"""
# While the server is down, Caddy would log the request and the donor's address, if its settings did not prevent it.
NO_LOG_OF_DONORS = """
systemctl stop pdd-server-web
[ "$(curl -s -o /dev/null -w '%{http_code}' https://pdd.example.org/v1/of-a-donor)" = 502 ]
systemctl start pdd-server-web
! journalctl --no-pager -o cat | grep of-a-donor
"""
# Debian's Python may be older than the one that built the package, and need packages that the newer one does not.
WHOLE = "/usr/lib/pdd-server/bin/python3 -I -c 'import psycopg, redis'\n"
CHECKS = {
    "Install": WHOLE,
    "Put Caddy in front": OWN_AUTHORITY,
    "Invite the first administrator": "systemctl is-active pdd-server-{web,night}.service pdd-server-backup.timer\n"
    + SANDBOXED
    + TLS,
    "Launch the first campaign": SERVED + NO_LOG_OF_DONORS,
    "Back it up": "ls /var/lib/pdd-backups/*/backup.json\n",
    "Restore": SERVED + "[ -z \"$(systemctl list-units --failed --no-legend 'pdd*' 'caddy*')\" ]\n",
}
"""What is looked at once the commands below a heading of the guide were run."""


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print what a block did, and how long it took."""
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)


def try_guide(folder: Path) -> None:
    """Run all commands of the guide, in their order, on a Debian that is made in a folder.

    Raises:
        SystemExit: A command or a check failed.
    """
    root = folder / "debian"
    with timed("a bare Debian, by debootstrap"):
        machine.make(root, BARE)
    with timed("the Debian package, built"):
        server_debian.package(root / "root", VERSION, moment(), quick=True)
    with timed("what it needs of Debian, downloaded"):  # the booted machine has no network but loopback
        machine.run_in(root, "cd /root; apt-get update -q; apt-get install -qy --download-only ./*.deb caddy")
    (root / "srv" / "flu.toml").write_text(_campaign())
    with machine.booted(root) as booted, timed("all that the guide says"):
        for heading, commands in guide.commands(PAGE).items():
            with timed(f"  {heading}"):
                booted.run(commands)
            booted.run(CHECKS.get(heading, ":"))


def _campaign() -> str:
    """Return the researchers' guide's campaign, which counts weeks, from the Monday in two weeks on."""
    today = datetime.now(UTC).date()
    start = today + timedelta(days=14 - today.weekday())
    end = start + timedelta(weeks=19, days=-1)
    return guide.campaign(GUIDES / "researcher.md", start.isoformat(), end.isoformat())


def main() -> int:
    """Try the guide, the Containerfile or the guides' use of pip in a temporary folder, which is removed."""
    parser = argparse.ArgumentParser(prog="scripts/deploy/try-on-debian", description=__doc__)
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--containerfile", action="store_true", help="run the steps of deploy/Containerfile instead")
    instead.add_argument("--pip", action="store_true", help="run what all guides install with pip instead")
    chosen = parser.parse_args()
    if lacks := machine.missing():
        parser.exit(3, f"{parser.prog}: this machine lacks {lacks}\n")
    with tempfile.TemporaryDirectory() as folder:
        trial = containerfile.try_steps if chosen.containerfile else by_pip.try_pages if chosen.pip else try_guide
        trial(Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
