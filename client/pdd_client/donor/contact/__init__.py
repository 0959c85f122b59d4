"""One contact with the server: the data it works on, its report, and the locking of a day."""
