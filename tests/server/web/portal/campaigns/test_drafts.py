"""The pages of drafts, with a client without a browser."""

import io
import re
from html import unescape
from typing import Any

import pytest

from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts.draft_content import DraftContent
from pdd_server.services.campaigns.drafts.model import DraftState
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.portal.campaigns import drafts
from tests.server.simulated_server import dump
from tests.server.web.people import Person, Portal, add_person, send
from tests.server.web.portal.draft_forms import GOOD, draft_of, now_of, typed
from tests.support.informing_lines import INFORMING

RESEARCHER = Role.RESEARCHER


def started(portal: Portal, person: Person) -> str:
    """Start a draft by the page and return its id."""
    answer = send(portal.client(person), "/portal/campaigns/new", {"template": "blank"})
    assert answer.status_code == 303
    return str(answer.headers["Location"].rsplit("/", 1)[1])


def test_a_draft_begins_with_a_template(portal: Portal, people: dict[Role, Person]) -> None:
    """The chosen template is what the draft begins with. Without one, or with an unknown one, there is no draft."""
    client = portal.client(people[RESEARCHER])
    answer = send(client, "/portal/campaigns/new", {"template": "economics"})
    begun = now_of(portal.server, str(answer.headers["Location"].rsplit("/", 1)[1])).typed
    assert "unemployment index: any of" in begun.vocabulary
    assert now_of(portal.server, started(portal, people[RESEARCHER])).typed.vocabulary == ""
    before = dump(portal.server)
    for sent in ({"template": "../flu"}, {}, {"null": ""}):
        refused = send(client, "/portal/campaigns/new", sent)
        assert refused.status_code == 400
        assert "Nothing was changed." in refused.text
    assert dump(portal.server) == before


def test_the_forecast_names_entries_that_never_count(portal: Portal, people: dict[Role, Person]) -> None:
    """Beside the form stands which entry would count nothing, and not once it is above what takes its hits."""
    draft, client = started(portal, people[RESEARCHER]), portal.client(people[RESEARCHER])
    caps = {"max_hits": "1", "max_hits_per_keyword": "1"}
    for lines, named in (('flu\n"flu shot"', True), ('"flu shot"\nflu', False)):
        form = {**GOOD, **caps, "vocabulary": lines, "revision": "1"}
        page = unescape(send(client, f"/portal/drafts/{draft}/preview", form).text)
        assert ('Nothing is ever counted for `"flu shot"`' in page) is named
        assert "to see the rise" in page


def test_whatever_is_typed_is_kept_and_its_problems_are_told(portal: Portal, people: dict[Role, Person]) -> None:
    """A form full of problems is saved unchanged, and the page names each at its field, with a summary of links."""
    draft, client = started(portal, people[RESEARCHER]), portal.client(people[RESEARCHER])
    wrong = {**GOOD, "id": "Winter <Flu>", "end": "soon", "vocabulary": "flu\r\n\r\nFLU\r\n?!", "amount": "a lot"}
    answer = send(client, f"/portal/drafts/{draft}", {**wrong, "revision": "1", "do": "check"})
    assert answer.status_code == 303
    kept = now_of(portal.server, draft)
    assert (kept.revision, kept.typed.id, kept.typed.vocabulary) == (2, "Winter <Flu>", "flu\n\nFLU\n?!")
    page = client.get(answer.headers["Location"]).text
    for field in ("id", "end", "vocabulary", "amount"):
        assert f'href="#{field}"' in page
        assert re.search(rf'id="{field}"[^>]*aria-describedby="[^"]*{field}-problem"[^>]*aria-invalid="true"', page)
    assert 'role="alert"' in page
    assert "Winter &lt;Flu&gt;" in page
    assert "Line 3: Entry `FLU` counts the same searches as `flu` at line 1" in unescape(page)
    assert "can never match" in page


def test_a_new_draft_is_not_scolded(portal: Portal, people: dict[Role, Person]) -> None:
    """A new, empty form shows no problems and no forecast."""
    client = portal.client(people[RESEARCHER])
    page = client.get(f"/portal/drafts/{started(portal, people[RESEARCHER])}").text
    assert "aria-invalid" not in page
    assert "The forecast needs dates, caps and privacy" in page


def test_queries_are_tried_and_not_kept(portal: Portal, people: dict[Role, Person]) -> None:
    """The button saves the draft and opens the box, which shows what counts, what comes close, and spellings."""
    draft, client = started(portal, people[RESEARCHER]), portal.client(people[RESEARCHER])
    form = {**GOOD, "vocabulary": "müde\r\nflu", "revision": "1", "do": "queries"}
    box = send(client, f"/portal/drafts/{draft}", form).headers["Location"]
    assert box == f"/portal/drafts/{draft}/queries"
    assert "not kept" in client.get(box).text
    before = dump(portal.server)
    page = unescape(send(client, box, {"queries": "Flu <b>\r\n\r\nwinterflu"}).text)
    assert dump(portal.server) == before
    assert "1 of 2 queries count" in page
    assert "close to a keyword: winterflu" in page
    assert "müde (spellings): any of müde, mude" in page
    assert "<b>" not in send(client, box, {"queries": "Flu <b>"}).text
    assert client.get("/portal/drafts/none/queries").status_code == 404


def test_the_preview_is_what_saving_shows(portal: Portal, people: dict[Role, Person]) -> None:
    """A preview is the part of the page that saving would show, and keeps nothing."""
    draft, client = started(portal, people[RESEARCHER]), portal.client(people[RESEARCHER])
    before = dump(portal.server)
    fragment = send(client, f"/portal/drafts/{draft}/preview", {**GOOD, "revision": "1"})
    assert fragment.status_code == 200
    assert [line for line in dump(portal.server) if "INTO drafts" in line] == [
        line for line in before if "INTO drafts" in line
    ]
    send(client, f"/portal/drafts/{draft}", {**GOOD, "revision": "1", "do": "check"})
    assert fragment.text.strip() in client.get(f"/portal/drafts/{draft}").text
    for shown in (
        "Do the totals show a rise of 20% from one week to the next?",
        "This campaign can",
        "of the active donors are in a day's totals",
        "all 132 days",
        "epsilon <strong>66</strong>",
        "only your first 10",
    ):
        assert shown in fragment.text, fragment.text


def test_previews_are_computed_one_at_a_time(portal: Portal, people: dict[Role, Person]) -> None:
    """While one preview is computed another is told to come again, and is answered afterwards."""
    draft, client = started(portal, people[RESEARCHER]), portal.client(people[RESEARCHER])
    with drafts._WORKING:
        assert send(client, f"/portal/drafts/{draft}/preview", GOOD).status_code == 429
    assert send(client, f"/portal/drafts/{draft}/preview", GOOD).status_code == 200


def test_of_two_edits_the_second_sees_both(portal: Portal, people: dict[Role, Person]) -> None:
    """A lost update is refused with both versions, and can then be saved knowingly."""
    draft, client = started(portal, people[RESEARCHER]), portal.client(people[RESEARCHER])
    send(client, f"/portal/drafts/{draft}", {**GOOD, "title": "First", "revision": "1"})
    answer = send(client, f"/portal/drafts/{draft}", {**GOOD, "title": "Second", "revision": "1"})
    assert answer.status_code == 409
    assert "First" in answer.text
    assert "Second" in answer.text
    assert now_of(portal.server, draft).typed.title == "First"
    fields = {
        name: unescape(value) for name, value in re.findall(r'type="hidden" name="(\S+)" value="([^"]*)"', answer.text)
    }
    long = {
        name: unescape(value)
        for name, value in re.findall(r'<textarea name="(\S+)" hidden>\n(.*?)</textarea>', answer.text, re.S)
    }
    send(client, f"/portal/drafts/{draft}", {**fields, **long})
    kept = now_of(portal.server, draft)
    assert (kept.revision, kept.typed) == (3, typed(title="Second"))


@pytest.mark.parametrize(
    ("name", "content", "kept"),
    [
        ("words.txt", b"flu\r\nfever + child\r\n", "flu\nfever + child\n"),
        ("words.csv", b'id,Entry\n1,flu\n2,"""how are you"""\n', 'flu\n"how are you"'),
        ("words.CSV", "grippe\nfièvre\n".encode("utf-8-sig"), "grippe\nfièvre"),
        ("Wörter.csv", "entry;Notiz\r\nGrippe;häufig\r\n".encode("utf-8-sig"), "Grippe"),
        ("Wörter.csv", "entry;Notiz\r\nGrippe;häufig\r\n".encode("cp1252"), None),
        ("words.txt", "Grippe".encode("utf-16"), None),
        ("words.csv", b'"flu\n', None),
        ("words.csv", b"a\0b", None),
    ],
)
def test_keywords_come_from_a_file(
    portal: Portal, people: dict[Role, Person], name: str, content: bytes, kept: str | None
) -> None:
    """A text or CSV file replaces the typed keywords; an unreadable file is reported, and they stay."""
    draft, client = started(portal, people[RESEARCHER]), portal.client(people[RESEARCHER])
    form = {**GOOD, "revision": "1", "do": "check", "file": (io.BytesIO(content), name)}
    answer = send(client, f"/portal/drafts/{draft}", form, content_type="multipart/form-data")
    assert answer.status_code == 303
    assert now_of(portal.server, draft).typed.vocabulary == (GOOD["vocabulary"] if kept is None else kept)
    assert ("The keywords are as they were" in client.get(answer.headers["Location"]).text) is (kept is None)


def test_a_long_list_is_typed_and_shown(portal: Portal, people: dict[Role, Person]) -> None:
    """Ten thousand keywords in the form, more than any donor's message, are accepted."""
    draft, client = started(portal, people[RESEARCHER]), portal.client(people[RESEARCHER])
    words = "\n".join(f"a rather long keyword {n}".replace(" ", "") for n in range(10_000))
    answer = send(client, f"/portal/drafts/{draft}", {**GOOD, "vocabulary": words, "revision": "1"})
    assert answer.status_code == 303
    assert len(now_of(portal.server, draft).typed.entries) == 10_000


@pytest.mark.parametrize("missing", ["title", "vocabulary", "consent-text"])
def test_a_form_that_lacks_a_field_is_refused(portal: Portal, people: dict[Role, Person], missing: str) -> None:
    """A form that lacks a field, because it was cut off, changes nothing."""
    draft, client = draft_of(portal.server, people[RESEARCHER], typed()), portal.client(people[RESEARCHER])
    form = {name: value for name, value in GOOD.items() if name != missing}
    assert send(client, f"/portal/drafts/{draft.id}", {**form, "revision": "1", "do": "check"}).status_code == 400
    assert now_of(portal.server, draft.id) == draft


def test_more_languages_and_what_a_donor_reads_of_each(portal: Portal, people: dict[Role, Person]) -> None:
    """Adding a language keeps what is typed; the donor's view has one text for each, and the terms in words."""
    draft, client = started(portal, people[RESEARCHER]), portal.client(people[RESEARCHER])
    send(client, f"/portal/drafts/{draft}", {**GOOD, "revision": "1", "do": "language"})
    assert client.get(f"/portal/drafts/{draft}").text.count('name="consent-text"') == 2
    two = {**GOOD, "consent-language": ["en", "de"], "consent-text": ["You give counts.", "Sie geben <b>Zahlen</b>."]}
    answer = send(client, f"/portal/drafts/{draft}", {**two, "revision": "2", "do": "consent"})
    page = client.get(answer.headers["Location"]).text
    assert "Sie geben &lt;b&gt;Zahlen&lt;/b&gt;." in page
    assert page.count("only your first 10 searches count") == 2
    assert page.count("I agree to this") == 2


def test_launching_confirms_the_exact_terms(portal: Portal, people: dict[Role, Person]) -> None:
    """The confirmation shows what is launched, and then there is a campaign with public files and no draft."""
    draft = draft_of(portal.server, people[RESEARCHER], typed())
    client = portal.client(people[RESEARCHER])
    answer = send(client, f"/portal/drafts/{draft.id}", {**GOOD, "revision": "1", "do": "launch"})
    assert answer.headers["Location"] == f"/portal/drafts/{draft.id}/launch"
    page = client.get(answer.headers["Location"]).text
    terms = ("scale 62,", "epsilon 66, delta 0", "3 donors", "england, scotland")
    for shown in (*terms, "A launch can&#39;t be undone", *INFORMING.values()):
        assert shown.replace("&#39;", "'") in unescape(page), shown
    digest = re.search(r'name="shown" value="(\w+)"', page)
    assert digest
    wrong = send(client, f"/portal/drafts/{draft.id}/launch", {"revision": "1", "shown": "0" * 64})
    assert now_of(portal.server, draft.id).state == DraftState.DRAFT
    assert "checked" in wrong.headers["Location"]
    done = send(client, f"/portal/drafts/{draft.id}/launch", {"revision": "1", "shown": digest[1]})
    assert done.headers["Location"] == "/portal/campaigns/winter-flu/recruiting"
    assert client.get(done.headers["Location"]).status_code == 200
    assert (portal.server.folder.published / "winter-flu").is_dir()
    with portal.server.store.read() as connection:
        assert campaigns.get(connection, "winter-flu").campaign.title == "Winter flu survey"
    assert client.get(f"/portal/drafts/{draft.id}").headers["Location"] == "/portal/campaigns/winter-flu"
    again = send(client, f"/portal/drafts/{draft.id}/launch", {"revision": "1", "shown": digest[1]})
    assert again.status_code == 303


def test_a_large_error_is_ticked_before_a_launch(portal: Portal, people: dict[Role, Person]) -> None:
    """The confirmation states the expected error; above 50% nothing is launched without ticking a box."""
    client = portal.client(people[RESEARCHER])
    small = draft_of(portal.server, people[RESEARCHER], typed(id="small"))
    page = client.get(f"/portal/drafts/{small.id}/launch").text
    assert "5,000 donors a day" in page
    assert "of the true count" in page
    assert 'name="accept_error"' not in page
    draft = draft_of(portal.server, people[RESEARCHER], typed(donors="100"))
    page = client.get(f"/portal/drafts/{draft.id}/launch").text
    assert "times the true count. Noise hides the result." in page
    assert 'name="accept_error"' in page
    digest = re.search(r'name="shown" value="(\w+)"', page)
    assert digest
    form = {"revision": "1", "shown": digest[1]}
    refused = send(client, f"/portal/drafts/{draft.id}/launch", form)
    assert "checked" in refused.headers["Location"]
    assert now_of(portal.server, draft.id).state == DraftState.DRAFT
    done = send(client, f"/portal/drafts/{draft.id}/launch", {**form, "accept_error": "yes"})
    assert done.headers["Location"] == "/portal/campaigns/winter-flu/recruiting"


def test_the_last_editor_is_offered_no_approval(portal: Portal, people: dict[Role, Person]) -> None:
    """The last editor has neither button nor action to approve, even where none is required; somebody else has."""
    draft, other = draft_of(portal.server, people[RESEARCHER], typed()), people[Role.ADMINISTRATOR]
    mine, theirs = portal.client(people[RESEARCHER]), portal.client(other)
    send(mine, f"/portal/drafts/{draft.id}", {**GOOD, "revision": "1", "do": "submit"})
    assert f"/portal/drafts/{draft.id}/approve" not in mine.get(f"/portal/drafts/{draft.id}").text
    send(mine, f"/portal/drafts/{draft.id}/approve", {"revision": "1"})
    assert now_of(portal.server, draft.id).state == DraftState.IN_REVIEW
    assert f"/portal/drafts/{draft.id}/approve" in theirs.get(f"/portal/drafts/{draft.id}").text
    send(theirs, f"/portal/drafts/{draft.id}/approve", {"revision": "1"})
    assert now_of(portal.server, draft.id).state == DraftState.APPROVED


def test_problems_lead_back_from_launching_and_review(portal: Portal, people: dict[Role, Person]) -> None:
    """A draft with problems can be neither launched nor submitted for review, by any button."""
    draft = draft_of(portal.server, people[RESEARCHER], typed())
    client = portal.client(people[RESEARCHER])
    for number, wanted in enumerate(("submit", "launch"), start=1):
        form = {**GOOD, "title": "", "contact": "" if number > 1 else "x", "revision": str(number), "do": wanted}
        answer = send(client, f"/portal/drafts/{draft.id}", form)
        assert answer.headers["Location"].endswith("?checked=1")
    assert client.get(f"/portal/drafts/{draft.id}/launch").status_code == 303
    assert now_of(portal.server, draft.id).state == DraftState.DRAFT


PAGES = ("", "/consent", "/launch")
ACTS = ("", "/preview", "/approve", "/share", "/discard", "/launch")


def test_who_may_do_what(portal: Portal, people: dict[Role, Person]) -> None:
    """Strangers find no draft, viewers that it is shared with only see it, and nobody signed out gets in."""
    draft = draft_of(portal.server, people[RESEARCHER], typed())
    stranger = add_person(portal.server, RESEARCHER, name="stranger")
    viewer = add_person(portal.server, Role.VIEWER, [draft.id], name="onlooker")
    before = [line for line in dump(portal.server) if "INTO drafts" in line or "INTO campaigns" in line]
    for path in PAGES:
        assert portal.client(stranger).get(f"/portal/drafts/{draft.id}{path}").status_code == 404
        assert portal.client().get(f"/portal/drafts/{draft.id}{path}").status_code == 303
    for path in ACTS:
        form = {**GOOD, "title": "Mine", "revision": "1", "email": "viewer@example.org", "shown": ""}
        assert send(portal.client(stranger), f"/portal/drafts/{draft.id}{path}", form).status_code == 404
        allowed = path == "/preview"
        assert send(portal.client(viewer), f"/portal/drafts/{draft.id}{path}", form).status_code == (
            200 if allowed else 403
        )
    assert portal.client(viewer).get(f"/portal/drafts/{draft.id}").status_code == 200
    assert portal.client(viewer).get(f"/portal/drafts/{draft.id}/launch").status_code == 403
    assert portal.client(viewer).get("/portal/campaigns/new").status_code == 403
    assert portal.client(people[Role.ADMINISTRATOR]).get("/portal/drafts/draft_unknown").status_code == 404
    after = [line for line in dump(portal.server) if "INTO drafts" in line or "INTO campaigns" in line]
    assert after == before


def test_a_forged_form_changes_nothing(portal: Portal, people: dict[Role, Person]) -> None:
    """A form without the session's own token is refused."""
    draft = draft_of(portal.server, people[RESEARCHER], typed())
    client, before = portal.client(people[RESEARCHER]), dump(portal.server)
    addresses = [f"/portal/drafts/{draft.id}{path}" for path in ACTS]
    addresses += [f"/portal/campaigns/flu/{path}" for path in ("recruiting", "append", "close", "recruiting/withdraw")]
    for address in (*addresses, "/portal/campaigns/new"):
        assert client.post(address, data={**GOOD, "revision": "1", "do": "close"}).status_code == 400
    assert [line for line in dump(portal.server) if "session" not in line] == [
        line for line in before if "session" not in line
    ]


@pytest.mark.parametrize(
    "anything", ["\0", "\ud800", "🧪" * 3000, "long " * 25_000, "<script>", "-1", "9" * 400, "1e999", "nan"]
)
def test_no_text_in_any_field_fails(portal: Portal, people: dict[Role, Person], anything: str) -> None:
    """Any text in all fields at once is kept or cut, validated and shown without an error."""
    draft, client = draft_of(portal.server, people[RESEARCHER], DraftContent()), portal.client(people[RESEARCHER])
    form: dict[str, Any] = dict.fromkeys(GOOD, anything.encode(errors="surrogatepass"))
    answer = send(client, f"/portal/drafts/{draft.id}", {**form, "revision": "1", "do": "check"})
    assert answer.status_code == 303
    assert client.get(answer.headers["Location"]).status_code == 200
    assert client.get(f"/portal/drafts/{draft.id}/consent").status_code == 200


def test_pages_are_not_kept_by_browsers(portal: Portal, server: Deployment, people: dict[Role, Person]) -> None:
    """The pages forbid storing, and have the policy without inline scripts or styles."""
    draft, client = draft_of(server, people[RESEARCHER], typed()), portal.client(people[RESEARCHER])
    for address in (
        f"/portal/drafts/{draft.id}",
        f"/portal/drafts/{draft.id}/launch",
        "/portal/campaigns/flu/recruiting",
    ):
        answer = client.get(address)
        assert answer.headers["Cache-Control"] == "no-store"
        assert not re.search(r"<style|<script(?! type=\"module\" src=)| style=| on[a-z]+=", answer.text)
