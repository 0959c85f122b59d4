"""First run, and joining later: pages that are read one after the other."""
