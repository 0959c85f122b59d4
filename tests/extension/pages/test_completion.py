"""The completion code in the extension's settings."""

import pytest
from playwright.sync_api import expect

from tests.extension.pages.site import Site
from tests.support.processes.chromium import violations

CODE = "K7QM4TXA9W"


def test_the_card_counts_days_then_has_the_code(site: Site) -> None:
    """The card shows nothing before the server told anything, then how many days, then the code, which one press
    copies.
    """
    expect(site.open("joined", "settings").locator(".card")).not_to_contain_text("Completion code")
    early = site.open("early", "settings").locator(".card")
    expect(early).to_contain_text("Completion code: you were there on 3 of 5 days.")
    expect(early).to_contain_text("Everybody who is there on so many days is told the same code.")
    expect(early.locator("#copy-winter-flu")).to_have_count(0)
    page = site.open("complete", "settings")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.locator(".card")).to_contain_text(f"Completion code: {CODE}")
    page.get_by_role("button", name="Copy the code").click()
    expect(page.get_by_role("status")).to_have_text("The code is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == CODE


@pytest.mark.parametrize(
    ("language", "says", "copies"),
    [
        ("de", "Abschlusscode: Du warst an 3 von 5 Tagen da.", "Code kopieren"),
        ("fr", "Code de participation\u00a0: jours de présence, 3 sur 5.", "Copier le code"),
        ("es", "Código de participación: has estado presente 3 de 5 días.", "Copiar el código"),
    ],
)
def test_it_speaks_the_persons_language(site: Site, language: str, says: str, copies: str) -> None:
    """Days and button are in each language, and the code is unchanged."""
    early = site.open("early", "settings", **{"chosen-language": language})
    expect(early.locator(".card")).to_contain_text(says)
    complete = site.open("complete", "settings", **{"chosen-language": language})
    expect(complete.locator("#copy-winter-flu")).to_have_text(copies)
    expect(complete.locator(".card")).to_contain_text(CODE)


def test_nothing_serious_by_axe(site: Site) -> None:
    """Copy buttons name their campaign, and axe-core finds nothing serious, in a narrow window too."""
    page = site.open("complete", "settings", width=360, policy=False)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("button", name="Copy the code: \u2068Winter flu survey, UCL\u2069")).to_be_visible()
