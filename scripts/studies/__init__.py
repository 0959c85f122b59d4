"""Studies that run the code of donors, shared rounds and server together, on simulated people."""
