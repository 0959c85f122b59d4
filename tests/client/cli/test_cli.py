"""The donor's commands: what they print, and that each error is one line on stderr with exit status 2."""

import json
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, get_args

import pytest

from pdd_client.cli import COMMANDS, main
from pdd_client.cli.arguments import SENDING
from pdd_client.core.donation.decisions import Sending
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, campaign, open_donor
from tests.client.loopback import listening
from tests.support.informing_lines import INFORMING
from tests.support.processes.imported_modules import loaded_by

ROUND = NOON.date()


class Terminal:
    """Runs commands in one home under one rehearsal clock."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str], clock: Clock) -> None:
        self.home = folder / "home"
        self._clock, self._file, self._capture = clock, folder / "clock", capture

    def run(self, *arguments: object, status: int = 0) -> str:
        """Run a command and return what it printed; an error must be one line on stderr."""
        self._file.write_text(self._clock.now.isoformat())
        given = ["--home", self.home, "--rehearsal-clock", self._file, *arguments]
        assert main([str(argument) for argument in given]) == status
        out, err = self._capture.readouterr()
        assert err.count("\n") == (1 if status else 0)
        self.error = err
        return out

    def json(self, *arguments: object) -> Any:
        return json.loads(self.run(*arguments, "--json"))

    def wrong(self, *arguments: object) -> str:
        self.run(*arguments, status=2)
        return self.error


@pytest.fixture
def terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> Terminal:
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    return Terminal(tmp_path, capsys, clock)


@pytest.fixture
def url(server: FakeServer) -> Iterator[str]:
    with listening(server) as address:
        yield address


@pytest.mark.parametrize("arguments", [["--help"], ["join", "--help"], ["fly"], []])
def test_help_and_wrong_usage_wait_for_no_library(arguments: list[str]) -> None:
    """Commands that need no home import none of the donor's libraries, which take long to import."""
    loaded, _ = loaded_by("pdd_client", arguments)
    assert "pdd_client" in loaded
    heavy = {"httpx", "keyring", "numpy", "pdd_shared", "platformdirs", "pydantic", "sqlite3", "sqlite_utils"}
    assert not loaded & heavy


def test_status_waits_for_no_library_that_it_does_not_need(tmp_path: Path, server: FakeServer) -> None:
    """In a joined home `status` imports nothing that counts, contacts the server or writes rows."""
    with open_donor(tmp_path / "home", server) as donor:
        donor.campaigns.join(URL)
    loaded, printed = loaded_by("pdd_client", ["--home", tmp_path / "home", "status"])
    assert "flu" in printed
    assert "pydantic" in loaded
    assert not loaded & {"browserexport", "cryptography", "httpx", "keyring", "numpy", "regex", "sqlite_utils"}


def test_every_command_can_be_run() -> None:
    """Each command that `pdd-donor --help` lists has a function, and `sending` offers the choices that the donor
    knows.
    """
    for name, (module, _, _) in COMMANDS.items():
        assert callable(getattr(import_module(f"pdd_client.cli.{module}"), name.replace("-", "_")))
    assert get_args(Sending) == SENDING


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """`--version` prints the version of the installed package."""
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"{version('pdd-client')}\n"


def test_an_index_is_shown_with_all_its_keywords(terminal: Terminal, server: FakeServer, url: str) -> None:
    """The agreement names every keyword of an index, on lines of its own."""
    index = "any illness: any of flu, fever + child, " + ", ".join(f"word{number}" for number in range(30))
    server.campaigns = [campaign(vocabulary=("cough", index, "tea"))]
    shown = terminal.run("join", url, status=2)
    assert "Keywords: 3\n  cough, tea\n  any illness, one count for any of: flu, fever + child, word0," in shown
    listed = " ".join(shown[shown.index("any illness") :].split())
    assert all(f"word{number}" in listed for number in range(30))


def test_a_campaign_that_is_not_as_it_reads_is_refused(terminal: Terminal, server: FakeServer, url: str) -> None:
    """Nothing is joined if a signed keyword is not in the form in which it is counted: what is read is what counts."""
    server.campaigns = [campaign(vocabulary=("cough", "any illness: any of flu, fe\u200bver"))]
    terminal.run("join", url, "--accept", status=2)
    assert "campaign flu can't be counted: Position 2: entry `any illness: any of flu" in terminal.error


def test_nothing_is_joined_without_accept(terminal: Terminal, server: FakeServer, url: str) -> None:
    """Without --accept the whole agreement is shown in the person's language, and nobody is registered."""
    server.campaigns = [campaign(strata=("north", "south"), purpose="See\x1b[31m it.", **INFORMING)]
    shown = terminal.run("join", url, status=2)
    assert "--accept" in terminal.error
    for part in (
        "Winter flu",
        "See",
        "flu@example.org",
        *INFORMING.values(),
        "Ich stimme zu.",
        "at least 2 other",
    ):
        assert part in shown
    assert "Keywords: 3\n  flu, fever + child, cough\n" in shown
    assert "--stratum north or south" in shown
    assert "\x1b" not in shown
    assert server.donors == {}
    assert "choose --stratum" in terminal.wrong("join", url, "--accept")
    assert terminal.run("join", url, "--stratum", "south", "--accept").startswith("joined flu\n")
    again = terminal.run("join", url, "--campaign", "flu", "--stratum", "south", "--accept")
    assert again.startswith("already joined flu\n")


def test_days_wait_for_review_unless_the_donor_chooses_otherwise(
    terminal: Terminal, server: FakeServer, url: str, history: Path, clock: Clock
) -> None:
    """`join --accept` says that days wait for review, and a check-in then sends nothing unreviewed.

    `--sending` chooses on joining, and the offer asks for the choice.
    """
    assert "--sending review" in terminal.run("join", url, status=2)
    joined = terminal.run("join", url, "--accept")
    assert "review: each day waits" in joined
    assert "`pdd-donor sending by-itself`" in joined
    terminal.run("check-in", "--history", history)
    clock.now += DAY
    server.offer(server.plan(ROUND))
    waiting = terminal.run("check-in", "--history", history)
    assert f"pdd-donor approve --day {ROUND}" in waiting
    assert "nothing to send" not in waiting
    assert server.vectors == {}
    assert "by-itself: days are sent" in terminal.run("join", url, "--accept", "--sending", "by-itself")
    assert terminal.run("sending").startswith("by-itself: ")
    assert "--sending" not in terminal.run("join", url, status=2)


def test_one_campaign_is_joined_and_asked_for(terminal: Terminal, server: FakeServer, url: str) -> None:
    """Of several campaigns none is joined without being named: they are listed. A link names its campaign."""
    server.campaigns = [campaign(), campaign(id="sleep", title="Sleep")]
    shown = terminal.run("join", url, "--accept", status=2)
    assert "name one with --campaign" in terminal.error
    assert "--campaign flu  Winter flu, 2026-11-01 to 2026-12-31\n" in shown
    assert "--campaign sleep  Sleep" in shown
    assert server.donors == {}
    assert terminal.run("join", f"{url}/#sleep", "--accept").startswith("joined sleep\n")
    assert "--campaign sleep  Sleep, 2026-11-01 to 2026-12-31 (joined)" in terminal.run("join", url, status=2)
    assert [one["id"] for one in terminal.json("status")["campaigns"]] == ["sleep"]


def test_a_link_says_what_to_join(terminal: Terminal, server: FakeServer, url: str) -> None:
    """A link's campaign and invitation are used; a campaign that the server lacks is named, with those that it has."""
    assert "no campaign 'fly': it has flu" in terminal.wrong("join", f"{url}/#fly", "--accept")
    assert "no link to a server" in terminal.wrong("join", "two words")
    assert terminal.run("join", f"{url}/join/flu#invitation=A1%20b", "--accept").startswith("joined flu\n")
    assert server.invitations == ["A1 b"]


def test_a_day_from_search_to_vector(
    terminal: Terminal, server: FakeServer, url: str, history: Path, clock: Clock
) -> None:
    """The commands work in the order in which a person uses them, with the JSON of docs/reference/donor-commands.md."""
    terminal.run("join", url, "--accept", "--sending", "by-itself")
    found = terminal.json("searches", "--history", history)
    assert found["unread"] == []
    assert [row["query"] for row in found["searches"]] == ["flu cough", "flu", "child fever", "tea"]
    assert found["searches"][0] == {
        "id": found["searches"][0]["id"],
        "day": "2026-11-20",
        "time": "2026-11-20T07:00:00+00:00",
        "engine": "google",
        "query": "flu cough",
        "browser": "chromium",
        "visits": 1,
        "counts": True,
        "why": None,
        "left_out": [],
    }
    terminal.run("block", "TEA", "coffee")
    assert terminal.json("blocked") == {"blocked": ["coffee", "tea"]}
    terminal.run("remove", found["searches"][1]["id"])
    whys = [row["why"] for row in terminal.json("searches", "--day", ROUND, "--history", history)["searches"]]
    assert whys == [None, "removed", None, "blocked"]

    review = terminal.json("review", "--history", history)
    first, second, third, fourth = (row["id"] for row in found["searches"])
    assert review == {
        "day": "2026-11-20",
        "locked": False,
        "withheld": False,
        "goes_out": None,
        "goes_out_at": None,
        "campaigns": [
            {
                "id": "flu",
                "searches": 2,
                "counted": [first, third],
                "left_out": [
                    {"search": second, "why": "removed", "entries": []},
                    {"search": fourth, "why": "blocked", "entries": []},
                ],
                "entries": [
                    {"entry": "flu", "text": "flu", "count": 1, "searches": [first]},
                    {"entry": "fever + child", "text": "fever + child", "count": 1, "searches": [third]},
                    {"entry": "cough", "text": "cough", "count": 1, "searches": [first]},
                ],
                "joined": True,
                "why": None,
                "period": "day",
                "last": "2026-11-20",
                "repeats": None,
                "left": None,
                "days": [],
            }
        ],
        "unread": [],
    }
    assert "all other keywords  0" in terminal.run("review", "--history", history)

    clock.now += DAY
    server.offer(server.plan(ROUND))
    assert terminal.json("check-in", "--history", history) == {
        "sent": [{"round": "2026-11-20", "kind": "submit", "bytes": 20}],
        "refused": [],
        "unread": [],
        "waiting": [],
    }
    assert list(server.unblinded(ROUND)) == [1, 2, 1, 1, 1]
    log = terminal.json("log")["log"]
    assert [line["what"] for line in log] == ["registration", "check-in", "vector"]
    assert log[2]["given"] == [
        {"campaign": "flu", "stratum": None, "searches": 2, "counts": {"flu": 1, "fever + child": 1, "cough": 1}}
    ]
    assert "flu: 2 searches, flu 1, fever + child 1, cough 1" in terminal.run("log")

    status = terminal.json("status")
    assert status["server"] == {"url": url, "name": "Fake"}
    assert [one["id"] for one in status["campaigns"]] == ["flu"]
    assert (status["next"], status["blocked"], status["clock_ahead_seconds"]) == ("check in tomorrow", 2, 0)
    assert "Next: check in tomorrow." in terminal.run("status")


def test_pause_leave_and_erase(terminal: Terminal, server: FakeServer, url: str, history: Path) -> None:
    """A donor can pause, leave and erase, and each command says what that means."""
    terminal.run("join", url, "--accept", "--sending", "by-itself")
    terminal.run("pause")
    assert terminal.json("review", "--history", history)["campaigns"][0]["why"] == "paused"
    assert "Paused since" in terminal.run("status")
    terminal.run("resume")
    assert terminal.json("status")["paused_since"] is None
    terminal.run("unblock", "tea", status=2)
    terminal.run("leave", "flu")
    assert terminal.json("review", "--history", history)["campaigns"] == []
    assert "can't be undone" in terminal.run("erase-me")
    assert not terminal.home.exists()
    assert server.donors == {}


def test_a_server_that_is_gone_can_be_left_behind(
    terminal: Terminal, server: FakeServer, tmp_path: Path, clock: Clock
) -> None:
    """If the server can't be told, `erase-me` erases nothing, and says how to erase anyway and what the server
    keeps.
    """
    with listening(server) as url:
        terminal.run("join", url, "--accept")
    kept = "your public keys, and up to 60 days on which you were there"
    assert kept in terminal.run("erase-me", status=2)
    assert "nothing is erased" in terminal.error
    assert "`erase-me --without-server`" in terminal.error
    assert (terminal.home / "keys.json").exists()
    assert "`erase-me` first" in terminal.wrong("join", "https://pdd.example.org")
    assert kept in terminal.run("erase-me", "--without-server")
    assert not terminal.home.exists()
    with listening(FakeServer(clock)) as other:
        assert terminal.run("join", other, "--accept").startswith("joined flu\n")


def test_the_privacy_account(terminal: Terminal, server: FakeServer, url: str, history: Path, clock: Clock) -> None:
    """The privacy account is shown as text and JSON; a limit is set, shown, lowered below what is spent, and
    removed.
    """
    terminal.run("join", url, "--accept", "--sending", "by-itself")
    assert terminal.run("ledger").splitlines()[0] == "Privacy account: nothing given yet."
    clock.now += DAY
    server.offer(server.plan(ROUND))
    terminal.run("check-in", "--history", history)
    assert "Limit: none" in terminal.run("ceiling")
    assert terminal.json("status")["ceiling"] is None
    assert "lasts at least 2 more days" in terminal.run("ceiling", "3.50")
    assert "lasts at least 2 more days" in terminal.run("ceiling")
    shown = terminal.json("ledger")
    assert (shown["days"], shown["since"], shown["ceiling"], shown["days_left"]) == (1, "2026-11-20", 3.5, 2)
    assert shown["months"] == [{"month": "2026-11", "days": 1, "epsilon": shown["epsilon"]}]
    assert "Privacy account: 1 day given, to 1 campaign, since 2026-11-20." in terminal.run("ledger")
    assert terminal.json("status")["ceiling"] == 3.5
    assert "Your limit: 3.5" in terminal.run("status")
    assert "from now on you take part without giving anything" in terminal.run("ceiling", "0.5")
    clock.now += DAY
    server.offer(server.plan(ROUND + DAY))
    assert terminal.json("check-in", "--history", history)["refused"] == [
        {"round": "2026-11-21", "reason": "over-ceiling", "campaign": "flu"}
    ]
    assert "over-ceiling" in terminal.run("log")
    assert "Limit: none" in terminal.run("ceiling", "none")
    assert "privacy account is erased with it" in terminal.run("erase-me")


@pytest.mark.parametrize(
    "text", ["abc", "-1", "nan", "1e3", "inf", "0", "0.0", "1,5", "", " 2", "+2", "٣", "1" * 13, "1000001", "None"]
)
def test_an_invalid_limit_is_refused_in_one_line(terminal: Terminal, text: str) -> None:
    """A limit that is not a number above zero is refused in one line, and the old limit stays."""
    terminal.run("ceiling", "20")
    terminal.wrong("ceiling", text)
    assert "limit" in terminal.error
    assert terminal.json("status")["ceiling"] == 20


def test_the_whole_vocabulary_is_shown_and_what_is_new_marked(terminal: Terminal, server: FakeServer, url: str) -> None:
    """A donor sees every keyword that it agrees to, in lines that fit a screen, with new ones marked."""
    words = tuple(f"word{number}" for number in range(40))
    server.campaigns = [campaign(vocabulary=words)]
    shown = terminal.run("join", url, status=2)
    assert [word for word in words if word not in shown] == []
    assert "new" not in shown
    assert max(map(len, shown[shown.index("Keywords: 40") :].splitlines())) <= 100
    terminal.run("join", url, "--accept", "--sending", "by-itself")
    server.campaigns = [campaign(vocabulary=(*words, "rash", "fever + child"))]
    shown = terminal.run("join", url, status=2)
    assert "Keywords: 42, 2 of them new since you agreed" in shown
    assert "word39, rash (new), fever + child (new)" in shown
    assert shown.count("(new)") == 2


@pytest.mark.parametrize("command", ["join", "remove"])
def test_help_says_what_comes_before_options_of_several_values(
    terminal: Terminal, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """The help says to put the URL or id before options of several values, which would otherwise swallow it."""
    with pytest.raises(SystemExit):
        terminal.run(command, "--help")
    assert "before" in capsys.readouterr().out


def test_before_joining_searches_can_be_looked_at(terminal: Terminal, history: Path) -> None:
    """Local commands work before joining, and those that need a server say what to do."""
    assert len(terminal.json("searches", "--all", "--history", history)["searches"]) == 4
    for command in ("review", "check-in"):
        assert "begin with `pdd-donor join URL`" in terminal.wrong(command)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["frob"], "invalid choice: 'frob'"),
        ([], "required: COMMAND"),
        (["review", "--day", "2026-13-01"], "no day such as 2026-11-20"),
        (["review", "--day", "9999-12-31"], "no day such as 2026-11-20"),
        (["searches", "--day", "9999-12-31"], "no day such as 2026-11-20"),
        (["searches", "--day", "0001-01-01"], "no day such as 2026-11-20"),
        (["searches", "--day", "2026-11-20", "--all"], "not allowed with"),
        (["join", "http://example.org", "--accept"], "not encrypted: use https://"),
        (["join", "ftp://example.org", "--accept"], "no link to a server"),
        (["join", "http://127.0.0.1:1"], "can't be reached"),
        (["block", "--", "-"], "no word to block"),
        (["remove", "abc"], "no search 'abc'"),
        (["leave", "flu"], "no campaign"),
    ],
)
def test_wrong_usage_is_one_line(terminal: Terminal, arguments: list[str], says: str) -> None:
    """Wrong usage and bad input exit with 2 and a line that says what is wrong."""
    assert says in terminal.wrong(*arguments)


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-11-20T10:00"])
def test_a_bad_rehearsal_clock_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    """A clock file that lacks a time with an offset is refused by name."""
    file = tmp_path / "clock"
    file.write_text(text)
    assert main(["--home", str(tmp_path / "home"), "--rehearsal-clock", str(file), "searches"]) == 2
    assert str(file) in capsys.readouterr().err


def test_a_home_that_is_no_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A home that can't be made is named, with what to do."""
    (tmp_path / "home").write_text("a file")
    assert main(["--home", str(tmp_path / "home"), "status"]) == 2
    assert "choose another with --home" in capsys.readouterr().err
