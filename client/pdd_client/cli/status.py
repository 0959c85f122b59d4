"""The command `status`. It opens only the home, because importing all of the donor's use cases takes time."""

import argparse
from contextlib import closing

from pdd_client.cli.common import clock_of, home_of, show
from pdd_client.cli.texts.status import status_text
from pdd_client.donor.error_translation import translated_errors
from pdd_client.donor.installation import open_installation
from pdd_client.donor.status import status as status_of
from pdd_client.donor.status import status_json


def status(chosen: argparse.Namespace) -> int:
    """Show the donor's status: the campaigns joined, the last and next check-in, pauses and problems."""
    installation = open_installation(home_of(chosen), clock_of(chosen))
    with closing(installation.store), translated_errors(installation):
        now = status_of(installation)
    return show(chosen, status_json(now), status_text(now))
