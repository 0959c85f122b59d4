"""Pages show days, weeks, months or 7-day means, as counts or rates, by links alone; downloads keep the choice."""

import html
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from pdd_server.web.results.chart import LIGHT
from tests.server.services.results.synthetic_results import LABELS, made_up, publish, unfinish
from tests.server.services.rounds.cohort.synthetic_days import cohort_terms
from tests.server.simulated_server import HandClock, campaign, client_of, new_server
from tests.support.terms import laplace, terms

DAYS = 40
START = date(2026, 11, 2)
"""A Monday."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Deployment]:
    made = campaign(vocabulary=LABELS, strata=("north", "south"), start=START, end=START + timedelta(days=60))
    server = made_up(tmp_path, made, DAYS)
    exports.write_all(server.store, server.folder.published)
    yield server
    server.store.dispose()


def shown(server: Deployment, query: str) -> str:
    """Return the text of a campaign's page with its markup."""
    answer = client_of(server).get(f"/campaigns/flu{query}")
    assert answer.status_code == 200
    return html.unescape(answer.text)


def links(page: str) -> dict[str, str]:
    """Return the addresses of a page's links by their words."""
    return {words: address for address, words in re.findall(r'<a href="([^"]*)">([^<]*)</a>', page)}


@pytest.mark.parametrize(
    ("query", "now", "unit", "slots"),
    [
        ("", ("days", "counts"), "Searches a day", DAYS),
        ("?by=week", ("weeks", "counts"), "Searches a week", 6),
        ("?by=month&rate=searches", ("months", "rates per 1,000 searches"), "Per 1,000 searches", 2),
        ("?rate=donors", ("days", "rates per 1,000 donors"), "Per 1,000 donors and day", DAYS),
        ("?mean=7", ("7-day means", "counts"), "Searches, 7-day mean", DAYS - 6),
    ],
)
def test_a_page_shows_what_is_chosen(
    server: Deployment, query: str, now: tuple[str, str], unit: str, slots: int
) -> None:
    """The choice is marked, the axis has its unit, and the chart has a slot for each day, week or month."""
    page = shown(server, query)
    assert re.findall(r'<strong aria-current="true">([^<]*)<', page) == list(now)
    assert f'<p class="unit">{unit}</p>' in page
    found = re.search(r'data-slots="([^"]*)"', page)
    assert found
    assert len(found[1].split()) == slots


def test_links_keep_the_rest_of_the_query(server: Deployment) -> None:
    """Another period or unit is one link away, and keeps region, days and keywords; so does the form."""
    page = shown(server, "?by=week&rate=searches&stratum=north&from=2026-11-09&entry=flu")
    assert links(page)["months"] == "?from=2026-11-09&stratum=north&by=month&rate=searches&entry=flu"
    assert links(page)["counts"] == "?from=2026-11-09&stratum=north&by=week&entry=flu"
    for name, value in (("by", "week"), ("rate", "searches"), ("entry", "flu")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in page


def test_downloads_of_a_chart_have_its_numbers(server: Deployment) -> None:
    """The chart's CSV has the weeks, region and keywords that the chart shows."""
    page = shown(server, "?by=week&rate=searches&stratum=north&entry=flu&entry=1e5")
    figure = page[page.index("These numbers with their intervals") : page.index("</figcaption>")]
    lines = client_of(server).get(links(figure)["CSV"]).text.splitlines()
    assert len(lines) == 1 + 2 * 6
    assert {line.split(",")[4] for line in lines[1:]} == {"flu", "1e5"}
    assert {line.split(",")[2] for line in lines[1:]} == {"north"}


def test_a_filtered_page_downloads_what_it_shows(server: Deployment) -> None:
    """A page's rows come with its days, region and keywords; the other link says that it has everything."""
    page = shown(server, "?from=2026-W46&to=2026-W46&stratum=north&entry=flu&q=f")
    chosen, everything = page[page.index("What is chosen above") :].split("All days", 1)
    assert "with all keywords" in chosen
    assert everything.startswith(", strata and keywords, whatever is chosen above: ")
    rows = [line.split(",") for line in client_of(server).get(links(chosen)["CSV"]).text.splitlines()[1:]]
    assert [row[0] for row in rows] == [f"2026-11-{day:02}" for day in range(9, 16)]
    assert {(row[1], row[2]) for row in rows} == {("north", "flu")}
    assert 'name="to" value="2026-11-15"' in page
    assert "chosen above" not in shown(server, "")


def test_a_chart_is_a_picture_to_save(server: Deployment) -> None:
    """The SVG is well formed without a style sheet, has the page's lines, and says what it shows, of which region."""
    page = shown(server, "?by=week&rate=searches&stratum=north&entry=flu&entry=1e5&sort=entry")
    address = links(page)["SVG"]
    assert address == "/campaigns/flu/chart.svg?stratum=north&by=week&rate=searches&entry=flu&entry=1e5"
    answer = client_of(server).get(address)
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="flu.svg"'
    picture = ElementTree.fromstring(answer.data)
    words = " ".join(text.strip() for text in picture.itertext())
    for said in ("Winter flu", "Per 1,000 searches, stratum north", "95% intervals", "Coverage", "flu", "1e5"):
        assert said in words
    of_page, of_picture = (re.findall(r' d="(M[^"]*)"', text) for text in (page, answer.text))
    assert set(of_picture) <= set(of_page)
    assert len(of_picture) == 5
    assert "class=" not in answer.text


def test_there_is_no_picture_without_a_chart(server: Deployment) -> None:
    """An unknown campaign, and a period without two days, have no picture."""
    for place in ("none/chart.svg", "flu/chart.svg?from=2030-01-01"):
        assert client_of(server).get(f"/campaigns/{place}").status_code == 404


def test_pictures_have_the_colours_of_pages(server: Deployment) -> None:
    """The style sheet and pictures name the same colours in the same order."""
    sheet = client_of(server).get("/static/style.css").text
    assert tuple(re.findall(r"--line-\d: (#\w+);", sheet)[: len(LIGHT)]) == LIGHT


def test_an_incomplete_week_is_a_gap_that_is_told(server: Deployment) -> None:
    """Weeks that lack days are counted in words; counts have gaps there, and rates do not."""
    counts, rates = (shown(server, f"?by=week{more}") for more in ("", "&rate=searches"))
    assert "Incomplete: 1 of 6 weeks. A count needs all its days" in counts
    assert "Incomplete: 1 of 6 weeks. A rate is of the days that have totals." in rates
    table = counts[counts.index("weeks of the chart as numbers") :]
    newest = table[table.index("<tbody>") : table.index("</tr>", table.index("<tbody>"))]
    assert re.findall(r"<td[^>]*>([^<]*)<", newest) == ["–"] * 5


@pytest.mark.parametrize(("query", "each"), [("", "day of 11 December"), ("?by=week", "week to 6 December")])
def test_an_unfinished_period_is_named_and_not_drawn(server: Deployment, query: str, each: str) -> None:
    """A period of which cohorts are still to come is in no line, and the page and the picture say so."""
    before = shown(server, query)
    unfinish(server, date(2026, 12, 11) if not query else date(2026, 12, 6), "south")
    exports.write_all(server.store, server.folder.published)
    page = shown(server, query)
    assert "Unfinished" not in before
    assert f"Unfinished, so not in the lines: the {each} 2026." in page
    assert "2026, unfinished</th>" in page[page.index("of the chart as numbers") :]
    assert query or "Only 2 of its 4 cohorts are published so far" in page
    lines = (re.findall(r'<path class="line[^"]*" d="(M[^"]*)"', text.split("</figure>")[0]) for text in (before, page))
    points = [[len({*re.findall(r"([0-9.]+),", line)}) for line in each] for each in lines]
    assert points[1] == [number - 1 for number in points[0]]
    assert "Unfinished: 1 of" in client_of(server).get(f"/campaigns/flu/chart.svg{query}").text


def test_rates_without_bounds_are_no_chart(tmp_path: Path) -> None:
    """If noise alone could be all donors, there is no line; the page says so, and counts are one link away."""
    server = made_up(tmp_path, campaign(terms=terms(noise=laplace(400))), 10)
    exports.write_all(server.store, server.folder.published)
    page = shown(server, "?rate=donors")
    assert "No rate has bounds here. Noise alone could be all of the donors." in page
    assert "counts" in links(page)
    assert 'class="chart"' not in page
    assert 'class="chart"' in shown(server, "")
    server.store.dispose()


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?by=year", "by day, week or month"),
        ("?rate=clicks", "per searches or per donors"),
        ("?mean=3", "means of 7 days"),
        ("?by=week&mean=7", "goes with by=day"),
    ],
)
def test_a_choice_that_there_is_not_is_told(server: Deployment, query: str, says: str) -> None:
    """An unknown period, rate or mean is named in an alert, and the page is shown without it."""
    page = shown(server, query)
    alert = page[page.index('role="alert"') :]
    assert says in alert[: alert.index("</ul>")]
    assert 'class="chart"' in page


def test_a_weekly_campaign_offers_weeks_alone(tmp_path: Path) -> None:
    """A campaign that counts weeks offers no days, months or means; its rates are per week."""
    made = campaign(start=START, end=START + timedelta(days=55), terms=cohort_terms(period="week"))
    server = new_server(tmp_path, HandClock(), made, protocol="cohort")
    for week in range(3):
        publish(server, made.model_copy(update={"start": START + timedelta(days=6 + 7 * week)}), 1)
    exports.write_all(server.store, server.folder.published)
    page = shown(server, "?rate=donors")
    assert "7-day means" not in page
    assert '<p class="unit">Per 1,000 donors and week</p>' in page
    assert "this campaign counts weeks" in shown(server, "?by=month")
    server.store.dispose()
