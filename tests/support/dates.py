"""Runs the first stage on days on which calendars and clocks do something: `scripts/test --dates`.

The time of day is moved for the tests and all that they start. Files keep the times of the computer's own clock.
"""

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

from tests.support.processes.moved_clock import MovedClock

_MOMENTS = {
    "2026-12-21 12:00": "UTC",
    "2027-01-03 12:00": "UTC",
    "2028-02-29 12:00": "UTC",
    "2027-03-28 01:30": "Europe/Berlin",
    "2027-05-02 23:50": "Europe/Berlin",
}
"""Moments with their zones: a month ahead, the last day of a week of the year before, a leap day, the night in which
clocks go forward, and the end of a Sunday."""


def main() -> int:
    """Run the first stage at each moment, with further arguments for pytest; return 1 if it failed at one."""
    failed = []
    with TemporaryDirectory() as folder:
        clock = MovedClock(Path(folder))
        for moment, zone in _MOMENTS.items():
            print(f"\n== first stage, {moment} in {zone}", flush=True)
            clock.set(datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone)))
            environment = os.environ | clock.environment | {"TZ": zone}
            command = ["pytest", "-n", "auto", "--dist", "worksteal", "--stage=first", *sys.argv[1:]]
            failed += [moment] if subprocess.run(command, env=environment, check=False).returncode else []
    print(f"\nfailed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
