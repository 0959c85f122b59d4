"""The Settings page's sections about what never counts: browsers, search engines, hours of the day, words."""
