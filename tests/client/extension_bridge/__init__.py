"""App and browser extensions on one computer: passing visits on, merging them, and which one donates."""
