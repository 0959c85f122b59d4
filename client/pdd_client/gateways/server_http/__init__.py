"""The server's HTTP interface as a donor uses it: the requests, and the errors of the connection."""
