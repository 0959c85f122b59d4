"""Recruiting for a launched campaign, and what can still be changed, with a client without a browser."""

import re
from html import unescape

from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns import campaigns
from tests.server.web.people import Person, Portal, send

RESEARCHER = Role.RESEARCHER


def test_recruiting_makes_a_code_shown_once(portal: Portal, people: dict[Role, Person]) -> None:
    """A new code's page shows link and picture once; later only its name is there, and typing the code gives the
    link.
    """
    client, address = portal.client(people[RESEARCHER]), "/portal/campaigns/flu/recruiting"
    proposed = re.search(r'id="code" name="code" type="text" value="([^"]+)"', client.get(address).text)
    assert proposed
    form = {"code": proposed[1], "label": "Poster <b>", "last_day": "2026-12-01"}
    page = send(client, address, form)
    assert page.status_code == 200
    assert f"/join/flu#invitation={proposed[1]}" in page.text
    assert "<svg" in page.text
    assert send(client, address, form).text.count("#invitation=") == page.text.count("#invitation=")
    listed = client.get(address).text
    assert proposed[1] not in listed
    assert listed.count("Poster &lt;b&gt;") == 2
    assert send(client, f"{address}/link", {"known": proposed[1].lower()}).status_code == 200
    assert send(client, f"{address}/link", {"known": "no-such-code"}).status_code == 404
    assert proposed[1] in send(client, f"{address}/poster", {"code": proposed[1]}).text
    assert send(client, address, {**form, "last_day": "never"}).status_code == 400
    hashed = re.search(r'name="hash" value="(\w+)"', listed)
    assert hashed
    for text in ("zz", hashed[1]):
        assert send(client, f"{address}/withdraw", {"hash": text}).status_code == 303
    assert "There is no code yet" in client.get(address).text


def test_an_index_is_appended_with_all_its_keywords_shown(portal: Portal, people: dict[Role, Person]) -> None:
    """An index is appended from a line of the form, after its keywords were shown, and can't be appended changed."""
    client, address = portal.client(people[RESEARCHER]), "/portal/campaigns/flu/append"
    line = "Cold index: any of cold, sneeze + nose"
    shown = send(client, address, {"vocabulary": line, "do": "check"}).text
    assert "any of 2 keywords" in shown
    assert "cold, sneeze + nose</details>" in shown
    assert send(client, address, {"vocabulary": line, "do": "append"}).status_code == 303
    with portal.server.store.read() as connection:
        assert campaigns.get(connection, "flu").campaign.vocabulary[-1] == line
    again = send(client, address, {"vocabulary": f"{line}, cough", "do": "append"})
    assert again.status_code == 400
    assert "has the same words as `Cold index" in unescape(again.text)


def test_appending_asks_once_more(portal: Portal, people: dict[Role, Person]) -> None:
    """New keywords are validated, shown with what they lose to the caps, and appended only after confirmation."""
    client, address = portal.client(people[RESEARCHER]), "/portal/campaigns/flu/append"
    refused = send(client, address, {"vocabulary": "cold\nFLU", "do": "append"})
    assert refused.status_code == 400
    assert "Line 2: Entry `FLU` counts the same searches as `flu` at among" in unescape(refused.text)
    looked = send(client, address, {"vocabulary": "cold\nflu + cold", "do": "check"})
    assert "2 keywords to append" in looked.text
    assert "Line 2: `flu + cold`: every search for it counts for `flu` too" in unescape(looked.text)
    many = "\n".join(f"flu + {' + '.join('abcdefg'[:length])}" for length in range(1, 8))
    looked = send(client, address, {"vocabulary": many, "do": "check"})
    assert "Nothing is ever counted for `flu + a + b + c`, " in looked.text
    done = send(client, address, {"vocabulary": "cold\nflu + cold", "do": "append"})
    assert done.status_code == 303
    with portal.server.store.read() as connection:
        assert campaigns.get(connection, "flu").campaign.vocabulary[-2:] == ("cold", "flu + cold")


def test_ending_sooner_and_closing(portal: Portal, people: dict[Role, Person]) -> None:
    """The last day moves forward only, a closed campaign stays closed, and a viewer can do neither. The ledger says it
    at once.
    """
    client, address = portal.client(people[RESEARCHER]), "/portal/campaigns/flu/close"
    for day in ("2027-05-05", "soon", ""):
        assert send(client, address, {"do": "end", "end": day}).status_code == 400
    assert send(client, address, {"do": "end", "end": "2026-12-01"}).status_code == 303
    assert send(portal.client(people[Role.VIEWER]), address, {"do": "close"}).status_code == 403
    assert send(client, address, {"do": "close"}).status_code == 303
    with portal.server.store.read() as connection:
        stored = campaigns.get(connection, "flu")
    assert stored.campaign.end.isoformat() == "2026-12-01"
    assert stored.closed is not None
    assert portal.server.ledger.read().campaigns["flu"].closed == stored.closed
    assert "Closed on" in client.get(address).text
