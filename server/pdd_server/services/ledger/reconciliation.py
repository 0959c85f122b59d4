"""Keeping the ledger and the database together.

What the database publishes and charges is added to the ledger before anybody sees what it was charged for. So the
ledger never says more than the database, unless the database was restored from a backup. Then the server must not go on
before `pdd-server reset`, which brings the database up to the ledger.
"""

import json
from collections.abc import Iterable, Iterator
from functools import partial

from sqlalchemy import Connection

from pdd_server.errors import SetupError
from pdd_server.services.ledger.entries import Charged, Entry, Launched, Ledger, Listed, Published, Server, WasReset
from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.store.campaigns import campaigns
from pdd_server.store.engine import Store
from pdd_server.store.results import charges, publications
from pdd_server.store.results.publications import Missing, Publication
from pdd_server.store.rounds.cohort import cohort_epochs
from pdd_shared.privacy.accounting.charge_texts import charge_in
from pdd_shared.protocol.days import last_day
from pdd_shared.protocol.encoding import digest
from pdd_shared.protocol.messages import Campaign

_REMEDY = "stop the server and run pdd-server reset"
Numbers = tuple[str | None, int, int, int | None, Iterable[int | None]]
"""The numbers of a day and stratum: its name, donors, searches, `full` (None if there is none), and totals."""


def record(store: Store, file: LedgerFile, listed: Iterable[Listed] = ()) -> None:
    """Add everything to the ledger that the database has and the ledger lacks.

    Args:
        store: The database.
        file: The ledger.
        listed: Lists that are about to be shown.

    Raises:
        SetupError: The database was restored from a backup, the ledger is of another server, or it was changed. Nothing
            is added.
    """
    ledger = file.read()
    with store.read() as connection:
        check(connection, ledger, file.identity)
        is_lacking = any(_lacking(connection, ledger, file.identity))
    if is_lacking:
        file.add_found(partial(_lacking_now, store, file.identity))
    file.add(listed)


def _lacking_now(store: Store, identity: bytes, ledger: Ledger) -> tuple[Entry, ...]:
    """Return what the ledger lacks, while nobody else can add to it.

    The last entry of a campaign or of a day counts. What was read before the ledger was locked may be older than what
    another process has added meanwhile, and would stand after it.
    """
    with store.read() as connection:
        return tuple(_lacking(connection, ledger, identity))


def check(connection: Connection, ledger: Ledger, identity: bytes) -> None:
    """Check that the database has everything that the ledger says.

    Raises:
        SetupError: It does not, or the ledger is of another server. The text says what to do.
    """
    check_identity(ledger, identity)
    lost = next(_lost(connection, ledger), None)
    if lost is not None:
        raise SetupError(
            f"published/ledger.jsonl: says that {lost}, and the database does not know it, so it was restored from a "
            f"backup or is new; {_REMEDY}"
        )


def check_identity(ledger: Ledger, identity: bytes) -> None:
    """Raise SetupError if the ledger is of another server than that of this public identity key."""
    if ledger.identity not in (None, identity.hex()):
        raise SetupError(
            "published/ledger.jsonl: belongs to another server; put this server's own published/ in its place"
        )


def adopt(connection: Connection, ledger: Ledger) -> None:
    """Bring an older or new database up to the ledger: it gets the campaigns and charges that it lacks."""
    for launched in ledger.campaigns.values():
        _adopt_campaign(connection, launched)
    for campaign, charged in _by_campaign(ledger.charges.values()):
        known = charges.texts_of(connection, campaign)
        for entry in charged:
            if entry.day not in known:
                charges.add(connection, campaign, entry.day, charge_in(entry.charge))


def publish_lost(connection: Connection, ledger: Ledger) -> None:
    """Publish as missing what the ledger says was charged and the database has no numbers of, after a reset."""
    there = publications.states(connection)
    for campaign, charged in _by_campaign(ledger.charges.values()):
        # A lost week that was asked for once more may be charged on a day on which no week ends.
        period = Campaign.model_validate_json(ledger.campaigns[campaign].text).terms.period
        ends = [entry.day for entry in charged if last_day(period, entry.day) == entry.day]
        lost = [Missing(campaign, day, "down", 0, 0) for day in ends if (campaign, day) not in there]
        publications.add_missing(connection, lost)


def numbers_digest(strata: Iterable[Numbers]) -> str:
    """Return the digest, in hex, of the numbers of a campaign's day.

    Args:
        strata: The strata in order. Totals below the threshold don't count.
    """
    numbers = [
        # Days without `full` keep the digest that they had before there was one.
        [stratum or "", donors, searches, *([] if full is None else [["full", full]]), *_listed(totals)]
        for stratum, donors, searches, full, totals in strata
    ]
    return digest("ledger-numbers", json.dumps(numbers, ensure_ascii=False, separators=(",", ":")).encode()).hex()


def _listed(totals: Iterable[int | None]) -> Iterator[int]:
    return (total for total in totals if total is not None)


def _lacking(connection: Connection, ledger: Ledger, identity: bytes) -> Iterator[Entry]:
    """Yield what the database has and the ledger lacks."""
    if ledger.identity is None:
        yield Server(identity=identity.hex())
    for stored in campaigns.all_of(connection):
        text = stored.campaign.model_dump_json()
        launched = Launched(campaign=stored.campaign.id, text=text, closed=stored.closed)
        if not ledger.says(launched):
            yield launched
        for day, charge in charges.texts_of(connection, stored.campaign.id).items():
            if (stored.campaign.id, day) not in ledger.charges:
                yield Charged(campaign=stored.campaign.id, day=day, charge=charge)
    reset = cohort_epochs.last_reset(connection)
    is_new = reset is not None and (ledger.last_reset is None or reset.number > ledger.last_reset.number)
    if reset is not None and is_new:
        yield WasReset(number=reset.number, day=reset.day)
    for (campaign, day), state in publications.states(connection).items():
        is_known = (campaign, day) in ledger.standing and ledger.published[campaign, day].state == state
        if is_new or not is_known:
            numbers = numbers_digest(map(_numbers, publications.of_day(connection, campaign, day)))
            yield Published(campaign=campaign, day=day, state=state, digest=numbers)


def _numbers(one: Publication) -> Numbers:
    return one.stratum, one.donors, one.searches, one.full, one.totals


def _lost(connection: Connection, ledger: Ledger) -> Iterator[str]:
    """Yield a clause for each thing that the ledger says and the database does not know."""
    for name in ledger.campaigns:
        if not campaigns.exists(connection, name):
            yield f"the campaign {name} was launched"
    for campaign, charged in _by_campaign(ledger.charges.values()):
        known = charges.texts_of(connection, campaign)
        yield from (f"{campaign} was charged for {entry.day}" for entry in charged if entry.day not in known)
    reset = cohort_epochs.last_reset(connection)
    number, recorded = reset.number if reset else 0, ledger.last_reset.number if ledger.last_reset else 0
    if number < recorded:
        yield f"the server was reset as number {recorded}"
    if number > recorded:
        return  # the reset's own entry was not written yet; it gave up what its database lacked
    states = publications.states(connection)
    for campaign, day in sorted(ledger.standing):
        if states.get((campaign, day), (0, 0, 0))[1:] < ledger.published[campaign, day].state[1:]:
            yield f"numbers of {campaign} were published for {day}"


def _by_campaign(charged: Iterable[Charged]) -> Iterator[tuple[str, list[Charged]]]:
    """Yield the charges of each campaign."""
    found: dict[str, list[Charged]] = {}
    for entry in charged:
        found.setdefault(entry.campaign, []).append(entry)
    yield from found.items()


def _adopt_campaign(connection: Connection, launched: Launched) -> None:
    """Store a campaign as the ledger or the database has it, whichever is newer.

    Vocabularies only ever grow, and ends only ever come sooner.
    """
    told, stored = Campaign.model_validate_json(launched.text), campaigns.get(connection, launched.campaign)
    if stored is None:
        campaigns.add(connection, told)
    else:
        newer = max(stored.campaign, told, key=lambda one: len(one.vocabulary))
        campaigns.replace(connection, newer.model_copy(update={"end": min(stored.campaign.end, told.end)}))
    if launched.closed is not None and (stored is None or stored.closed is None):
        campaigns.close(connection, launched.campaign, launched.closed)
