"""The campaign of the demonstration: about fifty flu keywords, two strata."""

from datetime import date, timedelta

CAMPAIGN = "winter-flu"
STRATA = ("england", "scotland")
MAX_SEARCHES, MAX_HITS, EPSILON = 4, 2, 8.0

VOCABULARY = """
flu | influenza | cough | fever | cold | sore + throat | runny + nose | headache | chills | fatigue | shivering |
tamiflu | oseltamivir | paracetamol | ibuprofen | lemsip | sneezing | vaccine | pharmacy | phlegm | sinusitis |
bronchitis | pneumonia | tonsillitis | croup | earache | nausea | vomiting | aching + muscles | blocked + nose |
high + temperature | chest + pain | dry + throat | night + sweats | lost + taste | lost + smell | swollen + glands |
thermometer | decongestant | humidifier | antiviral | contagious | incubation | h1n1 | h3n2 | norovirus | covid |
"flu or cold" | "how long is flu contagious" | "flu jab near me"
"""
ENTRIES = tuple(" ".join(entry.split()) for entry in VOCABULARY.split("|"))

CONSENT = (
    "We count how often these keywords occur in your searches, and publish daily totals over all donors. "
    "You can stop on any day. Questions: demo@example.org"
)


def campaign_file(start: date, days: int, privacy: str) -> str:
    """Return the campaign file as a researcher writes it.

    Args:
        start: its first day.
        days: how many days it has.
        privacy: the lines of its privacy section after epsilon.
    """
    entries = "\n".join(f"    {entry!r}," for entry in ENTRIES)
    return f"""\
id = "{CAMPAIGN}"
title = "Winter flu survey (demonstration)"
purpose = "How often people look for flu and its symptoms, day by day, in two regions."
contact = "Demonstration, demo@example.org"
start = {start}
end = {start + timedelta(days=days - 1)}
strata = [{", ".join(f'"{stratum}"' for stratum in STRATA)}]
vocabulary = [
{entries}
]

[consent]
en = "{CONSENT}"

[caps]
max_searches = {MAX_SEARCHES}
max_hits = {MAX_HITS}
max_hits_per_keyword = 1

[privacy]
epsilon = {EPSILON}
{privacy}
"""
