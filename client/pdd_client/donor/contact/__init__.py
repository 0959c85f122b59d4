"""One contact with the server: what it has to hand, what it reports, and how it locks a day."""
