"""What a donor decides: which searches there are, which count, what is given. No clock, network, disk or database."""
