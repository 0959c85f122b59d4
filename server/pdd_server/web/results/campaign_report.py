"""A campaign with its results, for its public page and its page in the portal.

Both pages read the campaign once (`read`): its status and spent budget from the database, its totals from the
published file. The results of each query are cached until the nightly run replaces the file, because most readers of a
day ask for the same.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock
from typing import Any, get_args
from urllib.parse import urlencode

from cachetools import LRUCache
from werkzeug.datastructures import MultiDict

from pdd_server.errors import Rejected
from pdd_server.services.campaigns.campaign_status import CampaignStatus, campaign_status
from pdd_server.services.concurrency_limit import LONG_ANSWERS
from pdd_server.services.last_days import last_day_in
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results import published_file
from pdd_server.services.results.exports import citation
from pdd_server.services.results.period_report import LINES, Asked, Report, report
from pdd_server.services.results.published_file import Order, Period
from pdd_server.services.results.results import privacy
from pdd_server.services.results.series import check_grouping
from pdd_server.web.results.chart import Chart, trend
from pdd_server.web.results.presentation import Latest, drawn, latest_day, state_in_words
from pdd_shared.counting.entry_texts import label_of
from pdd_shared.protocol.days import Period as Unit
from pdd_shared.protocol.messages import Campaign
from pdd_shared.series.grouping import BYS, RATES, Grouping

_KEPT = 20_000
"""The size of the cache, in days and strata of all cached results together; with their points about 20 MB."""


_LAST_PAGE = 100_000
"""The last page of keywords that can be asked for."""
_LONGEST = 200
"""How many characters are used of a text to search for."""
WEEK = 7
"""The days of a mean that pages offer."""
FIELDS = ("from", "to", "stratum", "q", "sort", "page", "by", "rate", "mean")
"""The fields of a page's query, besides the chosen keywords."""


@dataclass(frozen=True)
class Query:
    """The query of a campaign's page.

    Attributes:
        asked: The valid part of the query; malformed parts have their defaults.
        typed: The form's fields as they were typed.
        problems: What is wrong, by the name of the field.
        period: What a published number of the campaign is of.
    """

    asked: Asked
    typed: Mapping[str, str]
    problems: Mapping[str, str]
    period: Unit

    def address(self, **changes: object) -> str:
        """Return the query string of a link to this page with some fields changed; None leaves a field out."""
        items: list[tuple[str, str]] = []
        for name in FIELDS:
            value = changes.get(name, self.typed.get(name))
            if value not in (None, ""):
                items.append((name, str(value)))
        return "?" + urlencode([*items, *(("entry", one) for one in self.asked.entries)])

    def numbers(self, entries: Iterable[str]) -> dict[str, Any]:
        """Return the query of the API for the series of these keywords that the page's chart shows."""
        grouping = self.asked.grouping
        found = {
            "by": grouping.by or self.period,
            "rate": grouping.rate,
            "mean": grouping.mean if grouping.mean > 1 else None,
        }
        return {name: value for name, value in found.items() if value is not None} | self.part(entries)

    def part(self, entries: Iterable[str]) -> dict[str, Any]:
        """Return the query of the API for the rows of these keywords in the page's period and stratum."""
        period = self.asked.period
        found = {
            "from": period.first,
            "to": period.last,
            "stratum": period.stratum,
            "entry": list(entries) or None,
        }
        return {name: value for name, value in found.items() if value is not None}

    @property
    def view(self) -> str:
        """What a point of the chart is of: day, week, month or mean."""
        grouping = self.asked.grouping
        return "mean" if grouping.mean > 1 else grouping.by or self.period


@dataclass(frozen=True)
class Results:
    """What a query shows of a campaign's published file.

    Attributes:
        report: The days, sums and entries that the query asks for.
        chart: The chart of the report; None without two days to join.
        trends: The SVG path of the small line of each keyword in the report.
        latest: The newest day of the report; None without days.
        newest: The newest day of the campaign, whether the query asks for it or not.
        citation: How to cite the results, in one line.
    """

    report: Report
    chart: Chart | None
    trends: Mapping[str, str]
    latest: Latest | None
    newest: date | None
    citation: str


@dataclass(frozen=True)
class CampaignReport:
    """A campaign with the results that a query asks for.

    Attributes:
        status: The campaign, its state and dates.
        spent: What it may cost a donor and has cost so far, as of `results.privacy`.
        query: The page's query.
        results: The results.
    """

    status: CampaignStatus
    spent: Mapping[str, Any]
    query: Query
    results: Results

    @property
    def values(self) -> dict[str, Any]:
        """The values that the templates of both pages use, by the templates' names."""
        found = self.results
        return {
            "campaign": self.status.campaign,
            "state": self.status.state,
            "words": state_in_words(self.status),
            "hold": self.status.hold,
            "query": self.query,
            "report": found.report,
            "chart": found.chart,
            "trends": found.trends,
            "latest": found.latest,
            "newest": found.newest,
            "cited": found.citation,
        }


def read(server: Deployment, campaign: str, today: date, args: MultiDict[str, str]) -> CampaignReport:
    """Read a campaign and the part of its results that a page's query asks for.

    Args:
        server: The server's data folder.
        campaign: The campaign's id.
        today: The data day.
        args: The page's query.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN, or BUSY if too many requests wait for long answers.
    """
    with server.store.read() as connection:
        found = campaign_status(connection, campaign, today)
        spent = privacy(connection, found.campaign)
    query = query_of(args, found.campaign)
    # After the snapshot is closed: reading a long file may have to wait for its turn.
    results = results_of(server.published.of(found.campaign.id), found.campaign, query.asked)
    return CampaignReport(found, spent, query, results)


def query_of(args: MultiDict[str, str], campaign: Campaign) -> Query:
    """Parse the query of a campaign's page. It never fails: malformed fields are reported in `problems`.

    Args:
        args: The query's fields.
        campaign: The campaign, whose strata and keywords may be asked for.
    """
    problems: dict[str, str] = {}
    first, last = (_day(args, name, problems) for name in ("from", "to"))
    if first and last and last < first:
        problems["to"] = "The last day is before the first; change one of them."
        last = None
    stratum = args.get("stratum") or None
    if stratum not in (None, *campaign.strata):
        strata = f"its strata are {', '.join(campaign.strata)}" if campaign.strata else "it has none"
        problems["stratum"] = f"The campaign has no such stratum: {strata}. All of them are shown."
        stratum = None
    order: Order = next((one for one in get_args(Order) if one == args.get("sort")), "-total")
    page = args.get("page", "1")
    number = int(page) if page.isascii() and page.isdigit() and len(page) < 7 else 1
    asked = tuple(dict.fromkeys(args.getlist("entry")))
    known = frozenset(map(label_of, campaign.vocabulary)) if asked else frozenset()
    entries = tuple(entry for entry in asked if entry in known)
    if len(entries) < len(asked):
        problems["entry"] = "The campaign has no such keyword; keywords it does not have are left out."
    elif len(entries) > LINES:
        problems["entry"] = f"At most {LINES} entries can be compared; these are the first {LINES} of {len(entries)}."
    wanted = Asked(
        Period(first, last, stratum),
        args.get("q", "")[:_LONGEST].strip(),
        order,
        min(max(1, number), _LAST_PAGE),
        entries[:LINES],
        _grouping(args, campaign, problems),
    )
    typed = {name: args.get(name, "") for name in FIELDS}
    # A browser's field for a date shows no week.
    typed |= {name: str(day) for name, day in (("from", first), ("to", last)) if day}
    return Query(wanted, typed, problems, campaign.terms.period)


def _grouping(args: MultiDict[str, str], campaign: Campaign, problems: dict[str, str]) -> Grouping:
    """Parse how the chart groups days; what the campaign does not have is reported, and left out."""
    by = next((one for one in BYS if one == args.get("by")), None)
    rate = next((one for one in RATES if one == args.get("rate")), None)
    mean = args.get("mean", "")
    if args.get("by") and by is None:
        problems["by"] = "A chart is by day, week or month. This one is by the campaign's own period."
    if args.get("rate") and rate is None:
        problems["rate"] = "A rate is per searches or per donors. Counts are shown."
    if mean not in ("", str(WEEK)):
        problems["mean"] = f"A chart has means of {WEEK} days; the API has others. Single days are shown."
    found = Grouping(by, rate, WEEK if mean == str(WEEK) else 1)
    try:
        check_grouping(found, campaign.terms.period)
    except Rejected as error:
        problems["mean" if found.mean > 1 else "by"] = error.answer
        return Grouping(None, rate)
    return found


def _day(args: MultiDict[str, str], name: str, problems: dict[str, str]) -> date | None:
    text = args.get(name, "")
    try:
        return (last_day_in if name == "to" else date.fromisoformat)(text) if text else None
    except ValueError:
        problems[name] = f"“{text[:20]}” is no day; write one such as 2026-11-20."
        return None


_Key = tuple[Path, tuple[int, ...], Asked]
_kept: LRUCache[_Key, Results] = LRUCache(_KEPT, getsizeof=lambda page: 1 + len(page.report.days))
_lock = Lock()


def results_of(folder: Path, campaign: Campaign, asked: Asked) -> Results:
    """Return what a query shows of a campaign's published file, kept until the file is replaced.

    Raises:
        Rejected: BUSY if too many requests wait for long answers.
    """
    try:
        now = (folder / "totals.sqlite").stat()
    except FileNotFoundError:
        return _read(folder, campaign, asked)
    key = folder, (now.st_ino, now.st_mtime_ns), asked
    known = _known(key)
    if known is None:
        with LONG_ANSWERS.turn():
            # The request that had the turn before may have cached the same results meanwhile.
            known = _known(key) or _read(folder, campaign, asked)
        _keep(key, known)
    return known


def forget() -> None:
    """Empty the cache."""
    with _lock:
        _kept.clear()


def _known(key: _Key) -> Results | None:
    with _lock:
        return _kept.get(key)


def _keep(key: _Key, page: Results) -> None:
    with _lock, suppress(ValueError):  # raised for results that are larger than the whole cache
        _kept[key] = page


def _read(folder: Path, campaign: Campaign, asked: Asked) -> Results:
    with published_file.opened(folder) as published:
        found = report(published, asked)
        latest = latest_day(published, found.dates[-1]) if found.dates else None
        newest = published_file.newest_of(published)
    trends = {row.sum.entry: trend(row.trend) for row in found.rows}
    return Results(found, drawn(found, campaign), trends, latest, newest, citation.line(campaign, newest))
