"""Tables and lists: a table of texts, a calendar, keywords, browsers."""
