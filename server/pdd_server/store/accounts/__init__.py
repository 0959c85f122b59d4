"""Tables of the researchers' accounts, and the queries on them."""
