"""Counting: `search_urls` reads searches from URLs, `tokenizer` their words, `vocabulary` finds keywords in them."""
