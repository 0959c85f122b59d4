"""The commands `ledger` and `ceiling`, about the donor's privacy account."""

import argparse

from pdd_client.cli.common import print_lines, show, with_donor
from pdd_client.cli.texts.account import account_json, account_text, limit_text
from pdd_client.donor.donor import Donor


@with_donor
def ledger(donor: Donor, chosen: argparse.Namespace) -> int:
    """Show the privacy account."""
    account = donor.account.ledger()
    return show(chosen, account_json(account), account_text(account))


@with_donor
def ceiling(donor: Donor, chosen: argparse.Namespace) -> int:
    """Set the limit of the privacy account if one is given ("none" removes it), and show it."""
    if chosen.epsilon is not None:
        donor.account.set_ceiling(None if chosen.epsilon == "none" else chosen.epsilon)
    print_lines([limit_text(donor.account.ledger())])
    return 0
