"""Whether a donor is told a completion code depends on its active days alone."""

import os
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pdd_server.services.donors.completion import completion, counted, draw
from pdd_server.services.readable_codes import ALPHABET
from pdd_server.store.campaigns.completions import CompletionCode, DatedCode

FIRST = date(2026, 11, 1)
some_days = st.sets(st.integers(-30, 90).map(lambda back: FIRST + timedelta(days=back)))
spans = st.integers(0, 60)
needed = st.integers(1, 60)


def running(span: int, least: int = 1) -> DatedCode:
    """Return the code of a campaign of so many days, which takes at least so many of them."""
    return DatedCode(CompletionCode("flu", "K7QM4TXA9W", least), FIRST, FIRST + timedelta(days=span))


@given(some_days, spans, needed)
def test_the_code_is_told_when_its_days_are_there(days: set[date], span: int, least: int) -> None:
    """A donor with enough of the campaign's days is told the code, and one with a day less is not."""
    dated = running(span, least)
    there = sum(FIRST <= day <= dated.last for day in days)
    told = completion(dated.code, counted(days, dated))
    assert (told.there, told.days) == (min(there, least), least)
    assert (told.code == "K7QM4TXA9W") == (there >= least)


@given(some_days, some_days, spans)
def test_more_active_days_never_delay_a_code(days: set[date], more: set[date], span: int) -> None:
    """Further active days never delay a code, and no day counts twice."""
    dated = running(span)
    assert counted(days | more, dated) >= counted(days, dated)
    assert counted([*days, *days], dated) == counted(days, dated)


def test_codes_drawn_are_easily_copied_and_differ() -> None:
    """Generated codes have ten characters, none easily mistaken for another."""
    drawn = {draw(os.urandom) for _ in range(200)}
    assert len(drawn) == 200
    assert all(len(code) == 10 and set(code) <= set(ALPHABET) for code in drawn)
