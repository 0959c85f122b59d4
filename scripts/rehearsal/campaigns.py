"""Campaign files as a researcher writes them, for rehearsals."""

import json
from collections.abc import Sequence
from datetime import date

from tests.support.consent_texts import CONSENT

_FILE = """\
id = "{id}"
title = "{title}"
purpose = "{purpose}"
contact = "{contact}"
start = {start}
end = {end}
strata = {strata}
vocabulary = {vocabulary}
[consent]
en = "{consent}"
[caps]
max_searches = {max_searches}
max_hits = {max_hits}
max_hits_per_keyword = {max_hits_per_keyword}
[privacy]
{privacy}
"""


def campaign_file(
    *,
    start: date = date(2026, 11, 16),
    end: date = date(2027, 3, 31),
    strata: Sequence[str] = ("england", "scotland"),
    vocabulary: Sequence[str] = ("flu", "fever + child", "cough"),
    caps: tuple[int, int, int] = (20, 60, 20),
    privacy: str = "epsilon_per_day = 1.0",
    **texts: str,
) -> str:
    """Return a campaign file.

    Args:
        start: Its first day.
        end: Its last day.
        strata: Its regions.
        vocabulary: Its keywords.
        caps: The most searches, hits, and hits of one keyword that are counted of a day.
        privacy: The lines of its privacy section.
        texts: `id`, `title`, `purpose`, `contact` and `consent`, where they are others than of a winter's flu.
    """
    words = {
        "id": "winter-flu",
        "title": "Winter flu survey",
        "purpose": "How does flu spread?",
        "contact": "Dr A. Example, flu@example.org",
        "consent": CONSENT,
    }
    searches, hits, each = caps
    return _FILE.format(
        **(words | texts),
        start=start,
        end=end,
        strata=json.dumps(list(strata)),
        vocabulary=json.dumps(list(vocabulary)),
        max_searches=searches,
        max_hits=hits,
        max_hits_per_keyword=each,
        privacy=privacy,
    )
