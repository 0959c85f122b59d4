"""A contact and consent texts that a campaign can be launched with."""

CONTACT = "Dr A. Example, flu@example.org"
CONSENT = (
    "Dr A. Example counts how often people search for flu. Your computer sends a day's counts, never the searches. "
    "You can stop on any day. Questions: flu@example.org"
)
CONSENT_DE = (
    "Dr. A. Example zählt, wie oft Menschen nach Grippe suchen. Dein Computer sendet die Zahlen eines Tages, nie die "
    "Suchen. Du kannst jeden Tag aufhören. Fragen: flu@example.org"
)
