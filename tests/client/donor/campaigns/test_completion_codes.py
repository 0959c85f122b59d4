"""Completion codes in the donor's program: all donors are told them, joined ones are stored."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_client.cli import main
from pdd_client.core.errors import DonorError
from pdd_client.donor.campaigns.completions import merge_completions
from pdd_client.donor.donor import Donor
from pdd_shared.protocol.completion_codes import Completion, Completions
from tests.client.fakes import DAY, URL, FakeServer, campaign, open_donor
from tests.client.loopback import listening

CODE = "K7QM4TXA9W"
VECTORS = json.loads(
    (Path(__file__).parents[3] / "vectors" / "protocol" / "completions.json").read_text(encoding="utf-8")
)


def completion(there: int = 5, days: int = 5, name: str = "flu", code: str = CODE) -> Completion:
    return Completion(campaign=name, days=days, there=there, code=code if there == days else None)


def answer(*completions: Completion) -> str:
    return Completions(completions=completions).model_dump_json()


def told(donor: Donor) -> dict[str, Completion | None]:
    return {one.id: one.completion for one in donor.status().campaigns}


def test_codes_of_joined_campaigns_are_stored(donor: Donor, server: FakeServer) -> None:
    """Of joined campaigns the code is stored once it is told; of others nothing is, though it is told as well."""
    server.campaigns = [campaign(), campaign(id="sleep", title="Sleep")]
    donor.campaigns.join(URL, ["flu"])
    server.completions = answer(completion(3), completion(name="sleep", code="other-code"))
    donor.check_in([])
    assert told(donor) == {"flu": completion(3)}
    server.completions = answer(completion(), completion(name="sleep", code="other-code"))
    donor.check_in([])
    assert told(donor) == {"flu": completion()}
    assert b"other-code" not in b"".join(file.read_bytes() for file in donor.home.iterdir() if file.is_file())


def test_every_donor_asks_alike(tmp_path: Path, server: FakeServer) -> None:
    """A check-in's requests are the same whatever the donor joined or left, so they reveal nothing. Codes take none."""
    server.campaigns = [campaign(), campaign(id="sleep", title="Sleep")]
    requests = []
    for name, joins, leaves in (("a", ["flu"], []), ("b", ["sleep"], []), ("c", ["flu"], ["flu"])):
        with open_donor(tmp_path / name, server) as donor:
            donor.campaigns.join(URL, joins)
            for campaign_id in leaves:
                donor.campaigns.leave(campaign_id)
            donor.check_in([])
            server.requests.clear()
            donor.check_in([])
            requests.append(list(server.requests))
    assert requests == [["POST check-in", "GET campaigns, unchanged"]] * 3


LIES: list[str | bytes] = [
    *(vector["json"] for vector in VECTORS["bad"]),
    json.dumps({"completions": [completion().model_dump() | {"code": "A" * 10_000_000}]}),
    json.dumps({"completions": [completion(3).model_dump()] * 1_001}),
    "<html>",
    b"\xff\xfe",
    b"",
]


def test_a_lie_changes_no_code(donor: Donor, server: FakeServer) -> None:
    """A check-in's answer with malformed codes is refused as a whole; the next one that is well formed is kept."""
    donor.campaigns.join(URL)
    server.completions = answer(completion())
    donor.check_in([])
    for lie in LIES:
        server.completions = lie
        with pytest.raises(DonorError):
            donor.check_in([])
        assert told(donor) == {"flu": completion()}, lie[:100]
    server.completions = answer(completion(code="other-code"))
    server.clock.now += DAY
    donor.check_in([])
    assert told(donor) == {"flu": completion(code="other-code")}
    assert donor.status().last_check_in == server.clock.now


def test_leaving_and_erasing_forget_it(home: Path, server: FakeServer) -> None:
    """Leaving a campaign or erasing deletes its code; after joining again it comes only when told again."""
    server.completions = answer(completion())
    with open_donor(home, server) as donor:
        donor.campaigns.join(URL)
        donor.check_in([])
        donor.campaigns.leave("flu")
        assert told(donor) == {"flu": None}
        assert donor.installation.store.fact("completions") is None
        donor.campaigns.join(URL)
        assert told(donor) == {"flu": None}
        donor.check_in([])
        assert told(donor) == {"flu": completion()}
        other = open_donor(home, server)
        donor.erase_me()
        assert other.installation.store.fact("completions") is None
        other.close()
    assert not home.exists()


def test_registering_anew_keeps_the_code(donor: Donor, server: FakeServer) -> None:
    """After registering again the stored code stays, although the server counts the donor's days from the beginning."""
    donor.campaigns.join(URL)
    server.completions = answer(completion())
    donor.check_in([])
    server.donors.clear()
    server.completions = answer(completion(0))
    donor.check_in([])
    assert told(donor) == {"flu": completion()}
    server.completions = answer()
    donor.check_in([])
    assert told(donor) == {"flu": None}


def test_the_export_has_it(donor: Donor, server: FakeServer, tmp_path: Path) -> None:
    """The export contains the stored code."""
    donor.campaigns.join(URL)
    server.completions = answer(completion())
    donor.check_in([])
    donor.export(tmp_path / "all.json")
    (one,) = json.loads((tmp_path / "all.json").read_text())["status"]["campaigns"]
    assert one["completion"] == {"campaign": "flu", "days": 5, "there": 5, "code": CODE}


@pytest.mark.parametrize(
    ("one", "line"),
    [
        (completion(3), "Completion code: you were there on 3 of 5 days."),
        (completion(0, 1), "Completion code: you were there on 0 of 1 day."),
        (completion(), f"Completion code: {CODE}. Everybody who was there on 5 days gets the same code."),
    ],
)
def test_the_command_line_says_it(
    server: FakeServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], one: Completion, line: str
) -> None:
    """`pdd-donor status` shows the progress in words and as JSON."""
    server.completions = answer(one)
    (tmp_path / "time").write_text(server.clock.now.isoformat())
    home = ["--home", str(tmp_path / "home"), "--rehearsal-clock", str(tmp_path / "time")]
    with listening(server) as url:
        assert main([*home, "join", url, "--accept"]) == 0
        assert main([*home, "check-in", "--history", str(tmp_path / "none")]) == 0
    capsys.readouterr()
    assert main([*home, "status"]) == 0
    assert line in capsys.readouterr().out.splitlines()[2]
    assert main([*home, "status", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["campaigns"][0]["completion"] == one.model_dump()


names = st.sampled_from(["flu", "sleep", "diet"])
some = st.lists(st.builds(lambda name, there: completion(there, 5, name), names, st.integers(0, 5)), max_size=4)


@given(some, some, st.sets(names))
@settings(derandomize=True)
def test_what_is_kept(known: list[Completion], answered: list[Completion], joined: set[str]) -> None:
    """Only joined campaigns that the answer names are stored, and a code is never replaced by progress."""
    before = {one.campaign: one for one in known}
    found = merge_completions(before, answered, joined)
    assert set(found) == joined & {one.campaign for one in answered}
    for name, one in found.items():
        assert one.campaign == name
        had = name in before and before[name].code is not None
        last = [each for each in answered if each.campaign == name][-1]
        assert (one.code is not None) == (had or last.code is not None)
