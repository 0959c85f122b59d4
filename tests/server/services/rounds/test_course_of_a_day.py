"""A day's course through the whole server: check-in, nightly run, upload, nightly run, published."""

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.results import results
from tests.server.simulated_server import DAY, HandClock, donors, dump, night


def test_a_day_is_counted_and_published(server: Deployment, clock: HandClock) -> None:
    """Six donors check in and send, and after the next nightly run their totals are published, exact but for the
    noise.
    """
    crowd = donors(server, 6)
    for donor in crowd:
        assert donor.check_in().json["tasks"] == []
    clock.next_day()
    assert night(server).opened == (DAY,)
    for index, donor in enumerate(crowd):
        assert len(donor.work([1, 10, index, 1]).json["tasks"]) == 1
        assert donor.check_in().json["tasks"] == []
    clock.next_day()
    assert DAY in night(server).published
    with server.store.read() as connection:
        found = results(connection, "flu")
    assert [day["day"] for day in found["days"]] == [DAY.isoformat()]
    only = found["days"][0]
    assert (only["donors"], only["searches"], only["confidence"]) == (6, 60, 1.0)
    assert only["totals"] == {"flu": 15, "child + fever": 6}
    again = dump(server)
    night(server)
    assert dump(server) == again
