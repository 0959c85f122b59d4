"""Contents of the draft's form for tests, and drafts written straight into the database."""

import os
from typing import Any

from pdd_server.services.campaigns.drafts.draft_content import DraftContent
from pdd_server.services.campaigns.drafts.model import Draft
from pdd_server.services.campaigns.drafts.workflow import Act, get, start
from pdd_server.services.operations.data_folder import Deployment
from tests.server.web.people import Person
from tests.support.consent_texts import CONSENT, CONTACT
from tests.support.informing_lines import INFORMING

GOOD = {
    "id": "winter-flu",
    "title": "Winter flu survey",
    "purpose": "Can searches show where flu spreads?",
    "contact": CONTACT,
    **INFORMING,
    "start": "2026-11-20",
    "end": "2027-03-31",
    "vocabulary": "flu\nfever + child\n",
    "strata": "england\nscotland",
    "max_searches": "10",
    "max_hits": "20",
    "max_hits_per_keyword": "10",
    "way": "epsilon_per_day",
    "amount": "0.5",
    "delta": "",
    "noise": "discrete-laplace",
    "colluders": "",
    "threshold": "",
    "donors": "5000",
    "rate": "5",
    "share": "1",
    "effect": "20",
    "consent-language": "en",
    "consent-text": CONSENT,
    "public": "yes",
}
"""The form of a campaign that can be launched, as a browser sends it."""


def typed(**changes: Any) -> DraftContent:
    """Return the form's content as it is stored."""
    plain = {key: value for key, value in GOOD.items() if not key.startswith("consent-") and key != "public"}
    consent = [{"language": "en", "text": GOOD["consent-text"]}]
    return DraftContent.model_validate({**plain, "consent": consent, **changes})


def draft_of(server: Deployment, person: Person, kept: DraftContent) -> Draft:
    """Return a draft of this person."""
    with server.store.write() as connection:
        return start(Act(connection, server.config, server.clock(), person.account), os.urandom(16).hex(), kept)


def now_of(server: Deployment, draft: str) -> Draft:
    """Return the draft as it is stored now."""
    with server.store.read() as connection:
        return get(connection, draft)
