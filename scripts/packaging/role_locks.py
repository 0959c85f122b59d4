"""The locks of roles, which are parts of the developers' lock: what is tested is what is installed.

`python3 scripts/packaging/role_locks.py ROLE` prints one. It needs no package, so it works before all installing.
"""

import re
import sys
from pathlib import Path

_LOCKS = Path(__file__).parents[2] / "locks"


def packages() -> dict[str, list[str]]:
    """Return the packages of each role, as `scripts/lock` found them."""
    lines = (_LOCKS / "roles.txt").read_text("utf-8").splitlines()
    return {role: names.split() for role, _, names in (line.partition(": ") for line in lines)}


def lock(role: str) -> str:
    """Return the lock of a role: the developers' entries of its packages, with versions and hashes.

    Raises:
        KeyError: There is no such role.
    """
    wanted = set(packages()[role])
    entries = re.split(r"^(?=\S)", (_LOCKS / "development.lock").read_text("utf-8"), flags=re.MULTILINE)
    return "".join(entry for entry in entries if re.match(r"[\w.-]*", entry)[0] in wanted)


if __name__ == "__main__":
    sys.stdout.write(lock(sys.argv[1]))
