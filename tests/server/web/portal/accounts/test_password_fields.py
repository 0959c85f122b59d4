"""Fields for passwords: what was typed can be shown, and a new password is judged while it is typed."""

import pytest
from playwright.sync_api import expect

from pdd_server.services.accounts.authentication.passwords import strength_of
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from tests.server.simulated_server import client_of
from tests.server.web.browsing import Pages
from tests.server.web.people import PASSWORD, Person, Portal, send
from tests.server.web.portal.sign_in_steps import link_of, open_link


def test_a_password_is_judged_while_it_is_typed(server: Deployment, pages: Pages) -> None:
    """A meter and a sentence follow the new password, and a button shows what was typed."""
    tab = pages.open(link_of(server))
    expect(tab).to_have_url(f"{pages.portal.address}/portal/invitation/password")
    field, meter = tab.get_by_label("Password", exact=True), tab.locator("meter")
    field.fill("password1234")
    expect(tab.locator(".field [role=status]")).to_contain_text("too easily guessed")
    field.fill("mauve kettle, orbit thistle")
    expect(tab.locator(".field [role=status]")).to_have_text("Very hard to guess.")
    expect(meter).to_have_js_property("value", 4)
    tab.get_by_role("button", name="Show").click()
    expect(field).to_have_attribute("type", "text")
    tab.get_by_role("button", name="Hide").click()
    expect(field).to_have_attribute("type", "password")


@pytest.mark.parametrize(
    ("password", "score"), [("short", 0), ("x" * 129, 0), ("passwordpassword", 1), ("mauve kettle, orbit thistle", 4)]
)
def test_the_meter_agrees_with_what_is_refused(password: str, score: int) -> None:
    """A password that would be refused has a score of at most 1, and a good one the highest."""
    assert strength_of(password).score == score


def test_only_people_who_may_set_a_password_have_one_judged(portal: Portal, people: dict[Role, Person]) -> None:
    """Strangers can't make the server judge passwords; people with an account or an invitation can."""
    invited = client_of(portal.server)
    open_link(invited, link_of(portal.server))
    for client, status in ((portal.client(), 403), (portal.client(people[Role.VIEWER]), 200), (invited, 200)):
        answer = send(client, "/portal/password-strength", {"password": PASSWORD})
        assert answer.status_code == status
        assert PASSWORD not in answer.text
