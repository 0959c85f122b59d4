"""A known limit of `plain`: the server reads the counts of a donor who is alone in its region within its group."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.end_to_end.worlds.programs import DAY, NOON, World

FIRST = NOON + DAY
REGIONS = {"ann": "scotland", "ben": "scotland", "cat": "scotland", "dan": "england"}


@pytest.mark.slow
def test_a_sum_over_one_donor_is_that_donors_counts(tmp_path: Path) -> None:
    """In a `plain` group with one member in England, the exact sum for England is that donor's counts.

    The server opens it in the nightly run that publishes the day, before it adds its noise, without a lie to anybody.
    As long as this test passes, no text may say of `plain` that the server never sees one donor's counts or region.
    `test_servers_view` shows that a server of the `cohort` protocol can't.
    """
    world = World(tmp_path)
    world.make_server("--group-size", "4", "--min-group", "4")
    queries = {"ann": ["tea"], "ben": [], "cat": ["cough"], "dan": ["flu", "cough+flu", "tea"]}
    files = {name: world.history(name + ".db", *queries[name], until=FIRST) for name in REGIONS}
    with ExitStack() as stack:
        url = stack.enter_context(world.running())
        donors = {name: stack.enter_context(world.donor(name)) for name in REGIONS}
        for name, donor in donors.items():
            donor.campaigns.join(url, stratum=REGIONS[name])
            donor.settings.set_sending("by-itself")
            donor.check_in([files[name]])
        opened = []
        for ahead in range(4):
            opened += world.night_of(FIRST + ahead * DAY)
            for name, donor in donors.items():
                donor.check_in([files[name]])
        first = FIRST.date()
        ((given,),) = [line.given for line in donors["dan"].log() if line.what == "vector" and line.round == first]
    assert (given["stratum"], given["searches"], given["counts"]) == ("england", 3, {"flu": 2, "cough": 1})
    assert [1, 3, 2, 0, 1] in opened  # joined, searches, and the counts of three keywords
