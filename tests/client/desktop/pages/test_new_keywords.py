"""The page of changed campaigns: which changes one click agrees to, and which are read in full first."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel
from pytestqt.qtbot import QtBot

from pdd_client.core.donation.consent import Consent, only_grows
from pdd_client.desktop.first_run.new_keywords import NewKeywordsPage
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import AcceptJob, FetchOfferJob
from pdd_client.donor.campaigns.join import Offer
from tests.client.fakes import FakeServer, budget, campaign
from tests.support.terms import terms

AGREED = campaign(strata=("north", "south"))


def changed(server: FakeServer, **changes: Any) -> Offer:
    """Return the offer of the agreed campaign with these changes."""
    newest = AGREED.model_copy(update=changes)
    held = Consent(server.signed(AGREED), AGREED, "en", server.clock.now, "north")
    return Offer(
        "https://pdd.example.org", server.info(), {"flu": newest}, {"flu": server.signed(newest)}, {"flu": held}
    )


def shown(page: NewKeywordsPage, name: str) -> QAbstractButton:
    """Return the button of this name that can be seen."""
    QCoreApplication.processEvents()  # a layout shows what is added to it
    (found,) = (
        one
        for one in page.findChildren(QAbstractButton)
        if name in (one.text(), one.accessibleName()) and one.isVisibleTo(page)
    )
    return found


@pytest.mark.parametrize(
    "changes",
    [
        {"purpose": "To sell what people search for."},
        {"contact": "somebody@else.example"},
        {"ethics": "None"},
        {"funding": "Somebody Else Ltd"},
        {"consent": {"en": "I agree to anything."}},
        {"end": date(2027, 12, 31)},
        {"strata": ("north",)},
        {"vocabulary": ("asthma", *AGREED.vocabulary)},
        {"terms": terms(max_searches=5, max_matches=2, budget=budget(Decimal(9)))},
    ],
)
def test_any_other_change_is_read_in_full(qtbot: QtBot, server: FakeServer, changes: dict[str, Any]) -> None:
    """Whatever else has changed, the consent is shown as on joining, and asks for its boxes and the region again."""
    page, wanted, offer = NewKeywordsPage("en"), list[Job](), changed(server, **changes)
    qtbot.addWidget(page)
    page.wants.connect(wanted.append)
    page.show()
    page.show_result(FetchOfferJob(), offer)
    shown(page, "Read all of Winter flu").click()
    assert not shown(page, "Agr&ee").isEnabled()
    said = " ".join(label.text() for label in page.findChildren(QLabel) if label.isVisibleTo(page))
    newest = offer.campaigns["flu"]
    assert newest.purpose in said
    assert newest.contact in said
    assert newest.consent["en"] in said
    region = page.findChild(QComboBox)
    assert region is not None
    region.setCurrentIndex(0)
    if newest.terms.budget.epsilon > 5:
        shown(page, "Yes, this privacy cost is OK").click()
    assert not shown(page, "Agr&ee").isEnabled()
    shown(page, "I agree to Winter flu").click()
    shown(page, "Agr&ee").click()
    assert wanted == [AcceptJob(offer, (("flu", "north"),), None, "en")]
    assert shown(page, "Read all of Winter flu")


def test_more_keywords_and_an_earlier_end_need_one_click() -> None:
    """Keywords at the end of the list and an earlier end take nothing that was agreed to away."""
    grown = {"vocabulary": (*AGREED.vocabulary, "sneeze"), "end": date(2026, 12, 1)}
    assert only_grows(AGREED.model_copy(update=grown), AGREED)
    assert not only_grows(AGREED, AGREED.model_copy(update=grown))
