"""What a night publishes of a round: each number in its place, with its own noise."""

from pathlib import Path

from pdd_server.folder import Deployment
from pdd_server.services import campaigns
from pdd_server.services.results import results
from tests.server.playing import HandClock, campaign, morning_after, new_server, night, published


def test_appended_entries_count_from_the_next_plan_on(server: Deployment, clock: HandClock) -> None:
    """A round that is open keeps its layout; the next has the new entry; results label both rightly."""
    crowd = morning_after(server, clock, 3)
    with server.store.write() as connection:
        campaigns.append(connection, server.config, "flu", ["cough"])
    for donor in crowd:
        donor.work([1, 1, 1, 1])
    clock.next_day()
    night(server)
    for donor in crowd:
        donor.work([1, 1, 1, 1, 1])
    clock.next_day()
    night(server)
    first, second = published(server)["days"]
    assert first["totals"] == {"flu": 3, "child + fever": 3}
    assert second["totals"] == {"flu": 3, "child + fever": 3, "cough": 3}


def test_strata_and_campaigns_are_published_apart(tmp_path: Path, clock: HandClock) -> None:
    """One vector carries all campaigns in order of id and strata in theirs; each number ends where it belongs."""
    other = campaign(id="aches", vocabulary=("ache",))
    regions = campaign(strata=("north", "south"), vocabulary=("flu",))
    server = new_server(tmp_path, clock, regions, other)
    for donor in morning_after(server, clock, 3):
        donor.work([1, 2, 3, 4, 5, 6, 7, 8, 9])
    clock.next_day()
    night(server)
    with server.store.read() as connection:
        (aches,) = results(connection, "aches")["days"]
        north, south = results(connection, "flu")["days"]
    assert (aches["stratum"], aches["donors"], aches["searches"], aches["totals"]) == (None, 3, 6, {"ache": 9})
    assert (north["stratum"], north["donors"], north["searches"], north["totals"]) == ("north", 12, 15, {"flu": 18})
    assert (south["stratum"], south["donors"], south["searches"], south["totals"]) == ("south", 21, 24, {"flu": 27})
    server.store.dispose()


def test_every_published_number_is_noised_by_its_own_scale(tmp_path: Path, clock: HandClock) -> None:
    """Donors and searches are noised as the entries are, each campaign by the scale of its own terms."""
    loose = campaign().terms.model_copy(update={"epsilon_per_day": 2.0})
    server = new_server(tmp_path, clock, campaign(), campaign(id="loose", terms=loose))
    for donor in morning_after(server, clock, 3):
        donor.work()
    clock.next_day()
    calls: list[tuple[list[int], float]] = []

    def add_noise(numbers: list[int], scale: float) -> list[int]:
        calls.append((numbers, scale))
        return [number + round(scale * 10) for number in numbers]

    night(server, add_noise=add_noise)
    assert calls == [([0] * 4, 81.0), ([0] * 4, 40.5)]
    (day,) = published(server)["days"]
    assert (day["donors"], day["searches"], set(day["totals"].values())) == (810, 810, {810})
    assert day["noise"] == {"law": "discrete-laplace", "scale": 81.0, "half_width_95": 243, "epsilon": 1.0}
    server.store.dispose()
