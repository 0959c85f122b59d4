"""The public log: roots as others compute them, lines that follow each other, and floors after larger trees."""

from datetime import date
from typing import Any

import pytest
from nacl.signing import SigningKey

from pdd_shared.protocol.limits import MOST_LOG_LINES
from pdd_shared.protocol.merkle_tree import root_of
from pdd_shared.protocol.messages import LogPart, Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.epoch.public_log import follow_log, follow_restored, read_log
from pdd_shared.rounds.cohort.messages import Checkpoint, Epoch
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.cohort.example_day import DOCUMENT, ONLINE, SERVER

LOG = DOCUMENT["log"]
PUBLISHED_ROOTS = [
    ("", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    ("\0", "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
    ("\x10", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
    (" !", "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
    ("01", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
    ("@ABC", "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
    ("PQRSTUVW", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
    ("`abcdefghijklmno", "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
]
"""The eight leaves of Certificate Transparency's tests, and the root of the tree that ends with each."""


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_are_those_of_certificate_transparency(size: int) -> None:
    """A log's root is that of RFC 6962, as the programs of its authors compute it."""
    leaves = [leaf for leaf, _ in PUBLISHED_ROOTS[:size]]
    assert root_of(leaves).hex() == PUBLISHED_ROOTS[size - 1][1]


def test_a_log_without_end_is_refused() -> None:
    """A server can't fill a home's disk."""
    key = SigningKey(bytes.fromhex(DOCUMENT["day"]["online_seed"]))
    lines = ("a-later-kind ",) * (MOST_LOG_LINES + 1)
    checkpoint = Checkpoint(server=SERVER.hex(), size=len(lines), root=root_of(lines).hex())
    shown = LogPart(first=0, lines=lines, checkpoint=sign(checkpoint, key))
    with pytest.raises(Refused, match="does not go on"):
        follow_log((), shown, server=SERVER, online_key=ONLINE)


def test_the_largest_tree_of_the_last_weeks() -> None:
    """Trees that began in the 28 days before an epoch count, and so does its own."""
    log = read_log(LOG["lines"], SERVER)
    assert {day: log.largest_tree(date.fromisoformat(day)) for day in LOG["largest"]} == LOG["largest"]


@pytest.mark.parametrize("case", LOG["floors"], ids=lambda case: f"{case['size']} after {case['recent']}")
def test_a_small_tree_after_a_large_one_has_the_floor_of_half(case: dict[str, int]) -> None:
    """A server that shrinks its tree gets no list of few."""
    size = TreeSize(case["size"])
    assert size.least_floor(case["percent"], case["sub_cohorts"], case["recent"]) == case["least_floor"]


@pytest.mark.parametrize("case", LOG["restored"], ids=lambda case: case["why"])
def test_a_restored_server_may_lose_lines_where_a_reset_says_so(case: dict[str, Any]) -> None:
    """The trees that were lost still count for floors. Without a new reset in their place, the log is refused."""
    shown = LogPart(first=0, lines=tuple(case["lines"]), checkpoint=Signed(**case["checkpoint"]))
    known, keys = LOG["lines"][: case["known"]], {"server": SERVER, "online_key": ONLINE}
    if case["lost"] is None:
        with pytest.raises(Refused, match="does not go on"):
            follow_restored(known, shown, **keys)
        return
    log = follow_restored(known, shown, **keys)
    assert [each.number for each in log.lost] == case["lost"]
    assert log.largest_tree(date(2026, 11, 20)) == 34


@pytest.mark.parametrize("lines", LOG["good"])
def test_a_log_may_go_back_after_a_reset(lines: list[str]) -> None:
    """A tree that a clock made years ahead doesn't bind the server after its reset."""
    assert read_log(lines, SERVER).lines == tuple(lines)


def test_an_epoch_is_in_the_log_as_it_is() -> None:
    """An epoch that the log lacks, or has with another tree, is refused."""
    log = read_log(LOG["lines"], SERVER)
    epoch = log.epochs[1]
    log.check_logged(epoch)
    for changed, reason in (({"number": 2}, Reason.NOT_LOGGED), ({"size": 31}, Reason.TWO_EPOCHS)):
        with pytest.raises(Refused) as refused:
            log.check_logged(Epoch(**(epoch.model_dump() | changed)))
        assert refused.value.reason == reason
