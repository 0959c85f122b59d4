"""Operation of a server: the data folder and its keys, status, monitoring, and retention."""
