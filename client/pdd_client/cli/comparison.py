"""The command `compare`: whether the server shows this home what it shows others."""

import argparse

from pdd_client.cli.common import show, with_donor
from pdd_client.cli.texts.comparison import comparison_text
from pdd_client.donor.donor import Donor


@with_donor
def compare(donor: Donor, chosen: argparse.Namespace) -> int:
    """Compare the public log with a file that somebody else got, and show the numbers that people compare."""
    found = donor.compare_log(chosen.results_file) if chosen.results_file else None
    weeks, witnesses = donor.log_weeks(), donor.witnesses()
    as_json = {
        "weeks": [{"start": start.isoformat(), "fingerprint": fingerprint} for start, fingerprint in weeks],
        "witnesses": witnesses and witnesses.model_dump(mode="json"),
        "compared": found.result if found else None,
        "until": found.until.isoformat() if found and found.until else None,
    }
    return show(chosen, as_json, comparison_text(weeks, found, witnesses))
