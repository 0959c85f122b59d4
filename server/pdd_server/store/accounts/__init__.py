"""Tables of the researchers' accounts, and what reads and writes them."""
