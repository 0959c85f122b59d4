"""The online key is replaced by files that travel to the identity key and back, and no donor joins anew."""

import json
import os
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from pdd_server.cli import main
from pdd_server.errors import SetupError
from pdd_server.services.operations import key_rotation, readiness
from pdd_server.services.operations.data_folder import Deployment, open_folder
from pdd_server.services.operations.key_rotation import KeyRequest
from pdd_server.services.operations.recovery.checks import findings
from pdd_server.services.operations.signing_keys import KeyFile, read_key
from pdd_shared.protocol.limits import MOST_LINKS
from pdd_shared.protocol.messages import KeyChain
from pdd_shared.rounds.cohort.key_chain import KnownLink, follow
from tests.server.crashes.killed_steps import kept_copy, kills
from tests.server.simulated_server import HandClock, client_of, night

YEAR = timedelta(days=366)


def away(server: Deployment, tmp_path: Path) -> Path:
    """Take the identity key to another machine, and return its file there."""
    machine = tmp_path / "offline"
    machine.mkdir()
    return server.folder.identity_key.rename(machine / "identity.key")


def replaced(server: Deployment, identity: Path, today: date) -> KeyFile:
    """Replace the online key of a server that is stopped, and return the answer."""
    asked = key_rotation.request(server.folder, today, lambda size: bytes([len(server.folder.key.read_text())]) * size)
    made = key_rotation.answer(asked, identity, YEAR)
    key_rotation.install(server.folder, made, today)
    return made


def shown(server: Deployment, known: KnownLink | None) -> KnownLink:
    """Return the newest link that a home knows once it asked this server for its chain."""
    assert server.chain is not None
    assert client_of(server).get("/v1/keys").json == server.chain.model_dump(mode="json")
    key, today = server.online_key.verify_key.encode(), server.clock().date()
    return follow(server.chain, server=server.identity, online_key=key, today=today, known=known)


@pytest.mark.sqlite  # `check` finds that `plain` needs SQLite
def test_another_machine_signs_the_next_key(
    server: Deployment, clock: HandClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With request, sign and install the server gets another key, and homes follow, whatever the date of the machine
    that signs. Neither secret is in a file that travels, and nothing but the data folder and the identity key's machine
    holds any.
    """
    known, before = shown(server, None), bytes(server.online_key)
    identity = away(server, tmp_path)
    server.store.dispose()
    request, answer = tmp_path / "request.json", tmp_path / "answer.json"
    data = ("--data", str(server.folder.path))
    (tmp_path / "time").write_text(clock.now.isoformat())
    time = ("--rehearsal-clock", str(tmp_path / "time"))
    assert main(["keys", "request", str(request), *data, *time]) == 0
    secret = server.folder.next_key.read_text().strip()
    digits = json.loads(request.read_text())["key"][:16]
    sign = ("--identity", str(identity), "--key", digits, "--day", clock.now.date().isoformat(), "--days", "90")
    assert main(["keys", "sign", str(request), str(answer), *sign]) == 0
    assert main(["keys", "install", str(answer), *data, *time]) == 0
    told = capsys.readouterr().out
    for text in (told, request.read_text(), answer.read_text()):
        assert not {secret, identity.read_text().strip(), before.hex()} & set(text.replace('"', " ").split())
    again = open_folder(server.folder, clock)
    assert bytes(again.online_key).hex() == secret
    assert shown(again, known).sequence == 1
    night(again)
    assert [one.problem for one in findings(again.folder, clock) if one.problem] == []
    assert main(["keys", "list", *data, *time]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1] for line in lines] == ["replaced", "in use"]
    again.store.dispose()


def test_a_stolen_key_is_of_no_use_to_who_was_told(server: Deployment, clock: HandClock, tmp_path: Path) -> None:
    """A home that was shown the successor takes nothing from the old server, nor does it take a chain without it."""
    old = server.chain
    identity = away(server, tmp_path)
    server.store.dispose()
    replaced(server, identity, clock.now.date())
    again = open_folder(server.folder, clock)
    known = shown(again, None)
    with pytest.raises(Exception, match="does not go on from link 1"):
        shown(server, known)
    assert old != again.chain
    again.store.dispose()


def test_the_identity_key_signs_no_second_link_in_the_place_of_one(
    server: Deployment, clock: HandClock, tmp_path: Path
) -> None:
    """A request from a server that hides or lost the newest link is refused, and says what to do."""
    identity, today = away(server, tmp_path), clock.now.date()
    asked = key_rotation.request(server.folder, today, lambda size: b"n" * size)
    made = key_rotation.answer(asked, identity, YEAR)
    other = asked.model_copy(update={"key": server.identity.hex()})
    longer = asked.model_copy(
        update={"links": key_rotation.sign_key(read_key(identity), b"x" * 32, asked.links, today).links}
    )
    assert made.links[-1] not in longer.links
    for request in (other, longer):
        with pytest.raises(SetupError, match=r"it lacks the link in .*newest-link\.json, which this key signed last"):
            key_rotation.answer(request, identity, YEAR)


def test_a_lost_answer_is_made_again(
    server: Deployment, clock: HandClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If no answer was written, as on a full stick, `sign` makes it again from the link that it kept, also on a later
    day and for other days. Another link is not signed.
    """
    identity, today = away(server, tmp_path), clock.now.date()
    server.store.dispose()
    asked = key_rotation.request(server.folder, today, lambda size: b"n" * size)
    made = key_rotation.answer(asked, identity, YEAR)
    later = asked.model_copy(update={"day": today + timedelta(days=3)})
    assert key_rotation.answer(later, identity, timedelta(days=90)) == made
    request, answer = tmp_path / "request.json", tmp_path / "answer.json"
    request.write_text(asked.model_dump_json())
    sign = ("--identity", str(identity), "--key", asked.key[:16], "--day", today.isoformat())
    assert main(["keys", "sign", str(request), str(answer), *sign]) == 0
    assert KeyFile.model_validate_json(answer.read_bytes()) == made
    assert f"signed link 1, key {asked.key[:16]}" in capsys.readouterr().out
    key_rotation.install(server.folder, made, today)
    again = open_folder(server.folder, clock)
    assert shown(again, None).sequence == 1
    again.store.dispose()


def test_an_answer_that_ended_before_it_was_installed_is_followed_by_another(
    server: Deployment, clock: HandClock, tmp_path: Path
) -> None:
    """An answer that ended is refused, and says what to do. A new request for the same key gets another link after the
    one that ended, as often as needed, and again if it is lost. Homes follow, also those that were shown the first one.
    """
    identity, today = away(server, tmp_path), clock.now.date()
    server.store.dispose()
    asked = key_rotation.request(server.folder, today, lambda size: b"n" * size)
    month = timedelta(days=30)
    first = made = key_rotation.answer(asked, identity, month)
    says = r"can't be used: link \d is for .*; make a new request with pdd-server keys request"
    for _ in range(2):
        clock.now += timedelta(days=31)
        today = clock.now.date()
        with pytest.raises(SetupError, match=says):
            key_rotation.install(server.folder, made, today)
        again = key_rotation.request(server.folder, today, os.urandom)
        assert again == asked.model_copy(update={"day": today})
        asked = again
        made = key_rotation.answer(asked, identity, month)
        assert made.links[:2] == first.links
        assert key_rotation.answer(asked, identity, month) == made
    key_rotation.install(server.folder, made, today)
    opened = open_folder(server.folder, clock)
    assert shown(opened, KnownLink.of(first.links[-1])).sequence == 3
    opened.store.dispose()
    asked = key_rotation.request(server.folder, today, os.urandom)
    assert len(key_rotation.answer(asked, identity, month).links) == 5


def test_an_answer_signed_under_a_fast_clock_is_followed_by_another(
    server: Deployment, clock: HandClock, tmp_path: Path
) -> None:
    """An answer whose days have not begun is refused. Once the server's clock is right, a new request gets another link
    after it. Homes follow, also those that were shown the first answer.
    """
    identity, today = away(server, tmp_path), clock.now.date()
    server.store.dispose()
    asked = key_rotation.request(server.folder, today, lambda size: b"n" * size)
    early = key_rotation.answer(asked.model_copy(update={"day": today + timedelta(days=400)}), identity, YEAR)
    with pytest.raises(SetupError, match=r"can't be used: link 1 is for .*; make a new request"):
        key_rotation.install(server.folder, early, today)
    made = key_rotation.answer(asked, identity, YEAR)
    assert made.links[:-1] == early.links
    assert key_rotation.answer(asked, identity, YEAR) == made
    # as if another request had come in the place of this one
    identity.with_name("identity.key.newest-link.json").write_text(KeyChain(links=early.links[1:]).model_dump_json())
    other = key_rotation.answer(asked.model_copy(update={"key": "ab" * 32}), identity, YEAR)
    assert other.links[:-1] == early.links
    key_rotation.install(server.folder, made, today)
    again = open_folder(server.folder, clock)
    for known in (None, KnownLink.of(asked.links[-1]), KnownLink.of(early.links[-1])):
        assert shown(again, known).sequence == 2
    again.store.dispose()


@pytest.mark.parametrize("text", ["", "{}", '{"links": []}', json.dumps({"payload": "{}", "signature": "00" * 64})])
def test_a_damaged_kept_link_is_told(server: Deployment, clock: HandClock, tmp_path: Path, text: str) -> None:
    """Nothing is signed while the file that says what was signed last can't be read."""
    identity, today = away(server, tmp_path), clock.now.date()
    asked = key_rotation.request(server.folder, today, lambda size: b"n" * size)
    identity.with_name("identity.key.newest-link.json").write_text(text)
    with pytest.raises(SetupError, match=r"newest-link\.json: is damaged; restore it from its backup"):
        key_rotation.answer(asked, identity, YEAR)


def test_damage_of_any_kept_link_is_told(server: Deployment, clock: HandClock, tmp_path: Path) -> None:
    """Nothing is signed either if a link before the last kept one can't be read."""
    identity, today = away(server, tmp_path), clock.now.date()
    asked = key_rotation.request(server.folder, today, lambda size: b"n" * size)
    made = key_rotation.answer(asked, identity, YEAR)
    kept = KeyChain(links=(made.links[0].model_copy(update={"payload": "{}"}), made.links[1]))
    identity.with_name("identity.key.newest-link.json").write_text(kept.model_dump_json())
    with pytest.raises(SetupError, match=r"newest-link\.json: is damaged; restore it from its backup"):
        key_rotation.answer(asked.model_copy(update={"links": ()}), identity, YEAR)


def test_a_lost_answer_of_the_longest_chain_is_made_again(server: Deployment, clock: HandClock, tmp_path: Path) -> None:
    """A chain that is as long as may be shown loses its first link in the second answer as in the first."""
    identity, today = away(server, tmp_path), clock.now.date()
    asked = key_rotation.request(server.folder, today, lambda size: b"n" * size)
    links = asked.links
    while len(links) < MOST_LINKS:
        links = key_rotation.sign_key(read_key(identity), server.identity, links, today).links
    asked = asked.model_copy(update={"links": links})
    made = key_rotation.answer(asked, identity, YEAR)
    assert len(made.links) == MOST_LINKS
    assert key_rotation.answer(asked, identity, YEAR) == made


def test_bad_requests_are_refused(server: Deployment, clock: HandClock, tmp_path: Path) -> None:
    """The identity key signs for its own server alone, for no longer than donors take, and after a real chain."""
    identity, today = away(server, tmp_path), clock.now.date()
    asked = key_rotation.request(server.folder, today, lambda size: b"n" * size)
    for days in (0, 371):
        with pytest.raises(SetupError, match="--days: donors take a key for 1 to 370 days"):
            key_rotation.answer(asked, identity, timedelta(days=days))
    forged = asked.links[0].model_copy(update={"signature": "00" * 64})
    cases = {
        "is not the identity key": {"server": "ab" * 32},
        "is not signed by": {"links": (forged,)},
        "0 links": {"links": ()},
    }
    for text, change in cases.items():
        with pytest.raises(SetupError, match=text):
            key_rotation.answer(asked.model_copy(update=change), identity, YEAR)
    assert not identity.with_name("identity.key.newest-link.json").exists()


def test_bad_answers_change_nothing(server: Deployment, clock: HandClock, tmp_path: Path) -> None:
    """An answer for another key, of another identity key, or that takes the chain back is refused."""
    identity, today = away(server, tmp_path), clock.now.date()
    server.store.dispose()
    earlier = replaced(server, identity, today)
    asked = key_rotation.request(server.folder, today, lambda size: b"n" * size)
    stranger = tmp_path / "stranger.key"
    stranger.write_text("11" * 32)
    other = key_rotation.sign_key(read_key(stranger), bytes.fromhex(asked.key), (), today)
    good = key_rotation.answer(asked, identity, YEAR)
    before = {file.name: file.read_bytes() for file in server.folder.path.glob("*.*") if file.suffix != ".sqlite"}
    for made in (earlier, other, good.model_copy(update={"online": earlier.online})):
        with pytest.raises(SetupError, match="the answer can't be used"):
            key_rotation.install(server.folder, made, today)
    assert before.items() <= {file.name: file.read_bytes() for file in server.folder.path.glob("*.*")}.items()
    key_rotation.install(server.folder, good, today)


@pytest.mark.sqlite
def test_an_installation_killed_anywhere_is_whole(server: Deployment, clock: HandClock, tmp_path: Path) -> None:
    """Killed at any step, `install` leaves the old key with its chain or the new key with its own, and no third."""
    identity, today = away(server, tmp_path), clock.now.date()
    server.store.dispose()
    asked = key_rotation.request(server.folder, today, lambda size: b"n" * size)
    made = key_rotation.answer(asked, identity, YEAR)
    put_back = kept_copy(server.folder.path, tmp_path / "before")
    for _ in kills(lambda: key_rotation.install(server.folder, made, today), put_back, least=6):
        again = open_folder(server.folder, clock)
        newest = shown(again, None).sequence
        assert bytes(again.online_key) == (b"n" * 32 if newest else bytes(server.online_key))
        again.store.dispose()
    assert newest == 1


def test_replace_does_all_at_once(
    server: Deployment, clock: HandClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`keys replace` replaces the key with the identity key in the folder, and `replace-portal` those of the portal."""
    known, data = shown(server, None), ("--data", str(server.folder.path))
    server.store.dispose()
    (tmp_path / "time").write_text(clock.now.isoformat())
    time = ("--rehearsal-clock", str(tmp_path / "time"))
    assert main(["keys", "replace", *data, *time]) == 0
    assert main(["keys", "replace-portal", *data, *time]) == 0
    again = open_folder(server.folder, clock)
    assert shown(again, known).sequence == 1
    assert again.portal_keys != server.portal_keys
    assert "start the server" in capsys.readouterr().out
    again.store.dispose()


@pytest.mark.parametrize(
    ("digits", "day", "option"),
    [
        ("", "", "key"),
        ("{own:.15}", "", "key"),
        ("{other:.16}", "", "key"),
        ("{other}", "", "key"),
        ("{own:.16}", "2035-01-01", "day"),
    ],
)
def test_another_key_or_day_than_the_servers_is_not_signed(
    server: Deployment,
    clock: HandClock,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    digits: str,
    day: str,
    option: str,
) -> None:
    """`sign` signs nothing unless it is given the digits and the day that the server printed. Its error tells neither,
    so that nobody copies those of an exchanged request.
    """
    identity, request, answer = away(server, tmp_path), tmp_path / "request.json", tmp_path / "answer.json"
    (tmp_path / "time").write_text(clock.now.isoformat())
    folder = ("--data", str(server.folder.path), "--rehearsal-clock", str(tmp_path / "time"))
    assert main(["keys", "request", str(request), *folder]) == 0
    asked, today = KeyRequest.model_validate_json(request.read_bytes()), clock.now.date().isoformat()
    assert f"--identity identity.key --key {asked.key[:16]} --day {today}" in capsys.readouterr().out
    given = ("--key", digits.format(own=asked.key, other=server.identity.hex()), "--day", day or today)
    assert main(["keys", "sign", str(request), str(answer), "--identity", str(identity), *given]) == 2
    told = capsys.readouterr().err
    assert told == f"pdd-server: --{option}: {request} is for another {option}; make a new request on the server\n"
    assert not answer.exists()
    assert not identity.with_name("identity.key.newest-link.json").exists()


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"server": "x"})])
def test_files_that_are_none_are_told(
    server: Deployment, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    """A file that is no request or answer is told in one line."""
    file = tmp_path / "file"
    file.write_text(text)
    sign = ["sign", str(file), str(tmp_path / "out"), "--identity", str(server.folder.identity_key)]
    sign += ["--key", "0", "--day", "2026-11-20"]
    assert main(["keys", *sign]) == 2
    assert capsys.readouterr().err == f"pdd-server: {file}: is no request about keys\n"
    assert main(["keys", "install", str(file), "--data", str(server.folder.path)]) == 2
    assert capsys.readouterr().err == f"pdd-server: {file}: is no answer about keys\n"


def test_the_operator_is_warned_in_time(server: Deployment, clock: HandClock) -> None:
    """A nightly run warns from 29 days before the key's last day."""
    clock.now += timedelta(days=readiness.online_key_days(server, clock.now.date()) - 30)
    assert not [one for one in night(server).warnings if "online.json" in one]
    clock.now += timedelta(days=1)
    [warning] = [one for one in night(server).warnings if "online.json" in one]
    assert "the server's key ends in 29 days; donors refuse it after its last day" in warning


@pytest.mark.parametrize(
    ("left", "says"), [(2, "ends in 2 days"), (1, "ends in 1 day"), (0, "ends today"), (-3, "ended on {last}")]
)
def test_the_last_days_of_a_key_are_told(server: Deployment, clock: HandClock, left: int, says: str) -> None:
    """The warning counts the days, has words for the last one and after it, and names a heading of the guide.

    With identity.key in the folder a restart is enough.
    """
    last = readiness.online_key_end(server)
    [warning] = readiness.key_warnings(server, last - timedelta(days=left))
    assert "; restart the server, which renews it" in warning
    server.folder.identity_key.unlink()
    [warning] = readiness.key_warnings(server, last - timedelta(days=left))
    assert f"the server's key {says.format(last=last)}; donors" in warning
    name, heading = warning.rpartition("see ")[2].split(", ")
    assert f"\n## {heading}\n" in (Path(__file__).parents[4] / name).read_text("utf-8")


def test_status_says_when_the_online_key_ends(
    server: Deployment, clock: HandClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`status` has the online key's last day as text and as JSON, and warns in its last month."""
    last = clock.now.date() + timedelta(days=readiness.online_key_days(server, clock.now.date()))
    given = ("status", "--data", str(server.folder.path), "--rehearsal-clock", str(tmp_path / "time"))
    server.folder.identity_key.unlink()
    for left, warned in ((100, 0), (29, 1)):
        clock.now = datetime.combine(last - timedelta(days=left), clock.now.timetz())
        (tmp_path / "time").write_text(clock.now.isoformat())
        assert main(list(given)) == 0
        assert f"online key: donors take it until {last}; " in capsys.readouterr().out
        assert main([*given, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["online_key_ends"] == last.isoformat()
        assert len([one for one in found["warnings"] if "online.json: the server's key ends" in one]) == warned
