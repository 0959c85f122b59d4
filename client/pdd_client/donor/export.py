"""Export everything that a home keeps about its donor as one JSON file, without keys and without data of others."""

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Any

from pdd_client.core.donation.consent import Consent
from pdd_client.core.errors import Code, DonorError
from pdd_client.core.reminders import Told
from pdd_client.donor.cohort.public_log import kept_lines
from pdd_client.donor.installation import Installation
from pdd_client.donor.reminders import told
from pdd_client.donor.settings.browsers import choice, ticked
from pdd_client.donor.settings.preferences import preferences
from pdd_client.donor.status import status, status_json
from pdd_client.gateways.home_store.cohort.epoch_store import ServerStatement


def export(installation: Installation, file: Path) -> None:
    """Write the export to a file that only the donor's user account can read (mode 0600).

    The text is written to a temporary file beside it first, so an export is complete or missing, never cut off.

    Raises:
        DonorError: the file can't be written. Nothing is left behind.

    """
    text = json.dumps(_everything(installation), default=_plain, ensure_ascii=False, indent=2)
    try:
        # In a shared folder others could put a file or a link of a known name there first, and read the export.
        descriptor, name = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".new", dir=file.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
                opened.write(text)
            Path(name).replace(file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise DonorError(
            f"{file} can't be written ({error.strerror}): nothing was exported; choose another place",
            Code.NOT_EXPORTED,
        ) from None


def _everything(installation: Installation) -> dict[str, Any]:
    store = installation.store
    kept, chosen, on = store.exclusions.all(installation.zone), choice(installation, ()), ticked(installation)
    return {
        "made": installation.clock(),
        "status": {name: value for name, value in status_json(status(installation)).items() if name != "refusals"},
        "consents": [_consent(consent) for consent in store.consents.every()],
        "sending": installation.sending(),
        "by_itself_from": store.fact("by_itself_from"),
        "decisions": [asdict(decision) for decision in store.days.decisions().values()],
        "days": [{"day": day, "confirmed": sent} for day, sent in store.days.locked().items()],
        "kept_days": [asdict(kept) for days in store.kept.every().values() for kept in days.values()],
        "blocked": store.exclusions.blocked(),
        "removed_searches": [{"time": one.time, "day": one.day} for one in kept.removed],
        "pauses": [asdict(pause) for pause in kept.pauses],
        "sites_off": sorted(kept.sites),
        "hours_off": kept.hours and str(kept.hours),
        "browsers_off": sorted(chosen.browsers_off),
        "profiles_off": _profiles(chosen.off),
        "profiles_on": None if on is None else _profiles(on),
        "extension_ids": json.loads(store.fact("extension_ids") or "[]"),
        "extension_versions": json.loads(store.fact("extension_versions") or "{}"),
        "histories": json.loads(store.fact("histories") or "[]"),
        "new_version": json.loads(store.fact("new_version") or "null"),
        "next_version_check": store.fact("next_version_check"),
        "preferences": asdict(preferences(installation)),
        "reminded": _reminded(told(installation)),
        "public_log": kept_lines(store),
        "evidence": [
            {"reason": reason, "texts": _texts(first, second)} for reason, first, second in store.epochs.evidence()
        ],
        "log": [asdict(line) for line in store.log.lines()],
    }


def _profiles(browsers: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the profiles of which these are the browsers, by the path of each one's history."""
    return [{"browser": browser, "path": path} for path, browser in sorted(browsers.items())]


def _reminded(of: Told) -> dict[str, Any]:
    return asdict(of) | {"ends": sorted(of.ends), "results": sorted(of.results)}


def _consent(consent: Consent) -> dict[str, Any]:
    return {
        "campaign": consent.campaign.id,
        "time": consent.time,
        "language": consent.language,
        "stratum": consent.stratum,
        "text": json.loads(consent.signed.payload),
        "signature": consent.signed.signature,
    }


def _texts(first: ServerStatement, second: ServerStatement) -> list[dict[str, Any]]:
    """Return the evidence against a server: two contradicting texts, then the identity key's texts on their keys."""
    keys = [first.key] if first.key == second.key else [first.key, second.key]
    return [text.model_dump() for text in (first.text, second.text, *keys)]


def _plain(value: object) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no place in an export")
