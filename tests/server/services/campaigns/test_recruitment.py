"""Invitation codes of campaigns register donors while they are valid, and no record shows who used one."""

import os
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pdd_server.errors import Rejected
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.recruitment import join_link, make, qr_png, qr_svg, square_svg, withdraw
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.readable_codes import ALPHABET, code_hash, draw
from tests.server.services.campaigns.drafts.draft_authors import act, audited
from tests.server.simulated_server import DAY, Donor, HandClock, campaign, client_of, dump, new_server

CODE = "K7QM-4TXA-9WDE"


def invited(tmp_path: Path, clock: HandClock) -> Deployment:
    """Return a server that asks for a code, with one of a campaign."""
    server = new_server(tmp_path, clock, invitations=("the operator's",))
    with act(server) as one:
        make(one, "flu", CODE, "Poster in the library", DAY)
    return server


def status_of(server: Deployment, code: str | None) -> int:
    donor = Donor(client_of(server).open, server.identity, server.online_key.verify_key.encode())
    return int(donor.register(invitation=code).status_code)


def test_a_code_registers_donors_until_its_last_day(tmp_path: Path, clock: HandClock) -> None:
    """A code, also as people copy it, registers donors until its last day, its withdrawal or its campaign's end."""
    server = invited(tmp_path, clock)
    for code in (CODE, CODE.lower(), CODE.replace("-", " "), "the operator's"):
        assert status_of(server, code) == 201
    for code in (None, "?", "K7QM-4TXA-9WDF"):
        assert status_of(server, code) == 403
    clock.next_day()
    assert status_of(server, CODE) == 403
    with act(server) as one:
        make(one, "flu", "other-code", "Mailing list", date(2026, 12, 31))
    assert status_of(server, "other-code") == 201
    with act(server) as one:
        withdraw(one, "flu", code_hash("other-code"))
    assert status_of(server, "other-code") == 403
    with act(server) as one:
        make(one, "flu", "other-code", "Mailing list", date(2026, 12, 31))
        campaigns.close(one.connection, "flu", DAY)
    assert status_of(server, "other-code") == 403
    server.store.dispose()


def test_nothing_tells_which_code_a_donor_used(tmp_path: Path, clock: HandClock) -> None:
    """A donor's records are the same for any code, using a code does not change it, and codes are not kept in clear."""
    kept = []
    for name, code in (("a", CODE), ("b", "the operator's")):
        (tmp_path / name).mkdir()
        server = invited(tmp_path / name, clock)
        before = [line for line in dump(server) if "recruiting" in line]
        assert status_of(server, code) == 201
        after = dump(server)
        assert [line for line in after if "recruiting" in line] == before
        assert CODE not in "".join(after).replace(" ", "")
        kept.append(sorted(line.split("(")[0] for line in after if line.startswith("INSERT")))
        server.store.dispose()
    assert kept[0] == kept[1]


def test_codes_drawn_are_easily_copied_and_differ() -> None:
    """Codes have twelve evenly drawn characters of the alphabet, in groups of four."""
    drawn = {draw(os.urandom) for _ in range(200)}
    assert len(drawn) == 200
    assert all(len(code) == 14 and set(code) <= {*ALPHABET, "-"} for code in drawn)
    assert draw(lambda size: bytes(range(256))[-size:] if size > 12 else bytes(range(size))) == "ABCD-EFGH-JKMN"


@pytest.mark.parametrize(
    ("code", "label", "day", "key"),
    [
        ("short", "Poster", DAY, "code"),
        ("über-lang-code", "Poster", DAY, "code"),
        ("x" * 41, "Poster", DAY, "code"),
        ("------", "Poster", DAY, "code"),
        ("long-enough", " ", DAY, "label"),
        ("long-enough", "Poster", date(2026, 11, 19), "last_day"),
        ("long-enough", "Poster", date(2027, 1, 1), "last_day"),
    ],
)
def test_invalid_invitation_codes_are_refused(server: Deployment, code: str, label: str, day: date, key: str) -> None:
    """Invalid codes are refused, each with its field."""
    with act(server) as one, pytest.raises(Rejected) as raised:
        make(one, "flu", code, label, day)
    assert raised.value.field == key


def test_making_a_code_again_changes_nothing(server: Deployment) -> None:
    """A form that is sent twice makes one code, and the audit log has it once."""
    with act(server) as one:
        assert make(one, "flu", CODE, "Poster", DAY) == make(one, "flu", CODE.lower(), "Poster again", DAY)
    assert audited(server) == [(None, "recruiting.code-made", "flu")]


def test_a_square_picture_has_the_studys_words() -> None:
    """The square picture is well-formed SVG with title, purpose and address, cut where long; no code in words."""
    made = campaign(title="Flu <&> cold", purpose="How does flu spread? " * 40)
    drawn = ElementTree.fromstring(square_svg(made, join_link("https://pdd.example.org", "flu", CODE), "Scan <this>."))
    texts = [one.text or "" for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Flu <&> cold"
    assert texts[5].endswith("…")
    assert {"Scan <this>.", "pdd.example.org/join/flu"} <= {*texts}
    assert not any("K7QM" in text for text in texts)


def test_pictures_of_the_link() -> None:
    """The link's picture is an SVG element without scripts or external addresses, and a PNG."""
    picture = qr_svg("https://pdd.example.org/join/flu")
    assert picture.startswith("<svg")
    assert "style" not in picture
    assert qr_png("https://pdd.example.org/join/flu").startswith(b"\x89PNG")
