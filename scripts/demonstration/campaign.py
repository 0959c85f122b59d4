"""The campaign of the demonstration: about fifty flu keywords, two strata."""

from datetime import date, timedelta

from scripts.rehearsal.campaigns import campaign_file
from scripts.rehearsal.homes import STRATA

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


def demonstration(start: date, days: int, privacy: str) -> str:
    """Return the campaign's file.

    Args:
        start: Its first day.
        days: How many days it has.
        privacy: The lines of its privacy section after epsilon.
    """
    return campaign_file(
        title="Winter flu survey (demonstration)",
        purpose="How often people look for flu and its symptoms, day by day, in two regions.",
        contact="Demonstration, demo@example.org",
        consent=CONSENT,
        start=start,
        end=start + timedelta(days=days - 1),
        strata=STRATA,
        vocabulary=ENTRIES,
        caps=(MAX_SEARCHES, MAX_HITS, 1),
        privacy=f"epsilon = {EPSILON}\n{privacy}",
    )
