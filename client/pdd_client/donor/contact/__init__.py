"""One contact with the server: what it is made with, what it reports, and how it locks a day."""
