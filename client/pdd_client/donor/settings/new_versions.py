"""Asking the donor's server whether there is a newer version of the app.

Nobody is told which version asks: the request has no token and no version, and its answer is the same for everybody.
It goes over a connection of its own, at a random time that does not depend on check-ins. The server can still see the
computer's network address. Nothing is downloaded or installed.
"""

import json
from dataclasses import asdict
from datetime import datetime, timedelta

from pdd_client import VERSION
from pdd_client.core import schedule
from pdd_client.core.new_version import NewVersion, System, is_newer, newest
from pdd_client.donor.installation import Installation
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from pdd_client.gateways.server_http.server_http import ServerProblem

_DAY = timedelta(days=1)
_AFTER_OVERSLEEPING = timedelta(hours=4)
"""The longest wait after a time that passed while the computer or the app was off."""


def is_due(installation: Installation, system: System | None) -> bool:
    """Return whether it is time to ask. A home that was never asked for gets its first time within a day.

    Nothing is asked while no campaign is joined. If the computer slept through the planned time, a new one is drawn.

    Args:
        installation: the donor's home.
        system: the kind of package of this app; None if there is none, and nothing is asked.
    """
    if system is None or installation.joined() is None or not installation.store.consents.agreed():
        return False
    planned = installation.store.fact("next_version_check")
    if planned is None:
        _plan(installation, timedelta(0), _DAY)
        return False
    # A clock that was far ahead would put the next question off for years.
    moment, now = datetime.fromisoformat(planned), installation.clock()
    if moment < now - schedule.OVERSLEPT:
        _plan(installation, timedelta(0), _AFTER_OVERSLEEPING)
        return False
    return moment <= now or moment > now + 3 * _DAY


def ask(installation: Installation, system: System, mine: str = VERSION) -> None:
    """Ask the server for its programs, keep a newer version of this app, and plan the next question.

    A server that can't be reached, or has no such list, is asked another day.

    Args:
        installation: the donor's home.
        system: the kind of package of this app.
        mine: this app's version.
    """
    _plan(installation, _DAY, 2 * _DAY)  # first, so that no error makes the app ask again soon
    try:
        with installation.server(installation.membership().url) as server:
            found = newest(server.programs(), system, mine)
    except (ServerProblem, ServerUnreachable):
        return
    with installation.store.transaction():
        installation.store.set_fact("new_version", json.dumps(asdict(found)) if found else None)


def new_version(installation: Installation, mine: str = VERSION) -> NewVersion | None:
    """Return the newer version that was found; None without one, and once it is installed."""
    kept = installation.store.fact("new_version")
    found = NewVersion(**json.loads(kept)) if kept else None
    return found if found and is_newer(found.version, mine) else None


def _plan(installation: Installation, earliest: timedelta, latest: timedelta) -> None:
    """Plan the next question for a random time between `earliest` and `latest` from now."""
    now = installation.clock()
    moment = schedule.between(now + earliest, now + latest, installation.random_bytes)
    with installation.store.transaction():
        installation.store.set_fact("next_version_check", moment.isoformat())
