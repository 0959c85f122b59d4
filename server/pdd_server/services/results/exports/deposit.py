"""What archives want to know of a campaign's results: metadata of DataCite 4.5 and an RO-Crate 1.1.

All days are data days. The server does not keep when it published them, which is some days later.
"""

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from pdd_server.services.campaigns.drafts.consent_checks import addresses
from pdd_server.services.licences import LICENCES
from pdd_server.services.results.exports import citation
from pdd_server.services.results.exports.package import MEDIA
from pdd_shared.protocol.messages import Campaign

_CRATE = "https://w3id.org/ro/crate/1.1"
_ORCID = re.compile(r"https://orcid\.org/(?:\d{4}-){3}\d{3}[\dx]")
_AROUND_NAME = " \t,;:<>[]\"'–—-"
"""Characters that stand between a name and an address."""


def datacite(campaign: Campaign, newest: date | None, version: str) -> dict[str, Any]:
    """Return the metadata of DataCite's schema 4.5, without a DOI, which the archive gives.

    Args:
        campaign: The campaign.
        newest: The newest published day; None before the first.
        version: A hash of the state of the results.
    """
    about: dict[str, Any] = {
        "creators": [_creator(campaign)],
        "titles": [{"title": campaign.title}],
        "publisher": {"name": responsible(campaign)},
        "publicationYear": str((newest or campaign.start).year),
        "types": {"resourceTypeGeneral": "Dataset", "resourceType": citation.totals_of(campaign)},
        "descriptions": [
            {"description": campaign.purpose, "descriptionType": "Abstract"},
            {"description": statement(campaign), "descriptionType": "TechnicalInfo"},
        ],
        "formats": sorted(set(MEDIA.values())),
        "version": version,
        "schemaVersion": "http://datacite.org/schema/kernel-4",
    }
    if newest:
        about["dates"] = [{"date": f"{campaign.start}/{newest}", "dateType": "Collected"}]
    if campaign.funding:
        about["fundingReferences"] = [{"funderName": campaign.funding}]
    if campaign.licence:
        about["rightsList"] = [_rights(campaign.licence)]
    return about


def _creator(campaign: Campaign) -> dict[str, Any]:
    orcid = _orcid(campaign)
    scheme = {"nameIdentifierScheme": "ORCID", "schemeUri": "https://orcid.org"}
    known = {"nameType": "Personal", "nameIdentifiers": [{"nameIdentifier": orcid, **scheme}]} if orcid else {}
    return {"name": responsible(campaign), **known}


def _rights(licence: str) -> dict[str, str]:
    known = LICENCES.get(licence)
    scheme = {"rightsIdentifier": licence, "rightsIdentifierScheme": "SPDX", "schemeUri": "https://spdx.org/licenses/"}
    return {"rights": known.name, "rightsUri": known.url, **scheme} if known else {"rights": licence}


def ro_crate(campaign: Campaign, newest: date | None, files: Mapping[str, Path]) -> dict[str, Any]:
    """Return the metadata file of an RO-Crate 1.1 with these files.

    Args:
        campaign: The campaign.
        newest: The newest published day; None before the first.
        files: The files by their names in the crate.
    """
    person, licence = {"@id": _orcid(campaign) or "#responsible"}, _licence(campaign)
    root = {
        "@id": "./",
        "@type": "Dataset",
        "name": campaign.title,
        "description": f"{campaign.purpose} {statement(campaign)}",
        "datePublished": (newest or campaign.start).isoformat(),
        "author": person,
        "license": {"@id": licence["@id"]},
        "hasPart": [{"@id": name} for name in files],
        **({"temporalCoverage": f"{campaign.start}/{newest}"} if newest else {}),
        **({"funder": {"@id": "#funder"}} if campaign.funding else {}),
    }
    funder = [{"@id": "#funder", "@type": "Organization", "name": campaign.funding}] if campaign.funding else []
    described = {
        "@id": "ro-crate-metadata.json",
        "@type": "CreativeWork",
        "conformsTo": {"@id": _CRATE},
        "about": {"@id": "./"},
    }
    author = {**person, "@type": "Person", "name": responsible(campaign)}
    graph = [described, root, author, licence, *funder, *(_file(name, file) for name, file in files.items())]
    return {"@context": f"{_CRATE}/context", "@graph": graph}


def _licence(campaign: Campaign) -> dict[str, str]:
    if known := LICENCES.get(campaign.licence or ""):
        return {"@id": known.url, "@type": "CreativeWork", "name": known.name, "identifier": campaign.licence or ""}
    return {"@id": "#no-licence", "@type": "CreativeWork", "name": campaign.licence or "No licence is stated."}


def _file(name: str, file: Path) -> dict[str, Any]:
    media = MEDIA.get(file.suffix.removeprefix("."), "text/plain")
    return {
        "@id": name,
        "@type": "File",
        "name": name,
        "encodingFormat": media,
        "contentSize": str(file.stat().st_size),
    }


def responsible(campaign: Campaign) -> str:
    """Return the name in the campaign's contact: what stands before its first address, or else between or after them.

    The whole contact if nothing is left.
    """
    known = addresses(campaign.contact)
    between = re.split("|".join(map(re.escape, known)), campaign.contact, flags=re.IGNORECASE) if known else []
    return next(filter(None, map(_name_in, between)), campaign.contact)


def _name_in(text: str) -> str:
    name = text.strip(_AROUND_NAME)
    is_whole = name.count("(") == name.count(")") and not name.startswith("(")
    return name if is_whole else name.strip("()" + _AROUND_NAME)


def _orcid(campaign: Campaign) -> str | None:
    """Return the ORCID iD in the campaign's contact as an address; None if there is none whose check digit is right.

    Source of the check digit: ISO/IEC 7064, MOD 11-2.
    """
    for address in filter(_ORCID.fullmatch, addresses(campaign.contact)):
        digits = address.removeprefix("https://orcid.org/").replace("-", "")
        check = (12 - sum(int(digit) << (15 - place) for place, digit in enumerate(digits[:-1])) % 11) % 11
        if digits[-1] == "0123456789x"[check]:
            return address.replace("x", "X")
    return None


def statement(campaign: Campaign) -> str:
    """Return some sentences on the privacy of the published numbers. They must not promise more than the protocol."""
    terms = campaign.terms
    epsilon, delta = (f"{number.normalize():f}" for number in (terms.budget.epsilon, terms.budget.delta))
    if terms.protocol == "cohort":
        condition = f"if at most {terms.colluders} in 100 donors add no noise or reveal it"
    else:
        condition = "if the server added the noise as it says"
    return (
        f"{citation.totals_of(campaign)}, each over at least {terms.smallest_sum} donors, of whom all but one may have "
        f"given zeros, with noise on every number. All published numbers together are differentially private for all "
        f"days of one donor, with epsilon at most {epsilon} and delta at most {delta}, {condition}."
    )
