"""The extension's page with a real Chromium history of a million visits finds the day's searches without freezing."""

from datetime import datetime, timedelta
from pathlib import Path

from playwright.sync_api import expect

from scripts.rehearsal.history_writer import alter
from tests.client.fakes import NOON
from tests.extension.browser.drivers.chromium import Browser
from tests.extension.browser.drivers.person import FULL_PAGE, Person, join
from tests.support.processes.chromium import PATIENCE

DAYS = 80
"""Chromium itself deletes visits of more than 90 days ago."""
OPENINGS = 20
LONGEST_WAIT = 200
"""Milliseconds that a click may wait before it is noticed."""
PROBE = """
globalThis.waits = { longest: 0, times: 0, last: performance.now() };
setInterval(() => {
  const now = performance.now();
  waits.longest = Math.max(waits.longest, now - waits.last);
  waits.times += 1;
  waits.last = now;
}, 10);
"""
LINK = 0x30000000
"""A followed link, at both ends of its chain of redirects."""

PAGES = """
WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < {last})
INSERT INTO urls (url, title, visit_count, last_visit_time) SELECT {url}, 'A page' || n, 1, {latest} FROM numbers
"""
VISITS = """
WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count} - 1)
INSERT INTO visits (url, visit_time, transition, originator_cache_guid)
SELECT {first} + n % {pages}, {start} + n * {step}, {link}, '' FROM numbers
"""


def microseconds(time: datetime) -> int:
    """Return a time as Chromium writes it."""
    return (time - datetime(1601, 1, 1, tzinfo=time.tzinfo)) // timedelta(microseconds=1)


def write_million(history: Path) -> None:
    """Write a million visits: 990,000 to 300,000 pages, 9,800 searches of other days, 200 of this day until noon.

    There are 5,000 result pages; the 200 of this day were looked at on other days as well, half of them match.
    """
    midnight, latest = NOON.replace(hour=0), microseconds(NOON)
    oldest, other_days = microseconds(midnight - timedelta(days=DAYS)), DAYS * 86_400 * 10**6
    article = "'https://www.site' || (n % 2999) || '.example/section/a-longer-address-of-an-article-' || n || '.html'"
    words = "CASE n % 2 WHEN 0 THEN 'flu' ELSE 'weather' END"
    result = f"'https://www.google.com/search?q=' || {words} || '+' || n || '&oq=' || n || '&ie=UTF-8'"
    pages, results = 1000, 400_000
    alter(
        history,
        f"UPDATE sqlite_sequence SET seq = {pages - 1} WHERE name = 'urls'",
        PAGES.format(last=299_999, url=article, latest=latest),
        f"UPDATE sqlite_sequence SET seq = {results - 1} WHERE name = 'urls'",
        PAGES.format(last=4_999, url=result, latest=latest),
        visits(990_000, pages, 300_000, oldest, latest - oldest),
        visits(9_800, results, 5_000, oldest, other_days),
        visits(200, results, 200, microseconds(midnight), latest - microseconds(midnight)),
    )


def visits(count: int, first: int, pages: int, start: int, duration: int) -> str:
    """Return visits to some pages in turn, evenly over a time."""
    return VISITS.format(count=count, first=first, pages=pages, start=start, step=duration // count, link=LINK)


def longest_wait(browser: Browser) -> float:
    """Return the longest gap in milliseconds between rounds of the page's event loop until it shows the counts."""
    page = browser.open(FULL_PAGE)
    main = page.locator("main")
    # Of a day's searches the campaign takes the first five. Chromium itself takes seconds to open such a history.
    expect(main).to_contain_text("200 searches found. 3 of them count for keywords.", timeout=3 * PATIENCE)
    waits = page.evaluate("waits")
    page.close()
    assert waits["times"] > 10
    return float(waits["longest"])


def test_a_million_visits_do_not_freeze_the_page(person: Person) -> None:
    """Today shows the right numbers from a million visits, and the page can be used meanwhile."""
    with person.browser() as browser:
        join(browser.open(FULL_PAGE), f"{person.town.url}/#flu", "flu")
    person.town.next_day()
    write_million(person.profile / "Default/History")
    with person.browser() as browser:
        browser.context.add_init_script(PROBE)
        # A busy machine lets a page wait now and then; a page that keeps itself busy waits each time.
        assert any(longest_wait(browser) < LONGEST_WAIT for _ in range(OPENINGS))
        page = browser.open(FULL_PAGE)
        page.evaluate("() => { for (const end = performance.now() + 400; performance.now() < end; ); }")
        page.wait_for_function("waits.longest > 350")
