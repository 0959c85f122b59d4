"""Which of a server's requests a contact fulfils: none whose duration reveals anything, and none twice."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest

from pdd_client.core.donation import vocabularies
from pdd_client.core.errors import DonorError
from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.protocol.messages import UploadTask
from pdd_shared.protocol.signing import sign
from tests.client.cohort_fakes import CohortServer, cohort_campaign
from tests.client.cohort_players import Player, everybody
from tests.client.donor.cohort.test_sending import counts, is_in
from tests.client.fakes import NOON, URL, Clock, open_donor, problem

DATA_DAY = NOON.date()
ONE = timedelta(days=1)
Handler = Callable[[httpx.Request], httpx.Response]


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    return CohortServer(clock)


def intercept(
    server: CohortServer, monkeypatch: pytest.MonkeyPatch, answer: Callable[[httpx.Request, Handler], httpx.Response]
) -> None:
    """Let `answer` handle the server's requests; it gets the honest handler."""
    honest = server.handle
    monkeypatch.setattr(server, "handle", lambda request: answer(request, honest))


def asked(server: CohortServer, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the method and path of each request from now on."""
    paths: list[str] = []

    def note(request: httpx.Request, honest: Handler) -> httpx.Response:
        paths.append(f"{request.method} {request.url.path}")
        return honest(request)

    intercept(server, monkeypatch, note)
    return paths


# --- what is done before the server hears of a contact


@pytest.mark.parametrize("decision", ["approve", "withhold"])
def test_a_task_of_long_ago_makes_nothing_be_read(
    server: CohortServer, players: list[Player], decision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a lying server asks for a day 100 days ago, the histories are still read only once, before the contact."""
    one = players[3]
    one.donor.settings.set_sending("review")
    one.donor.days.review(DATA_DAY, one.histories)
    getattr(one.donor.days, decision)(DATA_DAY)
    server.to_next_day()
    epoch = server.epochs[0].epoch
    plan = server.plan_of(DATA_DAY - 100 * ONE, epoch)
    server.extra = [UploadTask(plan=sign(plan, server.key), epoch=sign(epoch, server.key))]
    seen, honest_read = asked(server, monkeypatch), one.donor._reader.read

    def read(*given: Any) -> Any:
        seen.append("read")
        return honest_read(*given)

    monkeypatch.setattr(one.donor._reader, "read", read)
    one.check_in()
    assert is_in(server, one)
    assert counts(server, one) == ({"flu": 3} if decision == "approve" else {})
    assert (seen[0], seen.count("read")) == ("read", 1)


@pytest.mark.parametrize(("name", "given"), [("browsers_off", {}), ("language", {"flu": 3})])
def test_only_a_switched_browser_makes_what_was_read_useless(
    server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch, name: str, given: dict[str, int]
) -> None:
    """If a browser is switched off during a contact, its searches don't count and the day is noise; other writes
    cost nothing.
    """
    one = players[3]
    with open_donor(one.donor.home, server) as other:

        def meanwhile(request: httpx.Request, honest: Handler) -> httpx.Response:
            store = other.installation.store
            with store.transaction():
                store.set_fact(name, '["chrome"]')
            return honest(request)

        intercept(server, monkeypatch, meanwhile)
        one.check_in()
    assert is_in(server, one)
    assert counts(server, one) == given


@pytest.mark.parametrize("changed", [False, True])
def test_vocabularies_take_all_homes_the_same_time_after_the_answer(
    server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch, changed: bool
) -> None:
    """After the server's answer a home parses only what changed, the same whether it joined or left."""
    players[0].donor.campaigns.leave("flu")
    if changed:
        longer = (*server.campaigns[0].vocabulary, "sneeze")
        server.campaigns = [server.campaigns[0].model_copy(update={"vocabulary": longer})]
    found = []
    for one in (players[0], players[3]):
        vocabularies.forget_all()
        with monkeypatch.context() as patch:
            seen, honest = asked(server, patch), Vocabulary.parse
            patch.setattr(
                Vocabulary, "parse", lambda texts, *by, h=honest, s=seen: s.append(len(texts)) or h(texts, *by)
            )
            one.check_in()
        assert is_in(server, one)
        first = next(at for at, what in enumerate(seen) if isinstance(what, str))
        found.append([what for what in seen[first:] if isinstance(what, int) and what])  # 0: no blocked words
    assert found == [[4] if changed else []] * 2
    assert counts(server, players[3]) == {"flu": 3}


def test_a_vocabulary_that_cannot_be_parsed_is_tried_once(
    server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signed vocabulary that can't be parsed gets noise, and takes joined and left homes the same time."""
    server.campaigns = [cohort_campaign(vocabulary=("flu", "flu"))]
    vocabularies.forget_all()
    parsed, honest = [], Vocabulary.parse
    monkeypatch.setattr(Vocabulary, "parse", lambda texts, *by: parsed.append(texts) or honest(texts, *by))
    players[3].check_in()
    assert is_in(server, players[3])
    assert counts(server, players[3]) == {}
    assert parsed.count(("flu", "flu")) == 1


# --- what fails costs nothing else


def lost_uploads(request: httpx.Request, honest: Handler) -> httpx.Response:
    if "/uploads/" in request.url.path:
        raise httpx.ReadTimeout("slow")
    return honest(request)


def test_a_home_whose_uploads_fail_still_serves(
    server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home whose line is too slow for uploads still certifies and answers, and each contact says what failed."""
    everybody(players)
    server.to_next_day()
    with monkeypatch.context() as patch:
        intercept(server, patch, lost_uploads)
        with pytest.raises(DonorError, match="did not answer in time"):
            players[3].check_in()
    everybody(players[:3])
    server.to_next_day()
    for _ in range(2):
        with monkeypatch.context() as patch:
            intercept(server, patch, lost_uploads)
            with pytest.raises(DonorError, match="did not answer in time"):
                players[3].check_in()
        everybody(players[:3])
    kinds = [path.split("/")[4] for token, path in server.sent if token == token_of(players[3]) and "rounds" in path]
    assert {"signatures", "answers"} <= set(kinds)
    assert players[3].donor.installation.store.fact("failures") is not None


def token_of(one: Player) -> str:
    credentials = one.donor.installation.credentials()
    assert credentials is not None
    return credentials.token


def test_a_server_that_is_gone_is_asked_twice(
    server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two requests in a row without an answer end a contact, as each may take half a minute."""
    everybody(players)
    server.to_next_day(2)
    paths = []

    def gone(request: httpx.Request, honest: Handler) -> httpx.Response:
        if request.url.path.split("/")[2] in ("tickets", "epochs", "rounds"):
            paths.append(request.url.path)
            raise httpx.ConnectError("gone")
        return honest(request)

    intercept(server, monkeypatch, gone)
    with pytest.raises(DonorError):
        players[0].check_in()
    assert len(paths) == 2


def test_a_rate_limit_ends_a_contact_and_refuses_no_day(
    server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rate limit ends the contact without a logged refusal, and the next contact comes soon."""
    one = players[3]
    paths = []

    def limited(request: httpx.Request, honest: Handler) -> httpx.Response:
        if request.url.path.split("/")[2] in ("tickets", "rounds"):
            paths.append(request.url.path)
            return problem(429, "rate-limited")
        return honest(request)

    with monkeypatch.context() as patch:
        intercept(server, patch, limited)
        report = one.check_in()
    assert [part.reason for part in report.refused] == ["rate-limited"]
    assert (len(paths), one.refusals()) == (1, {})
    assert one.donor.installation.store.fact("failures") == "1"
    one.check_in()
    assert is_in(server, one)


def test_a_sent_upload_is_not_reported_as_refused(
    server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a receipt is lost and the day then ends, `too-late` for the same bytes is no refusal, and they are not
    sent again.
    """
    one = players[3]

    def lost(request: httpx.Request, honest: Handler) -> httpx.Response:
        answer = honest(request)
        if "/uploads/" in request.url.path:
            raise httpx.ReadError("lost")
        return answer

    with monkeypatch.context() as patch:
        intercept(server, patch, lost)
        with pytest.raises(DonorError):
            one.check_in()
    assert is_in(server, one)
    sent = []

    def late(request: httpx.Request, honest: Handler) -> httpx.Response:
        if "/uploads/" in request.url.path and str(DATA_DAY) in request.url.path:
            sent.append(request.content)
            return problem(409, "too-late")
        return honest(request)

    intercept(server, monkeypatch, late)
    for _ in range(5):
        server.to_next_day()
        one.check_in()
    assert (len(sent), one.refusals()) == (1, {})
    assert {day.day: day.state for day in one.donor.days.sent()}[DATA_DAY] == "unconfirmed"
    assert counts(server, one) == {"flu": 3}


def test_a_refused_first_upload_of_a_locked_day_may_be_in_the_sum(server: CohortServer, players: list[Player]) -> None:
    """If the server refuses the first upload of a locked day, the home says that it may still be in the sum."""
    server.problems["PUT rounds"] = "too-late"
    players[3].check_in()
    assert players[3].refusals() == {"too-late": 1}
    server.problems.clear()
    server.clock.now += 6 * ONE
    assert {day.day: day.state for day in players[3].donor.days.sent()}[DATA_DAY] == "unconfirmed"


# --- nothing twice


def test_repeated_tasks_are_done_once(
    server: CohortServer, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If one answer names the same upload, list and answer a hundred times, each is done once."""
    honest = server._uploads, server._services
    monkeypatch.setattr(server, "_uploads", lambda token: honest[0](token) * 100)
    monkeypatch.setattr(server, "_services", lambda token: honest[1](token) * 100)
    paths = asked(server, monkeypatch)
    for _ in range(3):
        everybody(players)
        everybody(players)
        server.to_next_day()
    uploads = [path for path in paths if "/uploads/" in path]
    lists = [path for path in paths if "/lists/" in path]
    assert len(uploads) == 4 * len(set(uploads)) > 0
    assert len(lists) == 4 * len(set(lists)) > 0
    assert all(one.refusals() == {} for one in players)


# --- what a lie costs the server


def test_a_server_that_published_another_tree_is_not_believed_again(
    server: CohortServer, players: list[Player]
) -> None:
    """After a server was caught with another published tree, nothing is sent under this epoch any more."""
    one = players[3]
    server.lies["published"] = lambda epoch: epoch.model_copy(update={"root": "00" * 32})
    one.check_in()
    server.lies.clear()
    for _ in range(3):
        server.to_next_day()
        one.check_in()
    assert not [path for token, path in server.sent if token == token_of(one) and "rounds" in path]
    assert set(one.refusals()) == {"two-committees"}
    assert len(one.donor.installation.store.epochs.evidence()) == 1


def test_joining_another_campaign_brings_no_day_forward(server: CohortServer, players: list[Player]) -> None:
    """A server that states another delay at a later joining does not bring the reviewed day forward."""
    one = players[3]
    one.donor.settings.set_sending("review")
    server.campaigns.append(cohort_campaign(id="sleep"))
    honest = server.info
    server.info = lambda: honest().model_copy(update={"delay": 0})  # type: ignore[method-assign]
    server.lies["plan"] = lambda plan: plan.model_copy(update={"earliest_close": DATA_DAY + ONE})
    one.donor.campaigns.join(URL, ["sleep"])
    one.check_in()
    assert not is_in(server, one)
    assert one.donor.installation.membership().info.delay == 1
