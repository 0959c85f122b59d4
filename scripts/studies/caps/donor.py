"""A donor's week as the donor's own code sees and counts it."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from pdd_client.core.donation.period_days import PeriodDay, matched
from pdd_client.core.donation.prepare_donation import count
from pdd_client.core.searches import Search
from pdd_shared.protocol.days import days_of
from pdd_shared.protocol.messages import Campaign
from pdd_shared.rounds.cohort.day.layout import Given, cohort_part_of
from scripts.studies.caps.campaign import consent_to, keyword
from scripts.studies.caps.searches import OTHER, DonorWeek


class Counter:
    """Counts donors' weeks of one campaign. Equal days are read and matched once for all donors.

    Args:
        campaign: the campaign, which all donors have joined.
        sunday: the week's last day.
    """

    def __init__(self, campaign: Campaign, sunday: date) -> None:
        self._part, self._consent = cohort_part_of(campaign), consent_to(campaign)
        self._dates = days_of("week", sunday)
        self._known: dict[tuple[date, tuple[int, ...]], PeriodDay] = {}

    def given(self, week: DonorWeek, used: int) -> tuple[Given, int]:
        """Return what a donor gives of its week, before noise, and how many hits of the campaign that uses.

        Args:
            week: the donor's week.
            used: the hits that it has used in weeks before.
        """
        days = tuple(self._day(day, queries) for day, queries in zip(self._dates, week.days, strict=True))
        most = self._part.terms.caps.campaign_hits
        left = None if most is None else max(0, most - used)
        found = count(self._part, self._consent, days, left)
        return {(found.campaign, None): replace(found.counts, is_full=found.is_full)}, found.hits

    def _day(self, day: date, queries: tuple[int, ...]) -> PeriodDay:
        if (day, queries) not in self._known:
            self._known[day, queries] = PeriodDay(day, None, False, matched(searches_of(day, queries), self._consent))
        return self._known[day, queries]


def searches_of(day: date, queries: tuple[int, ...]) -> list[Search]:
    """Return a day's searches, a minute apart from noon on."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    times = (noon + timedelta(minutes=number) for number in range(len(queries)))
    texts = ("weather" if query == OTHER else keyword(query) for query in queries)
    return [
        Search(f"{day}-{number}", text.encode(), day, time, time, "engine", text, "browser", 1)
        for number, (time, text) in enumerate(zip(times, texts, strict=True))
    ]
