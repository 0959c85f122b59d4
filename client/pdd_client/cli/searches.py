"""The commands about the donor's searches: `searches` and `review` show them, the others keep some of them out."""

import argparse
from itertools import chain

from pdd_client.cli.common import day_to_review, print_lines, show, with_donor
from pdd_client.cli.texts import reports
from pdd_client.donor.donor import Donor

_SWITCHED_OFF = 'not read, of {browser}; if it is yours: pdd-donor count-again --profile "{path}"'


@with_donor
def searches(donor: Donor, chosen: argparse.Namespace) -> int:
    """Show the searches found on this computer, of one day (today by default) or with --all of all days."""
    zone = donor.installation.zone
    if chosen.all:
        found, review = donor.days.searches(histories=chosen.history, everything=True), None
    else:
        found, review = donor.days.searches_and_review(chosen.day or donor.today, chosen.history)
    off = [] if chosen.history else donor.exclusions.unread_histories()
    unread = [{"browser": file.browser, "path": str(file.path)} for file in off]
    as_json = reports.searches_json(found, zone, review) | {"switched_off": unread}
    return show(
        chosen, as_json, chain(reports.searches_text(found, zone, review), map(_SWITCHED_OFF.format_map, unread))
    )


@with_donor
def review(donor: Donor, chosen: argparse.Namespace) -> int:
    """Show what would be sent of a day, or what was sent if its counts are locked."""
    review = donor.days.review(chosen.day, chosen.history)
    day = day_to_review(donor, review.day)
    when = reports.goes_out_text(day, donor.installation.zone) if day else ()
    return show(chosen, reports.review_json(review, day), chain(reports.review_text(review), when))


@with_donor
def block(donor: Donor, chosen: argparse.Namespace) -> int:
    """Block words: searches that contain one no longer count."""
    print_lines(f"blocked {donor.exclusions.block(word)}" for word in chosen.word)
    return 0


@with_donor
def unblock(donor: Donor, chosen: argparse.Namespace) -> int:
    """Remove blocked words, so that searches with them count again."""
    print_lines(f"no longer blocked: {donor.exclusions.unblock(word)}" for word in chosen.word)
    return 0


@with_donor
def blocked(donor: Donor, chosen: argparse.Namespace) -> int:
    """Show the blocked words."""
    blocked = donor.exclusions.blocked()
    return show(chosen, {"blocked": blocked}, blocked or ["nothing is blocked"])


@with_donor
def remove(donor: Donor, chosen: argparse.Namespace) -> int:
    """Remove single searches by their ids, so that they no longer count."""
    for name in chosen.search_id:
        donor.exclusions.remove_search(name, chosen.history)
        print_lines([f"search {name} is left out from now on"])
    return 0
