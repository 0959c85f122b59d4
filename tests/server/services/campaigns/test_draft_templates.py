"""Templates of drafts: what people have to add to one before it can be launched."""

from datetime import date
from pathlib import Path

import pytest

from pdd_server.services.campaigns.draft_templates.templates import BLANK, TEMPLATES, from_template
from pdd_server.services.campaigns.drafts.draft_content import ConsentText
from pdd_server.services.campaigns.drafts.draft_validation import validate
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import HandClock, campaign, new_server
from tests.support.consent_texts import CONSENT, CONTACT

TOPICS = [name for name in TEMPLATES if name != BLANK]


@pytest.mark.parametrize("protocol", ["cohort", "plain"])
def test_a_topic_lacks_only_a_contact_and_a_consent(protocol: str, tmp_path: Path, clock: HandClock) -> None:
    """With both added, each topic is a campaign that can be launched, under either protocol; without them, it lacks
    these two and nothing else.
    """
    of_cohorts = {"group_size": 100, "min_group": 50} if protocol == "cohort" else {}
    existing = cohort_campaign() if protocol == "cohort" else campaign()
    server = new_server(tmp_path, clock, existing, protocol=protocol, **of_cohorts)
    asked = {"contact": CONTACT, "consent": (ConsentText(language="en", text=CONSENT),)}
    for name in TOPICS:
        content = from_template(name, protocol, date(2026, 11, 20))
        with server.store.read() as connection:
            lacking = validate(connection, server.config, content)
            whole = validate(connection, server.config, content.model_copy(update=asked))
        assert set(lacking.by_field) == {"contact", "consent"}, (name, lacking.by_field)
        assert whole.by_field == {}, name
        assert whole.campaign
    server.store.dispose()


@pytest.mark.parametrize("day", range(1, 8))
def test_a_topic_begins_on_a_monday_with_time_to_recruit(day: int) -> None:
    """Whatever weekday it is, the campaign begins on a Monday two or three weeks later, and ends on a Sunday."""
    today = date(2026, 11, day)
    content = from_template("flu", "cohort", today)
    start, end = date.fromisoformat(content.start), date.fromisoformat(content.end)
    assert (start.isoweekday(), end.isoweekday(), (end - start).days) == (1, 7, 18 * 7 - 1)
    assert 14 <= (start - today).days <= 20


def test_an_unknown_template_is_refused() -> None:
    """Only names of templates are looked up, never another file."""
    with pytest.raises(KeyError):
        from_template("../draft_templates/flu", "cohort", date(2026, 11, 20))
