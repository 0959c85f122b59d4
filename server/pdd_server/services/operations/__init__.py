"""What an operator runs and reads: the data folder and its keys, status, monitoring, retention."""
