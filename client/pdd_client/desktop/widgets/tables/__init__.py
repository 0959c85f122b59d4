"""Tables and lists: a table of texts, a calendar, a list of keywords, a list of browsers."""
