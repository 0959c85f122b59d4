"""How long an upload is held after the server's last answer."""

from hypothesis import given
from hypothesis import strategies as st

from pdd_client.gateways.hold import Hold


@given(work=st.integers(0, 100_000), period=st.integers(1, 10_000), drawn=st.floats(0, 1, exclude_max=True))
def test_it_waits_for_a_whole_number_of_periods(work: int, period: int, drawn: float) -> None:
    """The server sees a whole number of periods, the fewest that are longer than the work, and a tenth more at most."""
    slept: list[float] = []
    Hold(period, lambda: 17 + work, slept.append, lambda below: int(drawn * below)).wait(17)
    more = (work + slept[0]) / period - (work // period + 1)
    assert -1e-9 < more - drawn / 10 + 1e-4 < 2e-4
