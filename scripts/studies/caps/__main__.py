"""python -m scripts.studies.caps: how exact weekly campaigns with caps on hits are, setting by setting."""

import argparse
import json
from dataclasses import asdict, replace

from scripts.studies.caps.collection import collect
from scripts.studies.caps.figures import HEADER, Figures, row
from scripts.studies.caps.setting import SETTINGS


def main() -> None:
    """Simulate the settings and print a row for each."""
    parser = argparse.ArgumentParser(prog="python -m scripts.studies.caps", description=__doc__)
    parser.add_argument("--donors", type=int, metavar="N", help="in every setting, in place of its own number")
    parser.add_argument("--campaigns", type=int, metavar="N", help="in every setting, in place of its own number")
    parser.add_argument("--only", default="", metavar="TEXT", help="the settings that have this in their name")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of the first campaign; the next ones count up"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not options.json:
        print(HEADER)
    for setting in SETTINGS:
        if options.only not in setting.name:
            continue
        chosen = replace(setting, donors=options.donors or setting.donors)
        campaigns = options.campaigns or setting.campaigns
        weeks = [week for number in range(campaigns) for week in collect(chosen, options.seed + number)]
        found = Figures.of(chosen, weeks)
        print(json.dumps(asdict(found)) if options.json else row(found), flush=True)


if __name__ == "__main__":
    main()
