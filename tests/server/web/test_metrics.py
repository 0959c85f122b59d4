"""Metrics: what a scrape sees of the server, and that it sees nothing of a donor."""

import re
from pathlib import Path

import pytest
import yaml
from prometheus_client import CollectorRegistry, generate_latest

from pdd_server.services.operations import readiness
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.operations.recovery import backup
from pdd_server.services.operations.recovery.backup import back_up
from pdd_server.web import metrics
from pdd_server.web.application import create_app
from pdd_server.web.metrics import STEP, RequestCounts, ServerState
from tests.server.services.rounds.cohort.simulated_donors import begin_day, cohort_players, cohort_server
from tests.server.simulated_server import Donor, HandClock, donors, night

DEPLOY = Path(__file__).parents[3] / "deploy" / "monitoring"


def scrape(*collectors: RequestCounts | ServerState) -> str:
    """Return the text that Prometheus would get."""
    registry = CollectorRegistry()
    for collector in collectors:
        registry.register(collector)
    return generate_latest(registry).decode()


def test_a_scrape_tells_the_state_of_the_server(server: Deployment, clock: HandClock) -> None:
    """Problems are 0 or 1 by name; the nightly run's age counts days; rounds are counted by state."""
    found = scrape(ServerState(server))
    assert 'pdd_problem{problem="nightly-run"} 1.0' in found
    assert "pdd_nightly_run_age_days" not in found
    night(server)
    clock.next_day()
    found = scrape(ServerState(server))
    assert 'pdd_problem{problem="database"} 0.0' in found
    assert "pdd_nightly_run_age_days 1.0" in found
    assert 'pdd_rounds{state="open"} 0.0' in found


def test_days_without_a_quorum_are_in_danger_five_days_before_their_end(tmp_path: Path, clock: HandClock) -> None:
    """A cohort's day whose members don't answer is in danger in the five days before its last day for answers."""
    server = cohort_server(tmp_path, clock)
    players = cohort_players(server, 5)
    for player in players:
        player.work()
    for _ in range(2):
        begin_day(server, clock)
        for player in players:
            player.work("ticket", "upload")
    found = dict[str, int]()
    for _ in range(22):
        begin_day(server, clock)
        with server.store.read() as connection:
            found[clock.now.date().isoformat()] = readiness.days_in_danger(connection, clock.now.date())
    server.store.dispose()
    # The lists of two days wait for signatures, until 11 and 12 December.
    expected = {"2026-12-05": 0, "2026-12-06": 1, "2026-12-07": 2, "2026-12-11": 2, "2026-12-12": 1, "2026-12-13": 0}
    assert found | expected == found


def test_requests_of_donors_are_counted_in_hundreds(server: Deployment) -> None:
    """The count of donors' requests moves only with each hundredth, so no scrape tells when one donor was there."""
    app, counts = create_app(server), RequestCounts()
    counts.install(app)
    client = app.test_client()
    found = list[str]()
    for _ in range(STEP):
        client.get("/v1/server")
        found += re.findall(r'pdd_requests_total{outcome="answered",part="donors"} (\S+)', scrape(counts))
    assert found == ["0.0"] * (STEP - 1) + [f"{STEP}.0"]
    client.get("/portal")
    client.get("/healthz")
    assert 'part="public"} 1.0' in scrape(counts)


def test_a_donors_day_leaves_nothing_in_the_metrics(server: Deployment, clock: HandClock) -> None:
    """After days of several donors, no token, key, address or campaign is in a scrape, nor a count of donors."""
    app, counts = create_app(server), RequestCounts()
    counts.install(app)
    crowd = donors(server, 6, app.test_client().open)
    for _ in range(3):
        for donor in crowd:
            donor.work()
        clock.next_day()
        night(server)
    found = scrape(counts, ServerState(server))
    for secret in (*_of(crowd), "127.0.0.1", "flu"):
        assert secret not in found
    assert not re.search(r" 6\.0$", found, re.MULTILINE)


def test_registrations_are_counted_in_steps(server: Deployment, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scrape tells how many donors registered, in whole steps alone. A registration that is refused doesn't count."""
    monkeypatch.setattr(metrics, "STEP", 4)
    app, counts = create_app(server), RequestCounts()
    counts.install(app)
    assert "pdd_registrations_total 0.0" in scrape(counts)
    for donor in donors(server, 6, app.test_client().open):
        donor.register()
    for _ in range(2):
        assert app.test_client().post("/v1/donors", json={}).status_code >= 400
    assert "pdd_registrations_total 4.0" in scrape(counts)


def test_a_scrape_tells_of_old_and_failed_backups(
    server: Deployment, clock: HandClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the first backup its age is infinite. A backup that fails is told until one is whole, and has no age."""

    def told() -> list[str]:
        return re.findall(r"^pdd_backup_\w+ (\S+)$", scrape(ServerState(server)), re.MULTILINE)

    assert told() == ["+Inf", "0.0"]
    back_up(server, tmp_path / "first", with_keys=False)
    clock.next_day()
    assert told() == ["1.0", "0.0"]
    with monkeypatch.context() as broken:
        broken.setattr(backup, "verify", lambda folder: folder.lacks)
        with pytest.raises(AttributeError):
            back_up(server, tmp_path / "second", with_keys=False)
    assert told() == ["1.0", "1.0"]
    back_up(server, tmp_path / "second", with_keys=False)
    assert told() == ["0.0", "0.0"]
    (server.folder.path / "last-backup.json").write_text("hello")
    assert told() == ["+Inf", "0.0"]


def _of(crowd: list[Donor]) -> list[str]:
    return [text for donor in crowd for text in (donor.token, donor.member.identity, donor.member.exchange)]


@pytest.mark.parametrize("file", ["alerts.yaml", "dashboard.json"])
def test_alerts_and_dashboard_name_metrics_that_exist(server: Deployment, file: str) -> None:
    """Each metric of ours in the alert rules and on the dashboard is one that the server gives."""
    night(server)
    app, counts = create_app(server), RequestCounts()
    counts.install(app)
    app.test_client().get("/v1/server")
    given = set(re.findall(r"^(pdd_\w+)", scrape(counts, ServerState(server)), re.MULTILINE))
    assert set(re.findall(r"pdd_[a-z_]+", (DEPLOY / file).read_text())) <= given


def test_every_alert_has_a_runbook() -> None:
    """The operator's guide has a section for each alert."""
    guide = (Path(__file__).parents[3] / "docs" / "guides" / "operator.md").read_text()
    (group,) = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]:
        assert f"### {rule['alert']}\n" in guide
        assert rule["annotations"]["runbook"] == f"operator.md#{rule['alert'].lower()}"
