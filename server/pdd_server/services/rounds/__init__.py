"""The rounds of both protocols: check-ins, donors' messages, and the steps of the nightly run."""
